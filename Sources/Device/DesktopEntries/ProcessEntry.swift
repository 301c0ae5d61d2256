extension DesktopFiles {
    /// The app of a process: by its control group, then by the program that it runs.
    package func entry(processID: Int32) -> DesktopEntry? {
        let groups = processFile("cgroup", of: processID)
        if let app = groups.flatMap(AppIdentifier.init(controlGroups:)),
            let entry = entry(appID: app.name)
        {
            return entry
        }
        return executablePath(of: processID).flatMap { entry(executable: $0) }
    }
}
