import CommandLineTool
import Foundation
import Glibc
import TestSupport
import Testing
import sori

@Suite("A file under a temporary name")
struct PartFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var hiddenFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasPrefix(".") }.sorted()
        }
    }

    @Test("that a killed conversion has left is removed by the next one in its folder")
    func killed() throws {
        // Given a conversion that takes long, and is killed while it writes.
        try folder.writeWAV(
            [Float](repeating: 0.1, count: 8_000 * 600), rate: 8_000, as: "long.wav")
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = [
            "convert", folder.file("long.wav"), folder.file("out.wav"), "--rate", "192000",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try waitUntil { (try? hiddenFiles.count) == 1 }
        let left = try #require(try hiddenFiles.first)
        #expect(PartFile.isName(left))
        // While it runs, another one leaves the file alone.
        try folder.writeWAV([0, 0.5], rate: 8_000, as: "short.wav")
        try folder.convert("short.wav", "a.wav")
        #expect(try hiddenFiles == [left])
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try hiddenFiles == [left])
        // When the next one runs, then it is gone.
        try folder.convert("short.wav", "b.wav")
        #expect(try hiddenFiles == [])
        #expect(!FileManager.default.fileExists(atPath: folder.file("out.wav")))
    }

    @Test("stays when a process holds it, and when its name is another's")
    func kept() throws {
        let others = [
            ".part", ".a.part", ".a.wav.part", ".a.wav.x1.part", ".a.wav.12", ".a.wav.012.part",
            ".12.part", "a.wav.12.part", ".a.wav.12345678901.part",
        ]
        for name in others {
            try folder.write([1], as: name)
            #expect(!PartFile.isName(name), "\(name)")
        }
        try folder.write([1], as: ".a.wav.12.part")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(".link.wav.12.part"), withDestinationPath: folder.file("a.wav"))
        try FileManager.default.createDirectory(
            atPath: folder.file(".folder.wav.12.part"), withIntermediateDirectories: false)
        let held = open(folder.file(".a.wav.12.part"), O_RDONLY | O_CLOEXEC)
        try #require(flock(held, LOCK_EX) == 0)
        PartFile.removeAbandoned(in: folder.path)
        for name in others + [".a.wav.12.part", ".link.wav.12.part", ".folder.wav.12.part"] {
            var status = stat()
            #expect(lstat(folder.file(name), &status) == 0, "\(name)")
        }
        // Not by closing alone: a process that another test starts has the descriptor for a moment.
        try #require(flock(held, LOCK_UN) == 0)
        close(held)
        PartFile.removeAbandoned(in: folder.path)
        #expect(try !hiddenFiles.contains(".a.wav.12.part"))
        #expect(try hiddenFiles.contains(".link.wav.12.part"))
    }
}

@Suite("A text file that grows")
struct GrowingTextFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    @Test("has each text, short or long, whatever changes in it")
    func updates() throws {
        let file = GrowingTextFile(folder.file("a.txt"))
        let long = String(repeating: "at 1 lock\n", count: 10_000)
        for next in [
            "a\nend\n", "a\nb\nend\n", "x\nb\nend 2\n", "", long, long + "end\n",
            long + "more\nend 10\n", long + "more\nend 9\n", "short\n",
        ] {
            try file.update(next)
            #expect(try text("a.txt") == next)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.txt"])
    }

    @Test("is written whole when another file has taken its place")
    func replaced() throws {
        let file = GrowingTextFile(folder.file("a.txt"))
        let long = String(repeating: "at 1 lock\n", count: 10_000)
        try file.update(long)
        try FileManager.default.moveItem(
            atPath: folder.file("a.txt"), toPath: folder.file("b.txt"))
        try file.update(long + "end\n")
        #expect(try text("a.txt") == long + "end\n")
        #expect(try text("b.txt") == long)
    }
}
