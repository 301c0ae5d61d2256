import Foundation
import Glibc
import MusicLibrary
import Synchronization

/// Keeps the library up to date with its folders for as long as the service runs, on a thread of its
/// own.
final class LibraryFollower: Sendable {
    private let isEnding = Mutex(false)

    /// Seconds between two looks for folders that come and go with their disks.
    private static let rootCheckSeconds = 10.0
    /// Seconds between two attempts while another process scans, or after an error.
    private static let retrySeconds = 2.0

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - musicFolder: The folder of a library that has none yet; `nil` for none.
    ///   - log: Receives messages for the user.
    init(
        _ library: MediaLibrary, musicFolder: String?, log: @escaping @Sendable (String) -> Void
    ) {
        let thread = Thread { [self] in
            do throws(LibraryError) {
                if let musicFolder, try library.folders().isEmpty {
                    try library.addFolder(musicFolder)
                }
                try follow(library, log)
            } catch {
                log("\(error): changes of the music folders are not noticed")
            }
        }
        thread.name = "sori.library"
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Ends the thread soon; does not wait for it.
    func close() { isEnding.withLock { $0 = true } }

    private var goesOn: Bool { isEnding.withLock { !$0 } }

    private func follow(
        _ library: MediaLibrary, _ log: (String) -> Void
    ) throws(LibraryError) {
        let watcher = try LibraryWatcher(library, rootCheckSeconds: Self.rootCheckSeconds)
        var hasScanned = false
        var notice: String?
        while goesOn {
            do throws(LibraryError) {
                if hasScanned {
                    _ = try watcher.next(timeoutSeconds: Self.rootCheckSeconds) { _ in
                        self.goesOn
                    }
                } else {
                    _ = try watcher.scan { _ in self.goesOn }
                    hasScanned = true
                }
            } catch {
                guard case .busy = error else { throw error }
                rest()
            }
            if let new = watcher.notice, new != notice { log(new) }
            notice = watcher.notice
        }
    }

    private func rest() {
        poll(nil, 0, Int32(Self.retrySeconds * 1000))
    }
}
