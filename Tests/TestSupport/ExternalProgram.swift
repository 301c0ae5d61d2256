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

    /// Runs the program without standard input.
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
