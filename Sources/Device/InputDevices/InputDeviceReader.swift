import AudioModel
import Glibc
import Synchronization

/// The work of a monitor's thread: finds, opens and reads devices.
///
/// Source: kernel documentation, "Linux Input Subsystem userspace API".
final class InputDeviceReader {
    /// The greatest number of devices that are read.
    static let devicesMax = 64

    private let options: InputOptions
    private let inbox: InputInbox
    private let log: @Sendable (InputWarning) -> Void
    private let handler: @Sendable (InputAction) -> Void
    private var folder: InputFolder
    private var translator: InputTranslator
    /// The open devices, in the order in which they were found.
    private var devices: [EventDevice] = []
    /// The files that may not be read.
    private var denied: Set<String> = []
    private var lastID = 0
    /// The warnings that are given once.
    private var given: Set<InputWarning> = []

    init(
        _ options: InputOptions, folder: String, inbox: InputInbox,
        log: @escaping @Sendable (InputWarning) -> Void,
        handler: @escaping @Sendable (InputAction) -> Void
    ) {
        self.options = options
        self.inbox = inbox
        self.log = log
        self.handler = handler
        self.folder = InputFolder(folder)
        translator = InputTranslator(options)
    }

    /// Reads until the inbox closes.
    func run(_ ready: () -> Void) {
        if !folder.isWatched { warnOnce(.notWatched) }
        scan()
        if devices.isEmpty, !denied.isEmpty { warnOnce(.permissionDenied(count: denied.count)) }
        deliver()
        if !inbox.isClosing { ready() }
        while !inbox.isClosing { step() }
        for device in devices { device.close() }
        folder.close()
        inbox.status.withLock { $0 = InputInbox.Status() }
    }

    /// Waits for the next event or deadline, and handles it.
    private func step() {
        let polled = devices.filter { $0.pausedUntil == nil }
        let descriptors = [inbox.wakeDescriptor, folder.descriptor] + polled.map(\.descriptor)
        var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&requests, nfds_t(requests.count), timeout)
        guard !inbox.isClosing else { return }
        let now = Self.now
        for device in devices { device.resume(now: now) }
        // The events that wait come before the deadlines, which they may cancel.
        for (index, device) in polled.enumerated() where requests[index + 2].revents != 0 {
            let isGone = requests[index + 2].revents & Int16(POLLIN) == 0
            if isGone { remove(device) } else { read(device, now: now) }
        }
        if requests[1].revents != 0 { takeChanges() }
        translator.advance(to: now)
        deliver()
    }

    /// The time until the next deadline in milliseconds, as `poll` takes it.
    private var timeout: Int32 {
        let deadlines = [translator.nextDeadline] + devices.map(\.pausedUntil)
        guard let deadline = deadlines.compactMap({ $0 }).min() else { return -1 }
        let now = Self.now
        guard deadline > now else { return 0 }
        // Rounded up, so that it does not wake too early.
        let milliseconds = ((deadline - now).nanoseconds + 999_999) / 1_000_000
        return Int32(clamping: milliseconds)
    }

    private static var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    // MARK: Events

    private func read(_ device: EventDevice, now: HostTime) {
        var lostEvents = false
        let reading = device.read(now: now) { event, time in
            if translator.take(event, from: device.id, at: time) { lostEvents = true }
        }
        switch reading {
        case .read: break
        case .flooded(isWarningDue: false): break
        case .flooded(isWarningDue: true): log(.tooManyEvents(device: device.description.name))
        case .gone: return remove(device)
        }
        // The events that were queued until now are older than the state.
        if lostEvents { translator.resynchronize(device.id, device.readState(), at: now) }
    }

    /// Hands out what the translator has found.
    private func deliver() {
        let output = translator.takeOutput()
        for warning in output.warnings { log(warning) }
        for action in output.actions {
            guard !inbox.isClosing else { return }
            handler(action)
        }
    }

    private func warnOnce(_ warning: InputWarning) {
        if given.insert(warning).inserted { log(warning) }
    }

    // MARK: Devices

    private func takeChanges() {
        let changes = folder.changes()
        for file in changes.removed { removeFile(file) }
        for file in changes.changed { look(at: file) }
        if changes.isRescanNeeded { scan() }
        showStatus()
    }

    /// Looks at everything in the folder.
    private func scan() {
        let files = folder.files()
        let present = Set(files)
        for file in devices.map(\.file) where !present.contains(file) { removeFile(file) }
        denied.formIntersection(present)
        for file in files { look(at: file) }
        showStatus()
    }

    /// Opens a device, or closes one that may not be read any more.
    private func look(at file: String) {
        let path = folder.path + "/" + file
        if let device = devices.first(where: { $0.file == file }) {
            if access(path, R_OK) != 0, errno == EACCES {
                remove(device)
                denied.insert(file)
            }
            return
        }
        guard devices.count < Self.devicesMax else {
            return warnOnce(.tooManyDevices(limit: Self.devicesMax))
        }
        denied.remove(file)
        switch EventDevice.open(path, file: file, id: lastID + 1, options) {
        case .opened(let device):
            lastID += 1
            devices.append(device)
            translator.add(device.id, device.description, device.readState(), at: Self.now)
        case .denied where denied.count < InputFolder.filesMax: denied.insert(file)
        case .denied, .notNeeded, .failed: break
        }
    }

    private func removeFile(_ file: String) {
        denied.remove(file)
        if let device = devices.first(where: { $0.file == file }) { remove(device) }
    }

    private func remove(_ device: EventDevice) {
        translator.remove(device.id, at: Self.now)
        devices.removeAll { $0 === device }
        device.close()
        showStatus()
    }

    private func showStatus() {
        let shown = devices.map {
            InputDeviceMonitor.Device(
                path: folder.path + "/" + $0.file, name: $0.description.name,
                isGrabbed: $0.isGrabbed)
        }
        let deniedCount = denied.count
        inbox.status.withLock { $0 = InputInbox.Status(devices: shown, deniedCount: deniedCount) }
    }
}
