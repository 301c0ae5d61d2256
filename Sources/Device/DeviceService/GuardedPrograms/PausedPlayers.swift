package import DBus
import Dispatch
import Foundation
import Glibc
import Synchronization

/// The players that are paused for an interruption, kept in a file, so that they play on when the
/// service is killed before the interruption has ended. Any thread.
package final class PausedPlayers: Sendable {
    /// The file in the folder of a service's socket.
    package static func path(besideSocket socketPath: String) -> String {
        (socketPath as NSString).deletingLastPathComponent + "/paused-players"
    }

    /// Most players that are kept, and bytes of a file that are read.
    private static let playersMax = 64
    private static let bytesMax = 4_096

    private let path: String
    /// Unique names on the bus.
    private let names = Mutex<Set<String>>([])
    private let queue = DispatchQueue(label: "sori.device.players")

    package init(_ path: String) {
        self.path = path
    }

    /// The players that a service has left paused.
    package static func names(in path: String) -> [String] {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: bytesMax)
        else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        return lines.prefix(playersMax).map(String.init).filter { $0.hasPrefix(":") }
    }

    package var all: [String] { names.withLock { $0.sorted() } }

    package func insert(_ name: String) {
        change { if $0.count < Self.playersMax { $0.insert(name) } }
    }

    package func remove(_ name: String) { change { $0.remove(name) } }

    package func removeAll() { change { $0 = [] } }

    /// Removes what an earlier service has left.
    package func removeFile() {
        names.withLock { names in queue.async { [path, names] in Self.write(names, path) } }
    }

    /// Waits until the file says what is known.
    package func flush() { queue.sync {} }

    private func change(_ body: (inout Set<String>) -> Void) {
        names.withLock { names in
            let before = names
            body(&names)
            guard names != before else { return }
            // In the order of the changes, and not while the server decides.
            queue.async { [path, names] in Self.write(names, path) }
        }
    }

    /// Replaces the file. What is written must outlive this process, not the machine: Foundation
    /// would ask for it to be on the disk (`fsync`), for seconds where that is busy, and this process
    /// may be killed meanwhile.
    private static func write(_ names: Set<String>, _ path: String) {
        guard !names.isEmpty else {
            unlink(path)
            return
        }
        let text = Array((names.sorted().joined(separator: "\n") + "\n").utf8)
        let part = path + ".part"
        unlink(part)
        let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let isWritten = Glibc.write(file, text, text.count) == text.count
        let isReplaced = close(file) == 0 && isWritten && rename(part, path) == 0
        if !isReplaced { unlink(part) }
    }
}

/// Lets the players play on that a killed service has paused for an interruption.
///
/// - Parameter socketPath: The killed service's.
package func playPausedPlayers(socketPath: String, address: DBusAddress = .session) {
    let path = PausedPlayers.path(besideSocket: socketPath)
    let names = PausedPlayers.names(in: path)
    guard !names.isEmpty, DBusConnection.isSupported, address.mayExist else { return }
    let connection = DBusConnection(to: address)
    MPRISPlayers.play(names, on: connection)
    connection.close()
    unlink(path)
}
