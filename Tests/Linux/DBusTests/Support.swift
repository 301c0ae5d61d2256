import DBus
import Foundation
import TestSupport
import Testing

/// A suite that needs a message bus; skipped where the machine or the build has none.
extension Trait where Self == ConditionTrait {
    static var needsBus: Self {
        .enabled(
            if: PrivateBus.isAvailable && DBusConnection.isSupported,
            "needs dbus-daemon and the trait DBus")
    }
}

/// Connects to a bus, and waits until the connection is established.
func connect(to bus: PrivateBus) async throws -> DBusConnection {
    let states = Received<Bool>()
    let connection = DBusConnection(to: .address(bus.address)) { states.add($0) }
    #expect(try await states.next())
    return connection
}

let testPath = "/org/sori/Test"
let testInterface = "org.sori.Test"

extension DBusConnection {
    /// Calls a method of the object that a test exports.
    func callTest(
        _ member: String, _ arguments: [DBusValue] = [], at name: String,
        interface: String = testInterface, path: String = testPath, timeoutSeconds: Double = 60
    ) async throws(DBusError) -> [DBusValue] {
        try await call(
            DBusMethodCall(
                to: name, path: path, interface: interface, member: member, arguments: arguments),
            timeoutSeconds: timeoutSeconds)
    }
}

/// Returns the error of a call that must fail; records an issue if it succeeds.
func error(_ body: () async throws(DBusError) -> [DBusValue]) async -> DBusError? {
    do throws(DBusError) {
        let values = try await body()
        Issue.record("the call returned \(values)")
        return nil
    } catch {
        return error
    }
}
