package import DesktopEntries

/// The app in front, as a window system or a compositor reports it, and the programs that are it.
package struct FrontWindow: Sendable {
    let app: ForegroundApp
    /// What the app goes by, in lower case.
    private let names: Set<String>

    package init(_ app: ForegroundApp) {
        self.app = app
        var names: Set<String> = []
        for name in [app.appID, app.entry?.id, app.entry?.executable.map(Self.fileName)] {
            if let name, !name.isEmpty { names.insert(name.lowercased()) }
        }
        self.names = names
    }

    /// The app of a process.
    ///
    /// - Parameter process: 0 for one that only has a name.
    init(process: Int32, appID: String, _ desktopFiles: DesktopFiles?) {
        let entry =
            appID.isEmpty
            ? (process > 0 ? desktopFiles?.entry(processID: process) : nil)
            : desktopFiles?.entry(appID: appID)
        self.init(
            ForegroundApp(
                appID: appID, entry: entry, processID: process > 0 ? process : nil,
                isProcessIDVerified: true))
    }

    /// Whether a program is the app: its process, or one that this has started; or by name, when
    /// the process is not known.
    ///
    /// - Parameter names: What the program goes by, the most trusted first.
    package func isApp(ofProcess process: Int32, names programNames: some Sequence<String>) -> Bool
    {
        if let window = app.processID, app.isProcessIDVerified {
            if processAncestry(of: process).contains(window) { return true }
            // Another process of the same program has the window.
            guard let id = app.entry?.id.lowercased() else { return false }
            return programNames.contains { $0.lowercased() == id }
        }
        return programNames.contains { names.contains($0.lowercased()) }
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}
