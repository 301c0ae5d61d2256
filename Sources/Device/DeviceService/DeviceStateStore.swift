import Foundation
package import SoundPolicy

/// Keeps what a device remembers over a restart of its service: volumes and settings. Any thread; one
/// at a time.
package struct DeviceStateStore: Sendable {
    private let path: String
    private let log: @Sendable (String) -> Void

    /// - Parameters:
    ///   - folder: Made when it is first needed.
    ///   - log: Receives messages for the user.
    package init(folder: String, log: @escaping @Sendable (String) -> Void) {
        path = folder + "/device.json"
        self.log = log
    }

    /// The usual folder, `$XDG_STATE_HOME/sori`.
    package static func standardFolder(_ environment: (String) -> String?) -> String {
        let base = environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (base ?? (environment("HOME") ?? "/") + "/.local/state") + "/sori"
    }

    /// What is kept; `nil` when nothing is, or when it cannot be read, which is logged.
    package func load() -> DeviceMemory? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return try JSONDecoder().decode(DeviceMemory.self, from: data)
        } catch {
            log("\(path): volumes and settings cannot be read, and start anew: \(error)")
            return nil
        }
    }

    /// Keeps a memory, in place of the one before.
    package func save(_ memory: DeviceMemory) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try encoder.encode(memory).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            log("\(path): volumes and settings cannot be kept: \(error)")
        }
    }
}
