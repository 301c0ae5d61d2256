/// The control group in which Flatpak runs an instance of an application, and the message bus proxy of
/// that instance. No process of the application can leave it or enter another's.
///
/// Source: `flatpak-run.c` of Flatpak 1.14: it moves itself into the scope before it starts the proxy,
/// "to ensure it ends up in the app cgroup".
package struct FlatpakScope: Hashable, Sendable {
    package var appID: String
    /// The path of the control group, one for each instance.
    package var path: String

    /// Reads the text of `/proc/PID/cgroup`; `nil` for a process outside of Flatpak.
    package init?(controlGroups text: String) {
        guard let app = AppIdentifier(controlGroups: text), app.source == .flatpak,
            let path = AppIdentifier.unitPath(controlGroups: text), path.hasSuffix(".scope")
        else { return nil }
        self.init(appID: app.name, path: path)
    }

    /// Asks for a process that runs.
    package init?(process: Int32) {
        guard process > 0, let text = processFile("cgroup", of: process) else { return nil }
        self.init(controlGroups: text)
    }

    package init(appID: String, path: String) {
        self.appID = appID
        self.path = path
    }

    /// The one scope of several that a program in a scope belongs to: its own, or, when there is none,
    /// the only one of the application, which runs parts of itself in scopes of their own.
    package func match(among others: Set<FlatpakScope>) -> FlatpakScope? {
        if others.contains(self) { return self }
        let ofApp = others.filter { $0.appID == appID }
        return ofApp.count == 1 ? ofApp.first : nil
    }
}
