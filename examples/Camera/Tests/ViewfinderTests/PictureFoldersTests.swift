import Foundation
import Testing
import Viewfinder

@Suite("Folders of pictures")
struct PictureFoldersTests {
    private let documents = FileManager.default.temporaryDirectory
        .appendingPathComponent("viewfinder-\(UUID().uuidString)", isDirectory: true)

    @Test func `have a folder for each day and a name for each time`() throws {
        defer { try? FileManager.default.removeItem(at: documents) }
        let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
        let folders = PictureFolders(documents: documents, timeZone: seoul)
        let date = try #require(ISO8601DateFormatter().date(from: "2026-07-04T20:15:30Z"))
        let names = try (0..<3).map { number in
            let url = try folders.save(Data([UInt8(number)]), at: date)
            #expect(try Data(contentsOf: url) == Data([UInt8(number)]))
            return url.path.dropFirst(documents.path.count)
        }
        #expect(
            names == [
                "/photo/20260705/051530.jpg", "/photo/20260705/051530-2.jpg",
                "/photo/20260705/051530-3.jpg",
            ])
    }

    @Test func `report a place that cannot be written`() throws {
        let file = documents.appendingPathExtension("file")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        #expect(throws: (any Error).self) {
            try PictureFolders(documents: file).save(Data(), at: Date())
        }
    }
}
