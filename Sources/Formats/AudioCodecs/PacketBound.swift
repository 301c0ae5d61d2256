package import AudioModel

extension StreamFormat {
    /// Upper bound of a packet's size in bytes, from the format alone; nil when the coding has
    /// none.
    ///
    /// Source: the codings' own specifications: ISO/IEC 14496-3, 4.5.1.1 (6144 bits a channel);
    /// ISO/IEC 11172-3 and 13818-3 (frames at the highest bit rate and the lowest sample rate);
    /// ETSI TS 102 366 (frame sizes); 3GPP TS 26.101 and 26.201; RFC 9639, 9.1 (verbatim
    /// subframes); RFC 6716, 3.2 (frames of at most 1275 bytes).
    package var packetByteCountMax: UInt32? {
        guard bytesPerPacket == 0 else { return bytesPerPacket }
        switch id.rawValue {
        case "aac ", "aach", "aacp", "aacl", "aace", "aacf", "aacg", "aacs":
            return 768 * min(channelCount, 64)
        case ".mp1": return 1540
        case ".mp2": return 2881
        case ".mp3": return layer3ByteCountMax
        case "ac-3": return 3840
        case "ec-3": return 4096
        case "samr": return 32 * max(framesPerPacket / 160, 1)
        case "sawb": return 61 * max(framesPerPacket / 320, 1)
        case "alac": return uncompressedByteCount(headByteCount: 16, usualFrameCount: 4096)
        case "flac": return uncompressedByteCount(headByteCount: 18, usualFrameCount: 65_535)
        case "opus": return opusByteCountMax
        default: return nil
        }
    }

    /// Size of a layer 3 frame at the highest bit rate, plus the eight bytes that Apple's bound
    /// allows where padding takes one.
    private var layer3ByteCountMax: UInt32 {
        // MPEG-1 frames are twice as long, at rates from 32 kHz on.
        let bytes = sampleRate >= 32_000 ? 144 * 320_000 / sampleRate : 72 * 160_000 / sampleRate
        return UInt32(exactly: bytes.rounded(.down)).map { min($0, 1440) + 8 } ?? 1448
    }

    /// Size of an uncompressed packet of a lossless coding, with a header for the packet and one
    /// for each channel.
    private func uncompressedByteCount(headByteCount: UInt32, usualFrameCount: UInt32) -> UInt32 {
        let channels = UInt64(min(channelCount, 64))
        let frames = UInt64(framesPerPacket == 0 ? usualFrameCount : min(framesPerPacket, 1 << 16))
        // The flags give the source's bit depth. A side channel takes one bit more.
        let depths: [UInt32: UInt64] = [1: 16, 2: 20, 3: 24, 4: 32]
        let bits = frames * (channels * (depths[flags.rawValue] ?? 32) + 1)
        return UInt32(clamping: (bits + 7) / 8 + channels * 8 + UInt64(headByteCount))
    }

    /// Size of the largest Opus packet.
    ///
    /// It holds at most 120 ms in frames of at least 2.5 ms, each with a two-byte length. More than
    /// two channels are several streams in one packet.
    private var opusByteCountMax: UInt32 {
        let framesPerOpusFrame: UInt32 = 120
        let count =
            framesPerPacket == 0 ? 48 : max(min(framesPerPacket / framesPerOpusFrame, 48), 1)
        return (count * (1275 + 2) + 2) * (channelCount <= 2 ? 1 : min(channelCount, 64))
    }
}
