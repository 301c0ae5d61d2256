import CommandLineTool
import Foundation

/// The home folder of a user's program, kept until the phone ends, however often the program is
/// opened; on a phone with a name, until that is erased. Any thread.
package final class ExternalAppContainer: Sendable {
    package let path: String
    private let isKept: Bool

    /// A folder that a phone with a name keeps; made when the program is opened.
    init(keptAt path: String) {
        self.path = path
        isKept = true
    }

    init() throws(ProgramError) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sori-phone-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw ProgramError(
                .deviceMissing,
                "no folder can be made for the program's files in "
                    + FileManager.default.temporaryDirectory.path, in: "--app")
        }
        path = folder.path
        isKept = false
    }

    deinit { remove() }

    /// Removes the folder; called at the end of the phone, when the program has ended.
    package func remove() {
        guard !isKept else { return }
        try? FileManager.default.removeItem(atPath: path)
    }
}
