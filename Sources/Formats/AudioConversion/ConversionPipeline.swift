import AudioModel
import SoundMixer

/// The conversion pipeline: decoded frames → channels → sample rate, each only where the formats
/// differ.
final class ConversionPipeline {
    static let blockFrames = StreamResampler.blockFrames
    /// Keeps products of frame counts and rates within 64 bits.
    private static let wantedMax = 1 << 16

    private let source: FrameSource
    private let mapper: ChannelMapper
    /// Whether channels are mixed before resampling: fewer channels cost less.
    private let mixesFirst: Bool
    private let inputCount: Int
    private let outputCount: Int
    let resampler: StreamResampler?
    /// The reason why the input stopped while the resampler still had frames to output.
    private var delayedHalt: ConversionHalt?

    private var sourceBlock: [Float]
    private var mixedBlock: [Float]

    init(
        from input: StreamFormat, to output: StreamFormat, mapper: ChannelMapper,
        options: ConversionOptions
    ) throws(ConversionError) {
        source = try FrameSource(input, options)
        self.mapper = mapper
        inputCount = Int(input.channelCount)
        outputCount = Int(output.channelCount)
        mixesFirst = outputCount <= inputCount
        resampler =
            input.sampleRate == output.sampleRate
            ? nil
            : StreamResampler(
                RateRatio(from: input.sampleRate, to: output.sampleRate),
                channelCount: min(inputCount, outputCount), quality: options.quality,
                method: options.primeMethod)
        let sampleCount = Self.blockFrames * max(inputCount, outputCount)
        sourceBlock = Array(repeating: 0, count: sampleCount)
        mixedBlock = Array(repeating: 0, count: sampleCount)
    }

    /// Clears the failure of the previous call, so that input is requested again.
    func begin() {
        delayedHalt = nil
    }

    func reset() {
        delayedHalt = nil
        source.reset()
        resampler?.reset()
    }

    /// - Parameters:
    ///   - samples: Room for `frameCount` frames.
    ///   - frameCount: At most `blockFrames`.
    ///   - wanted: As for `FrameSource.read`, at the output's rate.
    /// - Returns: The number of frames; fewer than requested only together with a reason.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int, wanted: Int,
        pull: (Int) -> ConversionInput
    ) -> (frameCount: Int, halt: ConversionHalt?) {
        let wanted = min(wanted, Self.wantedMax)
        guard let resampler else {
            return readMapped(into: samples, frameCount: frameCount, wanted: wanted, pull: pull)
        }
        var done = 0
        while done < frameCount {
            let ready = min(resampler.readyCount, frameCount - done)
            if ready > 0 {
                give(ready, of: resampler, into: samples + done * outputCount)
                done += ready
                continue
            }
            if let halt = delayedHalt ?? feed(resampler, wanted: wanted - done, pull) {
                guard resampler.readyCount == 0 else {
                    delayedHalt = halt
                    continue
                }
                return (done, halt)
            }
        }
        return (done, nil)
    }

    /// - Returns: Why the input has stopped; `nil` when it has not.
    private func feed(
        _ resampler: StreamResampler, wanted: Int, _ pull: (Int) -> ConversionInput
    ) -> ConversionHalt? {
        let needed = max(resampler.neededCount(for: max(wanted, 1)), 1)
        let count = min(needed, resampler.room, Self.blockFrames)
        var block = take(&mixedBlock)
        defer { mixedBlock = block }
        let halt = block.withUnsafeMutableBufferPointer { block -> ConversionHalt? in
            guard let start = block.baseAddress else { return nil }
            let read =
                mixesFirst
                ? readMapped(into: start, frameCount: count, wanted: needed, pull: pull)
                : source.read(into: start, frameCount: count, wanted: needed, pull: pull)
            resampler.append(start, count: read.frameCount)
            return read.halt
        }
        if halt == .ended { resampler.end() }
        return halt
    }

    private func give(
        _ frameCount: Int, of resampler: StreamResampler, into samples: UnsafeMutablePointer<Float>
    ) {
        guard !mixesFirst else {
            resampler.read(into: samples, count: frameCount)
            return
        }
        sourceBlock.withUnsafeMutableBufferPointer { block in
            guard let start = block.baseAddress else { return }
            resampler.read(into: start, count: frameCount)
            mapper.run(
                start, channelCount: inputCount, into: samples, channelCount: outputCount,
                frameCount: frameCount)
        }
    }

    private func readMapped(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int, wanted: Int,
        pull: (Int) -> ConversionInput
    ) -> (frameCount: Int, halt: ConversionHalt?) {
        guard mapper != .same else {
            return source.read(into: samples, frameCount: frameCount, wanted: wanted, pull: pull)
        }
        var block = take(&sourceBlock)
        defer { sourceBlock = block }
        return block.withUnsafeMutableBufferPointer { block in
            guard let start = block.baseAddress else { return (0, nil) }
            let read = source.read(into: start, frameCount: frameCount, wanted: wanted, pull: pull)
            mapper.run(
                start, channelCount: inputCount, into: samples, channelCount: outputCount,
                frameCount: read.frameCount)
            return read
        }
    }

    /// Moves a block out of this object during a call of the app, which may call back.
    private func take(_ block: inout [Float]) -> [Float] {
        let taken = block
        block = []
        return taken
    }
}
