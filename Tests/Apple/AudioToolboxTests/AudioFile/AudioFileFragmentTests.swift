import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite(
    "An MPEG-4 file that an app opens",
    .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct AudioFileFragmentTests {
    let files = SoundFiles()

    /// What is beside half a second of AAC: fragments, a picture that moves, another sound.
    enum Shape: CaseIterable {
        case fragments
        case video
        case fragmentsBesideVideo
        case sound
    }

    private func made(_ shape: Shape) throws -> URL {
        let url = files.missing("sound.mp4")
        let fragments = ["-movflags", "frag_keyframe+empty_moov", "-frag_duration", "100000"]
        let video = ["-f", "lavfi", "-i", "testsrc=d=0.5:s=64x64", "-c:v", "mpeg4"]
        let others =
            switch shape {
            case .fragments: fragments
            case .video: video
            case .fragmentsBesideVideo: video + fragments
            case .sound: ["-f", "lavfi", "-i", "sine=880:d=0.5", "-map", "0", "-map", "1"]
            }
        try ExternalProgram.ffmpeg.run(
            ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.5"] + others
                + ["-c:a", "aac", url.path])
        return url
    }

    @Test(
        "has each packet's bytes at its byte offset, and the byte count of all packets",
        arguments: Shape.allCases)
    func places(shape: Shape) throws {
        let url = try made(shape)
        let file = try OpenedFile(url)
        let count = try file.packetCount
        #expect(count >= 22)
        var total: UInt64 = 0
        for packet in 0..<Int64(count) {
            let read = file.packets(at: packet, count: 1, capacity: 4096)
            #expect(read.status == noErr && read.byteCount > 0)
            total += UInt64(read.byteCount)
            let place = try #require(try self.place(of: packet, in: file))
            var byteCount = read.byteCount
            var bytes = [UInt8](repeating: 0, count: Int(byteCount))
            #expect(AudioFileReadBytes(file.id, false, place, &byteCount, &bytes) == noErr)
            #expect(byteCount == read.byteCount)
            #expect(bytes == Array(read.bytes.prefix(Int(byteCount))))
        }
        #expect(try file.audioByteCount == total)
        // All that is decoded is heard, or said not to be.
        let table = try file.packetTable
        #expect(
            UInt64(table.mNumberValidFrames) + UInt64(table.mPrimingFrames)
                + UInt64(table.mRemainderFrames) == count * 1024)
        // Without a fraction.
        let rate = try file.number32(kAudioFilePropertyBitRate)
        #expect(UInt64(rate) == total * 8 * 44_100 / (count * 1024))
    }

    private func place(of packet: Int64, in file: OpenedFile) throws -> Int64? {
        var asked = AudioBytePacketTranslation()
        asked.mPacket = packet
        var size = UInt32(MemoryLayout.size(ofValue: asked))
        let status = AudioFileGetProperty(file.id, kAudioFilePropertyPacketToByte, &size, &asked)
        // It is no estimate.
        return status == noErr && asked.mFlags.rawValue == 0 ? asked.mByte : nil
    }

    @Test("in fragments is parsed as it comes, in any pieces", arguments: [1, 77, 1 << 20])
    func stream(pieceByteCount: Int) throws {
        let url = try made(.fragmentsBesideVideo)
        let file = try OpenedFile(url)
        let count = try file.packetCount
        let expected = file.packets(at: 0, count: UInt32(count), capacity: 1 << 20)
        let bytes = Array(try Data(contentsOf: url))
        let stream = try ParsedStream()
        for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
            let piece = bytes[start..<min(start + pieceByteCount, bytes.count)]
            #expect(stream.parse(piece) == noErr)
        }
        #expect(UInt64(stream.packetCount) == count)
        #expect(stream.bytes == Array(expected.bytes.prefix(Int(expected.byteCount))))
    }
}
