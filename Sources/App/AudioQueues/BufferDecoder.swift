import AudioCodecs
import AudioModel
import ChannelLayouts

/// Decodes the buffers of one queue, in order, to interleaved float frames of the format's
/// channels. With the queue's lock held.
final class BufferDecoder {
    private let format: StreamFormat
    private let decoder: any PacketDecoder
    private let channelCount: Int
    /// The layout of the frames where the encoding determines it.
    let layout: ChannelLayout?
    /// The packet that was decoded last.
    private var staging: [Float]
    /// Frames of `staging` that have not been read yet.
    private var stagedFrames: Range<Int> = 0..<0

    private var item: EnqueuedBuffer?
    private var nextPacket = 0
    /// Frames of the item still to skip, then frames still to read.
    private var framesToSkip = 0
    private var framesLeft = 0

    /// - Throws: `codecNotFound`.
    init(_ format: StreamFormat, magicCookie: [UInt8]?) throws(AudioQueueError) {
        self.format = format
        channelCount = Int(format.channelCount)
        layout = StandardLayout.decoded(
            format.id, channelCount: format.channelCount,
            configuration: magicCookie.flatMap { decoderConfiguration(inCookie: $0, of: format) }
        ).map { ChannelLayout(tag: $0) }
        do throws(FormatError) {
            decoder = try makePacketDecoder(format, magicCookie: magicCookie)
        } catch {
            throw .codecNotFound
        }
        staging = []
    }

    /// Whether every packet is one frame of a fixed size, so that reading can begin at any frame.
    private var isFrameByFrame: Bool { format.framesPerPacket == 1 && format.bytesPerPacket > 0 }

    /// Packets that could not be decoded so far.
    var brokenPacketCount: Int { decoder.brokenPacketCount }

    /// Begins with the first frame of a buffer that is not trimmed.
    func begin(_ item: EnqueuedBuffer) {
        self.item = item
        nextPacket = 0
        stagedFrames = 0..<0
        framesToSkip = item.trimStart
        framesLeft = item.frameCount
        if isFrameByFrame {
            nextPacket = framesToSkip
            framesToSkip = 0
        }
    }

    /// Frames of the current buffer that are still to be read.
    var remainingFrames: Int { framesLeft }

    /// Decodes the next frames.
    ///
    /// - Parameter samples: Room for `frameCount` interleaved frames.
    /// - Returns: Frames written; fewer than asked for at the buffer's end.
    func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        guard let item else { return 0 }
        let wanted = min(frameCount, framesLeft)
        guard wanted > 0 else { return 0 }
        if isFrameByFrame {
            readFrames(of: item, into: samples, wanted)
        } else {
            readPackets(of: item, into: samples, wanted)
        }
        framesLeft -= wanted
        return wanted
    }

    /// Drops the current buffer and the decoder's state.
    func reset() {
        decoder.reset()
        item = nil
        framesLeft = 0
    }

    /// Drops the decoder's state: the next packet begins another stream.
    func flush() {
        decoder.reset()
    }

    private func readFrames(
        of item: EnqueuedBuffer, into samples: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        let start = nextPacket * Int(format.bytesPerPacket)
        decoder.decodeWhole(
            UnsafeRawBufferPointer(
                start: item.buffer.data + start, count: count * Int(format.bytesPerPacket)),
            into: samples, frameCount: count, channelCount: channelCount)
        nextPacket += count
    }

    private func readPackets(
        of item: EnqueuedBuffer, into samples: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        var written = 0
        while written < count {
            if stagedFrames.isEmpty { decodeNext(of: item) }
            let skipped = min(framesToSkip, stagedFrames.count)
            framesToSkip -= skipped
            stagedFrames = stagedFrames.lowerBound + skipped..<stagedFrames.upperBound
            let taken = min(count - written, stagedFrames.count)
            staging.withUnsafeBufferPointer { staging in
                guard taken > 0, let start = staging.baseAddress else { return }
                (samples + written * channelCount).update(
                    from: start + stagedFrames.lowerBound * channelCount,
                    count: taken * channelCount)
            }
            stagedFrames = stagedFrames.lowerBound + taken..<stagedFrames.upperBound
            written += taken
        }
    }

    private func decodeNext(of item: EnqueuedBuffer) {
        // One packet at least is left: the caller asks for no more frames than the packets have.
        let frameCount = item.packets.frameCount(ofPacket: nextPacket)
        // A packet without output can prime the decoder for the next one.
        let sampleCount = max(frameCount * channelCount, 1)
        if staging.count < sampleCount { staging = Array(repeating: 0, count: sampleCount) }
        let bytes = item.packets.bytes(ofPacket: nextPacket)
        staging.withUnsafeMutableBufferPointer { staging in
            guard let start = staging.baseAddress else { return }
            decoder.decodeWhole(
                UnsafeRawBufferPointer(
                    start: item.buffer.data + bytes.lowerBound, count: bytes.count),
                into: start, frameCount: frameCount, channelCount: channelCount)
        }
        stagedFrames = 0..<frameCount
        nextPacket += 1
    }
}

/// Checks that a format's fields agree, for audio that is enqueued as packets.
///
/// - Returns: The format, with the fields that may be zero filled in.
/// - Throws: `unsupportedFormat`.
func checkedFormat(_ format: StreamFormat) throws(AudioQueueError) -> StreamFormat {
    guard format.sampleRate.isFinite, StreamFormat.playableSampleRates.contains(format.sampleRate),
        (1...OutputQueue.channelsMax).contains(Int(format.channelCount)),
        Int(format.framesPerPacket) <= PacketList.framesPerPacketMax,
        Int(format.bytesPerPacket) <= OutputQueue.bytesPerPacketMax
    else { throw .unsupportedFormat }
    var format = format
    switch format.id {
    case .linearPCM:
        let isInterleaved = format.channelCount == 1 || !format.flags.contains(.nonInterleaved)
        guard isInterleaved, format.framesPerPacket == 1,
            format.bytesPerFrame == format.bytesPerPacket, format.bytesPerFrame > 0,
            format.bytesPerFrame % format.channelCount == 0
        else { throw .unsupportedFormat }
    case .uLaw, .aLaw:
        guard format.framesPerPacket <= 1, format.bytesPerPacket == format.channelCount else {
            throw .unsupportedFormat
        }
        format.framesPerPacket = 1
        format.bytesPerFrame = format.channelCount
    case .appleIMA4:
        guard format.framesPerPacket == 64, format.bytesPerPacket == 34 * format.channelCount
        else { throw .unsupportedFormat }
    default:
        break
    }
    return format
}
