import Foundation

/// The command-line programs that decoding is compared with.
enum Program: String {
    case ffmpeg
    case ffprobe
    case sox
    case sndfileConvert = "sndfile-convert"

    /// Path of the program; nil, with a message, when it is not installed.
    var path: String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let found = folders.map { "\($0)/\(rawValue)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        if found == nil { print("skipped: \(rawValue) is not installed") }
        return found
    }

    struct Failure: Error {
        var message: String
    }

    /// Runs the program.
    ///
    /// - Returns: Its standard output.
    @discardableResult
    static func run(_ path: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: "\(path) \(arguments.joined(separator: " ")) failed")
        }
        return Array(bytes)
    }

    /// FFmpeg's packet sizes for a file, in order.
    static func packetSizes(_ ffprobe: String, _ file: String) throws -> [Int] {
        let bytes = try run(
            ffprobe,
            [
                "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=size", "-of",
                "csv=p=0", file,
            ])
        return String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: { $0.isNewline || $0 == "," }).compactMap { Int($0) }
    }

    /// FFmpeg's decoded output for a file, as interleaved floats.
    static func decodeWithFFmpeg(_ ffmpeg: String, _ file: String) throws -> [Float] {
        let bytes = try run(
            ffmpeg, ["-v", "error", "-i", file, "-f", "f32le", "-c:a", "pcm_f32le", "-"])
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
