/// The app of the active window.
package struct ForegroundApp: Sendable, Hashable {
    /// The window's app ID on Wayland, its class on X11; empty when the window has none.
    package var appID: String
    /// What the desktop's files say about the app.
    package var entry: DesktopEntry?
    /// The process that owns the window; `nil` when unknown, and always on Wayland.
    package var processID: Int32?
    /// Whether the process ID is the word of the window system rather than of the client.
    package var isProcessIDVerified: Bool

    package init(
        appID: String, entry: DesktopEntry? = nil, processID: Int32? = nil,
        isProcessIDVerified: Bool = false
    ) {
        self.appID = appID
        self.entry = entry
        self.processID = processID
        self.isProcessIDVerified = isProcessIDVerified
    }
}

/// How windows are known.
package enum WindowSystem: String, Sendable, Hashable, CaseIterable {
    /// Wayland, with the protocol `wlr-foreign-toplevel-management`.
    case wayland
    /// X11, with the property `_NET_ACTIVE_WINDOW`.
    case x11
}

/// What a `ForegroundObserver` does.
package enum ForegroundObserverState: Sendable, Hashable {
    /// It waits for a window system to start or to answer.
    case connecting
    case observing(WindowSystem)
    /// There is a compositor, and it does not report active windows.
    case unsupported
    /// It was closed, or the build or the system has nothing to observe with.
    case closed
}

extension DesktopFiles {
    /// The entry of a window's app: by its ID, then by its process.
    func entry(of app: ForegroundApp) -> DesktopEntry? {
        if let entry = entry(appID: app.appID) { return entry }
        guard let processID = app.processID, app.isProcessIDVerified else { return nil }
        return entry(processID: processID)
    }
}
