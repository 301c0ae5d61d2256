import DeviceConnections
import Foundation
import Glibc

/// The folders of an app in a process of its own, and the socket on which the phone accepts it.
///
/// Only this user may enter the socket's folder (mode 0700).
final class ChildFolder: Sendable {
    /// The socket's folder; removed with this object.
    private let path: String
    let container: String
    let listener: ListeningSocket

    var socketPath: String { Self.socketPath(in: path) }
    /// The log file of the program's output.
    let outputPath: String

    private static func socketPath(in folder: String) -> String { folder + "/socket" }

    /// - Parameter container: The app's home; `nil` for a temporary one.
    init(container: String?) throws(ChildAppError) {
        path = try temporaryFolder()
        self.container = container ?? path + "/home"
        outputPath = self.container + "/output.log"
        do throws(ChildAppError) {
            for folder in Self.folders { try makeFolder(self.container + folder) }
            // Every run has a log of its own.
            unlink(outputPath)
            listener = try makeListener(Self.socketPath(in: path))
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    deinit {
        remove()
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static let folders = ["", "/Documents", "/Library/Caches", "/tmp"]

    /// Environment variables for the program's folders and socket; Foundation follows the former.
    var environment: [String: String] {
        [
            PhoneConnection.socketVariable: socketPath, "CFFIXED_USER_HOME": container,
            "XDG_CACHE_HOME": container + "/Library/Caches", "TMPDIR": container + "/tmp",
        ]
    }
}

private func temporaryFolder() throws(ChildAppError) -> String {
    // Short, since a socket's path is limited to about 100 bytes.
    let parents = [ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "", "/tmp"]
    var error = ENOENT
    for parent in parents where !parent.isEmpty {
        var template = Array("\(parent)/sori-XXXXXX".utf8CString)
        let isThere = template.withUnsafeMutableBufferPointer {
            $0.baseAddress.flatMap { mkdtemp($0) } != nil
        }
        if isThere {
            let path = String(
                decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if socketAddress(path + "/socket") != nil { return path }
            rmdir(path)
            error = ENAMETOOLONG
        } else {
            error = errno
        }
    }
    throw .noFolder("/tmp", errno: error)
}

private func makeFolder(_ path: String) throws(ChildAppError) {
    do {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    } catch {
        throw .noFolder(path, errno: EACCES)
    }
}

private func makeListener(_ path: String) throws(ChildAppError) -> ListeningSocket {
    do throws(AppSocketError) {
        return try ListeningSocket(ofProgram: path)
    } catch {
        switch error {
        case .pathTooLong: throw .noFolder(path, errno: ENAMETOOLONG)
        case .notMade(_, let number): throw .noFolder(path, errno: number)
        case .inUse: throw .noFolder(path, errno: EADDRINUSE)
        }
    }
}
