import CommandLineTool
import Foundation
import TestSupport
import Testing

@Suite("File names that are no UTF-8")
struct ByteNameTests {
    /// Runs the program in a folder with words in the shell's notation, where `$n` is `caf` and a
    /// byte that is no text.
    private func run(_ words: String, in folder: TemporaryFolder) throws -> (
        output: String, errors: String, code: Int32
    ) {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            "cd \"$1\" && n=$(printf 'caf\\351') && " + words.replacing("sori", with: "\"$0\""),
            BuiltProgram.sori.url.path, folder.path,
        ]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let warnings = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, warnings, process.terminationStatus)
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["a.wav", "b.wav"] {
            try folder.writeWAV([Float](repeating: 0.5, count: 2_000), rate: 8_000, as: name)
        }
        let made = try run(
            "mkdir \"$n\" && cp a.wav \"$n/in.wav\" && mv b.wav \"$n.wav\"", in: folder)
        #expect(made.code == 0)
        return folder
    }

    @Test("are played between others, and shown escaped")
    func played() throws {
        let result = try run("sori play --output null \"$n.wav\" a.wav \"$n\"", in: try folder())
        #expect(result.errors.isEmpty)
        #expect(result.code == 0)
        let played = result.output.split(separator: "\n").filter { $0.hasPrefix("playing") }
        #expect(
            played
                == ["caf<E9>.wav", "a.wav", "in.wav"].map { "playing \($0) (0:00.2) on nowhere" })
    }

    @Test("are described, also in JSON, and named in messages")
    func described() throws {
        let folder = try folder()
        let text = try run("sori info \"$n.wav\" \"$n/in.wav\"", in: folder)
        #expect(text.output.hasPrefix("caf<E9>.wav\n"))
        #expect(text.output.contains("\n\ncaf<E9>/in.wav\n"))
        #expect(text.code == 0)
        let json = try run("sori info --json \"$n.wav\"", in: folder)
        let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        #expect((value as? [String: Any])?["path"] as? String == "caf<E9>.wav")
        let bad = try run(
            "echo x > \"$n.txt\"; sori play --output null \"$n.txt\" a.wav", in: folder)
        #expect(bad.errors.hasPrefix("sori: caf<E9>.txt: "))
        #expect(bad.errors.hasSuffix("\n1 of 2 done, 1 failed\n"))
        #expect(bad.code == 3)
    }

    @Test("lead to outputs in their folders, and to no file by a mended name")
    func written() throws {
        let folder = try folder()
        let result = try run(
            "sori convert \"$n.wav\" \"$n/out.aiff\" && sori info --json \"$n/out.aiff\" && ls | wc -l",
            in: folder)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains("caf<E9>/out.aiff"))
        #expect(result.output.hasSuffix("3\n"))
        let kept = try run("sori convert a.wav \"$n.wav\"; echo $?", in: folder)
        #expect(kept.output == "2\n")
        #expect(kept.errors.hasPrefix("sori: caf<E9>.wav: is there already; "))
        let replaced = try run(
            "sori convert --force --rate 4000 a.wav \"$n.wav\" && sori info \"$n.wav\" "
                + "&& ls -A | wc -l", in: folder)
        #expect(replaced.errors.isEmpty)
        #expect(replaced.output.contains("4000 Hz"))
        #expect(replaced.output.hasSuffix("\n3\n"))
        let new = try run(
            "sori convert a.wav \"$n.aiff\" && cat \"$n.aiff\" | head -c 4; ls -A | wc -l",
            in: folder)
        #expect(new.code == 0 && new.errors.isEmpty, "\(new.errors)")
        #expect(new.output == "FORM4\n")
        let missing = try run("sori info \"no$n.wav\"", in: folder)
        #expect(missing.code == 3)
        #expect(missing.errors.hasPrefix("sori: nocaf<E9>.wav: "), "\(missing.errors)")
    }

    @Test("are played in their order inside a folder")
    func folders() throws {
        let folder = try folder()
        let result = try run(
            "cp a.wav \"$n/b$n.wav\"; mkdir \"$n/z$n\"; cp a.wav \"$n/z$n/\"; "
                + "mkdir x; mv \"$n\" x; sori play --output null x", in: folder)
        #expect(result.errors.isEmpty)
        #expect(
            result.output.split(separator: "\n").filter { $0.hasPrefix("playing") }
                == ["bcaf<E9>.wav", "in.wav", "a.wav"].map { "playing \($0) (0:00.2) on nowhere" })
    }

    @Test(
        "are escaped byte by byte where they are no text",
        arguments: [
            ([0x61, 0xE9, 0x62], "a<E9>b"), ([0xC3, 0xA9, 0xC3], "é<C3>"),
            ([0xFF, 0xFE], "<FF><FE>"),
            ([0xF0, 0x9F, 0x8E, 0xB5, 0x80], "🎵<80>"),
            ([0x1B, 0xED, 0xA0, 0x80], "\u{FFFD}<ED><A0><80>"),
        ] as [([UInt8], String)])
    func escaped(name: [UInt8], text: String) {
        #expect(ByteNames.escaped(name) == text)
    }
}
