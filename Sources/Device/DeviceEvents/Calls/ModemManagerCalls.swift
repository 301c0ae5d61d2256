import DBus

/// The calls of ModemManager's modems.
///
/// Source: ModemManager 1.20, `org.freedesktop.ModemManager1.Modem.Voice.xml`,
/// `org.freedesktop.ModemManager1.Call.xml` and `ModemManager-enums.h`.
///
/// Ownership: the queue of `monitor`.
final class ModemManagerCalls: CallService, @unchecked Sendable {
    private let service: FollowedService
    private let monitor: CallMonitor
    private var modems: Set<String> = []
    private var calls: [String: Call] = [:]

    /// A call object, which is there before the call begins and after it has ended.
    private struct Call {
        var modem: String
        /// Whether its properties have been read.
        var isRead = false
        var isOver = false
        var direction: CallDirection?
        var number = ""
        var report: CallReport?
    }

    private static let modemsMax = 16
    private static let managerPath = "/org/freedesktop/ModemManager1"
    private static let voiceInterface = "org.freedesktop.ModemManager1.Modem.Voice"
    private static let callInterface = "org.freedesktop.ModemManager1.Call"

    static let busName = "org.freedesktop.ModemManager1"

    init(_ service: FollowedService, _ monitor: CallMonitor) {
        self.service = service
        self.monitor = monitor
    }

    func start() {
        func listen(
            _ interface: String, _ member: String, at path: String? = nil,
            argument: String? = nil,
            _ handler: @escaping @Sendable (ModemManagerCalls, DBusSignal) -> Void
        ) {
            service.listen(at: path, to: interface, member, argument: argument) {
                [weak self] signal in
                if let self { handler(self, signal) }
            }
        }
        listen(DBusNames.objectManager, "InterfacesAdded", at: Self.managerPath) { calls, signal in
            guard signal.arguments.count == 2, let path = signal.arguments[0].text,
                let interfaces = signal.arguments[1].members
            else { return }
            calls.modemFound(path, interfaces)
        }
        listen(DBusNames.objectManager, "InterfacesRemoved", at: Self.managerPath) {
            calls, signal in
            guard signal.arguments.count == 2, let path = signal.arguments[0].text,
                signal.arguments[1].elements?.contains(where: { $0.text == Self.voiceInterface })
                    == true
            else { return }
            calls.forgetModem(path)
        }
        listen(Self.voiceInterface, "CallAdded") { calls, signal in
            guard let path = signal.arguments.first?.text else { return }
            calls.callAdded(path, of: signal.path)
        }
        listen(Self.voiceInterface, "CallDeleted") { calls, signal in
            if let path = signal.arguments.first?.text { calls.callDeleted(path) }
        }
        listen(Self.callInterface, "StateChanged") { calls, signal in
            guard signal.arguments.count == 3, let state = signal.arguments[1].integer else {
                return
            }
            calls.callChanged(signal.path, ["State": .int64(state)])
        }
        listen(DBusNames.properties, "PropertiesChanged", argument: Self.callInterface) {
            calls, signal in
            calls.callChanged(signal.path, signal.changedProperties ?? [:])
        }
        service.follow { [weak self] isRunning in
            isRunning ? self?.findModems() : self?.forgetAll()
        }
    }

    // MARK: Modems

    private func findModems() {
        service.call("GetManagedObjects", of: DBusNames.objectManager, at: Self.managerPath) {
            [weak self] result in
            guard let self, let objects = (try? result.get())?.first?.members else { return }
            for (path, interfaces) in objects.sorted(by: { $0.key < $1.key }) {
                modemFound(path, interfaces.members ?? [:])
            }
        }
    }

    private func modemFound(_ path: String, _ interfaces: [String: DBusValue]) {
        guard interfaces[Self.voiceInterface] != nil, modems.count < Self.modemsMax,
            modems.insert(path).inserted
        else { return }
        service.call("ListCalls", of: Self.voiceInterface, at: path) { [weak self] result in
            guard let self, modems.contains(path), let values = try? result.get() else { return }
            for call in (values.first?.elements ?? []).prefix(CallBook.callsPerSourceMax) {
                if let call = call.text { callAdded(call, of: path) }
            }
        }
    }

    private func forgetModem(_ path: String) {
        guard modems.remove(path) != nil else { return }
        calls = calls.filter { $0.value.modem != path }
        monitor.replaceCalls(of: .modemManager, modem: path)
    }

    private func forgetAll() {
        modems = []
        calls = [:]
        monitor.replaceCalls(of: .modemManager)
    }

    // MARK: Calls

    private func callAdded(_ path: String, of modem: String) {
        guard modems.contains(modem), calls[path] == nil,
            calls.count < CallBook.callsPerSourceMax
        else { return }
        calls[path] = Call(modem: modem)
        service.getAll(of: Self.callInterface, at: path) { [weak self] properties in
            guard let self, calls[path] != nil else { return }
            calls[path]?.isRead = true
            callChanged(path, properties ?? [:])
        }
    }

    private func callChanged(_ path: String, _ properties: [String: DBusValue]) {
        // What changes before the properties are read is part of them.
        guard var call = calls[path], call.isRead, !call.isOver else { return }
        call.direction =
            properties["Direction"]?.integer.flatMap { Self.directions[$0] } ?? call.direction
        call.number = properties["Number"]?.text ?? call.number
        let number = properties["State"]?.integer
        call.isOver = number == Self.terminatedState
        let known = call.report
        // An outgoing call has no state before it is started.
        if let state = number.flatMap({ Self.states[$0] }) ?? known?.state {
            call.report = CallReport(
                CallID(.modemManager, path), state, direction: call.direction,
                number: call.number, modem: call.modem)
        }
        if call.isOver { call.report = nil }
        calls[path] = call
        if let report = call.report, report != known { monitor.set(report) }
        if call.isOver { monitor.end(CallID(.modemManager, path)) }
    }

    private static let terminatedState: Int64 = 7
    private static let states: [Int64: ReportedCallState] = [
        1: .dialing, 2: .alerting, 3: .incoming, 4: .active, 5: .held, 6: .waiting,
    ]
    private static let directions: [Int64: CallDirection] = [1: .incoming, 2: .outgoing]

    private func callDeleted(_ path: String) {
        guard calls.removeValue(forKey: path) != nil else { return }
        monitor.end(CallID(.modemManager, path))
    }

    func answer(_ call: CallReport, holdsOther: Bool) {
        if holdsOther {
            service.call("HoldAndAccept", of: Self.voiceInterface, at: call.modem)
        } else {
            service.call("Accept", of: Self.callInterface, at: call.id.key)
        }
    }

    func hangUp(_ call: CallReport) {
        service.call("Hangup", of: Self.callInterface, at: call.id.key)
    }
}
