import CommandLineTool
import Dispatch
import MusicLibrary
import Synchronization

/// A scan of the library on a thread of its own. Any thread.
package final class LibraryScanTask: Sendable {
    private let state = Mutex(State())

    private struct State {
        var progress: ScanProgress?
        var outcome: String?
        var isCancelled = false
    }

    /// Scans the library's folders; the user's folder of music when it has none.
    init(_ library: MediaLibrary) {
        DispatchQueue.global(qos: .utility).async { [weak self] in
            let outcome = Self.scan(library) { progress in
                self?.state.withLock { state in
                    state.progress = progress
                    return !state.isCancelled
                } ?? false
            }
            self?.state.withLock { $0.outcome = outcome }
        }
    }

    private static func scan(
        _ library: MediaLibrary, _ report: @escaping (ScanProgress) -> Bool
    ) -> String {
        do throws(LibraryError) {
            if try library.folders().isEmpty {
                guard let folder = LibraryLocation.musicFolder(environmentValue) else {
                    return "there is no music folder: run 'sori library scan FOLDER'"
                }
                try library.addFolder(folder)
            }
            let found = try LibraryScanner(library).scan(report)
            return "scanned \(found.files) files: \(found.added) new, \(found.updated) changed, "
                + "\(found.removed) gone"
        } catch {
            return "cannot scan: \(error)"
        }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// How far it is, or what came of it.
    var words: (text: String, isOver: Bool) {
        state.withLock { state in
            if let outcome = state.outcome { return (outcome, true) }
            let (files, added) = (state.progress?.files ?? 0, state.progress?.added ?? 0)
            return ("scanning: \(files) files, \(added) new", false)
        }
    }
}

extension MusicSession {
    mutating func startScan() {
        guard scan == nil else { return }
        scan = LibraryScanTask(catalog.library)
    }

    /// Shows the progress of a scan.
    mutating func followScan() {
        guard let words = scan?.words else { return }
        screen.message = words.text
        if words.isOver { scan = nil }
    }
}
