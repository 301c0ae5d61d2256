import CommandLineTool
import Foundation
import TestSupport
import Testing

/// Runs `sori` between pipes.
@Suite("Conversions and descriptions through pipes")
struct PipedConversionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeWAV(
            (0..<30_000).map { Float(sin(Double($0) * 0.05)) / 2 }, rate: 44_100, as: "in.wav")
    }

    /// Runs a line of the shell in the folder, with `sori` in it.
    private func shell(_ line: String) throws -> (output: [UInt8], errors: String, code: Int32) {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c", "cd \"$1\" && \(line.replacing("sori", with: "\"$0\""))",
            BuiltProgram.sori.url.path, folder.path,
        ]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (Array(bytes), text, process.terminationStatus)
    }

    @Test("give the bytes that they give between files", arguments: ["flac", "m4a", "ogg", "aiff"])
    func between(kind: String) throws {
        #if FFmpeg
            try folder.convert("in.wav", "in.\(kind)")
            try folder.convert("in.\(kind)", "file.wav")
            let piped = try shell("cat in.\(kind) | sori convert - piped.wav")
            #expect(piped.code == 0 && piped.errors.isEmpty, "\(piped.errors)")
            #expect(try folder.data("piped.wav") == folder.data("file.wav"))
            let out = try shell("sori convert in.\(kind) - --container wav | cat")
            #expect(out.errors.isEmpty)
            #expect(try out.output == folder.data("file.wav"))
            let both = try shell("sori convert - - --container wav < in.\(kind)")
            #expect(try both.output == folder.data("file.wav"))
        #endif
        #expect(folder.files.contains { $0 == "-" || $0.hasPrefix(".") } == false)
    }

    @Test("say on standard error what they say, and never make or read a file called -")
    func messages() throws {
        try folder.write([1, 2, 3], as: "-")
        let wrong = try shell("sori convert in.wav -")
        #expect(wrong.code == 2 && wrong.output.isEmpty)
        #expect(
            wrong.errors.hasPrefix("sori: standard output: has no name that tells the file type; "))
        let twice = try shell("cat in.wav | sori convert - - out.wav")
        #expect(twice.errors.hasPrefix("sori: standard input: can be read once only; "))
        let folders = try shell("cat in.wav | sori convert - ./ --container wav")
        #expect(
            folders.errors.hasPrefix("sori: standard input: has no name for a file in a folder"))
        let notice = try shell(
            "sori convert in.wav - --container wav --gain 20 | cat > loud.wav")
        #expect(notice.errors.hasPrefix("sori convert: ") == false)
        #expect(notice.errors.hasPrefix("standard output: goes 14 dB over full scale"))
        let junk = try shell("yes | sori convert - out.wav")
        #expect(junk.errors.hasPrefix("sori: standard input: "), "\(junk.errors)")
        #expect(junk.code == 3)
        let playing = try shell("sori play in.wav --output file:-")
        #expect(playing.code == 2)
        #expect(try folder.data("-") == [1, 2, 3])
        #expect(folder.files == ["-", "in.wav", "loud.wav"])
    }

    @Test("end quietly when the reader has closed its pipe")
    func closed() throws {
        try folder.writeWAV(
            [Float](repeating: 0.1, count: 500_000), rate: 44_100, as: "long.wav")
        let result = try shell(
            "sori convert long.wav - --container aiff | head -c 4; echo \" ${PIPESTATUS[0]}\"")
        #expect(String(decoding: result.output, as: UTF8.self) == "FORM 0\n")
        #expect(result.errors.isEmpty)
    }

    @Test("refuse a terminal at either end")
    func terminal() throws {
        let shell = try ShellOnTerminal(
            """
            "$SORI" convert in.wav - --container wav; echo "ended with $?"
            "$SORI" info -; echo "then with $?"
            """, in: folder)
        try shell.expect("standard output: is a terminal, which plays no sound")
        try shell.expect("ended with 2")
        try shell.expect("standard input: is a terminal, which sends no sound")
        try shell.expect("then with 2")
        #expect(try shell.waitForExit() == 0)
    }

    @Test("describe what comes as they describe the file")
    func described() throws {
        let file = try shell("sori info --packets --count 2 in.wav")
        let piped = try shell("cat in.wav | sori info --packets --count 2 -")
        func lines(_ bytes: [UInt8]) -> [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        #expect(lines(piped.output).first == "standard input")
        #expect(
            Array(lines(piped.output).dropFirst())
                == lines(file.output).dropFirst().filter { !$0.hasPrefix("  system sound") })
        let json = try shell("cat in.wav | sori info --json -")
        #expect(String(decoding: json.output, as: UTF8.self).hasPrefix("{\"path\": \"-\", "))
        let other = try shell("{ printf '%%PDF-1.4 x'; } | sori info -")
        #expect(String(decoding: other.output, as: UTF8.self).contains("com.adobe.pdf"))
        let cut = try shell("head -c 30000 in.wav | sori info -")
        #expect(cut.code == 3)
        #expect(cut.errors.hasPrefix("sori: standard input: ends early: "), "\(cut.errors)")
    }
}
