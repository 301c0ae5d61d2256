import DesktopEntries
import Foundation
import Glibc
package import ProgramStreams

/// The file that names the service which guards other programs. It is written before the first of
/// them is silenced or paused, and removed when all of them have been given back: a service that was
/// killed leaves it.
package struct GuardRecord: Sendable {
    /// The file in the folder of a service's socket.
    package let path: String

    private static let bytesMax = 256

    package init(besideSocket socketPath: String) {
        path = (socketPath as NSString).deletingLastPathComponent + "/guard"
    }

    package var exists: Bool { access(path, F_OK) == 0 }

    /// The service that wrote it; `nil` when there is none, or for another text.
    package var service: ProcessIdentity? {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: Self.bytesMax)
        else { return nil }
        let numbers = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard numbers.count == 2, let id = Int32(numbers[0]), let start = UInt64(numbers[1]) else {
            return nil
        }
        return ProcessIdentity(id: id, startTime: start)
    }

    /// Whether the service that wrote it still runs: a process that has ended, and that its parent has
    /// not waited for yet, runs no program.
    package var isOfRunningService: Bool {
        service.map { $0.isRunning && executablePath(of: $0.id) != nil } ?? false
    }

    /// Names this process.
    package func write() {
        guard let own = ProcessIdentity(running: getpid()) else { return }
        replaceFile(with: "\(own.id) \(own.startTime)\n", at: path)
    }

    package func remove() { unlink(path) }
}

/// Replaces a small file at once, as a whole. What is written must outlive this process, not the
/// machine: Foundation would ask for it to be on the disk (`fsync`), for seconds where that is busy,
/// and this process may be killed meanwhile.
func replaceFile(with text: String, at path: String) {
    let bytes = Array(text.utf8)
    let part = path + ".part"
    unlink(part)
    let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count
    let isReplaced = close(file) == 0 && isWritten && rename(part, path) == 0
    if !isReplaced { unlink(part) }
}
