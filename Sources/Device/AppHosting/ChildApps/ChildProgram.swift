package import AudioModel
import Foundation

/// A program to be run as an app of the phone.
package struct ChildProgram: Hashable, Sendable {
    /// Path of the executable, with symbolic links resolved.
    package var path: String
    package var arguments: [String]
    /// Folder that is the app's home, created if missing; `nil` for a temporary one.
    package var container: String?
    /// Variables added to the environment of the phone's own process.
    package var environment: [String: String]
    /// The size of the terminal that takes its output, in characters.
    package var terminalSize = TerminalSize(columns: 80, rows: 24)

    /// - Parameter program: A path, or a name that is looked up in `PATH`.
    /// - Throws: `notFound` or `notExecutable`.
    package init(
        _ program: String, arguments: [String] = [], container: String? = nil,
        environment: [String: String] = [:]
    ) throws(ChildAppError) {
        path = try executable(program)
        self.arguments = arguments
        self.container = container
        self.environment = environment
    }

    /// The contents of the `Info.plist` beside the executable, or defaults without one.
    package var information: ProgramInformation {
        ProgramInformation(ofProgram: path)
    }
}

/// Configuration of a program from its `Info.plist`.
package struct ProgramInformation: Hashable, Sendable {
    /// The display name.
    package var name: String
    /// `CFBundleIdentifier`; empty for none.
    package var identifier = ""
    /// `UIBackgroundModes`.
    package var backgroundModes: [String] = []
    /// `NSMicrophoneUsageDescription`; `nil` for none.
    package var microphoneText: String?
    /// `UIApplicationExitsOnSuspend`.
    package var exitsOnSuspend = false

    /// Largest `Info.plist` in bytes; a larger one is ignored.
    package static let fileBytesMax = 1 << 20
    /// Most characters of one string, and most entries of a list.
    package static let textMax = 200
    package static let modesMax = 32

    init(ofProgram path: String) {
        let url = URL(fileURLWithPath: path)
        name = url.lastPathComponent
        let file = url.deletingLastPathComponent().appendingPathComponent("Info.plist")
        guard let values = propertyList(file) else { return }
        func text(_ key: String) -> String? {
            guard let text = values[key] as? String, !text.isEmpty else { return nil }
            return String(text.prefix(Self.textMax))
        }
        name = text("CFBundleDisplayName") ?? text("CFBundleName") ?? name
        identifier = text("CFBundleIdentifier") ?? ""
        let modes = values["UIBackgroundModes"] as? [Any] ?? []
        backgroundModes = modes.prefix(Self.modesMax).compactMap { $0 as? String }
        microphoneText = text("NSMicrophoneUsageDescription")
        exitsOnSuspend = values["UIApplicationExitsOnSuspend"] as? Bool ?? false
    }

    /// The description for the server.
    package var description: AppDescription {
        var description = AppDescription(name: name, backgroundModes: backgroundModes)
        description.exitsOnSuspend = exitsOnSuspend
        description.answersCallbacks = true
        return description
    }
}

private func propertyList(_ file: URL) -> [String: Any]? {
    guard let handle = try? FileHandle(forReadingFrom: file),
        let data = try? handle.read(upToCount: ProgramInformation.fileBytesMax + 1),
        data.count <= ProgramInformation.fileBytesMax,
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    else { return nil }
    return list as? [String: Any]
}

private func executable(_ program: String) throws(ChildAppError) -> String {
    var candidates = [program]
    if !program.contains("/") {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        candidates = folders.split(separator: ":").map { "\($0)/\(program)" }
    }
    let files = FileManager.default
    var isFolder: ObjCBool = false
    let there = candidates.filter {
        files.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
    }
    guard !there.isEmpty else { throw .notFound(program) }
    guard let path = there.first(where: { files.isExecutableFile(atPath: $0) }) else {
        throw .notExecutable(program)
    }
    return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
}
