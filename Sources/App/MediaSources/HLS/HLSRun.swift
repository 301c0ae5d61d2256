import AudioCodecs
import AudioConversion
import AudioModel
import SoundMixer

/// Decoded frames at their place in the stream.
struct HLSBlock {
    var first: Int64 = 0
    var samples: [Float] = []
    var frameCount = 0

    var frames: Range<Int64> { first..<first + Int64(frameCount) }

    /// Copies the frames from one on.
    ///
    /// - Returns: Their number; zero if that frame is not there.
    func copy(
        from frame: Int64, into output: UnsafeMutablePointer<Float>, frameCount room: Int,
        _ channelCount: Int
    ) -> Int {
        guard frames.contains(frame) else { return 0 }
        let skipped = Int(frame - first)
        let count = min(frameCount - skipped, room)
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            output.update(from: start + skipped * channelCount, count: count * channelCount)
        }
        return count
    }
}

/// A decoder on its way through segments that follow each other without a break.
final class HLSRun {
    /// The number of the segment that is decoded.
    private(set) var serial: Int64
    /// Whether the decoder would have to begin in the segment before, which is not there.
    let lacksPredecessor: Bool

    private var content: HLSSlot.Content
    /// The next packet of the segment.
    private var packet: Int
    /// Segments that are decoded after this one.
    private var later: [HLSSlot] = []
    private let decoder: any PacketDecoder
    private let rate: Double
    private let channelCount: Int
    private let resampler: StreamResampler?
    /// The next frame of the stream that the resampler gives.
    private var resampledFrame: Int64 = 0
    /// Frames of the coding to leave out, so that the resampler begins at one of the stream's.
    private var skippedFrames = 0
    private var hasFinished = false
    private var decoded: [Float] = []
    private var mixed: [Float] = []
    private let mixing: HLSChannelMixing
    /// The frame at which the block begins that was decoded last.
    private var lastBlockStart: Int64?

    /// Begins in a segment, early enough for a frame.
    ///
    /// - Parameters:
    ///   - before: The segment that continues into it.
    ///   - rate: Frames a second of the stream.
    init(
        _ slot: HLSSlot, before: HLSSlot?, at frame: Int64, rate: Double, channelCount: Int
    ) throws(FormatError) {
        guard let content = slot.content else { throw FormatError(.missing("audio")) }
        let format = content.sound.format
        self.rate = rate
        self.channelCount = channelCount
        decoder = try makePacketDecoder(format, magicCookie: content.sound.cookie)
        mixing = HLSChannelMixing(
            from: Int(format.channelCount), to: channelCount, content.sound.channelLayout)
        let native = content.period.native(ofFrame: frame, rate: rate)
        var wanted = native
        if format.sampleRate == rate {
            resampler = nil
        } else {
            let ratio = RateRatio(from: format.sampleRate, to: rate)
            let resampler = StreamResampler(
                ratio, channelCount: channelCount, quality: RateConversionQuality(),
                method: .normal)
            self.resampler = resampler
            // The filter's frames before are those of a stream that never stopped.
            wanted = max(native - Int64(resampler.leadingFrames), content.nativeStart)
        }
        let index = content.sound.packet(at: wanted - content.nativeStart)
        let roll = Int(decoder.rollPacketCount)
        if index >= roll || before == nil {
            (self.content, serial, packet) = (content, slot.serial, max(index - roll, 0))
        } else if let before, let earlier = before.content {
            let count = earlier.sound.packets.count
            (self.content, serial) = (earlier, before.serial)
            packet = max(count - (roll - index), 0)
            later = [slot]
        } else {
            (self.content, serial, packet) = (content, slot.serial, 0)
        }
        lacksPredecessor = index < roll && before == nil
        beginResampling()
    }

    /// Lets the resampler begin at a frame of the coding that is one of the stream as well.
    private func beginResampling() {
        guard resampler != nil else { return }
        let ratio = RateRatio(from: content.sound.format.sampleRate, to: rate)
        let step = Int64(ratio.numerator)
        let first = content.nativeStart + content.sound.frames[packet]
        let isExact = ratio.denominator < 1 << 31 && step < 1 << 20
        let skipped = isExact ? (step - first % step) % step : 0
        skippedFrames = Int(first < 0 ? (-first) % step : skipped)
        resampledFrame = content.period.frame(ofNative: first + Int64(skippedFrames), rate: rate)
    }

    /// The frame of the stream behind the segment.
    var endFrame: Int64 { content.period.frame(ofNative: content.nativeEnd, rate: rate) }

    /// The beginning of the block that was decoded last, if it is after a frame.
    func blockStart(after frame: Int64) -> Int64? {
        lastBlockStart.flatMap { $0 > frame ? $0 : nil }
    }

    /// Decodes the next frames.
    ///
    /// - Returns: Whether there were packets.
    func decode(into block: inout HLSBlock) -> Bool {
        if packet >= content.sound.packets.count {
            guard let next = later.first else { return false }
            later.removeFirst()
            enter(next)
        }
        let sound = content.sound
        guard packet < sound.packets.count else { return false }
        let description = sound.packets[packet]
        let count = Int(sound.frames[packet + 1] - sound.frames[packet])
        let first = content.nativeStart + sound.frames[packet]
        packet += 1
        decode(description, of: sound, frameCount: count)
        guard let resampler else {
            let start = content.period.frame(ofNative: first, rate: rate)
            block.first = start
            block.frameCount = count
            swap(&block.samples, &mixed)
            lastBlockStart = start
            return true
        }
        let skipped = min(skippedFrames, count)
        skippedFrames -= skipped
        resample(resampler, skipping: skipped, frameCount: count, into: &block)
        return true
    }

    private func decode(_ packet: PacketDescription, of sound: HLSSegmentSound, frameCount: Int) {
        let nativeChannels = Int(sound.format.channelCount)
        let decodedCount = frameCount * nativeChannels
        if decoded.count < decodedCount { decoded = [Float](repeating: 0, count: decodedCount) }
        let mixedCount = frameCount * channelCount
        if mixed.count < mixedCount { mixed = [Float](repeating: 0, count: mixedCount) }
        decoded.withUnsafeMutableBufferPointer { decoded in
            guard let output = decoded.baseAddress else { return }
            sound.bytes.withUnsafeBytes { bytes in
                let start = Int(packet.startOffset)
                let part = bytes[start..<start + Int(packet.byteCount)]
                decoder.decodeWhole(
                    UnsafeRawBufferPointer(rebasing: part), into: output,
                    frameCount: frameCount, channelCount: nativeChannels)
            }
            mixed.withUnsafeMutableBufferPointer { mixed in
                guard let target = mixed.baseAddress else { return }
                mixing.apply(output, frameCount: frameCount, into: target)
            }
        }
    }

    private func resample(
        _ resampler: StreamResampler, skipping skipped: Int, frameCount: Int,
        into block: inout HLSBlock
    ) {
        block.first = resampledFrame
        block.frameCount = 0
        block.samples.removeAll(keepingCapacity: true)
        var next = skipped
        while next < frameCount {
            let count = min(resampler.room, frameCount - next, StreamResampler.blockFrames)
            mixed.withUnsafeBufferPointer { mixed in
                guard let start = mixed.baseAddress else { return }
                resampler.append(start + next * channelCount, count: count)
            }
            next += count
            drain(resampler, into: &block)
        }
        lastBlockStart = block.frameCount > 0 ? block.first : nil
    }

    private func drain(_ resampler: StreamResampler, into block: inout HLSBlock) {
        while resampler.readyCount > 0 {
            let count = min(resampler.readyCount, StreamResampler.blockFrames)
            let start = block.samples.count
            block.samples += repeatElement(0, count: count * channelCount)
            block.samples.withUnsafeMutableBufferPointer { samples in
                guard let base = samples.baseAddress else { return }
                resampler.read(into: base + start, count: count)
            }
            block.frameCount += count
            resampledFrame += Int64(count)
        }
    }

    /// Goes on with the segment behind, if the decoder can.
    func go(on slot: HLSSlot) -> Bool {
        guard let next = slot.content, next.period == content.period,
            next.nativeStart == content.nativeEnd, next.sound.continues(content.sound)
        else { return false }
        enter(slot)
        return true
    }

    private func enter(_ slot: HLSSlot) {
        guard let next = slot.content else { return }
        (content, serial, packet) = (next, slot.serial, 0)
    }

    /// Gives the last frames of a filter.
    ///
    /// - Returns: Whether there were some.
    func finish(into block: inout HLSBlock) -> Bool {
        guard let resampler, !hasFinished else { return false }
        hasFinished = true
        resampler.end()
        block.first = resampledFrame
        block.frameCount = 0
        block.samples.removeAll(keepingCapacity: true)
        drain(resampler, into: &block)
        // No more than the segment has.
        block.frameCount = max(min(block.frameCount, Int(endFrame - block.first)), 0)
        lastBlockStart = block.frameCount > 0 ? block.first : nil
        return block.frameCount > 0
    }
}

extension HLSSegmentSound {
    /// The packet that has a frame of the segment; the first or the last for frames outside.
    func packet(at frame: Int64) -> Int {
        var (low, high) = (0, packets.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if frames[middle] <= frame { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
