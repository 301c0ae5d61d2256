import AudioModel

/// Apple's magic cookie of Apple Lossless.
///
/// Source: Apple Lossless format, `ALACMagicCookieDescription.txt`.
struct ALACConfiguration: Hashable, Sendable {
    static let byteCount = 24

    let framesPerPacket: UInt32
    let bits: UInt8
    let channelCount: UInt32
    let sampleRate: Double
    /// Without the boxes that old files wrap it in.
    let bytes: [UInt8]

    /// - Returns: nil when it is too short, or holds what cannot be.
    init?(_ cookie: [UInt8]) {
        var bytes = cookie[...]
        // Old files have the format's box before, and the box of this one around it.
        for id in ["frma", "alac"] where bytes.dropFirst(4).starts(with: id.utf8) {
            bytes = bytes.dropFirst(12)
        }
        guard bytes.count >= Self.byteCount else { return nil }
        let held = Array(bytes.prefix(Self.byteCount))
        func number(_ offset: Int) -> UInt32 {
            held[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        self.bytes = held
        framesPerPacket = number(0)
        bits = held[5]
        channelCount = UInt32(held[9])
        sampleRate = Double(number(20))
        guard (1...1 << 16).contains(framesPerPacket), [16, 20, 24, 32].contains(bits),
            (1...8).contains(channelCount), ContainerLimits.sampleRate.contains(sampleRate)
        else { return nil }
    }

    /// With Apple's word for the longest run, which libavcodec leaves out and no decoder needs, and a
    /// bound of a packet's bytes that no packet exceeds: libavcodec's leaves no room for the heads
    /// of more than two channels.
    var completeBytes: [UInt8] {
        var complete = bytes
        if complete[10...11].allSatisfy({ $0 == 0 }) { complete[11] = Self.longestRun }
        let told = complete[12..<16].reduce(0) { $0 << 8 | UInt32($1) }
        let bound = max(told, format.packetByteCountMax ?? told)
        withUnsafeBytes(of: bound.bigEndian) { complete.replaceSubrange(12..<16, with: $0) }
        return complete
    }

    private static let longestRun: UInt8 = 255

    /// The usual configuration, for packets that come with a format alone.
    static func bytes(of format: StreamFormat) -> [UInt8] {
        let depths: [UInt8] = [16, 20, 24, 32]
        let depth = Int(clamping: format.flags.rawValue) - 1
        let frameCount = format.framesPerPacket == 0 ? 4096 : format.framesPerPacket
        func number(_ value: UInt32) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        // Version, depth, and three parameters of the prediction; then the longest run, and the
        // size and the bit rate, which nobody needs.
        return number(frameCount)
            + [0, depths.indices.contains(depth) ? depths[depth] : 16, 40, 10, 14]
            + [UInt8(clamping: format.channelCount), 0, longestRun] + number(0) + number(0)
            + number(UInt32(exactly: format.sampleRate.rounded()) ?? 0)
    }

    var format: StreamFormat {
        var format = StreamFormat(
            named: .appleLossless, sampleRate: sampleRate, channelCount: channelCount)
        format.framesPerPacket = framesPerPacket
        // Which of the four depths the samples had.
        let depths: [UInt8] = [16, 20, 24, 32]
        format.flags = FormatFlags(rawValue: UInt32((depths.firstIndex(of: bits) ?? 0) + 1))
        return format
    }
}
