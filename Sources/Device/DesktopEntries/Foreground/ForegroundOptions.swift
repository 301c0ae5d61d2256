/// Where a `ForegroundObserver` looks for windows.
package struct ForegroundOptions: Sendable {
    /// The folder of the compositors' sockets, `XDG_RUNTIME_DIR`.
    package var runtimeFolder: String?
    /// The socket that is tried before the others of the folder, `WAYLAND_DISPLAY`.
    package var waylandDisplay: String?
    /// The X server that is tried after the compositors, `DISPLAY`.
    package var x11Display: String?
    package var desktopFiles: DesktopFiles
    /// How long no window must be active before this is reported. Window managers deactivate one
    /// window before they activate the next.
    package var settleMilliseconds = 100

    package init(
        runtimeFolder: String?, waylandDisplay: String? = nil, x11Display: String? = nil,
        desktopFiles: DesktopFiles
    ) {
        self.runtimeFolder = runtimeFolder
        self.waylandDisplay = waylandDisplay
        self.x11Display = x11Display
        self.desktopFiles = desktopFiles
    }

    /// - Parameter environment: The variables of this process or of the user's session.
    package init(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(
            runtimeFolder: value("XDG_RUNTIME_DIR"), waylandDisplay: value("WAYLAND_DISPLAY"),
            x11Display: value("DISPLAY"), desktopFiles: DesktopFiles(environment: environment))
    }

    /// Sockets that are tried at most.
    static let socketsMax = 16

    /// The sockets to try, in order, when the folder holds files of these names.
    func socketPaths(_ names: [String]) -> [String] {
        var paths: [String] = []
        if let waylandDisplay, waylandDisplay.first == "/" {
            paths.append(waylandDisplay)
        } else if let waylandDisplay, let runtimeFolder {
            paths.append(runtimeFolder + "/" + waylandDisplay)
        }
        guard let runtimeFolder else { return paths }
        for name in names.sorted() where name.hasPrefix("wayland-") && !name.hasSuffix(".lock") {
            let path = runtimeFolder + "/" + name
            if !paths.contains(path) { paths.append(path) }
        }
        return Array(paths.prefix(Self.socketsMax))
    }

    /// The folders in which new sockets appear.
    var watchedFolders: [String] {
        var folders: [String] = []
        if let waylandDisplay, waylandDisplay.first == "/",
            let slash = waylandDisplay.lastIndex(of: "/")
        {
            folders.append(String(waylandDisplay[...slash]))
        }
        if let runtimeFolder { folders.append(runtimeFolder) }
        if let x11Display, x11Display.first == ":" { folders.append("/tmp/.X11-unix") }
        return folders
    }
}
