import AudioCodecs
import AudioConversion
import AudioModel
import SoundClient

/// Converts captured audio to a queue's format: PCM or an encoding. One thread at a time.
final class InputCoder {
    /// The output format, with every field filled in.
    let format: StreamFormat

    private var converter: FormatConverter
    /// The format of the captured audio, and how its channels become the queue's.
    let input: StreamFormat
    let channelMapping: ChannelMapping
    private(set) var tap: ProcessingTap?
    /// Converts captured audio to the frames that the tap gets; `nil` without a tap.
    private(set) var tapStage: FormatConverter?
    /// Queue time of the first frame of the next `put`.
    var tapTime = 0
    private var bytesPerInputFrame: Int
    /// Samples being converted; kept until the converter asks for more.
    private var held: UnsafeMutableRawBufferPointer?
    private var isHeldTaken = true
    private var isAtEnd = false
    /// Whether everything put in has been converted, except frames that make no whole packet yet.
    private(set) var isDrained = true

    /// Status that ends a pull when no input is left for now; never reported to the app.
    static let nothingNow: Int32 = 1
    /// Most packets that one call may describe.
    private static let packetsPerCallMax = 4096

    /// - Parameters:
    ///   - sampleRate: Sample rate of the input in Hz, interleaved float of `channelCount`
    ///     channels.
    ///   - format: The output: interleaved PCM, or an encoding. A sample rate of zero means that of
    ///     the input.
    /// - Throws: `unsupportedFormat` when its fields contradict each other, `codecNotFound` when
    ///   there is no encoder for it.
    init(
        sampleRate: Double, channelCount: Int, to format: StreamFormat
    ) throws(AudioQueueError) {
        let input = StreamFormat(
            sampleRate: sampleRate, id: .linearPCM, flags: [.float, .packed],
            bytesPerPacket: UInt32(4 * channelCount), framesPerPacket: 1,
            bytesPerFrame: UInt32(4 * channelCount), channelCount: UInt32(channelCount),
            bitsPerChannel: 32)
        guard !(format.id == .linearPCM && format.flags.contains(.nonInterleaved)) else {
            throw .unsupportedFormat
        }
        // Fewer channels are a downmix of all captured ones. Channels beyond the captured ones stay
        // silent, except the second channel of a mono microphone.
        channelMapping =
            format.channelCount < UInt32(channelCount) && format.channelCount > 0
            ? .mixed : .firstChannels
        self.input = input
        converter = try Self.converter(from: input, to: format, channelMapping)
        self.format = converter.outputFormat
        bytesPerInputFrame = 4 * channelCount
    }

    static func converter(
        from input: StreamFormat, to output: StreamFormat, _ channelMapping: ChannelMapping
    ) throws(AudioQueueError) -> FormatConverter {
        var options = ConversionOptions()
        options.channelMapping = channelMapping
        do throws(ConversionError) {
            return try FormatConverter(from: input, to: output, options: options)
        } catch {
            switch error {
            case .unsupportedOutput where output.id != .linearPCM: throw .codecNotFound
            default: throw .unsupportedFormat
            }
        }
    }

    deinit {
        held?.deallocate()
    }

    /// Replaces the converters and the tap; input that was put in before is dropped.
    func use(_ tap: ProcessingTap?, stage: FormatConverter?, coder: FormatConverter) {
        self.tap = tap
        tapStage = stage
        converter = coder
        bytesPerInputFrame = Int(coder.inputFormat.bytesPerFrame)
        reset()
    }

    /// The encoder's magic cookie in Apple's layout; `nil` for encodings without one.
    var magicCookie: [UInt8]? { converter.magicCookie }

    /// Size of the largest packet in bytes.
    ///
    /// Source: for AAC the standard's limit of 6144 bits per channel; Apple Lossless stores a
    /// packet that it cannot compress verbatim, behind a header.
    var maximumPacketSize: Int {
        if format.bytesPerPacket > 0 { return Int(format.bytesPerPacket) }
        let channels = Int(format.channelCount)
        if format.id == .mpeg4AAC { return 768 * channels }
        return 64 + Int(format.framesPerPacket) * channels * 4
    }

    /// Takes captured audio. What was put in before must be drained.
    func put(_ sound: CapturedSound) {
        precondition(isDrained, "what is held is still being converted")
        hold(tapStage == nil ? sound.samples : tapped(sound.samples))
    }

    private func hold(_ samples: [Float]) {
        held?.deallocate()
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: samples.count * MemoryLayout<Float>.stride, alignment: 16)
        samples.withUnsafeBytes { bytes.copyMemory(from: $0) }
        held = bytes
        // A tap may have taken everything.
        isHeldTaken = samples.isEmpty
        isDrained = false
    }

    /// Ends the input; buffered frames are encoded.
    func end() {
        if tapStage != nil, isDrained { hold(tapped(nil)) }
        isAtEnd = true
    }

    /// Forgets all input and starts a new stream.
    func reset() {
        converter.reset()
        tapStage?.reset()
        tap?.streamBegins()
        isHeldTaken = true
        isAtEnd = false
        isDrained = true
    }

    /// The result of one `get`.
    struct Output {
        var packetCount = 0
        var byteCount = 0
        /// One per packet where packets differ; offsets count from the start of the memory given.
        var descriptions: [PacketDescription] = []
        /// Whether more output is ready that did not fit.
        var isFull = false
        var hasFailed = false
    }

    /// Writes as much output as is ready and fits.
    func get(into memory: UnsafeMutableRawBufferPointer, packetsMax: Int) -> Output {
        let isConstant = format.bytesPerPacket > 0
        let limit =
            isConstant
            ? min(packetsMax, memory.count / Int(format.bytesPerPacket))
            : min(packetsMax, Self.packetsPerCallMax)
        guard limit > 0 else { return Output(isFull: true) }
        var descriptions = [PacketDescription](
            repeating: PacketDescription(), count: isConstant ? 0 : limit)
        let result = descriptions.withUnsafeMutableBufferPointer { descriptions in
            converter.convert(
                into: ConversionOutput(
                    buffers: [memory], descriptions: isConstant ? nil : descriptions),
                packetCount: limit, pulling: { _ in next() })
        }
        var output = Output(
            packetCount: result.packetCount, byteCount: result.byteCount,
            descriptions: Array(descriptions.prefix(isConstant ? 0 : result.packetCount)))
        switch result.halt {
        case nil, .failed(.outputSize): output.isFull = true
        case .ended, .inputFailed: isDrained = true
        case .failed: output.hasFailed = true
        }
        return output
    }

    private func next() -> ConversionInput {
        guard let held, !isHeldTaken else {
            return isAtEnd ? .end : .failed(status: Self.nothingNow)
        }
        isHeldTaken = true
        let bytes = UnsafeRawBufferPointer(held)
        return .packets(
            PacketBatch(packetCount: bytes.count / bytesPerInputFrame, buffers: [bytes]))
    }
}
