import DatedFolders
import Foundation
import Testing

@Suite("Deleting expired folders")
final class DeletionTests {
    private let documents = FileManager.default.temporaryDirectory
        .appendingPathComponent("folders-\(UUID().uuidString)", isDirectory: true)
    /// Noon of 7 July 2026, in UTC.
    private let now = Date(timeIntervalSince1970: 1_783_425_600)

    deinit {
        try? FileManager.default.removeItem(at: documents)
    }

    private func url(_ path: String) -> URL { documents.appendingPathComponent(path) }

    private func makeFile(_ path: String) throws {
        try FileManager.default.createDirectory(
            at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("sound".utf8).write(to: url(path))
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: url(path).path)
    }

    /// - Returns: The paths of the folders that are gone, and of those that could not be deleted.
    private func delete(in parents: String...) -> (deleted: [String], failed: [String]) {
        var (deleted, failed): ([String], [String]) = ([], [])
        FolderRetention(timeZone: .gmt).deleteExpiredFolders(
            in: parents.map(url), at: now
        ) { folder, error in
            let path = folder.pathComponents.suffix(2).joined(separator: "/")
            if error == nil { deleted.append(path) } else { failed.append(path) }
        }
        return (deleted, failed)
    }

    @Test("reports each, in order, and leaves everything else alone")
    func reports() throws {
        for path in [
            "audio/20260703/a.m4a", "audio/20260101/b.m4a", "audio/20260704/kept.m4a",
            "audio/Favourites/kept.m4a", "audio/20261340/kept.m4a", "photo/20260630/c.jpg",
            "letters/20260101/kept.txt", "20260101/kept.txt",
        ] { try makeFile(path) }
        let (deleted, failed) = delete(in: "video", "audio", "photo")
        #expect(deleted == ["audio/20260101", "audio/20260703", "photo/20260630"])
        #expect(failed.isEmpty && !exists("audio/20260703") && exists("audio"))
        for path in [
            "audio/20260704/kept.m4a", "audio/Favourites/kept.m4a", "audio/20261340/kept.m4a",
            "letters/20260101/kept.txt", "20260101/kept.txt",
        ] { #expect(exists(path)) }
    }

    @Test("spares files and symbolic links with the name of a date")
    func sparesOthers() throws {
        try makeFile("audio/20260101")
        try makeFile("elsewhere/kept.m4a")
        try FileManager.default.createSymbolicLink(
            at: url("audio/20260102"), withDestinationURL: url("elsewhere"))
        #expect(delete(in: "audio").deleted == [])
        #expect(exists("audio/20260101") && exists("audio/20260102/kept.m4a"))
    }
}
