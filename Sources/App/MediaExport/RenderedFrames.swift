package import AudioCodecs
import AudioConversion
package import AudioModel

/// A piece of sound in any linear PCM format.
package struct RenderedFrames: Sendable {
    /// The samples; without interleaving all frames of a channel, then those of the next.
    package var bytes: [UInt8]
    package var frameCount: Int
    /// The first frame's number in the mix.
    package var firstFrame: Int64
}

/// Reads frames of a mix in any linear PCM format, in bounded memory.
///
/// Not thread-safe: used by one thread at a time.
package final class MixRendering {
    /// The format of the frames, with every field filled in.
    package let format: StreamFormat
    /// The frames to read.
    package private(set) var range: Range<Int64>

    private let mix: TimelineMix
    private let converter: FormatConverter?
    private var samples: [Float]

    /// The most frames of a piece.
    package static let pieceFramesMax = 8192

    /// - Parameters:
    ///   - format: Linear PCM.
    ///   - range: In seconds; clamped to the mix. `nil` for all of it.
    /// - Throws: `badField` or `unsupportedCoding` for a format that is not possible.
    package init(
        _ timelines: [SoundTimeline], as format: StreamFormat, range: Range<Double>?
    ) throws(FormatError) {
        guard format.id == .linearPCM else {
            throw FormatError(.unsupportedCoding(format.codingName))
        }
        let mix = try TimelineMix(
            timelines, sampleRate: format.sampleRate, channelCount: Int(format.channelCount))
        self.mix = mix
        let mixed = StreamFormat.mixed(
            sampleRate: format.sampleRate, channelCount: Int(format.channelCount))
        do throws(ConversionError) {
            let converter = try FormatConverter(from: mixed, to: format)
            self.format = converter.outputFormat
            self.converter = mixed == converter.outputFormat ? nil : converter
        } catch {
            throw FormatError(.unsupportedCoding(format.codingName))
        }
        samples = Array(
            repeating: 0,
            count: self.converter == nil ? 0 : Self.pieceFramesMax * mix.channelCount)
        self.range = 0..<mix.frameCount
        setRange(range)
    }

    /// Goes to other frames.
    ///
    /// - Parameter range: In seconds; clamped to the mix. `nil` for all of it.
    package func setRange(_ range: Range<Double>?) {
        if let range {
            let rate = mix.sampleRate
            let start = nearestFrame(at: range.lowerBound, rate)
            self.range = (start..<max(nearestFrame(at: range.upperBound, rate), start)).clamped(
                to: 0..<mix.frameCount)
        } else {
            self.range = 0..<mix.frameCount
        }
        mix.seek(toFrame: self.range.lowerBound)
        converter?.reset()
    }

    /// The next frame to read.
    package var frame: Int64 { mix.frame }

    /// Reads the next frames.
    ///
    /// - Returns: At most `frameCount` of them, and at most `pieceFramesMax`; `nil` at the end.
    /// - Throws: An error of a file.
    package func next(_ frameCount: Int) throws(FormatError) -> RenderedFrames? {
        let first = mix.frame
        let count = Int(
            min(
                Int64(min(max(frameCount, 0), Self.pieceFramesMax)),
                max(range.upperBound - first, 0)))
        guard count > 0 else { return nil }
        let byteCount = count * Int(format.bytesPerFrame) * format.planeCount
        var bytes = [UInt8](repeating: 0, count: byteCount)
        if let converter {
            try samples.withUnsafeMutableBufferPointer { samples throws(FormatError) in
                guard let start = samples.baseAddress else { return }
                _ = try mix.read(into: start, frameCount: count)
            }
            try convert(converter, count, into: &bytes)
        } else {
            let read = bytes.withUnsafeMutableBytes { bytes in
                Result { () throws(FormatError) in
                    guard let start = bytes.baseAddress else { return 0 }
                    return try mix.read(
                        into: start.assumingMemoryBound(to: Float.self), frameCount: count)
                }
            }
            _ = try read.get()
        }
        return RenderedFrames(bytes: bytes, frameCount: count, firstFrame: first)
    }

    private func convert(
        _ converter: FormatConverter, _ count: Int, into bytes: inout [UInt8]
    ) throws(FormatError) {
        let planeByteCount = count * Int(format.bytesPerFrame)
        let inputByteCount = count * mix.channelCount * MemoryLayout<Float>.stride
        let result = bytes.withUnsafeMutableBytes { bytes in
            samples.withUnsafeBytes { samples in
                let planes = (0..<format.planeCount).map {
                    let start = $0 * planeByteCount
                    return UnsafeMutableRawBufferPointer(
                        rebasing: bytes[start..<start + planeByteCount])
                }
                let input = UnsafeRawBufferPointer(rebasing: samples[..<inputByteCount])
                return converter.convert(
                    into: ConversionOutput(buffers: planes), packetCount: count
                ) { _ in .packets(PacketBatch(packetCount: count, buffers: [input])) }
            }
        }
        guard result.packetCount == count else {
            throw FormatError(.unsupportedCoding(format.codingName))
        }
    }
}
