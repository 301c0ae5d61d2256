#if FFmpeg
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    @Suite(
        "sori convert of an Ogg file of Vorbis",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ConvertFormatsTests.canEncode(.opus), "FFmpeg was built without libopus"))
    struct ConvertOggTests {
        private let folder: TemporaryFolder
        private static let notice = "Vorbis becomes Opus"

        init() throws {
            folder = try TemporaryFolder()
            try ExternalProgram.ffmpeg.run([
                "-v", "error", "-f", "lavfi", "-i", "anoisesrc=r=44100:d=5:a=0.3:seed=3", "-c:a",
                "libvorbis", "-metadata", "title=Tide", folder.file("in.ogg"),
            ])
        }

        @Test("to one is a copy where nothing changes")
        func copy() throws {
            #expect(try folder.convert("in.ogg", "out.ogg") == "")
            #expect(try folder.data("out.ogg") == folder.data("in.ogg"))
        }

        @Test("to one that differs is Opus, which is said")
        func changed() throws {
            let errors = try folder.convert("in.ogg", "out.ogg", "--bitrate", "64k")
            #expect(errors.contains(Self.notice), "\(errors)")
            #expect(try folder.audioFile("out.ogg").format.id == .opus)
        }

        @Test("that is cut to one is Opus, which is said")
        func cut() throws {
            let bytes = try folder.data("in.ogg")
            try folder.write(bytes[..<(bytes.count * 3 / 4)], as: "cut.ogg")
            let errors = try folder.convert("cut.ogg", "out.ogg")
            #expect(errors.contains(Self.notice), "\(errors)")
        }

        @Test("to Opus by name or by word is what was asked for")
        func asked() throws {
            #expect(try folder.convert("in.ogg", "out.opus") == "")
            #expect(try folder.convert("in.ogg", "out.ogg", "--format", "opus") == "")
            for name in ["out.opus", "out.ogg"] {
                #expect(try folder.audioFile(name).format.id == .opus)
            }
        }
    }
#endif
