import DBus
import Synchronization

/// The programs on the bus that follow the journal. A line is sent to each of them alone: a signal
/// without a destination would reach programs that may not read what others do. Any thread.
final class JournalFollowers: Sendable {
    static let countMax = 64
    private let subscriptions = Mutex<[String: DBusSubscription]>([:])

    /// Sends the lines to a program, until it leaves the bus.
    func add(_ program: String, on connection: DBusConnection) throws(DBusError) {
        let isFull = subscriptions.withLock {
            $0[program] == nil && $0.count >= Self.countMax
        }
        guard !isFull else {
            throw DBusError(.limitsExceeded, "\(Self.countMax) programs follow the journal")
        }
        let watch = connection.watchOwner(of: program) { [weak self] owner in
            guard owner == nil, let self else { return }
            // Released without the lock.
            let gone = subscriptions.withLock { $0.removeValue(forKey: program) }
            withExtendedLifetime(gone) {}
        }
        guard let watch else { throw DBusError(.invalidArguments, "the caller has no name") }
        let replaced = subscriptions.withLock { $0.updateValue(watch, forKey: program) }
        withExtendedLifetime(replaced) {}
    }

    func send(_ lines: [String], on connection: DBusConnection) {
        guard !lines.isEmpty else { return }
        for program in subscriptions.withLock({ $0.keys.sorted() }) {
            for line in lines {
                connection.emit(
                    DBusSignal(
                        path: DeviceServiceNames.path, interface: DeviceServiceNames.interface,
                        member: "Logged", arguments: [.string(line)], destination: program))
            }
        }
    }

    func removeAll() {
        let gone = subscriptions.withLock { subscriptions in
            defer { subscriptions = [:] }
            return subscriptions
        }
        withExtendedLifetime(gone) {}
    }
}
