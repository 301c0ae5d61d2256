package import AudioModel

extension StreamFormat {
    /// A linear PCM format in the machine's byte order; for `otherFormat` one without a coding.
    package init(
        _ common: AVAudioCommonFormat, sampleRate: Double, channelCount: UInt32, isInterleaved: Bool
    ) {
        let bytesPerSample: UInt32
        var flags: FormatFlags = [.packed]
        switch common {
        case .otherFormat:
            bytesPerSample = 0
            flags = []
        case .pcmFormatFloat32: bytesPerSample = 4
        case .pcmFormatFloat64: bytesPerSample = 8
        case .pcmFormatInt16: bytesPerSample = 2
        case .pcmFormatInt32: bytesPerSample = 4
        }
        switch common {
        case .otherFormat: break
        case .pcmFormatFloat32, .pcmFormatFloat64: flags.insert(.float)
        case .pcmFormatInt16, .pcmFormatInt32: flags.insert(.signedInteger)
        }
        if !isInterleaved { flags.insert(.nonInterleaved) }
        let bytesPerFrame = bytesPerSample * (isInterleaved ? channelCount : 1)
        self.init(
            sampleRate: sampleRate,
            id: common == .otherFormat ? FormatID(rawValue: FourCC(rawValue: 0)) : .linearPCM,
            flags: flags, bytesPerPacket: bytesPerFrame,
            framesPerPacket: common == .otherFormat ? 0 : 1, bytesPerFrame: bytesPerFrame,
            channelCount: channelCount, bitsPerChannel: bytesPerSample * 8)
    }

    /// The sample type; `otherFormat` for other codings, byte orders and sizes.
    package var commonFormat: AVAudioCommonFormat {
        guard id == .linearPCM, bitsPerChannel % 8 == 0,
            UInt64(bytesPerFrame) == UInt64(bitsPerChannel / 8) * UInt64(interleavedChannelCount),
            !flags.contains(.bigEndian), fractionBits == 0
        else { return .otherFormat }
        let isFloat = flags.contains(.float)
        guard isFloat || flags.contains(.signedInteger) else { return .otherFormat }
        switch (bitsPerChannel, isFloat) {
        case (32, true): return .pcmFormatFloat32
        case (64, true): return .pcmFormatFloat64
        case (16, false): return .pcmFormatInt16
        case (32, false): return .pcmFormatInt32
        default: return .otherFormat
        }
    }

    /// The number of channels in each buffer.
    package var interleavedChannelCount: UInt32 {
        flags.contains(.nonInterleaved) ? 1 : channelCount
    }

    /// Bits of the field that gives the fraction bits of fixed-point samples.
    private var fractionBits: UInt32 { flags.rawValue >> 7 & 0x3F }

    /// The same format in the one form that equal formats share.
    package var comparable: StreamFormat {
        var format = self
        // The flag for "no flags".
        format.flags.remove(FormatFlags(rawValue: 1 << 31))
        guard id == .linearPCM else { return format }
        if channelCount == 1 { format.flags.remove(.nonInterleaved) }
        let sampleBits = UInt64(interleavedChannelCount) * UInt64(bitsPerChannel)
        if sampleBits == UInt64(bytesPerFrame) * 8 {
            format.flags.insert(.packed)
            format.flags.remove(.alignedHigh)
        }
        if flags.contains(.float) { format.flags.remove(.signedInteger) }
        if bitsPerChannel <= 8 { format.flags.remove(.bigEndian) }
        return format
    }
}
