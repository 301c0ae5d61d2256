import Foundation

/// The desktop files that start each executable.
public struct DesktopFileIndex: Sendable, Equatable {
    private var identifiers: [String: String] = [:]

    public static let empty = DesktopFileIndex()

    static let filesMax = 4096
    static let byteCountMax = 65_536

    private init() {}

    /// Reads the desktop files of the machine and the user, where the base directory
    /// specification has them.
    ///
    /// - Parameter environment: `nil` for that of this process.
    public static func load(environment: [String: String]? = nil) -> DesktopFileIndex {
        let environment = environment ?? ProcessInfo.processInfo.environment
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = value("XDG_DATA_HOME") ?? value("HOME").map { $0 + "/.local/share" }
        let shared = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let folders = [home].compactMap { $0 } + shared.split(separator: ":").map(String.init)
        return DesktopFileIndex(folders: folders.map { $0 + "/applications" })
    }

    /// Reads the desktop files of folders; of two for one executable the first counts.
    public init(folders: [String]) {
        var fileCount = 0
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasSuffix(".desktop") {
                guard fileCount < DesktopFileIndex.filesMax else { return }
                fileCount += 1
                guard
                    let text = readFile(
                        "\(folder)/\(name)", byteCountMax: DesktopFileIndex.byteCountMax),
                    let executable = DesktopFileIndex.executableName(inDesktopFile: text)
                else { continue }
                if identifiers[executable] == nil {
                    identifiers[executable] = String(name.dropLast(".desktop".count))
                }
            }
        }
    }

    /// The identifier of the desktop file that starts an executable.
    public func identifier(forExecutable name: String) -> String? { identifiers[name] }

    /// The file name of the program in the `Exec` key of the main group.
    static func executableName(inDesktopFile text: String) -> String? {
        var isInMainGroup = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                isInMainGroup = line.hasPrefix("[Desktop Entry]")
            } else if isInMainGroup, let equals = line.firstIndex(of: "="),
                line[..<equals].split(separator: " ") == ["Exec"]
            {
                return program(inCommand: line[line.index(after: equals)...])
            }
        }
        return nil
    }

    private static func program(inCommand command: Substring) -> String? {
        var words = command.split(separator: " ").map { $0.trimming("\"") }[...]
        // `env NAME=VALUE program`.
        if words.first.map(fileName) == "env" {
            words = words.dropFirst().drop { $0.contains("=") }
        }
        guard let first = words.first else { return nil }
        let name = fileName(first)
        // Launchers say nothing about the program.
        return ["", "flatpak", "snap", "sh", "bash"].contains(name) ? nil : String(name)
    }

    private static func fileName(_ path: Substring) -> Substring {
        path.split(separator: "/").last ?? ""
    }
}

extension Substring {
    fileprivate func trimming(_ mark: Character) -> Substring {
        var result = self
        while result.first == mark { result.removeFirst() }
        while result.last == mark { result.removeLast() }
        return result
    }
}
