import AudioModel
import DBus
import InputDevices
import Synchronization
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

/// A clock that a test sets.
final class TestClock: Sendable {
    private let time = Mutex(HostTime.seconds(100))

    var now: HostTime { time.withLock { $0 } }
    func advance(by interval: HostInterval) { time.withLock { $0 = $0 + interval } }
}

/// A connection that is on the bus.
func connect(to bus: PrivateBus) async throws -> DBusConnection {
    let states = Received<Bool>()
    let connection = DBusConnection(to: .address(bus.address)) { states.add($0) }
    #expect(try await states.next())
    return connection
}
