import AVFoundation
import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import Simulation
import TestSupport
import Testing

/// A folder with sounds, and what is read of files.
struct ExportStage {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func url(_ name: String) -> URL { URL(fileURLWithPath: folder.file(name)) }

    /// A WAVE file of 16-bit samples.
    func wave(_ samples: [Int16], rate: Double = 44_100, name: String = "sound.wav") throws -> URL {
        let format = StreamFormat(
            linearPCM: rate, channelCount: 1, bits: 16, bytesPerSample: 2, isBigEndian: false)
        let writer = try AudioFileWriter(path: folder.file(name), kind: .wav, format: format)
        try samples.withUnsafeBytes { bytes in
            try writer.writeBytes(at: 0, bytes)
        }
        try writer.close()
        return url(name)
    }

    /// A WAVE file of 24-bit frames in stereo.
    func wave24(frameCount: Int, name: String = "wide.wav") throws -> URL {
        let format = StreamFormat(
            linearPCM: 44_100, channelCount: 2, bits: 24, bytesPerSample: 3, isBigEndian: false)
        let writer = try AudioFileWriter(path: folder.file(name), kind: .wav, format: format)
        let bytes = (0..<frameCount).flatMap { frame -> [UInt8] in
            let sample = Int32(4_000_000 * sin(2 * Double.pi * 440 * Double(frame) / 44_100))
            let low = withUnsafeBytes(of: sample.littleEndian) { Array($0.prefix(3)) }
            return low + low
        }
        try bytes.withUnsafeBytes { bytes in
            try writer.writeBytes(at: 0, bytes)
        }
        try writer.close()
        return url(name)
    }

    /// 440 Hz, half the full scale.
    static func sine(seconds: Double, rate: Double = 44_100) -> [Int16] {
        (0..<Int((seconds * rate).rounded())).map {
            Int16((16_384 * sin(2 * Double.pi * 440 * Double($0) / rate)).rounded())
        }
    }

    /// Five seconds of AAC, 440 Hz.
    func f5(name: String = "f5.m4a", seconds: Double = 5) async throws -> URL {
        let source = AVURLAsset(
            url: try wave(Self.sine(seconds: seconds), name: name + ".wav"))
        let session = try #require(
            AVAssetExportSession(asset: source, presetName: AVAssetExportPresetAppleM4A))
        try await session.export(to: url(name), as: .m4a)
        return url(name)
    }

    /// All frames of a file.
    func frames(_ url: URL) throws -> [Float] {
        let file = try AudioFileReader(path: url.path)
        let reader = try FrameReader(file)
        var samples = [Float](
            repeating: 0, count: Int(try file.frameCount()) * reader.channelCount)
        let count = try samples.withUnsafeMutableBufferPointer { samples throws(FormatError) in
            guard let start = samples.baseAddress else { return 0 }
            return try reader.read(into: start, frameCount: samples.count / reader.channelCount)
        }
        return Array(samples.prefix(count * reader.channelCount))
    }
}

/// All buffers of an output, which its reader has started.
func buffers(_ output: AVAssetReaderOutput) -> [CMSampleBuffer] {
    var all: [CMSampleBuffer] = []
    while let buffer = output.copyNextSampleBuffer() { all.append(buffer) }
    return all
}

/// The code of the `AVError` that some code throws.
func code(_ body: () throws -> Void) -> AVError.Code? {
    do { try body() } catch {
        let error = error as NSError
        return error.domain == AVFoundationErrorDomain ? AVError.Code(rawValue: error.code) : nil
    }
    return nil
}

extension CMSampleBuffer {
    /// The samples, where they are 16-bit integers.
    var shorts: [Int16] {
        guard let data = try? dataBuffer?.dataBytes() else { return [] }
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)
            }
        }
    }

    /// The samples, where they are 32-bit floats.
    var floats: [Float] {
        guard let data = try? dataBuffer?.dataBytes() else { return [] }
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
            }
        }
    }
}

/// The faults that a simulated phone finds while an app runs some code.
@MainActor
func faults(_ code: @MainActor () throws -> Void) throws -> [String] {
    let phone = SimulatedPhone()
    phone.onFinding = { _ in }
    try phone.launch("App").run { try code() }
    return phone.findings.map(\.description)
}
