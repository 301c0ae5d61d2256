import Foundation
import MusicLibrary
import TestSupport

/// Builds sound files with tags.
enum SongFiles {
    /// Layer 3 frames of 128 kbit/s at 44,100 Hz.
    ///
    /// - Parameter sound: Makes the content; other numbers are other sounds.
    static func frames(sound: Int, count: Int = 8) -> [UInt8] {
        (0..<count).flatMap { index -> [UInt8] in
            let body = (0..<413).map {
                UInt8(truncatingIfNeeded: (sound * 31 + index * 7 + $0) & 0x3F)
            }
            return [0xFF, 0xFB, 0x90, 0x64] + body
        }
    }

    /// An ID3v2.4 tag with UTF-8 texts.
    static func id3(_ texts: [(String, String)], picture: [UInt8]? = nil) -> [UInt8] {
        var body = texts.flatMap { id, text -> [UInt8] in
            let head: [UInt8] = ["USLT", "COMM"].contains(id) ? Array("eng".utf8) + [0] : []
            return frame(id, [3] + head + Array(text.utf8))
        }
        if let picture {
            body += frame("APIC", [3] + Array("image/jpeg".utf8) + [0, 3, 0] + picture)
        }
        return Array("ID3".utf8) + [4, 0, 0] + size(body.count) + body
    }

    static func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
        Array(id.utf8) + size(content.count) + [0, 0] + content
    }

    private static func size(_ count: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
    }

    static func mp3(
        sound: Int = 1, _ texts: [(String, String)] = [], picture: [UInt8]? = nil
    ) -> [UInt8] {
        (texts.isEmpty && picture == nil ? [] : id3(texts, picture: picture)) + frames(sound: sound)
    }

    static func mp3(
        title: String, artist: String? = nil, album: String? = nil, track: Int? = nil,
        sound: Int? = nil
    ) -> [UInt8] {
        var texts = [("TIT2", title)]
        if let artist { texts.append(("TPE1", artist)) }
        if let album { texts.append(("TALB", album)) }
        if let track { texts.append(("TRCK", "\(track)")) }
        return mp3(sound: sound ?? title.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF, texts)
    }

    /// An APE tag.
    static func ape(_ texts: [(String, String)], picture: [UInt8]) -> [UInt8] {
        var items = texts.map { ($0, [UInt8]($1.utf8), UInt8(0)) }
        items.append(("Cover Art (Front)", Array("cover.jpg\0".utf8) + picture, 2))
        var body: [UInt8] = []
        for (key, value, flags) in items {
            body += little(value.count) + [flags, 0, 0, 0]
            body += Array(key.utf8) + [0] + value
        }
        var footer = Array("APETAGEX".utf8) + little(2000) + little(body.count + 32)
        footer += little(items.count) + [UInt8](repeating: 0, count: 12)
        return body + footer
    }

    /// The content of a FLAC picture block.
    static func pictureBlock(_ picture: [UInt8]) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] { little(number).reversed() }
        let type = Array("image/jpeg".utf8)
        let numbers = [0, 64, 48, 24, 0, picture.count]
        return big(3) + big(type.count) + type + numbers.flatMap { big($0) } + picture
    }

    static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The beginning of a JPEG picture of this size in pixels, with no image in it.
    static func jpeg(width: Int, height: Int, byteCount: Int = 2000) -> [UInt8] {
        let head: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, UInt8(height >> 8),
            UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), 1, 1, 0x11, 0,
        ]
        return head + (head.count..<byteCount).map { UInt8($0 % 251) }
    }
}

/// A library in a folder of its own, with a folder of music.
final class TestLibrary {
    let folder: TemporaryFolder
    let library: MediaLibrary
    let music: String

    init() throws {
        folder = try TemporaryFolder()
        music = folder.file("Music")
        try FileManager.default.createDirectory(
            atPath: music, withIntermediateDirectories: true)
        library = try MediaLibrary(at: LibraryLocation(folder: folder.file("data")))
        try library.addFolder(music)
    }

    /// Writes a file below the folder of music, and makes its folder.
    func write(_ bytes: [UInt8], _ name: String) throws {
        let path = music + "/" + name
        try FileManager.default.createDirectory(
            atPath: String(path[..<path.lastIndex(of: "/")!]), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    func move(_ old: String, _ new: String) throws {
        try FileManager.default.moveItem(atPath: music + "/" + old, toPath: music + "/" + new)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: music + "/" + name)
    }

    @discardableResult
    func scan() throws -> ScanProgress { try LibraryScanner(library).scan() }

    func item(_ name: String) throws -> LibraryItem? {
        try library.item(atPath: music + "/" + name)
    }

    var titles: [String] {
        get throws { try library.items().map(\.title) }
    }
}
