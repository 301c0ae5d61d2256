import AudioFormats
import Foundation
import Testing

@Suite("An MPEG-4 file of several tracks")
struct SoundTrackTests {
    @Test("has each of them, and the picture that goes with the sound")
    func tracks() throws {
        guard let ffmpeg = Program.ffmpeg.path else { return }
        // Given sounds of 0.2 and 0.4 seconds, and a picture.
        let folder = try TemporaryFolder()
        let path = folder.file("two.m4a")
        try Program.run(
            ffmpeg,
            [
                "-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.2", "-f", "lavfi", "-i",
                "sine=880:d=0.4", "-f", "lavfi", "-i", "color=red:s=16x16:d=0.04", "-map", "0",
                "-map", "1", "-map", "2", "-c:a", "aac", "-c:v", "png", "-frames:v", "1",
                "-disposition:v:0", "attached_pic", path,
            ])
        let first = try AudioFileReader(path: path)
        #expect(first.soundTrackCount == 2)
        #expect(abs(first.duration - 0.2) < 0.03)
        let second = try AudioFileReader(try FileBytes(path: path), soundTrack: 1)
        #expect(abs(second.duration - 0.4) < 0.03)
        #expect(throws: FormatError.self) {
            try AudioFileReader(try FileBytes(path: path), soundTrack: 2)
        }
        let picture = try #require(try first.artwork())
        #expect(picture.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    }
}
