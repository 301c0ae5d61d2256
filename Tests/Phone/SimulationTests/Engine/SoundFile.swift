import AudioFormats
import Foundation

/// A folder for a test's sound files, removed with this object.
final class SoundFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sori-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a mono 32-bit float WAV file.
    ///
    /// - Returns: The new file's path.
    func write(_ samples: [Float], rate: Double, as name: String) throws -> String {
        let filePath = path + "/" + name
        let file = try WAVFileWriter(
            path: filePath, sampleRate: rate, channelCount: 1, sampleFormat: .float32)
        try samples.withUnsafeBufferPointer {
            try file.write($0.baseAddress!, frameCount: samples.count)
        }
        try file.close()
        return filePath
    }
}

/// All samples of a sound file, interleaved.
func samples(ofFile path: String) throws -> [Float] {
    let reader = try FrameReader(AudioFileReader(path: path))
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 4096 * reader.channelCount)
    while true {
        let count = try block.withUnsafeMutableBufferPointer {
            try reader.read(into: $0.baseAddress!, frameCount: 4096)
        }
        guard count > 0 else { return samples }
        samples += block.prefix(count * reader.channelCount)
    }
}
