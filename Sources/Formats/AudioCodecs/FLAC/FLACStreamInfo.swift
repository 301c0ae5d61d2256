package import AudioModel

/// The `STREAMINFO` block, the first metadata block of a FLAC stream.
///
/// Source: RFC 9639, 8.2, "Streaminfo".
package struct FLACStreamInfo {
    package static let byteCount = 34
    /// Highest sample rate of a frame header, in Hz.
    package static let sampleRateMax: Double = 655_350

    package let bytes: [UInt8]
    /// Smallest and largest block size in frames, ignoring the last block.
    package let blockFrames: ClosedRange<UInt32>
    /// Size of the largest frame in bytes; nil when unknown to the encoder.
    package let packetByteCountMax: UInt32?
    let sampleRate: Double
    let channelCount: UInt32
    let bits: UInt32
    /// Number of sample frames in the stream; nil when unknown to the encoder.
    package let frameCount: Int64?

    /// Parses the block.
    ///
    /// - Parameter bytes: The block's content, optionally preceded by its block header, the `fLaC`
    ///   marker, and Apple's cookie header.
    package init?(_ given: [UInt8]) {
        var bytes = given[...]
        if bytes.starts(with: Self.cookieHead) { bytes = bytes.dropFirst(Self.cookieHead.count) }
        if bytes.starts(with: "fLaC".utf8) { bytes = bytes.dropFirst(4) }
        let head: [UInt8] = [0, 0, UInt8(Self.byteCount)]
        if bytes.count >= Self.byteCount + 4, let type = bytes.first, type & 0x7F == 0,
            bytes.dropFirst().starts(with: head)
        {
            bytes = bytes.dropFirst(4)
        }
        guard bytes.count >= Self.byteCount else { return nil }
        self.bytes = Array(bytes.prefix(Self.byteCount))
        var bits = BitReader(self.bytes)
        guard let smallest = bits.read(16), let largest = bits.read(16), bits.read(24) != nil,
            let largestByteCount = bits.read(24), let rate = bits.read(20),
            let channels = bits.read(3),
            let depth = bits.read(5), let countHigh = bits.read(4), let countLow = bits.read(32)
        else { return nil }
        guard smallest <= largest, largest > 0,
            CodingLimits.sampleRate.contains(Double(rate))
        else { return nil }
        blockFrames = smallest...largest
        packetByteCountMax = largestByteCount == 0 ? nil : largestByteCount
        sampleRate = Double(rate)
        channelCount = channels + 1
        self.bits = depth + 1
        let count = Int64(countHigh) << 32 | Int64(countLow)
        frameCount = count == 0 ? nil : count
    }

    /// The block with its header, marked as the last metadata block.
    package var block: [UInt8] { [0x80, 0, 0, UInt8(Self.byteCount)] + bytes }

    /// Apple's magic cookie: a version, and the content of MPEG-4's `dfLa` box after its size.
    ///
    /// Source: what FFmpeg reads in CAF; "Encapsulation of FLAC in ISO Base Media File Format",
    /// 3.3.2.
    package var magicCookie: [UInt8] { Self.cookieHead + block }

    private static let cookieHead: [UInt8] = [0, 0, 0, 0] + Array("dfLa".utf8) + [0, 0, 0, 0]

    package var format: StreamFormat {
        var format = StreamFormat(named: .flac, sampleRate: sampleRate, channelCount: channelCount)
        if blockFrames.lowerBound == blockFrames.upperBound {
            format.framesPerPacket = blockFrames.upperBound
        }
        // Apple's lossless formats have flags only for these bit depths.
        let depths: [UInt32: UInt32] = [16: 1, 20: 2, 24: 3, 32: 4]
        format.flags = FormatFlags(rawValue: depths[bits] ?? 0)
        return format
    }

    /// Number of frames in a packet, from its frame header.
    ///
    /// Source: RFC 9639, 9.1.1, "Block Size Bits", and 9.1.6.
    package static func frameCount(ofPacket packet: UnsafeRawBufferPointer) -> Int64? {
        guard packet.count >= 6, packet[0] == 0xFF, packet[1] & 0xFE == 0xF8 else { return nil }
        let code = packet[2] >> 4
        // A UTF-8 coded number precedes the optional block size.
        let leadingOnes = (~packet[4]).leadingZeroBitCount
        let after = 4 + max(leadingOnes, 1)
        switch code {
        case 1: return 192
        case 2...5: return 144 << Int64(code)
        case 6: return after < packet.count ? Int64(packet[after]) + 1 : nil
        case 7:
            guard after + 1 < packet.count else { return nil }
            return Int64(packet[after]) << 8 + Int64(packet[after + 1]) + 1
        case 8...15: return 1 << Int64(code)
        default: return nil
        }
    }
}
