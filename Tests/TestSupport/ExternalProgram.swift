package import Foundation

/// A command-line program that tests compare with. A test that needs one has the trait
/// `.enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed")`: it is skipped
/// visibly without the program, and `scripts/run-tests` finds it by the end of the reason.
package enum ExternalProgram: String, CaseIterable, Sendable {
    case ffmpeg
    case ffprobe
    case sox
    case sndfileConvert = "sndfile-convert"
    case playerctl
    case openssl
    case umockdevRun = "umockdev-run"
    // Players and recorders, and what changes their volume.
    case pwPlay = "pw-play"
    case paplay
    case aplay
    case mpv
    case gstreamer = "gst-launch-1.0"
    case ffplay
    case espeak = "espeak-ng"
    case pactl
    case pulseServer = "pipewire-pulse"

    private static let paths: [ExternalProgram: String] = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        var paths: [ExternalProgram: String] = [:]
        for program in allCases {
            paths[program] = folders.map { "\($0)/\(program.rawValue)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }
        return paths
    }()

    /// Path of the program on `PATH`; `nil` when it is not installed.
    package var path: String? { Self.paths[self] }

    package var isInstalled: Bool { path != nil }

    /// Reason to skip a test.
    package var notInstalled: String { "\(rawValue) is not installed" }

    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// Runs the program without standard input, in English.
    ///
    /// - Parameter folder: Its working directory; the current one by default.
    /// - Returns: Its standard output.
    /// - Throws: `Failure` when the program is not installed, or exits with an error.
    @discardableResult
    package func run(_ arguments: [String], in folder: URL? = nil) throws -> [UInt8] {
        let words = ([rawValue] + arguments).joined(separator: " ")
        guard let path else { throw Failure(description: "\(words): \(notInstalled)") }
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["LC_ALL": "C.UTF-8"]) { $1 }
        if let folder { process.currentDirectoryURL = folder }
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(words): exit status \(process.terminationStatus)")
        }
        return Array(bytes)
    }
}

// MARK: - What they can do

extension ExternalProgram {
    /// The names of the file formats that SoX says it knows.
    package static func soxFormats() throws -> Set<String> {
        let said = String(decoding: try sox.run(["--help"]), as: UTF8.self)
        let line = said.split(separator: "\n").first { $0.hasPrefix("AUDIO FILE FORMATS:") } ?? ""
        return Set(line.split(separator: " ").map(String.init))
    }

    /// The names that FFmpeg lists for `-demuxers`, `-decoders` or `-encoders`.
    package static func names(ofFFmpeg option: String) throws -> Set<String> {
        let said = String(decoding: try ffmpeg.run(["-v", "error", option]), as: UTF8.self)
        var names: Set<String> = []
        for line in said.split(separator: "\n") {
            // " D  mov,mp4,m4a      QuickTime / MOV"
            let words: [Substring] = line.split(separator: " ")
            guard words.count > 1 else { continue }
            names.formUnion(words[1].split(separator: ",").map { String($0) })
        }
        return names
    }
}

// MARK: - FFmpeg

extension ExternalProgram {
    /// FFmpeg's packet sizes for the first sound track of a file, in order.
    package static func packetSizes(of file: String) throws -> [Int] {
        let bytes = try ffprobe.run([
            "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=size", "-of",
            "csv=p=0", file,
        ])
        return String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: { $0.isNewline || $0 == "," }).compactMap { Int($0) }
    }

    /// The frames in front of the sound that FFmpeg finds in a file, and may decode all the same;
    /// zero for FFmpeg 5, which does not tell them.
    package static func primingFrames(of file: String) throws -> Int {
        let bytes = try ffprobe.run([
            "-v", "error", "-select_streams", "a:0", "-show_entries", "stream=initial_padding",
            "-of", "csv=p=0", file,
        ])
        let words = String(decoding: bytes, as: UTF8.self).split { ",\n".contains($0) }
        return words.first.flatMap { Int($0) } ?? 0
    }

    /// FFmpeg's decoded output for a mono file of Speex.
    ///
    /// The decoder of FFmpeg 7 fills a wideband packet with as much silence again.
    ///
    /// - Parameter framesPerPacket: Number of frames that the file's header tells.
    package static func decodeSpeex(_ file: String, framesPerPacket: Int) throws -> [Float] {
        let samples = try decodeWithFFmpeg(file)
        guard try samples.count == 2 * framesPerPacket * packetSizes(of: file).count else {
            return samples
        }
        return stride(from: 0, to: samples.count, by: 2 * framesPerPacket).flatMap {
            samples[$0..<$0 + framesPerPacket]
        }
    }

    /// FFmpeg's decoded output for a file, as interleaved floats.
    package static func decodeWithFFmpeg(_ file: String) throws -> [Float] {
        let bytes = try ffmpeg.run([
            "-v", "error", "-i", file, "-f", "f32le", "-c:a", "pcm_f32le", "-",
        ])
        return bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { index in
                Float(
                    bitPattern: UInt32(
                        littleEndian: bytes.loadUnaligned(
                            fromByteOffset: 4 * index, as: UInt32.self)))
            }
        }
    }
}
