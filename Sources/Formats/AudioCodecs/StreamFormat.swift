public import AudioModel

extension StreamFormat {
    /// A linear PCM format with interleaved samples.
    ///
    /// - Parameters:
    ///   - bytesPerSample: At least as many as `bits` require. Samples that do not fill their bytes
    ///     are aligned high.
    package init(
        linearPCM sampleRate: Double, channelCount: UInt32, bits: UInt32, bytesPerSample: UInt32,
        isFloat: Bool = false, isBigEndian: Bool, isSigned: Bool = true
    ) {
        var flags: FormatFlags = bits == bytesPerSample * 8 ? .packed : .alignedHigh
        if isFloat { flags.insert(.float) }
        if isBigEndian { flags.insert(.bigEndian) }
        if isSigned && !isFloat { flags.insert(.signedInteger) }
        self.init(
            sampleRate: sampleRate, id: .linearPCM, flags: flags,
            bytesPerPacket: bytesPerSample * channelCount, framesPerPacket: 1,
            bytesPerFrame: bytesPerSample * channelCount, channelCount: channelCount,
            bitsPerChannel: bits)
    }

    /// Apple's IMA4: 64 frames in 34 bytes per channel.
    package init(appleIMA4 sampleRate: Double, channelCount: UInt32) {
        self.init(
            sampleRate: sampleRate, id: .appleIMA4,
            bytesPerPacket: IMA4.bytesPerChannel * channelCount,
            framesPerPacket: IMA4.framesPerPacket,
            bytesPerFrame: 0, channelCount: channelCount, bitsPerChannel: 0)
    }

    /// A G.711 format (A-law or µ-law): one byte per sample.
    package init(law id: FormatID, sampleRate: Double, channelCount: UInt32) {
        self.init(
            sampleRate: sampleRate, id: id, bytesPerPacket: channelCount, framesPerPacket: 1,
            bytesPerFrame: channelCount, channelCount: channelCount, bitsPerChannel: 8)
    }

    /// A format of which only the format ID, sample rate and channel count are known.
    package init(named id: FormatID, sampleRate: Double, channelCount: UInt32) {
        self.init(
            sampleRate: sampleRate, id: id, bytesPerPacket: 0, framesPerPacket: 0,
            bytesPerFrame: 0, channelCount: channelCount, bitsPerChannel: 0)
    }

    /// Whether packets differ in size or in their number of frames.
    public var isVariableBitRate: Bool { bytesPerPacket == 0 || framesPerPacket == 0 }

    /// English name of the format: `16-bit little-endian integer PCM`, `Apple IMA4`.
    public var codingName: String {
        guard id == .linearPCM else { return id.codingName }
        let isWide = bitsPerChannel > 8
        let order = isWide ? (flags.contains(.bigEndian) ? " big-endian" : " little-endian") : ""
        let number: String
        if flags.contains(.float) {
            number = "float"
        } else {
            number = flags.contains(.signedInteger) ? "integer" : "unsigned integer"
        }
        return "\(bitsPerChannel)-bit\(order) \(number) PCM"
    }
}
