import AudioCodecs
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("An MPEG-4 file of several tracks")
struct SoundTrackTests {
    @Test(
        "has each of them, and the picture that goes with the sound",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func tracks() throws {
        // Given sounds of 0.2 and 0.4 seconds, and a picture. It is one without `-frames:v`, with
        // which FFmpeg 7 ends the sounds there, too.
        let folder = try TemporaryFolder()
        let path = folder.file("two.m4a")
        try ExternalProgram.ffmpeg.run([
            "-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.2", "-f", "lavfi", "-i",
            "sine=880:d=0.4", "-f", "lavfi", "-i", "color=red:s=16x16:r=25:d=0.04", "-map", "0",
            "-map", "1", "-map", "2", "-c:a", "aac", "-c:v", "png",
            "-disposition:v:0", "attached_pic", path,
        ])
        let first = try AudioFileReader(path: path)
        #expect(first.soundTrackCount == 2)
        #expect(try abs(first.duration() - 0.2) < 0.03)
        let second = try AudioFileReader(try FileBytes(path: path), soundTrack: 1)
        #expect(try abs(second.duration() - 0.4) < 0.03)
        #expect(throws: FormatError.self) {
            try AudioFileReader(try FileBytes(path: path), soundTrack: 2)
        }
        let picture = try #require(try first.artwork())
        #expect(picture.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    }

    @Test(
        "tells the bytes of the track that is read, and reads those at every packet's place",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
        arguments: [false, true])
    func bytes(isVideo: Bool) throws {
        // Given half a second of sound beside a video track, or another sound track.
        let folder = try TemporaryFolder()
        let path = folder.file("sound.m4a")
        let beside =
            isVideo
            ? ["-i", "testsrc=d=0.5:s=64x64", "-c:v", "mpeg4"]
            : ["-i", "sine=880:d=0.5", "-map", "0", "-map", "1"]
        try ExternalProgram.ffmpeg.run(
            ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.5", "-f", "lavfi"] + beside
                + ["-c:a", "aac", "-f", "mp4", path])
        let file = try AudioFileReader(path: path)
        let sizes = try ExternalProgram.packetSizes(of: path)
        // Then the bytes are those of its packets, and so is the bit rate.
        #expect(try file.dataByteCount() == Int64(sizes.reduce(0, +)))
        #expect(try file.spannedByteCount > file.dataByteCount())
        let seconds = try Double(file.packetCount() * 1024) / 44100
        #expect(try abs(file.bitRate() - Double(file.dataByteCount()) * 8 / seconds) < 1e-6)
        // And every packet is at its stated offset.
        for (index, packet) in try allPackets(file).enumerated() {
            let place = try #require(try file.byte(ofPacket: Int64(index)))
            var read = [UInt8](repeating: 0, count: packet.count)
            let count = try read.withUnsafeMutableBytes {
                try file.readBytes(into: $0, at: place)
            }
            #expect(count == packet.count && read == packet)
        }
        let second = try? AudioFileReader(try FileBytes(path: path), soundTrack: 1)
        #expect((second == nil) == isVideo)
        if let second {
            #expect(try second.dataByteCount() + file.dataByteCount() < file.spannedByteCount + 99)
        }
    }

    @Test("alone in its file has all of the bytes there, and of packets of one size a known sum")
    func figures() throws {
        let plain = try open(SmallMP4().bytes)
        #expect(try plain.dataByteCount() == 14 + 4)
        #expect(plain.spannedByteCount == 18)
        // Given fixed-size packets and another track.
        var bytes = SmallMP4(userData: box("trak")).bytes
        let sizes = try #require(bytes.firstRange(of: Array("stsz".utf8)))
        bytes.replaceSubrange(sizes.upperBound + 4..<sizes.upperBound + 8, with: words(2))
        let shared = try open(bytes)
        #expect(try shared.dataByteCount() == 10)
        #expect(shared.spannedByteCount == 18)
    }
}
