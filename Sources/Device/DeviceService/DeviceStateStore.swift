import Foundation
import SoundClient
package import SoundPolicy
import Synchronization

/// Keeps what a device remembers over a restart of its service: volumes and settings. Any thread; one
/// at a time.
package final class DeviceStateStore: Sendable {
    private let path: String
    private let log: @Sendable (String) -> Void
    /// Whether the last save has failed, which was logged.
    private let hasFailed = Atomic(false)

    /// - Parameters:
    ///   - folder: Made when it is first needed.
    ///   - log: Receives messages for the user.
    package init(folder: String, log: @escaping @Sendable (String) -> Void) {
        path = folder + "/device.json"
        self.log = log
    }

    /// The usual folder, `$XDG_STATE_HOME/sori`.
    package static func standardFolder(_ environment: (String) -> String?) -> String {
        stateFolder(environment) ?? "/.local/state/sori"
    }

    /// What is kept; `nil` when nothing is, or when it cannot be read, which is logged.
    package func load() -> DeviceMemory? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return try JSONDecoder().decode(DeviceMemory.self, from: data)
        } catch {
            log("\(path): the saved volumes and settings cannot be read: \(Self.why(error))")
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
            hasFailed.store(false, ordering: .relaxed)
        } catch {
            // Each change saves, and would say the same.
            guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
            log("\(path): volumes and settings cannot be kept: \(Self.why(error))")
        }
    }

    /// The reason of an error, in one line.
    private static func why(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): return "it has no '\(key.stringValue)'"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it is no JSON object" : "'\(path)' has another type"
        case is DecodingError: return "it is not JSON"
        default:
            let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let code = (underlying ?? error as NSError)
            return code.domain == NSPOSIXErrorDomain
                ? String(cString: strerror(Int32(clamping: code.code)))
                : error.localizedDescription.split(whereSeparator: \.isNewline).joined(
                    separator: " ")
        }
    }
}
