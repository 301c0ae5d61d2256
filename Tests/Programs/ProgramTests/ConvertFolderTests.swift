import AudioFormats
import AudioModel
import CommandLineTool
import Foundation
import SoundCommands
import TestSupport
import Testing

/// Tests `sori convert` with folders and lists of files.
@Suite("sori convert, folders")
struct ConvertFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for path in ["album/cd 1", "album/cd 2", "album/empty"] { try folder.makeFolder(path) }
        for name in ["album/cd 1/1.wav", "album/cd 1/2.wav", "album/cd 2/10.wav", "album/x.wav"] {
            try folder.makeAudioFile(name, samples: Array(1...200), sampleRate: 8000)
        }
        try folder.write("picture".utf8, as: "album/cover.jpg")
        try folder.write("hidden".utf8, as: "album/.hidden.wav")
    }

    private let made = ["cd 1/1", "cd 1/2", "cd 2/10", "x"]

    private func run(
        _ words: [String], terminalWidth: (() -> Int)? = nil, end: Bool = false
    ) throws -> (code: ExitCode, errors: String) {
        let test = TestConsole()
        let code = try ConvertCommand.run(
            arguments(words, ConvertCommand.syntax), test.console, terminalWidth: terminalWidth,
            shouldEnd: { end })
        #expect(test.output.text.isEmpty)
        return (code, test.errors.text)
    }

    private func failure(_ words: String...) throws -> ProgramError {
        try #require(throws: ProgramError.self) { _ = try run(words) }
    }

    @Test("keeps the tree, several files at a time or one", arguments: [nil, "1", "3"])
    func tree(jobs: String?) throws {
        let result = try run(
            [folder.file("album"), folder.file("out"), "--container", "caf"]
                + (jobs.map { ["--jobs", $0] } ?? []))
        #expect(result.code == .done)
        #expect(result.errors == "4 of 4 done\n")
        #expect(folder.files.filter { $0.hasPrefix("out/") } == made.map { "out/\($0).caf" })
        for name in made {
            #expect(try folder.audioFile("out/\(name).caf").frameCount() == 100)
        }
    }

    @Test("takes files and folders into a folder that is there, edited each by itself")
    func files() throws {
        try folder.makeFolder("out")
        try folder.makeAudioFile(
            "one.wav", samples: Array(repeating: 9, count: 1600), sampleRate: 8000)
        let result = try run([
            folder.file("one.wav"), folder.file("album/cd 2"), folder.file("out"), "--format",
            "i24", "--to", "0.01",
        ])
        #expect(result.errors == "2 of 2 done\n")
        #expect(try folder.audioFile("out/one.wav").frameCount() == 80)
        #expect(try folder.audioFile("out/10.wav").format.bitsPerChannel == 24)
        // A slash says that a folder is meant that is not there yet.
        #expect(
            try run([folder.file("one.wav"), folder.file("new/"), "--container", "aiff"]).errors
                == "1 of 1 done\n")
        #expect(folder.files.contains("new/one.aiff"))
    }

    @Test("goes on after a file that fails, and says how many are done")
    func failures() throws {
        try folder.write("no sound".utf8, as: "album/cd 1/3.wav")
        let result = try run([
            folder.file("album"), folder.file("out"), "--container", "caf", "--jobs", "2",
        ])
        #expect(result.code == .badInput)
        #expect(result.errors.hasPrefix("sori: \(folder.file("album/cd 1/3.wav")): "))
        #expect(result.errors.hasSuffix("\n4 of 5 done, 1 failed\n"))
        // What is there stays, unless it is told otherwise.
        let again = try run([folder.file("album"), folder.file("out"), "--container", "caf"])
        #expect(again.code == .badInput)
        #expect(again.errors.contains("is there already; write --force to replace it"))
        #expect(again.errors.hasSuffix("\n0 of 5 done, 5 failed\n"))
        let forced = try run([
            folder.file("album"), folder.file("out"), "--container", "caf", "--force",
        ])
        #expect(forced.errors.hasSuffix("\n4 of 5 done, 1 failed\n"))
    }

    @Test("does not convert what it has made, and lets no file replace another one's result")
    func collisions() throws {
        try folder.makeAudioFile("album/x.caf", .caf, samples: [1, 2], sampleRate: 8000)
        let result = try run([
            folder.file("album"), folder.file("album/out"), "--container", "aiff",
        ])
        #expect(result.code == .wrongUse)
        #expect(
            result.errors.contains(
                "x.wav: would become the same file as \(folder.file("album/x.caf"))"))
        #expect(result.errors.hasSuffix("\n4 of 5 done, 1 failed\n"))
        let second = try run([
            folder.file("album"), folder.file("album/out"), "--container", "aiff", "--force",
        ])
        #expect(second.errors.hasSuffix("\n4 of 5 done, 1 failed\n"))
        #expect(!folder.files.contains { $0.contains("out/out") })
    }

    @Test("names that are not UTF-8 are converted, and the results are named as they are shown")
    func otherNames() throws {
        let start = Array((folder.path + "/album/").utf8)
        let inner = start + Array("cd ".utf8) + [0xFF]
        #expect((inner + [0]).withUnsafeBytes { mkdir($0.baseAddress!, 0o755) } == 0)
        let source = folder.file("album/x.wav")
        let path = inner + Array("/caf".utf8) + [0xE9] + Array(".wav".utf8) + [0]
        #expect(path.withUnsafeBytes { link(source, $0.baseAddress!) } == 0)
        let result = try run([folder.file("album"), folder.file("out"), "--container", "caf"])
        #expect(result.code == .done)
        #expect(result.errors == "5 of 5 done\n")
        #expect(try folder.audioFile("out/cd <FF>/caf<E9>.caf").frameCount() == 100)
    }

    @Test("says what a folder needs")
    func wrongUse() throws {
        let album = folder.file("album")
        let untold = try failure(album, folder.file("out"))
        #expect(untold.code == .wrongUse && untold.place == folder.file("out"))
        #expect(untold.what == "is a folder, and nothing tells which files it gets")
        #expect(untold.advice == "write --container or --format, such as --format flac")
        let file = try failure(album, folder.file("album/x.wav"), "--container", "wav")
        #expect(file.code == .badInput && file.place == album)
        #expect(file.what == "is a folder, and x.wav is a file")
        let other = try failure(album, folder.file("album/cover.jpg"), "--container", "wav")
        #expect(other.code == .wrongUse && other.what == "is not a folder")
        let jobs = try failure(
            folder.file("album/x.wav"), folder.file("a.wav"), "--jobs", "2")
        #expect(jobs.what == "--jobs is for the files of folders")
        #expect(
            try failure(album, folder.file("o"), "--format", "i16", "--jobs", "0").code == .wrongUse
        )
        let empty = try run([
            folder.file("album/empty"), folder.file("out"), "--container", "wav",
        ])
        #expect(empty.code == .badInput)
        #expect(
            empty.errors == "sori: \(folder.file("album/empty")): there is no sound file in this "
                + "folder; name a file or another folder\n0 of 1 done, 1 failed\n")
        let nowhere = try failure(album, folder.file("no/out"), "--container", "wav")
        #expect(nowhere.code == .wrongUse && nowhere.what == "there is no such folder")
        #expect(nowhere.place == folder.file("no"))
        #expect(!folder.files.contains { $0.hasPrefix("out") || $0.hasPrefix("no") })
    }

    @Test("stopped it leaves no file that is not complete")
    func stopped() throws {
        let result = try run(
            [folder.file("album"), folder.file("out"), "--container", "caf"], end: true)
        #expect(result.code == .stopped)
        #expect(result.errors == "stopped: 0 of 4 done\n")
        #expect(!folder.files.contains { $0.hasPrefix("out/") })
    }

    @Test("shows the progress in a line of the width that there is")
    func progress() {
        var progress = ListProgress(
            done: 3, failed: 0, count: 10, name: "b/4.wav", seconds: 60, elapsed: 2)
        #expect(progress.text(width: 80) == "3 of 10  30x  b/4.wav")
        #expect(progress.text(width: 15) == "3 of 10  30x")
        #expect(progress.text(width: 4) == "3 of")
        progress.failed = 1
        #expect(progress.text(width: 80) == "4 of 10  1 failed  30x  b/4.wav")
        #expect(progress.text(width: 0) == "")
    }

    @Test("the built program converts a folder, and ends with the code of what failed")
    func program() throws {
        try folder.write("no sound".utf8, as: "album/bad.wav")
        let result = try BuiltProgram.sori.run([
            "convert", folder.file("album"), folder.file("out"), "--format", "f32", "--gain",
            "-6", "--jobs", "2",
        ])
        #expect(result.code == 3)
        #expect(result.errors.hasSuffix("\n4 of 5 done, 1 failed\n"))
        #expect(try folder.audioFile("out/cd 1/2.wav").format.flags.contains(.float))
    }
}
