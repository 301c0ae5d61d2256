import CLinuxShim
import CommandLineTool
import DeviceConnections
import Glibc

/// The folder in which each running phone of this user has a socket for commands.
package struct PhoneSocketFolder: Sendable {
    package let path: String

    /// - Parameter path: The folder; by default `sori` in `XDG_RUNTIME_DIR`, or where that is not
    ///   set, a folder of this user's in `/tmp`.
    package init(path: String? = nil) {
        if let path {
            self.path = path
        } else if let runtime = environmentValue("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            self.path = runtime + "/sori"
        } else {
            self.path = "/tmp/sori-\(getuid())"
        }
    }

    /// Makes the folder for this user alone.
    ///
    /// - Returns: Whether it is there and no other user can enter it.
    package func make() -> Bool {
        mkdir(path, 0o700)
        return isOwn && chmod(path, 0o700) == 0
    }

    /// Whether the folder is this user's, and no link.
    private var isOwn: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == getuid()
    }

    package func socketPath(of process: Int32) -> String { "\(path)/phone-\(process).socket" }

    /// The processes that have a socket there, the newest first; some may have ended.
    package var processes: [Int32] {
        guard isOwn, let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var found: [(process: Int32, time: timespec)] = []
        while let entry = readdir(folder), found.count < Self.processesMax {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("phone-"), name.hasSuffix(".socket"),
                let process = Int32(name.dropFirst(6).dropLast(7)), process > 0
            else { continue }
            var status = stat()
            guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK
            else { continue }
            found.append((process, status.st_mtim))
        }
        return found.sorted { left, right in
            (left.time.tv_sec, left.time.tv_nsec, left.process)
                > (right.time.tv_sec, right.time.tv_nsec, right.process)
        }.map(\.process)
    }

    private static let processesMax = 1_000

    /// Connects to a phone.
    ///
    /// - Returns: A blocking descriptor; `nil` where no phone of this user listens. A socket that an
    ///   ended phone has left is removed.
    package func connect(to process: Int32) -> Int32? {
        let path = socketPath(of: process)
        guard let address = socketAddress(path) else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        // A phone that is stopped must not keep the caller.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, size)
        }
        let error = withSocketAddress(address) { Glibc.connect(descriptor, $0, $1) }
        guard error == 0, sori_user_at_other_end(descriptor) == Int(getuid()) else {
            if error != 0, errno == ECONNREFUSED { unlink(path) }
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
