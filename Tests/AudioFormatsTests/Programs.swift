import Foundation

/// The command-line programs that our decoding is held against.
enum Program: String {
    case ffmpeg
    case ffprobe
    case sox
    case sndfileConvert = "sndfile-convert"

    /// nil when the program is not installed; then one line says so.
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

    /// - Returns: What it wrote to standard output.
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

    /// The sizes of a file's packets, in order, as FFmpeg cuts them.
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

    /// What FFmpeg makes of a file, as interleaved float.
    static func decodeWithFFmpeg(_ ffmpeg: String, _ file: String) throws -> [Float] {
        let bytes = try run(
            ffmpeg, ["-v", "error", "-i", file, "-f", "f32le", "-c:a", "pcm_f32le", "-"])
        return stride(from: 0, to: bytes.count - 3, by: 4).map { start in
            let bits = bytes[start..<start + 4].reversed().reduce(UInt32(0)) {
                $0 << 8 | UInt32($1)
            }
            return Float(bitPattern: bits)
        }
    }
}
