import DBus

/// The calls of GNOME Calls, which is a dialler for modems and SIP.
///
/// Source: GNOME Calls 43, `org.gnome.Calls.Call.xml` and `CallsCallState`.
///
/// Ownership: the queue of `monitor`.
final class GNOMECalls: CallService, @unchecked Sendable {
    private let service: FollowedService
    private let monitor: CallMonitor
    private var calls: [String: CallReport] = [:]

    private static let managerPath = "/org/gnome/Calls"
    private static let callInterface = "org.gnome.Calls.Call"

    static let busName = "org.gnome.Calls"

    init(_ service: FollowedService, _ monitor: CallMonitor) {
        self.service = service
        self.monitor = monitor
    }

    func start() {
        service.listen(at: Self.managerPath, to: DBusNames.objectManager, "InterfacesAdded") {
            [weak self] signal in
            guard signal.arguments.count == 2, let path = signal.arguments[0].text,
                let properties = signal.arguments[1].members?[Self.callInterface]?.members
            else { return }
            self?.callChanged(path, properties, isNew: true)
        }
        service.listen(at: Self.managerPath, to: DBusNames.objectManager, "InterfacesRemoved") {
            [weak self] signal in
            guard signal.arguments.count == 2, let path = signal.arguments[0].text,
                signal.arguments[1].elements?.contains(where: { $0.text == Self.callInterface })
                    == true
            else { return }
            self?.callEnded(path)
        }
        service.listen(
            to: DBusNames.properties, "PropertiesChanged", argument: Self.callInterface
        ) { [weak self] signal in
            self?.callChanged(signal.path, signal.changedProperties ?? [:], isNew: false)
        }
        service.follow { [weak self] isRunning in
            isRunning ? self?.findCalls() : self?.forgetAll()
        }
    }

    private func findCalls() {
        service.call("GetManagedObjects", of: DBusNames.objectManager, at: Self.managerPath) {
            [weak self] result in
            guard let self, let objects = (try? result.get())?.first?.members else { return }
            for (path, interfaces) in objects.sorted(by: { $0.key < $1.key }) {
                if let properties = interfaces.members?[Self.callInterface]?.members {
                    callChanged(path, properties, isNew: true)
                }
            }
        }
    }

    private func forgetAll() {
        calls = [:]
        monitor.replaceCalls(of: .gnomeCalls)
    }

    private func callChanged(_ path: String, _ properties: [String: DBusValue], isNew: Bool) {
        let known = calls[path]
        guard known != nil || isNew, known != nil || calls.count < CallBook.callsPerSourceMax
        else { return }
        let number = properties["State"]?.integer
        if number == Self.disconnectedState { return callEnded(path) }
        guard let state = number.flatMap({ Self.states[$0] }) ?? known?.state else { return }
        let isInbound = properties["Inbound"]?.bool
        let report = CallReport(
            CallID(.gnomeCalls, path), state,
            direction: isInbound.map { $0 ? .incoming : .outgoing } ?? known?.direction,
            number: properties["Id"]?.text ?? known?.number ?? "",
            isCellular: properties["Protocol"]?.text.map { $0 == "tel" } ?? known?.isCellular)
        guard report != known else { return }
        calls[path] = report
        monitor.set(report)
    }

    private static let disconnectedState: Int64 = 7
    private static let states: [Int64: ReportedCallState] = [
        1: .active, 2: .held, 3: .dialing, 4: .alerting, 5: .incoming, 6: .waiting,
    ]

    private func callEnded(_ path: String) {
        guard calls.removeValue(forKey: path) != nil else { return }
        monitor.end(CallID(.gnomeCalls, path))
    }

    func answer(_ call: CallReport, holdsOther: Bool) {
        service.call("Accept", of: Self.callInterface, at: call.id.key)
    }

    func hangUp(_ call: CallReport) {
        service.call("Hangup", of: Self.callInterface, at: call.id.key)
    }
}
