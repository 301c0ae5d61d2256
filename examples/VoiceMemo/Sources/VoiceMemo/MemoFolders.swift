import DatedFolders
package import Foundation

/// The app's documents: `video`, `audio` and `photo`, each with a folder for each day.
package struct MemoFolders: Sendable {
    package static let kinds = ["video", "audio", "photo"]

    package let documents: URL
    package let timeZone: TimeZone

    package init(documents: URL, timeZone: TimeZone = .current) {
        self.documents = documents
        self.timeZone = timeZone
    }

    private var audio: URL { documents.appendingPathComponent("audio", isDirectory: true) }

    /// Deletes what is older than a number of days; see `FolderRetention`.
    package func deleteFolders(
        olderThan days: Int, at now: Date, report: (URL, (any Error)?) -> Void
    ) {
        FolderRetention(days: days, timeZone: timeZone).deleteExpiredFolders(
            in: Self.kinds.map { documents.appendingPathComponent($0, isDirectory: true) },
            at: now, report: report)
    }

    /// All memos, oldest first.
    package var memos: [URL] {
        contents(of: audio)
            .filter { FolderDay(folderName: $0.lastPathComponent) != nil }
            .flatMap { contents(of: $0) }
            .filter { $0.pathExtension == "m4a" }
    }

    private func contents(of folder: URL) -> [URL] {
        let urls = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        // Without the extension, so that "140000" comes before "140000-2".
        func name(_ url: URL) -> String { url.deletingPathExtension().lastPathComponent }
        return (urls ?? []).sorted {
            name($0).compare(name($1), options: .numeric) == .orderedAscending
        }
    }

    /// A place for a memo that begins now: `audio/20260704/101530.m4a`. Creates the day's folder.
    func newMemo(at now: Date) throws -> URL {
        let folder = audio.appendingPathComponent(
            FolderDay(of: now, in: timeZone).folderName, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.hour, .minute, .second], from: now)
        let time = String(
            format: "%02d%02d%02d", parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
        // A recorder overwrites, and an hour of a night in autumn comes twice.
        var memo = folder.appendingPathComponent("\(time).m4a")
        var number = 2
        while FileManager.default.fileExists(atPath: memo.path) {
            memo = folder.appendingPathComponent("\(time)-\(number).m4a")
            number += 1
        }
        return memo
    }
}
