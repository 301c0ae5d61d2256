import AudioCodecs
public import AudioModel

/// Converts audio from one format to another: decoding, channel mixing, sample-rate conversion and
/// encoding, each only where the formats differ.
///
/// The caller requests packets of the output format; the converter requests packets of the input
/// format. The same input gives the same output, bit for bit, whatever the partition into calls. No
/// frame is lost or added: a sample-rate conversion outputs the input's length at the new rate,
/// rounded up to a whole frame. PCM of the same layout on both sides is copied.
///
/// One thread at a time.
public final class FormatConverter {
    /// The largest ratio of the two sample rates, in either direction.
    public static let rateRatioMax = 256.0

    /// The input format, with derived fields filled in.
    public let inputFormat: StreamFormat
    /// The output format, with the fields filled in that its coding determines.
    public let outputFormat: StreamFormat
    /// The options as they were passed.
    public let options: ConversionOptions

    private enum ConversionPath {
        case frameByFrame(PacketInput, PCMConverter)
        case framesOut(ConversionPipeline, PCMPacker)
        case packetsOut(ConversionPipeline, EncodingStage)
    }

    private let path: ConversionPath
    private var block: [Float]
    private var isConverting = false

    /// - Parameters:
    ///   - input: The input format. A sample rate of zero means that of the output.
    ///   - output: The output format. A sample rate or a channel count of zero means that of the
    ///     input. A coding's other fields may be zero; for Apple Lossless a zero bit depth means
    ///     that of the input.
    public init(
        from input: StreamFormat, to output: StreamFormat,
        options: ConversionOptions = ConversionOptions()
    ) throws(ConversionError) {
        let (input, output) = try completed(input, output)
        let mapper = try ChannelMapper(
            options.inOrderOfCoders(input, output), inputCount: Int(input.channelCount),
            outputCount: Int(output.channelCount))
        self.options = options
        inputFormat = input
        block = Array(
            repeating: 0, count: ConversionPipeline.blockFrames * Int(output.channelCount))
        if input.isFrameByFrame, output.isFrameByFrame, input.sampleRate == output.sampleRate,
            let pcmConverter = PCMConverter(
                from: input, to: output, mapper: mapper, options: options)
        {
            outputFormat = output
            path = .frameByFrame(PacketInput(input), pcmConverter)
            return
        }
        let pipeline = try ConversionPipeline(
            from: input, to: output, mapper: mapper, options: options)
        if output.isFrameByFrame {
            guard let packer = PCMPacker(output, losesBits: true, options) else {
                throw .unsupportedOutput(output.codingName)
            }
            outputFormat = output
            path = .framesOut(pipeline, packer)
        } else {
            guard output.id != .mpegLayer3 || options.allowsMP3Output else {
                throw .unsupportedOutput(output.codingName)
            }
            let stage = try EncodingStage(
                output, bitRate: options.outputBitRate, layout: options.outputLayout)
            outputFormat = stage.format
            path = .packetsOut(pipeline, stage)
        }
    }

    /// The magic cookie of the output's coding, in Apple's format; `nil` for codings without one.
    public var magicCookie: [UInt8]? {
        guard case .packetsOut(_, let stage) = path else { return nil }
        return stage.magicCookie
    }

    /// The priming frames of the output's coding before the first input frame, and, after the end,
    /// its remainder frames after the last one. Zero for PCM.
    public var outputPriming: (leading: Int, trailing: Int) {
        guard case .packetsOut(_, let stage) = path else { return (0, 0) }
        return (stage.primingFrames, stage.remainderFrames)
    }

    /// The number of frames that the sample-rate conversion reads before and after a position; zero
    /// without one.
    public var rateConversionReach: (leading: Int, trailing: Int) {
        let resampler: StreamResampler?
        switch path {
        case .frameByFrame: resampler = nil
        case .framesOut(let pipeline, _), .packetsOut(let pipeline, _):
            resampler = pipeline.resampler
        }
        return resampler.map { ($0.leadingFrames, $0.trailingFrames) } ?? (0, 0)
    }

    /// Whether both formats are PCM or G.711 of one sample rate: then no state is kept between
    /// calls.
    public var isFrameByFrame: Bool {
        if case .frameByFrame = path { true } else { false }
    }

    /// Resets the converter to its state after `init`, and releases the input. Ignored during a
    /// conversion.
    public func reset() {
        guard !isConverting else { return }
        switch path {
        case .frameByFrame(let packetInput, let pcmConverter):
            packetInput.reset()
            pcmConverter.reset()
        case .framesOut(let pipeline, let packer):
            pipeline.reset()
            packer.reset()
        case .packetsOut(let pipeline, let stage):
            pipeline.reset()
            stage.reset()
        }
    }

    /// Converts packets, requesting the input it needs.
    ///
    /// - Parameters:
    ///   - output: The memory to fill, from its start.
    ///   - packetCount: The number of packets to convert; for PCM, of frames. When packets differ
    ///     in size, fewer are output when the buffer is full.
    ///   - pull: Receives the number of packets needed; it may return more or fewer. The memory
    ///     that it returns must stay valid until the next call of `pull` or `reset`, even after
    ///     `convert` has returned.
    public func convert(
        into output: ConversionOutput, packetCount: Int, pulling pull: (Int) -> ConversionInput
    ) -> ConversionResult {
        guard !isConverting else { return ConversionResult(halt: .failed(.busy)) }
        isConverting = true
        defer { isConverting = false }
        let bytesPerPacket = Int(outputFormat.bytesPerPacket)
        let room = output.buffers.map(\.count).min() ?? 0
        guard packetCount > 0 else { return ConversionResult() }
        guard output.buffers.count == outputFormat.planeCount,
            bytesPerPacket == 0 || room >= bytesPerPacket
        else { return ConversionResult(halt: .failed(.outputSize)) }
        let limit = bytesPerPacket == 0 ? packetCount : min(packetCount, room / bytesPerPacket)
        switch path {
        case .frameByFrame(let packetInput, let pcmConverter):
            return convert(packetInput, pcmConverter, into: output, frameCount: limit, pull)
        case .framesOut(let pipeline, let packer):
            pipeline.begin()
            return convert(pipeline, packer, into: output, frameCount: limit, pull)
        case .packetsOut(let pipeline, let stage):
            pipeline.begin()
            return convert(pipeline, stage, into: output, packetCount: limit, pull)
        }
    }

    private func convert(
        _ packetInput: PacketInput, _ pcmConverter: PCMConverter, into output: ConversionOutput,
        frameCount: Int, _ pull: (Int) -> ConversionInput
    ) -> ConversionResult {
        var result = ConversionResult()
        while result.packetCount < frameCount {
            let left = frameCount - result.packetCount
            let count = min(packetInput.count, left)
            if count > 0 {
                pcmConverter.run(
                    packetInput.start(ofBuffer:), into: output.buffers, at: result.packetCount,
                    frameCount: count)
                packetInput.skip(count)
                result.packetCount += count
                continue
            }
            result.halt =
                packetInput.isAtEnd
                ? .ended : packetInput.take(pull(min(left, PacketInput.packetsMax)))
            if result.halt != nil { break }
        }
        result.byteCount = result.packetCount * Int(outputFormat.bytesPerFrame)
        return result
    }

    private func convert(
        _ pipeline: ConversionPipeline, _ packer: PCMPacker, into output: ConversionOutput,
        frameCount: Int,
        _ pull: (Int) -> ConversionInput
    ) -> ConversionResult {
        var block = block
        self.block = []
        defer { self.block = block }
        var result = ConversionResult()
        while result.packetCount < frameCount, result.halt == nil {
            let left = frameCount - result.packetCount
            let read = pipeline.read(
                into: &block, frameCount: min(left, ConversionPipeline.blockFrames), wanted: left,
                pull: pull)
            packer.pack(
                block, into: output.buffers, at: result.packetCount, frameCount: read.frameCount)
            result.packetCount += read.frameCount
            result.halt = read.halt
        }
        result.byteCount = result.packetCount * Int(outputFormat.bytesPerFrame)
        return result
    }

    private func convert(
        _ pipeline: ConversionPipeline, _ stage: EncodingStage, into output: ConversionOutput,
        packetCount: Int, _ pull: (Int) -> ConversionInput
    ) -> ConversionResult {
        var block = block
        self.block = []
        defer { self.block = block }
        var result = ConversionResult()
        while result.packetCount < packetCount, result.halt == nil {
            if stage.readyCount > 0 {
                let buffer = UnsafeMutableRawBufferPointer(
                    rebasing: output.buffers[0][result.byteCount...])
                let taken = take(
                    stage, into: buffer, packetCount - result.packetCount, output.descriptions,
                    after: result)
                result.packetCount += taken.packetCount
                result.byteCount += taken.byteCount
                guard taken.packetCount == 0 else { continue }
                // The next packet does not fit.
                if result.packetCount == 0 { result.halt = .failed(.outputSize) }
                return result
            }
            guard !stage.isFinished else {
                result.halt = .ended
                return result
            }
            let framesWanted = (packetCount - result.packetCount)
                .multipliedReportingOverflow(by: Int(outputFormat.framesPerPacket)).partialValue
            let read = pipeline.read(
                into: &block, frameCount: min(max(framesWanted, 1), ConversionPipeline.blockFrames),
                wanted: max(framesWanted, 1), pull: pull)
            result.halt = code(read, block, stage)
        }
        return result
    }

    private func take(
        _ stage: EncodingStage, into buffer: UnsafeMutableRawBufferPointer, _ limit: Int,
        _ descriptions: UnsafeMutableBufferPointer<PacketDescription>?,
        after result: ConversionResult
    ) -> (packetCount: Int, byteCount: Int) {
        let left = descriptions.map {
            UnsafeMutableBufferPointer(rebasing: $0[min(result.packetCount, $0.count)...])
        }
        let taken = stage.take(into: buffer, limit: limit, descriptions: left)
        // Offsets are relative to the start of the whole buffer.
        for index in 0..<taken.packetCount {
            left?[index].startOffset += Int64(result.byteCount)
        }
        return taken
    }

    /// - Returns: Why no more packets can be encoded; `nil` when they can.
    private func code(
        _ read: (frameCount: Int, halt: ConversionHalt?), _ block: [Float],
        _ stage: EncodingStage
    ) -> ConversionHalt? {
        if read.frameCount > 0,
            let error = stage.add(block, frameCount: read.frameCount)
        {
            return .failed(error)
        }
        guard read.halt == .ended else { return read.halt }
        // The encoder's pending packets are still to be output.
        return stage.finish().map(ConversionHalt.failed)
    }
}
