import AudioFormats
import CommandLineTool
import Foundation
import TestHTTPServer
import TestSupport
import Testing

/// Tests which shared libraries the program opens, by the dynamic linker's own log.
@Suite("The libraries of sori")
struct LoadedLibrariesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the program.
    ///
    /// - Returns: Its exit code, and what the dynamic linker has loaded.
    private func run(_ words: [String]) throws -> (code: Int32, libraries: String) {
        let log = folder.file("loaded")
        let result = try BuiltProgram.sori.run(
            words, environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": log])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("loaded.") }
        let libraries = try files.map { try folder.text($0) }
        for file in files { try FileManager.default.removeItem(atPath: folder.file(file)) }
        return (result.code, libraries.joined())
    }

    /// Libraries that are opened only for what needs them.
    private static let optional = [
        "libav", "libswresample", "libSoundTouch", "libfluidsynth", "libespeak", "libcurl",
    ]

    /// A fifth of a second, converted to another file.
    private func tone(_ options: [String], as name: String) throws -> String {
        let samples = (0..<8820).map { Float(0.25 * sin(Double($0) / 16)) }
        try folder.writeWAV(samples, rate: 44_100, as: "tone.wav")
        let (code, errors) = try folder.runConvert("tone.wav", name, options)
        #expect(code == .done, "\(errors)")
        return folder.file(name)
    }

    @Test(
        "are few for PCM and IMA4",
        arguments: [[], ["--format", "ima4"]], ["null", "file"])
    func linear(options: [String], output: String) throws {
        let path = try tone(options, as: "tone.caf")
        let target = output == "null" ? "null" : "file:" + folder.file("played.wav")
        let (code, libraries) = try run(["play", path, "--output", target])
        #expect(code == 0)
        #expect(libraries.contains("libFoundation"))
        for name in Self.optional { #expect(!libraries.contains(name), "\(name) is loaded") }
    }

    #if HTTP
        @Test("are libcurl for what a server sends, and it is named when it cannot be loaded")
        func served() throws {
            let server = try TestHTTPServer()
            _ = try tone([], as: "tone.caf")
            server.serve("/tone.wav", try folder.data("tone.wav"), type: "audio/wav")
            let words = ["play", server.url("/tone.wav"), "--output", "null"]
            let (code, libraries) = try run(words)
            #expect(code == 0)
            #expect(libraries.contains("libcurl"))
            for name in Self.optional.dropLast() {
                #expect(!libraries.contains(name), "\(name) is loaded")
            }
            for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
                try folder.write([1, 2, 3], as: name)
            }
            let result = try BuiltProgram.sori.run(
                words, environment: ["LD_LIBRARY_PATH": folder.path])
            #expect(result.code == 4)
            #expect(
                result.errors.contains("needs libcurl's libcurl.so.4, which cannot be loaded: "))
        }
    #endif

    #if FFmpeg
        /// Frames of silence, 96 bytes each: MPEG-2, mono, 24,000 Hz.
        private func writeMP3() throws -> String {
            let frame: [UInt8] = [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: 0, count: 92)
            try folder.write((0..<20).flatMap { _ in frame }, as: "silence.mp3")
            return folder.file("silence.mp3")
        }

        @Test("are libavcodec for MP3, but not libavformat")
        func compressed() throws {
            let path = try writeMP3()
            let (code, libraries) = try run([
                "play", path, "--output", "file:" + folder.file("played.wav"),
            ])
            #expect(code == 0)
            #expect(libraries.contains("libavcodec.so"))
            for name in Self.optional.dropFirst(2) + ["libavformat"] {
                #expect(!libraries.contains(name), "\(name) is loaded")
            }
        }

        @Test("are named when they cannot be loaded")
        func unusable() throws {
            // Given files that are no libraries in place of those of every major version.
            let path = try writeMP3()
            for major in 50...99 { try folder.write([1, 2, 3], as: "libavcodec.so.\(major)") }
            let wave = try tone([], as: "tone.caf")
            for words in [
                ["play", path, "--output", "file:" + folder.file("played.wav")],
                ["convert", path, folder.file("converted.wav")],
                ["convert", wave, folder.file("encoded.m4a")],
            ] {
                let result = try BuiltProgram.sori.run(
                    words, environment: ["LD_LIBRARY_PATH": folder.path])
                #expect(result.code == 4)
                #expect(result.errors.contains("needs FFmpeg's libavcodec.so."))
                #expect(result.errors.contains(", which cannot be loaded: "))
            }
            // Then linear PCM plays all the same.
            let result = try BuiltProgram.sori.run(
                ["play", wave, "--output", "null"], environment: ["LD_LIBRARY_PATH": folder.path])
            #expect(result.code == 0)
        }
    #endif
}
