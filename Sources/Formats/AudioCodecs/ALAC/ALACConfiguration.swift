package import AudioModel
import ChannelLayouts

/// An Apple Lossless decoder configuration: the content of Apple's magic cookie.
///
/// Source: Apple Lossless format, `ALACMagicCookieDescription.txt`.
package struct ALACConfiguration: Hashable, Sendable {
    static let byteCount = 24

    let framesPerPacket: UInt32
    let bits: UInt8
    let channelCount: UInt32
    let sampleRate: Double
    /// The configuration without the boxes that old files wrap it in, and without a layout.
    package let bytes: [UInt8]
    /// The layout tag behind the configuration; nil where the cookie ends before one, or states
    /// another number of channels.
    package let layoutTag: UInt32?

    /// Parses a magic cookie.
    ///
    /// - Returns: nil when it is too short or has invalid values.
    package init?(_ cookie: [UInt8]) {
        var bytes = cookie[...]
        // Old files have a `frma` box before it, and an `alac` box around it.
        for id in ["frma", "alac"] where bytes.dropFirst(4).starts(with: id.utf8) {
            bytes = bytes.dropFirst(12)
        }
        guard bytes.count >= Self.byteCount else { return nil }
        let held = Array(bytes.prefix(Self.byteCount))
        func number(_ offset: Int) -> UInt32 {
            held[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        layoutTag = Self.layoutTag(
            Array(bytes.dropFirst(Self.byteCount)), channelCount: UInt32(held[9]))
        self.bytes = held
        framesPerPacket = number(0)
        bits = held[5]
        channelCount = UInt32(held[9])
        sampleRate = Double(number(20))
        guard (1...1 << 16).contains(framesPerPacket), [16, 20, 24, 32].contains(bits),
            (1...8).contains(channelCount), CodingLimits.sampleRate.contains(sampleRate)
        else { return nil }
    }

    /// The configuration with the maximum run that Apple writes, which libavcodec omits and no
    /// decoder needs, and with a maximum packet size that holds: libavcodec's ignores the headers
    /// of more than two channels.
    private var completeBytes: [UInt8] {
        var complete = bytes
        if complete[10...11].allSatisfy({ $0 == 0 }) { complete[11] = Self.longestRun }
        let told = complete[12..<16].reduce(0) { $0 << 8 | UInt32($1) }
        let bound = max(told, format.packetByteCountMax ?? told)
        withUnsafeBytes(of: bound.bigEndian) { complete.replaceSubrange(12..<16, with: $0) }
        return complete
    }

    /// `completeBytes`, with the layout of more than two channels.
    var completeCookie: [UInt8] {
        ALACConfiguration(completeBytes)?.cookie ?? completeBytes
    }

    private static let longestRun: UInt8 = 255

    /// The magic cookie, without boxes, as its file has it: with the layout only where it was there.
    package var statedCookie: [UInt8] { bytes + (layoutTag.map(Self.layoutBytes) ?? []) }

    /// The whole magic cookie: for more than two channels with the layout behind the configuration,
    /// without which Apple's readers know no roles of the channels.
    package var cookie: [UInt8] {
        let usual = StandardLayout.decoded(.appleLossless, channelCount: channelCount)
        guard channelCount > 2, let tag = layoutTag ?? usual else { return bytes }
        return bytes + Self.layoutBytes(tag)
    }

    private static let layoutByteCount = 24

    private static func layoutTag(_ bytes: [UInt8], channelCount: UInt32) -> UInt32? {
        guard bytes.count >= layoutByteCount, bytes[4..<8].elementsEqual("chan".utf8) else {
            return nil
        }
        let tag = bytes[12..<16].reduce(0) { $0 << 8 | UInt32($1) }
        return tag & 0xFFFF == channelCount ? tag : nil
    }

    /// The layout part: its size, its name, version and flags, the tag and two reserved fields.
    private static func layoutBytes(_ tag: UInt32) -> [UInt8] {
        let size: [UInt8] = [0, 0, 0, UInt8(layoutByteCount)]
        let reserved = [UInt8](repeating: 0, count: 8)
        return size + "chan".utf8 + [0, 0, 0, 0]
            + withUnsafeBytes(of: tag.bigEndian) { Array($0) } + reserved
    }

    /// A default configuration, for packets described only by a stream format.
    static func bytes(of format: StreamFormat) -> [UInt8] {
        let depths: [UInt8] = [16, 20, 24, 32]
        let depth = Int(clamping: format.flags.rawValue) - 1
        let frameCount = format.framesPerPacket == 0 ? 4096 : format.framesPerPacket
        func number(_ value: UInt32) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        // Version, bit depth and three prediction parameters; then channel count, maximum run,
        // maximum packet size and average bit rate, which decoders do not need.
        return number(frameCount)
            + [0, depths.indices.contains(depth) ? depths[depth] : 16, 40, 10, 14]
            + [UInt8(clamping: format.channelCount), 0, longestRun] + number(0) + number(0)
            + number(UInt32(exactly: format.sampleRate.rounded()) ?? 0)
    }

    package var format: StreamFormat {
        var format = StreamFormat(
            named: .appleLossless, sampleRate: sampleRate, channelCount: channelCount)
        format.framesPerPacket = framesPerPacket
        // The flags give the source's bit depth as one of four.
        let depths: [UInt8] = [16, 20, 24, 32]
        format.flags = FormatFlags(rawValue: UInt32((depths.firstIndex(of: bits) ?? 0) + 1))
        return format
    }
}
