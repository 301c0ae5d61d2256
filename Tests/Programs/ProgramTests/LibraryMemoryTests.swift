import Foundation
import Glibc
import MusicLibrary
import TestSupport
import Testing

@Suite(
    "The memory of a scan",
    .enabled(if: BuildTraits.hasMediaLibrary && BuildTraits.hasFFmpeg, "built without SQLite"))
struct LibraryMemoryTests {
    private static let side = 20_000

    /// A valid gray JPEG, with two bits for each block: its Huffman tables have one code each.
    private static func jpeg() -> [UInt8] {
        let (high, low) = (UInt8(side >> 8), UInt8(side & 255))
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8, high, low, high, low, 1, 1, 0x11, 0]
        for tableClass: UInt8 in [0x00, 0x10] {
            bytes += [0xFF, 0xC4, 0, 20, tableClass, 1] + [UInt8](repeating: 0, count: 16)
        }
        bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let blocks = ((side + 7) / 8) * ((side + 7) / 8)
        return bytes + [UInt8](repeating: 0, count: blocks / 4 + 1) + [0xFF, 0xD9]
    }

    /// The header of a PNG picture, with data as large as that of a photograph.
    private static func png(byteCount: Int) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] {
            (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
            big(body.count) + Array(id.utf8) + body + [0, 0, 0, 0]
        }
        let data = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        return [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
            + chunk("IHDR", big(side) + big(side) + [8, 2, 0, 0, 0]) + chunk("IDAT", data)
            + chunk("IEND", [])
    }

    /// An ID3v2.3 tag with a picture.
    private static func id3(_ picture: [UInt8], type: String) -> [UInt8] {
        let content = [0] + Array(type.utf8) + [0, 3, 0] + picture
        func bytes(_ number: Int, bits: Int) -> [UInt8] {
            (0..<4).reversed().map { UInt8(number >> (bits * $0) & ((1 << bits) - 1)) }
        }
        let frame = Array("APIC".utf8) + bytes(content.count, bits: 8) + [0, 0] + content
        return Array("ID3".utf8) + [3, 0, 0] + bytes(frame.count, bits: 7) + frame
    }

    private static func song(_ number: Int) -> [UInt8] {
        (0..<8).flatMap { frame -> [UInt8] in
            [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: UInt8(number * 8 + frame), count: 413)
        }
    }

    /// Scans a folder with a process of its own, which then waits for changes.
    ///
    /// - Returns: The most memory that the process has had, in kilobytes.
    private func peakKilobytes(scanning music: String, into library: String) throws -> Int {
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = ["library", "scan", music, "--library", library, "--watch", "--json"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
        }
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
            let piece = output.fileHandleForReading.availableData
            try #require(!piece.isEmpty)
            text += piece
        }
        return try #require(process.peakKilobytes)
    }

    @Test("does not grow with pictures of 20,000 by 20,000 pixels, whose size is known afterwards")
    func hugePictures() throws {
        let folder = try TemporaryFolder()
        func write(_ bytes: [UInt8], _ name: String) throws {
            let url = URL(fileURLWithPath: folder.file(name))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        let (jpeg, png) = (Self.jpeg(), Self.png(byteCount: 40 << 20))
        for number in 0..<3 {
            try write(Self.song(number), "Plain/\(number).mp3")
        }
        try write(Self.id3(jpeg, type: "image/jpeg") + Self.song(0), "Huge/a/0.mp3")
        try write(Self.id3(png, type: "image/png") + Self.song(1), "Huge/a/1.mp3")
        try write(Self.song(2), "Huge/b/2.mp3")
        try write(png + [0], "Huge/b/cover.png")
        let plain = try peakKilobytes(
            scanning: folder.file("Plain"), into: folder.file("plain library"))
        let huge = try peakKilobytes(
            scanning: folder.file("Huge"), into: folder.file("huge library"))
        #expect(huge - plain < 16 << 10)
        let library = try MediaLibrary(at: LibraryLocation(folder: folder.file("huge library")))
        let items = try library.items()
        #expect(items.count == 3)
        for item in items {
            let picture = try #require(try item.picture.flatMap { try library.picture($0) })
            #expect((picture.width, picture.height) == (Self.side, Self.side))
        }
    }
}
