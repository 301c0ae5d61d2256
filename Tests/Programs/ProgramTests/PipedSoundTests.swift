import CommandLineTool
import Foundation
import TestSupport
import Testing

/// Plays files by name and through a pipe.
@Suite("A sound through a pipe")
struct PipedSoundTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeWAV(
            (0..<400_001).map { Float(sin(Double($0) * 0.05)) / 2 }, rate: 44_100, as: "in.wav")
    }

    /// Plays `name` into a file, through a pipe.
    ///
    /// - Parameter command: Writes the file, which is `$1`, into the pipe.
    private func pipe(
        _ name: String, into output: String, by command: String = "cat \"$1\""
    ) throws -> (code: Int32, errors: String) {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "{ \(command); } | \"$0\" play - --output file:\"$2\"",
            BuiltProgram.sori.url.path, folder.file(name), folder.file(output),
        ]
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    private static let linear = [
        ["a.wav"], ["a.aiff"], ["a.caf"], ["a.au"], ["a.rf64"], ["a.caf", "--format", "ima4"],
        ["a.aifc", "--format", "ima4"], ["a.wav", "--format", "ulaw"],
    ]

    private static var kinds: [[String]] {
        #if FFmpeg
            linear + [["a.mp3"], ["a.aac"], ["a.flac"], ["a.opus"]]
        #else
            linear
        #endif
    }

    @Test("has the same frames as the file", arguments: kinds)
    func equal(words: [String]) throws {
        #expect(try folder.runConvert("in.wav", words[0], Array(words.dropFirst())).code == .done)
        try compare(words[0])
    }

    /// Compares what is played of a file with what is played of it through a pipe.
    ///
    /// - Parameter cutCode: The exit code where the end is missing; `nil` to leave that out.
    private func compare(_ name: String, cutCode: Int32? = 3) throws {
        let whole = try BuiltProgram.sori.run([
            "play", folder.file(name), "--output", "file:" + folder.file("whole.wav"),
        ])
        #expect(whole.code == 0, "\(whole.errors)")
        let piped = try pipe(name, into: "piped.wav")
        #expect(piped.code == 0, "\(piped.errors)")
        #expect(try folder.data("piped.wav") == folder.data("whole.wav"))
        // Nor do they differ when the end is missing.
        guard let cutCode else { return }
        let bytes = try folder.data(name)
        try folder.write(bytes.prefix(bytes.count * 6 / 10), as: "cut-" + name)
        let cut = try BuiltProgram.sori.run([
            "play", folder.file("cut-" + name), "--output",
            "file:" + folder.file("cut-whole.wav"),
        ])
        let cutPiped = try pipe("cut-" + name, into: "cut-piped.wav")
        #expect(cut.code == cutCode && cutPiped.code == cutCode, "\(cutPiped.errors)")
        #expect(cutPiped.errors.contains("standard input: ends early: "), "\(cutPiped.errors)")
        #expect(try folder.data("cut-piped.wav") == folder.data("cut-whole.wav"))
    }

    @Test("has no silence where the pipe delivers late")
    func late() throws {
        let whole = try BuiltProgram.sori.run([
            "play", folder.file("in.wav"), "--output", "file:" + folder.file("whole.wav"),
        ])
        #expect(whole.code == 0, "\(whole.errors)")
        let piped = try pipe(
            "in.wav", into: "piped.wav",
            by: "head -c 9000 \"$1\"; sleep 0.5; tail -c +9001 \"$1\"; sleep 0.3")
        #expect(piped.code == 0, "\(piped.errors)")
        #expect(try folder.data("piped.wav") == folder.data("whole.wav"))
    }

    #if FFmpeg
        private static let otherKinds = [
            ["a.ogg", "-c:a", "libvorbis"], ["b.ogg", "-c:a", "flac"],
            ["c.ogg", "-c:a", "libspeex"], ["a.wv", "-c:a", "wavpack"],
            ["a.mka", "-c:a", "libopus"],
            ["front.m4a", "-c:a", "aac", "-movflags", "faststart"],
            [
                "parts.m4a", "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov",
                "-frag_duration", "200000",
            ],
        ]

        @Test(
            "has the same frames as the file of a type that FFmpeg makes",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: otherKinds)
        func other(words: [String]) throws {
            try ExternalProgram.ffmpeg.run(
                ["-v", "error", "-i", folder.file("in.wav")] + words.dropFirst()
                    + [folder.file(words[0])])
            try compare(words[0])
        }

        @Test("goes on with the next bitstream of a chained Ogg stream, and shows its title")
        func chained() throws {
            try folder.convert("in.wav", "a.opus")
            try folder.convert("in.wav", "b.opus", "--from", "0.3")
            let bytes = try folder.data("a.opus") + folder.data("b.opus") + folder.data("a.opus")
            try folder.write(bytes, as: "chained.opus")
            try compare("chained.opus", cutCode: nil)
        }

        @Test("is refused with a reason where its header is behind its sound", arguments: ["a.m4a"])
        func refused(name: String) throws {
            try folder.convert("in.wav", name)
            let piped = try pipe(name, into: "piped.wav")
            #expect(piped.code == 3)
            #expect(piped.errors.contains("save the stream to a file"), "\(piped.errors)")
        }
    #endif
}
