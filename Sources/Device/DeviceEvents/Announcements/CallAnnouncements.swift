import DBus

/// The object by which programs announce calls that no telephony service has, `org.sori.Calls1`.
///
/// Ownership: the queue of `monitor`.
final class CallAnnouncements: CallService, @unchecked Sendable {
    static let path = "/org/sori/Calls1"
    static let interfaceName = "org.sori.Calls1"

    private let connection: DBusConnection
    private let monitor: CallMonitor
    private let calls: Announcements<CallReport>
    private var isStopped = false

    init(on connection: DBusConnection, _ monitor: CallMonitor) {
        self.connection = connection
        self.monitor = monitor
        calls = Announcements(
            on: connection, queue: monitor.queue, interface: Self.interfaceName
        ) { [weak monitor] _, call in monitor?.end(call.id) }
    }

    func start() { connection.export([interface], at: Self.path) }

    func stop() {
        isStopped = true
        connection.unexport(Self.path)
        calls.removeAll()
    }

    private var interface: DBusInterface {
        let number = [DBusArgument("id", .uint32)]
        return DBusInterface(
            Self.interfaceName,
            methods: [
                method(
                    "Announce",
                    [DBusArgument("caller", .string), DBusArgument("isOutgoing", .boolean)], number
                ) { announcer, sender, values throws(DBusError) in
                    [
                        .uint32(
                            try announcer.announce(
                                values[0].text ?? "", isOutgoing: values[1].bool == true,
                                by: sender))
                    ]
                },
                method("Answered", number) { announcer, sender, values throws(DBusError) in
                    try announcer.set(.active, values[0], by: sender)
                },
                method("Held", number) { announcer, sender, values throws(DBusError) in
                    try announcer.set(.held, values[0], by: sender)
                },
                method("Ended", number) { announcer, sender, values throws(DBusError) in
                    let call = try announcer.calls.remove(values[0].announcementNumber, of: sender)
                    announcer.monitor.end(call.id)
                    return []
                },
            ],
            signals: [
                DBusSignalDescription("AnswerRequested", number),
                DBusSignalDescription("EndRequested", number),
            ], limits: .names)
    }

    private func method(
        _ name: String, _ inputs: [DBusArgument], _ outputs: [DBusArgument] = [],
        body:
            @escaping @Sendable (CallAnnouncements, String, [DBusValue]) throws(DBusError)
            -> [DBusValue]
    ) -> DBusMethod {
        DBusMethod(name, access: .announcement, inputs: inputs, outputs: outputs, on: monitor.queue)
        {
            [weak self] sender, values throws(DBusError) in
            // A call may have waited for the queue meanwhile.
            guard let self, !isStopped else { throw DBusError(.failed, "the service ends") }
            return try body(self, sender, values)
        }
    }

    private func announce(
        _ caller: String, isOutgoing: Bool, by sender: String
    ) throws(DBusError) -> UInt32 {
        let state: ReportedCallState = isOutgoing ? .dialing : .incoming
        let unnumbered = CallReport(CallID(.announcement, ""), state, number: caller)
        let number = try calls.add(unnumbered, of: sender)
        var report = unnumbered
        report.id.key = String(number)
        calls.replace(number, with: report)
        monitor.set(report)
        return number
    }

    private func set(
        _ state: ReportedCallState, _ value: DBusValue, by sender: String
    ) throws(DBusError) -> [DBusValue] {
        let number = value.announcementNumber
        var report = try calls.item(number, of: sender)
        guard state != .held || !report.state.isRinging else {
            throw DBusError(.invalidArguments, "the call has not been answered")
        }
        report.state = state
        calls.replace(number, with: report)
        monitor.set(report)
        return []
    }

    // MARK: The device's user

    func answer(_ call: CallReport, holdsOther: Bool) { emit("AnswerRequested", call) }
    func hangUp(_ call: CallReport) { emit("EndRequested", call) }

    private func emit(_ member: String, _ call: CallReport) {
        guard let number = UInt32(call.id.key) else { return }
        connection.emit(
            DBusSignal(
                path: Self.path, interface: Self.interfaceName, member: member,
                arguments: [.uint32(number)]))
    }
}

extension DBusValue {
    /// The number of an announcement; zero, which none has, for any other value.
    var announcementNumber: UInt32 {
        if case .uint32(let number) = self { number } else { 0 }
    }
}
