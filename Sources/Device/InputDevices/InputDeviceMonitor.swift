import AudioModel
import CLinuxShim
import Dispatch
import Glibc
import Synchronization

/// Reads the input devices of the machine, and reports what its user does with keys, switches, jacks
/// and sliders. Any thread.
///
/// A thread of its own waits for events without waking up in between, and finds devices that are
/// plugged in later, or that may be read only later. Devices with nothing to read are not kept open.
package final class InputDeviceMonitor: Sendable {
    /// The folder of the machine's input devices.
    package static let standardFolder = "/dev/input"

    /// A device that is read.
    package struct Device: Hashable, Sendable {
        /// The path of its file.
        package var path: String
        package var name: String
        package var isGrabbed: Bool
    }

    private let inbox: InputInbox

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - folder: The folder of the devices' files; it need not exist yet.
    ///   - log: Receives warnings on the monitor's thread.
    ///   - ready: Called on the monitor's thread once the devices that were there are read; after
    ///     the actions that report the positions of their switches.
    ///   - handler: Receives the actions in order, on the monitor's thread.
    package init(
        _ options: InputOptions, folder: String = standardFolder,
        log: @escaping @Sendable (InputWarning) -> Void = { _ in },
        ready: @escaping @Sendable () -> Void = {},
        handler: @escaping @Sendable (InputAction) -> Void
    ) {
        let inbox = InputInbox()
        self.inbox = inbox
        guard !options.isOff else { return }
        let isStarted =
            inbox.wakeDescriptor >= 0
            && inbox.start {
                let reader = InputDeviceReader(
                    options, folder: folder, inbox: inbox, log: log, handler: handler)
                reader.run(ready)
            }
        if !isStarted { log(.noResources) }
    }

    deinit {
        inbox.close(waits: false)
    }

    /// Stops reading; no action is reported afterwards, except when called by the handler itself,
    /// for the actions of the same moment.
    package func close() { inbox.close(waits: true) }

    /// The devices that are read now.
    package var devices: [Device] { inbox.status.withLock { $0.devices } }

    /// Number of devices that this process may not read.
    package var deniedCount: Int { inbox.status.withLock { $0.deniedCount } }
}

/// What the thread of a monitor shares with all others.
final class InputInbox: Sendable {
    struct Status {
        var devices: [InputDeviceMonitor.Device] = []
        var deniedCount = 0
    }

    let status = Mutex(Status())
    /// Readable when the thread is to end; negative when the system has no descriptor left.
    let wakeDescriptor: Int32
    private let closing = Atomic(false)
    /// The thread's `pthread_t`, once it runs.
    private let identity = Atomic<UInt>(0)
    /// Left when the thread has ended.
    private let running = DispatchGroup()

    init() {
        wakeDescriptor = sori_make_wake_descriptor()
    }

    deinit {
        if wakeDescriptor >= 0 { Glibc.close(wakeDescriptor) }
    }

    var isClosing: Bool { closing.load(ordering: .acquiring) }

    /// Runs `body` on a thread of its own.
    ///
    /// - Returns: Whether the system had a thread.
    func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        final class Start {
            let inbox: InputInbox
            let body: @Sendable () -> Void
            init(_ inbox: InputInbox, _ body: @escaping @Sendable () -> Void) {
                self.inbox = inbox
                self.body = body
            }
        }
        let start = Unmanaged.passRetained(Start(self, body))
        running.enter()
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
                start.inbox.identity.store(UInt(pthread_self()), ordering: .relaxed)
                start.body()
                start.inbox.running.leave()
                return nil
            }, start.toOpaque())
        guard error == 0 else {
            start.release()
            running.leave()
            return false
        }
        pthread_detach(thread)
        return true
    }

    func close(waits: Bool) {
        closing.store(true, ordering: .releasing)
        var one: UInt64 = 1
        if wakeDescriptor >= 0 { _ = write(wakeDescriptor, &one, MemoryLayout<UInt64>.size) }
        if waits, identity.load(ordering: .relaxed) != UInt(pthread_self()) { running.wait() }
    }
}
