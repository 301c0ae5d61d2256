import AudioCodecs
import AudioModel

#if FFmpeg
    /// Determines a packet's decoded duration in frames, by the rules of its coding.
    ///
    /// Container timestamps are too coarse for that, or missing.
    enum PacketDuration {
        case fixed(Int64)
        /// All packets but the last have equal durations; the total gives the last one's.
        case upTo(total: Int64, perPacket: Int64)
        case appleLossless(perPacket: Int64)
        case flac(framesMax: Int64)
        case opus
        case vorbis(VorbisBlocks)
        case wavPack
        case enhancedAC3
        case bytes(perFrame: Int64)
        /// The container's duration, where its time base is one frame.
        case duration

        /// Upper bound over all supported codings.
        static let framesMax: Int64 = 1 << 19

        /// Determines a packet's duration.
        ///
        /// - Parameters:
        ///   - frame: Number of decoded frames before the packet.
        ///   - previous: `blockFrames` of the packet before; zero at the start.
        /// - Returns: nil when the packet is invalid; it then counts as no frames.
        func frameCount(
            of packet: DemuxedPacket, at frame: Int64, previous: Int64
        ) -> (count: Int64, blockFrames: Int64)? {
            let bytes = packet.bytes
            let count: Int64?
            switch self {
            case .fixed(let frames): count = frames
            case .upTo(let total, let perPacket): count = min(max(total - frame, 0), perPacket)
            case .appleLossless(let perPacket):
                count = ALACPacket.statedFrameCount(bytes).map { min($0, perPacket) } ?? perPacket
            case .flac(let framesMax):
                count = FLACStreamInfo.frameCount(ofPacket: bytes).map { min($0, framesMax) }
            case .opus: count = Self.opusFrameCount(bytes)
            case .vorbis(let blocks):
                guard let block = blocks.frameCount(of: bytes) else { return nil }
                // Neighbouring blocks overlap by half; the first gives no frames.
                return (previous == 0 ? 0 : (previous + block) / 4, block)
            case .wavPack: count = Self.wavPackFrameCount(bytes)
            case .enhancedAC3: count = Self.enhancedAC3FrameCount(bytes)
            case .bytes(let perFrame): count = Int64(bytes.count) / perFrame
            case .duration: count = packet.duration
            }
            guard let count, (0...Self.framesMax).contains(count) else { return nil }
            return (count, 0)
        }

        /// A packet's frames at 48 kHz.
        ///
        /// Source: RFC 6716, 3.1, "The TOC Byte", and 3.2.5, "Code 3".
        private static func opusFrameCount(_ bytes: UnsafeRawBufferPointer) -> Int64? {
            guard let head = bytes.first else { return nil }
            let configuration = Int(head >> 3)
            let frames: Int64
            switch configuration {
            case 0..<12: frames = [480, 960, 1920, 2880][configuration % 4]
            case 12..<16: frames = configuration % 2 == 0 ? 480 : 960
            default: frames = 120 << Int64(configuration % 4)
            }
            switch head & 3 {
            case 0: return frames
            case 1, 2: return 2 * frames
            default:
                guard bytes.count >= 2 else { return nil }
                let framesMax: Int64 = 5760  // 120 milliseconds.
                return min(frames * Int64(bytes[1] & 0x3F), framesMax)
            }
        }

        /// Source: WavPack 4 & 5 Binary File / Block Format, "Block Header".
        private static func wavPackFrameCount(_ bytes: UnsafeRawBufferPointer) -> Int64? {
            guard bytes.count >= 32, bytes.starts(with: "wvpk".utf8) else { return nil }
            return Int64(
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self)))
        }

        /// Source: ETSI TS 102 366, E.1.2.2, "numblkscod".
        private static func enhancedAC3FrameCount(_ bytes: UnsafeRawBufferPointer) -> Int64? {
            guard bytes.count >= 6, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
            let isHalfRate = bytes[4] >> 6 == 3
            let blocks: [Int64] = [1, 2, 3, 6]
            return 256 * (isHalfRate ? 6 : blocks[Int(bytes[4] >> 4 & 3)])
        }
    }
#endif
