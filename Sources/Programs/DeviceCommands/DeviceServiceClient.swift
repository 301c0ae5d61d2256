package import CommandLineTool
import DBus
import DeviceService
import LiveDevice

/// A client of the device service on the session bus.
package struct DeviceServiceClient {
    private let connection: DBusConnection

    package init() throws(ProgramError) {
        guard DBusConnection.isSupported, DBusAddress.session.mayExist else { throw Self.noBus }
        connection = DBusConnection(to: .session)
    }

    static let noBus = ProgramError(
        .deviceMissing, "there is no session bus, on which the device service is found",
        in: "DBUS_SESSION_BUS_ADDRESS",
        advice: "run it in the session of the service, or under 'dbus-run-session'")

    /// The state of the device.
    func status() throws(ProgramError) -> DeviceStatus {
        let text = try call("GetStatus").first?.text ?? ""
        do {
            return try DeviceStatus(json: text)
        } catch {
            throw ProgramError(
                .deviceMissing, "the device service is of another version",
                in: DeviceServiceNames.busName, advice: "restart it with this version of sori")
        }
    }

    /// Why an app sounds as it does, in lines of text.
    package func explanation(of app: String) throws(ProgramError) -> [String] {
        try call("Why", [.string(app)]).first?.elements?.compactMap(\.text) ?? []
    }

    /// The last lines of the journal, oldest first.
    func log(_ count: Int) throws(ProgramError) -> [String] {
        let count = UInt32(clamping: count)
        return try call("GetLog", [.uint32(count)]).first?.elements?.compactMap(\.text) ?? []
    }

    /// Carries out an action of the scenario language.
    ///
    /// - Returns: What was done, in a line.
    func perform(_ action: String) throws(ProgramError) -> String {
        try call("Act", [.string(action)]).first?.text ?? ""
    }

    func bringToFront(_ app: String) throws(ProgramError) {
        _ = try call("BringToFront", [.string(app)])
    }

    func leaveFront() throws(ProgramError) { _ = try call("LeaveFront") }

    /// Calls a closure with each later line of the journal, on a thread of the connection; a service
    /// that is started again is followed, too.
    func follow(_ take: @escaping @Sendable (String) -> Void) -> [DBusSubscription] {
        let lines = connection.subscribe(
            to: DBusMatchRule(
                sender: DeviceServiceNames.busName, path: DeviceServiceNames.path,
                interface: DeviceServiceNames.interface, member: "Logged")
        ) { signal in
            if let line = signal.arguments.first?.text { take(line) }
        }
        let owner = connection.watchOwner(of: DeviceServiceNames.busName) {
            [weak connection] owner in
            guard owner != nil else { return }
            connection?.call(Self.methodCall("FollowLog")) { _ in }
        }
        return [lines, owner].compactMap(\.self)
    }

    private static func methodCall(
        _ member: String, _ arguments: [DBusValue] = []
    ) -> DBusMethodCall {
        DBusMethodCall(
            to: DeviceServiceNames.busName, path: DeviceServiceNames.path,
            interface: DeviceServiceNames.interface, member: member, arguments: arguments)
    }

    private func call(
        _ member: String, _ arguments: [DBusValue] = []
    ) throws(ProgramError) -> [DBusValue] {
        do throws(DBusError) {
            return try connection.callAndWait(Self.methodCall(member, arguments))
        } catch {
            throw Self.explained(error)
        }
    }

    private static func explained(_ error: DBusError) -> ProgramError {
        switch error.kind {
        case .invalidArguments:
            ProgramError(
                .wrongUse, error.message, in: "the action",
                advice: "see 'sori act --help'")
        case .serviceUnknown, .nameHasNoOwner, .disconnected:
            ProgramError(
                .deviceMissing, "no device service runs", in: DeviceServiceNames.busName,
                advice: "start it with 'sori daemon'")
        default:
            error.name.hasSuffix(".Impossible")
                ? ProgramError(.badInput, error.message)
                : ProgramError(
                    .deviceMissing, "the device service does not answer: \(error.message)",
                    in: DeviceServiceNames.busName, advice: "see what 'sori daemon' says")
        }
    }
}
