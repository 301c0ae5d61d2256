import CLinuxShim
import Glibc
import Synchronization

/// The machine's way to the network, by the tables of its kernel. Any thread.
///
/// A thread of its own waits for changes while there are observers, and ends with the last one.
package final class MachinePaths: PathProvider {
    /// The one of this process.
    package static let shared = MachinePaths()

    private let kinds: InterfaceKinds
    private let watching = Mutex<Watch?>(nil)

    /// - Parameter kinds: Tells the kinds of interfaces.
    package init(_ kinds: InterfaceKinds = InterfaceKinds()) {
        self.kinds = kinds
    }

    package var path: NetworkPath { Self.read(kinds) }

    package func observe(
        _ changed: @escaping @Sendable (NetworkPath) -> Void
    ) -> any PathObservation {
        watching.withLock { watching in
            if let watch = watching, let observation = watch.add(changed) { return observation }
            let watch = Watch(kinds)
            watching = watch
            return watch.begin(changed)
        }
    }

    /// The way at present. Without an answer of the kernel there is none.
    fileprivate static func read(_ kinds: InterfaceKinds) -> NetworkPath {
        guard let tables = NetlinkSocket.readTables() else {
            var path = NetworkPath()
            path.obstacle = .noRoute
            return path
        }
        return tables.path(
            kind: { kinds.kind(of: $0, hardware: $1) }, hasNameServers: hasNameServers())
    }
}

/// A thread that waits for changes, and the observers that it tells.
private final class Watch: Sendable {
    private let kinds: InterfaceKinds
    private let observers: PathObservers
    private let wakeDescriptor: Int32
    /// Whether the last observer has left.
    private let isOver: Flag

    private final class Flag: Sendable {
        let value = Mutex(false)
    }

    init(_ kinds: InterfaceKinds) {
        self.kinds = kinds
        let wake = sori_make_wake_descriptor()
        let isOver = Flag()
        wakeDescriptor = wake
        self.isOver = isOver
        observers = PathObservers(MachinePaths.read(kinds)) { observers in
            // Another observer may have come meanwhile.
            isOver.value.withLock { $0 = observers.isEmpty }
            var one: UInt64 = 1
            _ = write(wake, &one, 8)
        }
    }

    deinit {
        if wakeDescriptor >= 0 { close(wakeDescriptor) }
    }

    /// Adds an observer; `nil` when the thread is about to end.
    func add(_ changed: @escaping @Sendable (NetworkPath) -> Void) -> (any PathObservation)? {
        isOver.value.withLock { isOver in isOver ? nil : observers.add(changed) }
    }

    /// Adds the first observer, and starts the thread.
    func begin(_ changed: @escaping @Sendable (NetworkPath) -> Void) -> any PathObservation {
        let observation = observers.add(changed)
        // Open before the thread runs: what changes from now on is not missed.
        guard let socket = NetlinkSocket(groups: NetlinkSocket.changes), wakeDescriptor >= 0 else {
            return observation
        }
        observers.set(MachinePaths.read(kinds))
        final class Start {
            let watch: Watch
            let socket: NetlinkSocket
            init(_ watch: Watch, _ socket: NetlinkSocket) {
                self.watch = watch
                self.socket = socket
            }
        }
        let start = Unmanaged.passRetained(Start(self, socket))
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
                start.watch.wait(on: start.socket)
                return nil
            }, start.toOpaque())
        if error == 0 { pthread_detach(thread) } else { start.release() }
        return observation
    }

    /// Milliseconds in which further changes are awaited, as one change of a network is many of the
    /// tables.
    private static let settlingMilliseconds: Int32 = 50

    /// Limit of the changes after which the tables are read in any case.
    private static let changesMax = 20

    private func wait(on socket: NetlinkSocket) {
        let never: Int32 = -1
        var timeout = never
        var changeCount = 0
        while true {
            var descriptors = [
                pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&descriptors, 2, timeout)
            if count < 0, errno != EINTR { return }
            if isOver.value.withLock({ $0 }) { return }
            if descriptors[0].revents != 0 {
                socket.drain()
                timeout = Self.settlingMilliseconds
                changeCount += 1
            }
            // Tables that change without end are read now and then.
            if count == 0 || changeCount >= Self.changesMax {
                (timeout, changeCount) = (never, 0)
                observers.set(MachinePaths.read(kinds))
            }
        }
    }
}
