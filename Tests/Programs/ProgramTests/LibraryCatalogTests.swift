import Foundation
import MusicCommands
import MusicLibrary
import TestSupport
import Testing

@Suite("The lists of the music player's terminal")
struct LibraryCatalogTests {
    @Test("show every row, however few of them are kept")
    func scrolling() throws {
        let folder = try TemporaryFolder()
        let music = folder.file("Music")
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        for number in 10..<40 {
            let samples = [Int16](repeating: Int16(number), count: 80)
            try Data(wavFile(samples, rate: 8000)).write(
                to: URL(fileURLWithPath: "\(music)/\(number).wav"))
        }
        let library = try MediaLibrary(at: LibraryLocation(folder: folder.file("data")))
        try library.addFolder(music)
        _ = try LibraryScanner(library).scan()
        var catalog = LibraryCatalog(library, rowsMax: 8)
        let songs = catalog.entries(of: .songs)
        try #require(songs.count == 30)
        // Down by a row, where all but one are known, by a page, and by more than is kept.
        for range in (0..<25).map({ $0..<($0 + 6) }) + [20..<26, 14..<20, 0..<30, 3..<9] {
            let titles = catalog.rows(songs, range).map(\.title)
            #expect(titles == range.map { String($0 + 10) })
        }
        #expect(catalog.failure == nil)
    }
}
