import AudioModel
import DBus
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
    private let thread = OwnThread()
    private let closing = Atomic(false)

    /// Readable when the thread is to end; negative when the system has no descriptor left.
    var wakeDescriptor: Int32 { thread.wakeDescriptor }

    var isClosing: Bool { closing.load(ordering: .acquiring) }

    /// Runs `body` on a thread of its own.
    ///
    /// - Returns: Whether the system had a thread.
    func start(_ body: @escaping @Sendable () -> Void) -> Bool { thread.start(body) }

    func close(waits: Bool) {
        closing.store(true, ordering: .releasing)
        thread.wake()
        if waits { thread.waitForEnd() }
    }
}
