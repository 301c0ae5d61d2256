import DBus

/// The calls of oFono's modems.
///
/// Source: oFono, `doc/manager-api.txt`, `doc/modem-api.txt`, `doc/voicecallmanager-api.txt`,
/// `doc/voicecall-api.txt`.
///
/// Ownership: the queue of `monitor`.
final class OFonoCalls: CallService, @unchecked Sendable {
    private let service: FollowedService
    private let monitor: CallMonitor
    /// The modems that have calls.
    private var modems: Set<String> = []
    private var calls: [String: CallReport] = [:]
    /// The parties that have ended calls, until oFono removes these.
    private var endingParties: [String: EndingParty] = [:]

    private static let modemsMax = 16
    private static let managerInterface = "org.ofono.Manager"
    private static let modemInterface = "org.ofono.Modem"
    private static let callsInterface = "org.ofono.VoiceCallManager"
    private static let callInterface = "org.ofono.VoiceCall"

    init(_ service: FollowedService, _ monitor: CallMonitor) {
        self.service = service
        self.monitor = monitor
    }

    static let busName = "org.ofono"

    func start() {
        func listen(
            _ interface: String, _ member: String, at path: String? = nil,
            _ handler: @escaping @Sendable (OFonoCalls, DBusSignal) -> Void
        ) {
            service.listen(at: path, to: interface, member) { [weak self] signal in
                if let self { handler(self, signal) }
            }
        }
        listen(Self.managerInterface, "ModemAdded", at: "/") { calls, signal in
            guard let path = signal.arguments.first?.text else { return }
            calls.modemChanged(path, signal.arguments.dropFirst().first?.members ?? [:])
        }
        listen(Self.managerInterface, "ModemRemoved", at: "/") { calls, signal in
            if let path = signal.arguments.first?.text { calls.forgetModem(path) }
        }
        listen(Self.modemInterface, "PropertyChanged") { calls, signal in
            guard let (name, value) = signal.property else { return }
            calls.modemChanged(signal.path, [name: value])
        }
        listen(Self.callsInterface, "CallAdded") { calls, signal in
            guard let path = signal.arguments.first?.text else { return }
            calls.callChanged(
                path, signal.arguments.dropFirst().first?.members ?? [:], of: signal.path)
        }
        listen(Self.callsInterface, "CallRemoved") { calls, signal in
            if let path = signal.arguments.first?.text { calls.callEnded(path) }
        }
        listen(Self.callInterface, "PropertyChanged") { calls, signal in
            guard let (name, value) = signal.property,
                let modem = calls.calls[signal.path]?.modem
            else { return }
            calls.callChanged(signal.path, [name: value], of: modem)
        }
        listen(Self.callInterface, "DisconnectReason") { calls, signal in
            guard calls.calls[signal.path] != nil else { return }
            switch signal.arguments.first?.text {
            case "local": calls.endingParties[signal.path] = .user
            case "remote": calls.endingParties[signal.path] = .remoteParty
            default: break
            }
        }
        service.follow { [weak self] isRunning in
            isRunning ? self?.findModems() : self?.forgetAll()
        }
    }

    // MARK: Modems

    private func findModems() {
        service.call("GetModems", of: Self.managerInterface, at: "/") { [weak self] result in
            guard let self, let values = try? result.get() else { return }
            for value in values.first?.elements ?? [] {
                guard let (path, properties) = value.objectAndProperties else { continue }
                modemChanged(path, properties)
            }
        }
    }

    private func modemChanged(_ path: String, _ properties: [String: DBusValue]) {
        guard let interfaces = properties["Interfaces"]?.elements else { return }
        let hasCalls = interfaces.contains { $0.text == Self.callsInterface }
        guard hasCalls else { return forgetModem(path) }
        guard modems.count < Self.modemsMax, modems.insert(path).inserted else { return }
        service.call("GetCalls", of: Self.callsInterface, at: path) { [weak self] result in
            guard let self, modems.contains(path), let values = try? result.get() else { return }
            listed(values.first?.elements ?? [], of: path)
        }
    }

    private func listed(_ values: [DBusValue], of modem: String) {
        let found = values.prefix(CallBook.callsPerSourceMax).compactMap(\.objectAndProperties)
        calls = calls.filter { path, call in
            call.modem != modem || found.contains { $0.path == path }
        }
        monitor.replaceCalls(of: .ofono, modem: modem, with: Array(calls.values))
        for (path, properties) in found { callChanged(path, properties, of: modem) }
    }

    private func forgetModem(_ path: String) {
        guard modems.remove(path) != nil else { return }
        calls = calls.filter { $0.value.modem != path }
        endingParties = endingParties.filter { calls[$0.key] != nil }
        monitor.replaceCalls(of: .ofono, modem: path)
    }

    private func forgetAll() {
        modems = []
        calls = [:]
        endingParties = [:]
        monitor.replaceCalls(of: .ofono)
    }

    // MARK: Calls

    private func callChanged(
        _ path: String, _ properties: [String: DBusValue], of modem: String
    ) {
        guard modems.contains(modem) else { return }
        let known = calls[path]
        guard known != nil || calls.count < CallBook.callsPerSourceMax else { return }
        let word = properties["State"]?.text
        if word == "disconnected" { return callEnded(path) }
        guard let state = word.flatMap(ReportedCallState.init(rawValue:)) ?? known?.state else {
            return
        }
        let report = CallReport(
            CallID(.ofono, path), state, direction: known?.direction,
            number: properties["LineIdentification"]?.text ?? known?.number ?? "", modem: modem)
        guard report != known else { return }
        calls[path] = report
        monitor.set(report)
    }

    private func callEnded(_ path: String) {
        guard calls.removeValue(forKey: path) != nil else { return }
        monitor.end(CallID(.ofono, path), by: endingParties.removeValue(forKey: path) ?? .unknown)
    }

    func answer(_ call: CallReport, holdsOther: Bool) {
        if holdsOther {
            service.call("HoldAndAnswer", of: Self.callsInterface, at: call.modem)
        } else {
            service.call("Answer", of: Self.callInterface, at: call.id.key)
        }
    }

    func hangUp(_ call: CallReport) {
        service.call("Hangup", of: Self.callInterface, at: call.id.key)
    }
}

extension DBusSignal {
    /// The arguments of oFono's `PropertyChanged`: a name, and a value in a variant.
    fileprivate var property: (String, DBusValue)? {
        guard arguments.count == 2, let name = arguments[0].text else { return nil }
        return (name, arguments[1].unwrapped)
    }
}
