import AudioConversion
import AudioFormats
import AudioModel
import SoundClient

/// Brings what a microphone hears into a queue's format.
///
/// One thread at a time.
final class InputCoder {
    /// With every field filled in.
    let format: StreamFormat

    private var converter: FormatConverter
    /// What the microphone gives, and how its channels become those of the queue.
    let input: StreamFormat
    let channelMapping: ChannelMapping
    private(set) var tap: ProcessingTap?
    /// Converts what is heard to the frames that the tap gets; `nil` without a tap.
    private(set) var tapStage: FormatConverter?
    /// Queue time of the first frame that is put in next.
    var tapTime = 0
    private var bytesPerInputFrame: Int
    /// What is being converted: stays where it is until more is asked for.
    private var held: UnsafeMutableRawBufferPointer?
    private var isHeldTaken = true
    private var isAtEnd = false
    /// Whether all that was put in has come out, but for what makes no packet yet.
    private(set) var isDrained = true

    /// Says that there is nothing to convert for now; never seen outside.
    static let nothingNow: Int32 = 1
    /// Packets that one call may describe.
    private static let packetsPerCallMax = 4096

    /// - Parameters:
    ///   - sampleRate: Frames a second that come in, as interleaved float of `channelCount`.
    ///   - format: What comes out: interleaved PCM, or a coding. A rate of zero means that of the
    ///     input.
    /// - Throws: `unsupportedFormat` when its fields contradict each other, `codecNotFound` when
    ///   nothing codes it.
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
        // Fewer channels are mixed from all that were heard; more are not made up, but for the
        // second one of a microphone that has one.
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

    /// Changes what converts; nothing that was put in before is kept.
    func use(_ tap: ProcessingTap?, stage: FormatConverter?, coder: FormatConverter) {
        self.tap = tap
        tapStage = stage
        converter = coder
        bytesPerInputFrame = Int(coder.inputFormat.bytesPerFrame)
        reset()
    }

    /// As Apple has it; `nil` for codings without one.
    var magicCookie: [UInt8]? { converter.magicCookie }

    /// Bytes of the largest packet.
    ///
    /// Source: for AAC the standard's limit of 6144 bits a channel; Apple Lossless keeps what it
    /// cannot shorten as it is, behind a header.
    var maximumPacketSize: Int {
        if format.bytesPerPacket > 0 { return Int(format.bytesPerPacket) }
        let channels = Int(format.channelCount)
        if format.id == .mpeg4AAC { return 768 * channels }
        return 64 + Int(format.framesPerPacket) * channels * 4
    }

    /// Takes in sound. What was put in before must be drained.
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

    /// No more is taken in; what is held back comes out.
    func end() {
        if tapStage != nil, isDrained { hold(tapped(nil)) }
        isAtEnd = true
    }

    /// Begins anew.
    func reset() {
        converter.reset()
        tapStage?.reset()
        tap?.streamBegins()
        isHeldTaken = true
        isAtEnd = false
        isDrained = true
    }

    struct Output {
        var packetCount = 0
        var byteCount = 0
        /// Where packets differ; they count from the start of the memory given.
        var descriptions: [PacketDescription] = []
        /// Whether there is more that found no room.
        var isFull = false
        var hasFailed = false
    }

    /// Gives out what there is, as much as there is room for.
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
