import AudioFormats
import Foundation
import Simulation
import TestSupport
import Testing

#if FFmpeg
    /// Tests commands with MP3 files that are parts of other files.
    @Suite("A part of an MP3 file")
    struct FrameStreamFileTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Frames of silence, 96 bytes each: MPEG-2, mono, 24,000 Hz.
        private func frames(_ count: Int) -> [UInt8] {
            let frame: [UInt8] = [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: 0, count: 92)
            return (0..<count).flatMap { _ in frame }
        }

        @Test("that starts in the middle of a frame is taken for what its name says")
        func middle() throws {
            let bytes = [1, 2, 3] + frames(20)
            try folder.write(bytes, as: "middle.mp3")
            try folder.write(bytes, as: "middle.wav")
            let commands = [
                ["info", "--packets"], ["convert", "--force"],
                ["play", "--force", "--output", "file:" + folder.file("played.wav")],
            ]
            for command in commands {
                let output = command[0] == "convert" ? [folder.file("converted.wav")] : []
                let known = try BuiltProgram.sori.run(
                    command + [folder.file("middle.mp3")] + output)
                #expect(known.code == 0, "\(command)")
                let unknown = try BuiltProgram.sori.run(
                    command + [folder.file("middle.wav")] + output)
                #expect(unknown.code == 3, "\(command)")
            }
            for name in ["converted.wav", "played.wav"] {
                #expect(try AudioFileReader(path: folder.file(name)).frameCount() == 20 * 576)
            }
        }

        @Test("that ends before its table says is converted as far as it goes, and says so")
        func cutShort() throws {
            let counts: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 40, 0, 0, 0x0F, 0x60]
            var table = frames(1)
            table.replaceSubrange(13..<29, with: Array("Xing".utf8) + counts)
            try folder.write(table + frames(20), as: "cut.mp3")
            let result = try BuiltProgram.sori.run([
                "convert", folder.file("cut.mp3"), folder.file("out.wav"),
            ])
            #expect(result.code == 3)
            #expect(result.errors.contains("ends early: 11520 of 23040 frames are there"))
            #expect(try AudioFileReader(path: folder.file("out.wav")).frameCount() == 11_520)
            let info = try BuiltProgram.sori.run(["info", folder.file("cut.mp3")])
            #expect(info.output.contains("ends early"))
        }
    }
#endif
