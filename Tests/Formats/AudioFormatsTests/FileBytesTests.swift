import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("The bytes of a file on disk")
struct FileBytesTests {
    // Where the kernel would be slow, the bytes take a detour.
    @Test("are read whole to any address", arguments: [1_000, 5_000, 90_000])
    func addresses(byteCount: Int) throws {
        // Given a file of bytes that do not repeat, and a page that nothing is read into.
        let expected = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 1_009) }
        let folder = try TemporaryFolder()
        try Data(expected).write(to: URL(fileURLWithPath: folder.file("bytes")))
        let file = try FileBytes(path: folder.file("bytes"))
        let page = 4_096
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: byteCount + 2 * page, alignment: page)
        defer { room.deallocate() }
        for offset in [0, 44, page - 1, 98_000] {
            for distance in 0..<page where distance < 40 || distance % 500 == 0 {
                room.initializeMemory(as: UInt8.self, repeating: 0xA5)
                // When they are read to an address at this distance within a page.
                let place = (offset + distance) % page
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: room[place..<place + byteCount])
                let count = try file.read(into: target, at: Int64(offset))
                // Then all of them arrive, up to the file's end, and nothing else is written.
                #expect(count == min(byteCount, expected.count - offset))
                #expect(target.prefix(count).elementsEqual(expected[offset..<offset + count]))
                #expect(room.prefix(place).allSatisfy { $0 == 0xA5 })
                #expect(room.dropFirst(place + count).allSatisfy { $0 == 0xA5 })
            }
        }
    }
}
