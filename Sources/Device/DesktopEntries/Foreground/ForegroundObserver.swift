import CLinuxShim
import CWindowSystemShim
import Foundation
import Glibc
import Synchronization

/// Observes which app is in front, through the window system. Any thread.
///
/// It tries the Wayland compositors of the user, then the X server; when the one it observes ends, no
/// app is in front until it or another is there. While nothing changes, its thread does not run.
package final class ForegroundObserver: Sendable {
    /// Whether this build has a window system's library (traits `Wayland` and `X11`).
    package static var isSupported: Bool {
        WindowSystem.allCases.contains { isSupported($0) }
    }

    package static func isSupported(_ system: WindowSystem) -> Bool {
        switch system {
        case .wayland: sori_windows_has_wayland()
        case .x11: sori_windows_has_x11()
        }
    }

    private let inbox: ForegroundInbox

    /// Starts to observe; before the first call of `changed` no app is in front.
    ///
    /// - Parameter changed: Called on the observer's thread, in order, when another app is in front
    ///   or none. It must not wait for a thread that closes the observer.
    package init(
        _ options: ForegroundOptions, changed: @escaping @Sendable (ForegroundApp?) -> Void
    ) {
        let inbox = ForegroundInbox(changed)
        self.inbox = inbox
        guard Self.isSupported, inbox.wakeDescriptor >= 0 else {
            inbox.close()
            return
        }
        let thread = Thread {
            let loop = ForegroundLoop(options, inbox)
            loop.run()
        }
        thread.name = "sori.foreground"
        thread.start()
    }

    deinit { inbox.close() }

    package var state: ForegroundObserverState { inbox.state }

    /// Ends the observation; `changed` is not called after this returns.
    package func close() { inbox.close() }
}

/// What all threads share with the thread of an observer.
final class ForegroundInbox: Sendable {
    private struct State {
        var observer = ForegroundObserverState.connecting
        var isClosed = false
    }

    private let shared = Mutex(State())
    private let changed: @Sendable (ForegroundApp?) -> Void
    /// Held during a call of `changed`, which may close the observer.
    private let delivery = NSRecursiveLock()
    /// Readable once the observer is closed; negative when the system has no descriptor left.
    let wakeDescriptor = sori_make_wake_descriptor()

    init(_ changed: @escaping @Sendable (ForegroundApp?) -> Void) {
        self.changed = changed
    }

    deinit {
        if wakeDescriptor >= 0 { Glibc.close(wakeDescriptor) }
    }

    var isClosed: Bool { shared.withLock { $0.isClosed } }

    var state: ForegroundObserverState {
        get { shared.withLock { $0.isClosed ? .closed : $0.observer } }
        set { shared.withLock { $0.observer = newValue } }
    }

    func deliver(_ app: ForegroundApp?) {
        delivery.withLock {
            if !isClosed { changed(app) }
        }
    }

    func close() {
        delivery.withLock { shared.withLock { $0.isClosed = true } }
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, 8)
    }
}
