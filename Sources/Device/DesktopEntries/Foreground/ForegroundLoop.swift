import CWindowSystemShim
import Glibc

/// The loop of an observer's thread: it owns the connection to the window system.
final class ForegroundLoop {
    private let options: ForegroundOptions
    private let inbox: ForegroundInbox
    private var connection: (windows: OpaquePointer, system: WindowSystem)?
    /// The inotify instance that sees new sockets, while there is no connection.
    private var watch: Int32 = -1
    private var retries = RetryTimes()
    private var reported: ForegroundApp?
    /// When to report that no app is in front.
    private var settleTime: UInt64?

    init(_ options: ForegroundOptions, _ inbox: ForegroundInbox) {
        self.options = options
        self.inbox = inbox
    }

    func run() {
        while !inbox.isClosed {
            var isBusy = false
            var wantsWrite = false
            if connection == nil, retries.nextTime <= monotonicNanoseconds() { connect() }
            if let connection {
                let state = sori_windows_process(connection.windows, &isBusy, &wantsWrite)
                handle(state, connection)
            }
            settle()
            if !inbox.isClosed { wait(isBusy: isBusy, wantsWrite: wantsWrite) }
        }
        disconnect()
        closeWatch()
    }

    // MARK: The connection

    private func connect() {
        // Watched before the sockets are tried, so that none is missed in between.
        if watch < 0 { openWatch() }
        let names = options.runtimeFolder.map(fileNames(in:)) ?? []
        for path in options.socketPaths(names) {
            if let windows = sori_windows_open_wayland(path) { return take(windows, .wayland) }
        }
        if let display = options.x11Display, let windows = sori_windows_open_x11(display) {
            return take(windows, .x11)
        }
        retries.failed(isWatched: watch >= 0, at: monotonicNanoseconds())
    }

    private func take(_ windows: OpaquePointer, _ system: WindowSystem) {
        connection = (windows, system)
        closeWatch()
    }

    private func disconnect() {
        guard let connection else { return }
        sori_windows_close(connection.windows)
        self.connection = nil
    }

    private func handle(
        _ state: sori_windows_state, _ connection: (windows: OpaquePointer, system: WindowSystem)
    ) {
        switch state {
        case .connecting: break
        case .ready:
            retries = RetryTimes()
            inbox.state = .observing(connection.system)
            update(activeApp(connection.windows))
        case .unsupported:
            retries = RetryTimes()
            inbox.state = .unsupported
            report(nil)
        case .lost:
            disconnect()
            inbox.state = .connecting
            report(nil)
            retries.failed(isWatched: false, at: monotonicNanoseconds())
        }
    }

    // MARK: The app in front

    private func activeApp(_ windows: OpaquePointer) -> ForegroundApp? {
        guard let active = sori_windows_get_active(windows) else { return nil }
        var app = ForegroundApp(appID: String(cString: active.pointee.app_id))
        if active.pointee.process_id > 0 {
            app.processID = active.pointee.process_id
            app.isProcessIDVerified = active.pointee.is_process_id_verified
        }
        if let reported, reported.appID == app.appID, reported.processID == app.processID {
            app.entry = reported.entry
        } else {
            app.entry = options.desktopFiles.entry(of: app)
        }
        return app
    }

    private func update(_ app: ForegroundApp?) {
        if app != nil || reported == nil { return report(app) }
        let wait = UInt64(max(0, min(options.settleMilliseconds, 10_000))) * 1_000_000
        settleTime = settleTime ?? monotonicNanoseconds() + wait
    }

    private func settle() {
        if let settleTime, settleTime <= monotonicNanoseconds() { report(nil) }
    }

    private func report(_ app: ForegroundApp?) {
        settleTime = nil
        guard app != reported else { return }
        reported = app
        inbox.deliver(app)
    }

    // MARK: Waiting

    private func wait(isBusy: Bool, wantsWrite: Bool) {
        var descriptors = [pollfd(fd: inbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
        if let connection {
            let events = Int16(POLLIN) | (wantsWrite ? Int16(POLLOUT) : 0)
            descriptors.append(
                pollfd(
                    fd: sori_windows_descriptor(connection.windows), events: events, revents: 0))
        } else if watch >= 0 {
            descriptors.append(pollfd(fd: watch, events: Int16(POLLIN), revents: 0))
        }
        let time = min(settleTime ?? .max, connection == nil ? retries.nextTime : .max)
        var milliseconds: Int32 = -1
        if isBusy {
            milliseconds = 0
        } else if time != .max {
            let now = monotonicNanoseconds()
            milliseconds = time <= now ? 0 : Int32(min((time - now) / 1_000_000 + 1, 60_000))
        }
        let count = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        if count > 0, connection == nil, descriptors.count > 1, descriptors[1].revents != 0 {
            drainWatch()
            retries = RetryTimes()
        }
    }

    // MARK: Sockets that appear

    private func openWatch() {
        watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard watch >= 0 else { return }
        let mask = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR)
        let watches = options.watchedFolders.map { inotify_add_watch(watch, $0, mask) }
        // A folder that is missing cannot be watched: the sockets are tried from time to time.
        if watches.isEmpty || watches.contains(where: { $0 < 0 }) { closeWatch() }
    }

    private func drainWatch() {
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
            _ = read(watch, buffer.baseAddress, buffer.count)
        }
    }

    private func closeWatch() {
        if watch >= 0 { _ = Glibc.close(watch) }
        watch = -1
    }
}

/// When to try again to connect.
struct RetryTimes {
    private(set) var nextTime: UInt64 = 0
    private var waitNanoseconds: UInt64 = 50_000_000

    private static let waitMax: UInt64 = 10_000_000_000

    /// - Parameter isWatched: Whether a new socket is noticed. A socket that exists and refuses is
    ///   left by a compositor that has died, or will be listened to in an instant.
    mutating func failed(isWatched: Bool, at now: UInt64) {
        nextTime = isWatched && waitNanoseconds >= Self.waitMax ? .max : now + waitNanoseconds
        waitNanoseconds = min(2 * waitNanoseconds, Self.waitMax)
    }
}

/// The time of `CLOCK_MONOTONIC`.
private func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
