public import AudioFormats
public import AudioModel

extension AudioFileReader {
    /// Whether the audio is the last chunk of the file, filler excepted.
    public var isOptimized: Bool {
        let fillers: Set<FourCC> = ["free", "FLLR", "JUNK", "junk", "skip"]
        guard let last = chunkIDsInOrder.last(where: { !fillers.contains($0) }) else { return true }
        return last == "data" || last == "SSND" || last == "mdat"
    }

    /// Bit depth of the source samples, negative for floating point; `nil` when the format does not
    /// say.
    public var sourceBitDepth: Int32? {
        switch format.id {
        case .linearPCM:
            let bits = Int32(clamping: format.bitsPerChannel)
            return format.flags.contains(.float) ? -bits : bits
        case .appleLossless:
            let depths: [UInt32: Int32] = [1: 16, 2: 20, 3: 24, 4: 32]
            return depths[format.flags.rawValue]
        default:
            return nil
        }
    }

    /// Packets that must be decoded before one to decode it correctly; `nil` for encodings where
    /// this is unknown.
    public var rollPacketCount: UInt32? { format.rollPacketCount }
}

extension StreamFormat {
    /// Packets that must be decoded before one to decode it correctly; `nil` for encodings where
    /// this is unknown.
    public var rollPacketCount: UInt32? {
        switch id {
        case .linearPCM, .appleIMA4, .uLaw, .aLaw, .appleLossless, .flac: return 0
        // Each AAC packet overlaps the one before by half.
        case .mpeg4AAC: return 1
        default: return bytesPerPacket > 0 ? 0 : nil
        }
    }

    /// The format with fields that follow from the encoding filled in, without flags that have no
    /// meaning in files.
    public var completed: StreamFormat {
        var format = self
        // `kAudioFormatFlagsAreAllClear`.
        format.flags.remove(FormatFlags(rawValue: 1 << 31))
        guard (1...64).contains(channelCount) else { return format }
        switch id {
        case .linearPCM:
            // A mono format cannot be non-interleaved.
            if channelCount == 1 { format.flags.remove(.nonInterleaved) }
            let bytesPerSample = (min(bitsPerChannel, 64) + 7) / 8
            if bytesPerFrame == 0 { format.bytesPerFrame = bytesPerSample * channelCount }
            if bytesPerPacket == 0 { format.bytesPerPacket = format.bytesPerFrame }
            if framesPerPacket == 0 { format.framesPerPacket = 1 }
        case .uLaw, .aLaw:
            format.bytesPerPacket = channelCount
            format.framesPerPacket = 1
            format.bytesPerFrame = channelCount
            format.bitsPerChannel = 8
        case .appleIMA4:
            format.bytesPerPacket = 34 * channelCount
            format.framesPerPacket = 64
            format.bytesPerFrame = 0
            format.bitsPerChannel = 0
        case .mpeg4AAC: if framesPerPacket == 0 { format.framesPerPacket = 1024 }
        case .appleLossless: if framesPerPacket == 0 { format.framesPerPacket = 4096 }
        case .mpegLayer3:
            if framesPerPacket == 0 { format.framesPerPacket = sampleRate < 32_000 ? 576 : 1152 }
        default: break
        }
        return format
    }
}
