import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

/// Tests how `sori convert` ends when it fails or is stopped, as a process.
@Suite("sori convert, cut short")
struct ConvertEndTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a 16-bit mono WAVE file of zeros, which takes hardly any room on the disk.
    private func makeSource(seconds: Int) throws {
        try folder.makeAudioFile("in.wav", channels: 1, samples: [0])
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file("in.wav")))
        let byteCount = UInt32(88_200 * seconds)
        // Apple aligns the audio to this offset; its size precedes it.
        for (offset, size) in [(4, byteCount + 4088), (4092, byteCount)] as [(UInt64, UInt32)] {
            try handle.seek(toOffset: offset)
            try handle.write(contentsOf: withUnsafeBytes(of: size.littleEndian) { Data($0) })
        }
        try handle.truncate(atOffset: 4096 + UInt64(byteCount))
        try handle.close()
        #expect(
            try AudioFileReader(path: folder.file("in.wav")).frameCount() == Int64(44_100 * seconds)
        )
    }

    @Test(
        "says why a file could not be written, and leaves nothing",
        arguments: [
            ("copied", "out.caf", "--quality max"), ("again", "out.caf", "--format i24"),
            ("coded", "out.caf", "--format ima4"), ("slower", "out.wav", "--rate 22050"),
        ])
    func noRoom(way: String, name: String, options: String) throws {
        try makeSource(seconds: 2)
        // Given a file size limit of 32 kilobytes.
        let result = try BuiltProgram.sori.run(
            ["convert", folder.file("in.wav"), folder.file(name)]
                + options.split(separator: " ").map { String($0) },
            limit: "-f 64")
        // Then the system's reason is reported, and only the source is there.
        #expect(result.code == 4)
        #expect(
            result.errors == "sori: \(folder.file(name)): cannot write: File too large; "
                + "make room or write elsewhere\n")
        #expect(folder.files == ["in.wav"])
    }

    @Test("stopped with Ctrl-C takes its bar and its file away, and ends with 130")
    func stopped() throws {
        // Given a conversion that takes minutes, on a terminal.
        try makeSource(seconds: 20_000)
        let terminal = try TestTerminal()
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = [
            "convert", folder.file("in.wav"), folder.file("out.caf"), "--rate", "48000",
        ]
        process.standardError = FileHandle(fileDescriptor: dup(terminal.program))
        try process.run()
        // When its bar appears and the user stops it.
        var shown = ""
        while !shown.contains("%") { shown += try terminal.read() }
        #expect(shown.contains("[--"))
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        shown += try terminal.readToEnd()
        // Then the bar's line is overwritten, and no file is left.
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
        #expect(
            shown.hasSuffix(
                "\r\u{1B}[Ksori: \(folder.file("out.caf")): stopped; nothing is made\r\n"))
        #expect(folder.files == ["in.wav"])
    }
}

extension TestTerminal {
    /// Waits for the program's output and returns it.
    fileprivate func read() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(typist, &bytes, bytes.count)
        try #require(count > 0)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
