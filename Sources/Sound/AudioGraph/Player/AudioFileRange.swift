import AudioConversion
import AudioEffects
package import AudioFormats
import AudioModel
import ChannelLayouts

/// A range of an audio file's frames, to be played in any format.
package struct AudioFileRange: PlayerFile {
    private let file: AudioFileReader
    private let firstFrame: Int64
    private let frameCount: Int64

    /// - Parameters:
    ///   - firstFrame: A frame of the file; negative for its first one.
    ///   - frameCount: A number of frames of the file; those beyond its end do not count.
    package init(_ file: AudioFileReader, firstFrame: Int64 = 0, frameCount: Int64 = .max) {
        self.file = file
        self.firstFrame = max(firstFrame, 0)
        self.frameCount = max(frameCount, 0)
    }

    package func makeReader(
        sampleRate: Double, channelCount: Int, firstFrame skippedCount: Int
    ) -> (any PlayerFileReader)? {
        guard let reader = try? FrameReader(file), channelCount > 0 else { return nil }
        let fileRate = file.format.sampleRate
        let skipped = Int64((Double(skippedCount) * fileRate / sampleRate).rounded())
        let (start, overflow) = firstFrame.addingReportingOverflow(skipped)
        guard skipped < frameCount, !overflow else { return nil }
        reader.seek(toFrame: start)
        let input = FrameRange(reader, frameCount: frameCount - skipped)
        if fileRate == sampleRate, reader.channelCount == channelCount { return input }
        return ConvertedFrames(
            input, layout: file.channelLayout, from: fileRate, to: sampleRate,
            channelCount: channelCount)
    }
}

/// Frames of a file in its own rate and channels.
private final class FrameRange: PlayerFileReader {
    let channelCount: Int
    private let reader: FrameReader
    private var remainingCount: Int64
    private let block: UnsafeMutablePointer<Float>
    /// The largest number of frames read at once.
    static let blockFrames = 1024

    init(_ reader: FrameReader, frameCount: Int64) {
        self.reader = reader
        channelCount = reader.channelCount
        remainingCount = frameCount
        block = .allocate(capacity: Self.blockFrames * channelCount)
    }

    deinit { block.deallocate() }

    /// Reads the next frames, interleaved and valid until the next call; none at the end, or where
    /// the file cannot be read.
    func next(_ frameCount: Int) -> UnsafeMutableBufferPointer<Float> {
        let wanted = Int(min(Int64(min(frameCount, Self.blockFrames)), remainingCount))
        let count = (try? reader.read(into: block, frameCount: wanted)) ?? 0
        remainingCount -= Int64(count)
        return UnsafeMutableBufferPointer(start: block, count: count * channelCount)
    }

    func read(_ output: PlanarSamples, frameCount: Int) -> Int {
        var done = 0
        while done < frameCount {
            let samples = next(frameCount - done)
            let count = samples.count / channelCount
            guard count > 0 else { break }
            for channel in 0..<channelCount {
                let target = output[channel] + done
                for frame in 0..<count {
                    target[frame] = samples[frame &* channelCount &+ channel]
                }
            }
            done += count
        }
        return done
    }
}

/// Frames of a file in another rate or with other channels. Channels are added or dropped by their
/// index in the order of WAVE; of one channel all others are copies.
private final class ConvertedFrames: PlayerFileReader {
    private let input: FrameRange
    private let converter: FormatConverter
    private let channelCount: Int

    init?(
        _ input: FrameRange, layout: ChannelLayout?, from rate: Double, to newRate: Double,
        channelCount: Int
    ) {
        self.input = input
        self.channelCount = channelCount
        var options = ConversionOptions()
        options.channelMapping = .firstChannels
        if input.channelCount == 1 {
            options.channelMapping = .map([Int](repeating: 0, count: channelCount))
        } else if input.channelCount > channelCount, let labels = try? layout?.labels() {
            options.channelMapping = .map(
                ChannelMixing.firstChannels(of: labels, outputCount: channelCount))
        }
        let converter = try? FormatConverter(
            from: .floats(rate, input.channelCount, isInterleaved: true),
            to: .floats(newRate, channelCount, isInterleaved: false), options: options)
        guard let converter else { return nil }
        self.converter = converter
    }

    func read(_ output: PlanarSamples, frameCount: Int) -> Int {
        let buffers = (0..<channelCount).map {
            UnsafeMutableRawBufferPointer(
                start: output[$0], count: frameCount * MemoryLayout<Float>.stride)
        }
        let result = converter.convert(
            into: ConversionOutput(buffers: buffers), packetCount: frameCount
        ) { wanted in
            let samples = input.next(wanted)
            guard !samples.isEmpty else { return .end }
            return .packets(
                PacketBatch(
                    packetCount: samples.count / input.channelCount,
                    buffers: [UnsafeRawBufferPointer(samples)]))
        }
        return result.packetCount
    }
}

extension StreamFormat {
    /// The format of 32-bit floats in the machine's byte order.
    fileprivate static func floats(
        _ sampleRate: Double, _ channelCount: Int, isInterleaved: Bool
    ) -> StreamFormat {
        let byteCount = UInt32(4 * (isInterleaved ? channelCount : 1))
        return StreamFormat(
            sampleRate: sampleRate, id: .linearPCM,
            flags: isInterleaved
                ? [.float, .packed] : [.float, .packed, .nonInterleaved],
            bytesPerPacket: byteCount, framesPerPacket: 1, bytesPerFrame: byteCount,
            channelCount: UInt32(channelCount), bitsPerChannel: 32)
    }
}
