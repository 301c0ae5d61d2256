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

    /// Runs a block when the file says what is known now, behind the blocks before it.
    package func whenWritten(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

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

    private static func write(_ names: Set<String>, _ path: String) {
        guard !names.isEmpty else {
            unlink(path)
            return
        }
        replaceFile(with: names.sorted().joined(separator: "\n") + "\n", at: path)
    }
}

/// Lets the players play on that a killed service has paused for an interruption. One that its user
/// has stopped since stays so.
///
/// - Parameter socketPath: The killed service's.
/// - Returns: How many play on.
package func playPausedPlayers(socketPath: String, address: DBusAddress = .session) -> Int {
    let path = PausedPlayers.path(besideSocket: socketPath)
    let names = PausedPlayers.names(in: path)
    guard !names.isEmpty, DBusConnection.isSupported, address.mayExist else { return 0 }
    let connection = DBusConnection(to: address)
    let paused = MPRISPlayers.notStopped(names, on: connection)
    MPRISPlayers.play(paused, on: connection)
    connection.close()
    unlink(path)
    return paused.count
}
