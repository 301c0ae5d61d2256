/// Desktop entries by what apps are known by.
package struct DesktopEntryIndex {
    private var byID: [String: DesktopEntry] = [:]
    private var byLowerCaseID: [String: DesktopEntry] = [:]
    private var byClass: [String: DesktopEntry] = [:]
    private var byPath: [String: DesktopEntry] = [:]
    private var byProgram: [String: DesktopEntry] = [:]

    /// Programs that run others: an app is not known by them.
    private static let launchers: Set<String> = [
        "sh", "bash", "dash", "env", "flatpak", "snap", "python", "python3", "perl", "java",
        "node", "electron", "wine", "gjs", "gjs-console", "xdg-open", "gtk-launch", "sudo",
        "pkexec",
    ]

    /// Whether a program runs others, with or without a version in its name: `python3.11`.
    package static func isLauncher(_ program: String) -> Bool {
        var name = Substring(program)
        while let last = name.last, last.isNumber || last == "." || last == "-" {
            name.removeLast()
        }
        return launchers.contains(program) || launchers.contains(String(name))
    }

    /// App IDs and programs with longer names are unknown.
    package static let nameBytesMax = 4096

    /// - Parameter entries: One for each ID.
    package init(_ entries: [DesktopEntry]) {
        // The order decides between entries of the same class or program.
        for entry in entries.sorted(by: Self.precedes) {
            byID[entry.id] = byID[entry.id] ?? entry
            let lowerCaseID = entry.id.lowercased()
            byLowerCaseID[lowerCaseID] = byLowerCaseID[lowerCaseID] ?? entry
            if let wmClass = entry.startupWMClass {
                for key in [wmClass, wmClass.lowercased()] {
                    byClass[key] = byClass[key] ?? entry
                }
            }
            guard let executable = entry.executable else { continue }
            let program = DesktopEntryParser.baseName(of: executable)
            guard !Self.launchers.contains(program) else { continue }
            if executable.first == "/" { byPath[executable] = byPath[executable] ?? entry }
            byProgram[program] = byProgram[program] ?? entry
        }
    }

    /// First an entry that is named as its program, then one that menus show, then by ID.
    private static func precedes(_ one: DesktopEntry, _ other: DesktopEntry) -> Bool {
        func rank(_ entry: DesktopEntry) -> Int {
            let program = entry.executable.map(DesktopEntryParser.baseName(of:))
            return (entry.id == program ? 0 : 2) + (entry.isVisible ? 0 : 1)
        }
        return (rank(one), one.id) < (rank(other), other.id)
    }

    /// The ID as it is, then in lower case, then as `StartupWMClass`, then as the program of `Exec`.
    package func entry(appID: String) -> DesktopEntry? {
        guard !appID.isEmpty, appID.utf8.count <= Self.nameBytesMax else { return nil }
        let suffix = ".desktop"
        let id = appID.hasSuffix(suffix) ? String(appID.dropLast(suffix.count)) : appID
        let lowerCaseID = id.lowercased()
        return byID[id] ?? byLowerCaseID[lowerCaseID] ?? byClass[id] ?? byClass[lowerCaseID]
            ?? byProgram[id] ?? byProgram[lowerCaseID]
    }

    /// - Parameter executable: A path, or a program's name.
    package func entry(executable: String) -> DesktopEntry? {
        guard executable.utf8.count <= Self.nameBytesMax else { return nil }
        return byPath[executable] ?? byProgram[DesktopEntryParser.baseName(of: executable)]
    }
}
