import CommandLineTool
import Foundation

/// The home folder of a user's program, kept until the phone ends, however often the program is
/// opened. Any thread.
package final class ExternalAppContainer: Sendable {
    package let path: String

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
    }

    deinit { remove() }

    /// Removes the folder; called at the end of the phone, when the program has ended.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
