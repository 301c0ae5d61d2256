import AudioCodecs
import AudioModel

/// Decodes the input to interleaved frames of full scale ±1.
final class FrameSource {
    /// The largest number of frames in a packet of any supported coding.
    private static let framesPerPacketMax = 1 << 16
    /// The largest number of priming or remainder frames to drop.
    static let trimFramesMax = 1 << 20

    private let format: StreamFormat
    private let channelCount: Int
    private let pcm: PCMDecoder?
    private let codec: (any PacketDecoder)?
    private let priming: Int
    private let remainder: Int
    private let packetInput: PacketInput

    /// Decoded frames of a coded input, from `heldStart` on. The last `remainder` frames are held
    /// back until the end, where they are dropped.
    private var held: [Float] = []
    private var heldStart = 0
    private var heldCount = 0
    private var primingLeft: Int

    /// Creates the decoder.
    ///
    /// - Throws: `unsupportedInput`.
    init(_ format: StreamFormat, _ options: ConversionOptions) throws(ConversionError) {
        self.format = format
        channelCount = Int(format.channelCount)
        packetInput = PacketInput(format)
        pcm = format.isFrameByFrame ? PCMDecoder(format) : nil
        if format.isFrameByFrame {
            guard pcm != nil else { throw .unsupportedInput(format.codingName) }
            codec = nil
        } else {
            do throws(FormatError) {
                codec = try makePacketDecoder(format, magicCookie: options.inputMagicCookie)
            } catch {
                throw .unsupportedInput(format.codingName)
            }
            guard format.framesPerPacket <= Self.framesPerPacketMax else {
                throw .unsupportedInput("\(format.framesPerPacket) frames a packet")
            }
        }
        priming = min(max(options.inputPriming, 0), Self.trimFramesMax)
        remainder = min(max(options.inputRemainder, 0), Self.trimFramesMax)
        primingLeft = priming
    }

    func reset() {
        packetInput.reset()
        codec?.reset()
        heldStart = 0
        heldCount = 0
        primingLeft = priming
    }

    /// The number of frames that are available without requesting packets.
    private var readyCount: Int {
        if pcm != nil { return packetInput.count }
        return max(heldCount - (packetInput.isAtEnd ? 0 : remainder), 0)
    }

    /// - Parameters:
    ///   - samples: Room for `frameCount` frames.
    ///   - wanted: The number of frames needed until the present call of the converter ends, for
    ///     which input is requested.
    ///   - pull: Called with a number of packets when the input is used up.
    /// - Returns: The number of frames; fewer than requested only together with a reason.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int, wanted: Int,
        pull: (Int) -> ConversionInput
    ) -> (frameCount: Int, halt: ConversionHalt?) {
        var done = 0
        while done < frameCount {
            let count = min(readyCount, frameCount - done)
            if count > 0 {
                take(count, into: samples + done * channelCount)
                done += count
                continue
            }
            if pcm == nil, packetInput.count > 0 {
                if let error = decodePacket() { return (done, .failed(error)) }
                continue
            }
            if packetInput.isAtEnd { return (done, .ended) }
            let input = pull(packetCount(of: max(wanted - done, 1)))
            switch packetInput.take(input) {
            case nil: continue
            case .ended: heldCount = max(heldCount - remainder, 0)
            case let halt: return (done, halt)
            }
        }
        return (done, nil)
    }

    private func packetCount(of frameCount: Int) -> Int {
        let frames = max(Int(format.framesPerPacket), 1)
        let count = format.framesPerPacket == 0 ? 1 : (frameCount - 1) / frames + 1
        return min(count, PacketInput.packetsMax)
    }

    private func take(_ frameCount: Int, into samples: UnsafeMutablePointer<Float>) {
        guard let pcm else {
            held.withUnsafeBufferPointer { held in
                guard let start = held.baseAddress else { return }
                samples.update(
                    from: start + heldStart * channelCount, count: frameCount * channelCount)
            }
            heldStart += frameCount
            heldCount -= frameCount
            return
        }
        let planeCount = format.planeCount
        for plane in 0..<planeCount {
            guard let bytes = packetInput.start(ofBuffer: plane) else { continue }
            pcm.decode(
                bytes, into: samples + plane, stride: planeCount,
                sampleCount: frameCount * channelCount / planeCount)
        }
        packetInput.skip(frameCount)
    }

    private func decodePacket() -> ConversionError? {
        guard let codec else { return nil }
        guard let packet = packetInput.next() else { return .inputSize }
        let frameCount =
            format.framesPerPacket > 0 ? Int(format.framesPerPacket) : Int(packet.frameCount)
        // The first packet of Vorbis decodes to no frames, and the next one needs it.
        let least = format.framesPerPacket == 0 && format.id == .vorbis ? 0 : 1
        guard (least...Self.framesPerPacketMax).contains(frameCount) else { return .inputSize }
        makeRoom(max(frameCount, 1))
        let end = (heldStart + heldCount) * channelCount
        held.withUnsafeMutableBufferPointer { held in
            guard let start = held.baseAddress else { return }
            codec.decodeWhole(
                packet.bytes, into: start + end, frameCount: frameCount,
                channelCount: channelCount)
        }
        let left = min(primingLeft, frameCount)
        primingLeft -= left
        // While priming frames remain, no other frames are held.
        heldStart += left
        heldCount += frameCount - left
        return nil
    }

    /// Moves the held frames to the front when there is no room after them.
    private func makeRoom(_ frameCount: Int) {
        if heldCount == 0 { heldStart = 0 }
        let needed = (heldStart + heldCount + frameCount) * channelCount
        guard needed > held.count else { return }
        held.removeFirst(heldStart * channelCount)
        heldStart = 0
        let missing = (heldCount + frameCount) * channelCount - held.count
        // Twice the size, so that moves are rare.
        guard missing > 0 else {
            held.append(contentsOf: repeatElement(0, count: frameCount * channelCount))
            return
        }
        held.append(contentsOf: repeatElement(0, count: 2 * missing))
    }
}
