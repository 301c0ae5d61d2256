import AudioCodecs
import AudioModel

/// Writes MP3 files: an ID3 tag, a frame with the Xing/Info header, and the frames.
///
/// The counts of the header are written when the file is completed. Until then it has none, and the
/// file can be read to its end.
///
/// Source: those of `MP3Header` and `XingHeader`.
struct MP3Muxer: ContainerMuxer {
    let dataBytesMax = ContainerLimits.fileBytesMax

    private let format: StreamFormat
    /// The four bytes of the header's own frame.
    private let frameHeader: UInt32
    private let header: MP3Header

    init(_ format: StreamFormat) throws(FormatError) {
        guard format.id == .mpegLayer3, format.bytesPerPacket == 0,
            (1...2).contains(format.channelCount),
            let (bits, header) = Self.header(format),
            header.framesPerPacket == format.framesPerPacket
                || format.framesPerPacket == 0
        else { throw FormatError(.unsupportedCoding(format.codingName)) }
        self.format = format
        frameHeader = bits
        self.header = header
    }

    /// The smallest frame that has room for the header.
    private static func header(_ format: StreamFormat) -> (UInt32, MP3Header)? {
        guard let rate = UInt32(exactly: format.sampleRate) else { return nil }
        let rates: [UInt32] = [44_100, 48_000, 32_000]
        // Versions 1, 2 and 2.5, with their codes.
        for (code, shift) in [(3, 0), (2, 1), (0, 2)] as [(UInt32, UInt32)] {
            guard let rateIndex = rates.firstIndex(where: { $0 >> shift == rate }) else { continue }
            let mode: UInt32 = format.channelCount == 1 ? 3 : 0
            for bitRateIndex in 1...14 as ClosedRange<UInt32> {
                // Layer 3, no checksum.
                let bits =
                    0x7FF << 21 | code << 19 | 1 << 17 | 1 << 16 | bitRateIndex << 12
                    | UInt32(rateIndex) << 10 | mode << 6
                guard let header = MP3Header(UInt64(bits)) else { return nil }
                let needed = Int64(MP3Header.byteCount) + header.sideByteCount + Xing.byteCount
                if header.frameByteCount >= needed { return (bits, header) }
            }
        }
        return nil
    }

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        let properties = context.properties
        let tag = ID3Writer.bytes(properties.tags(datedBy: "recorded date"), properties)
        return (tag ?? []) + headerFrame(context)
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] { [] }

    // MARK: The Xing/Info header

    private enum Xing {
        static let seekTableByteCount = 100
        static let lameByteCount: Int64 = 36
        /// Identifier, flags, two counts, seek table, quality, and LAME's part.
        static let byteCount = Int64(4 + 4 + 8 + seekTableByteCount + 4) + lameByteCount
        static let delayMax: Int64 = 0xFFF
    }

    /// The first frame, which decodes to silence.
    private func headerFrame(_ context: MuxerHeaderContext) -> [UInt8] {
        let totals = context.totals
        let byteCount = totals.byteCount + header.frameByteCount
        var frame: [UInt8] = []
        frame.appendBigEndian(frameHeader)
        frame += [UInt8](repeating: 0, count: Int(header.sideByteCount))
        let isConstant = hasConstantBitRate(totals)
        frame += (isConstant ? "Info" : "Xing").utf8
        if context.isFinal, totals.packetCount > 0 {
            let hasCountsAndSeekTable: UInt32 = 1 | 2 | 4
            frame.appendBigEndian(hasCountsAndSeekTable)
            frame.appendBigEndian(UInt32(clamping: totals.packetCount))
            frame.appendBigEndian(UInt32(clamping: byteCount))
            frame += seekTable(totals, isConstant: isConstant)
        } else {
            frame.appendBigEndian(UInt32(0))
        }
        frame += lamePart(context.properties, after: frame)
        return frame + [UInt8](repeating: 0, count: Int(header.frameByteCount) - frame.count)
    }

    /// Whether all packets have one size, but for the byte of padding that keeps the average.
    private func hasConstantBitRate(_ totals: MuxerTotals) -> Bool {
        guard totals.packetCount > 0 else { return true }
        let average = Double(totals.byteCount) / Double(totals.packetCount)
        return Double(totals.packets.largestByteCount) - average <= 1
    }

    /// For each hundredth of the duration, the position in the file as a fraction of 256.
    private func seekTable(_ totals: MuxerTotals, isConstant: Bool) -> [UInt8] {
        let count = Xing.seekTableByteCount
        guard !isConstant else { return (0..<count).map { UInt8($0 * 256 / count) } }
        var table: [UInt8] = []
        var offset = header.frameByteCount
        let end = Double(totals.byteCount + header.frameByteCount)
        var packet = 0
        for hundredth in 0..<count {
            let target = totals.packets.entries.count * hundredth / count
            while packet < target {
                offset += Int64(totals.packets.entries[packet].byteCount)
                packet += 1
            }
            table.append(UInt8(clamping: Int(Double(offset) * 256 / end)))
        }
        return table
    }

    /// LAME's part, with delay and padding; empty for a file of which they are not known.
    private func lamePart(_ properties: WritingProperties, after frame: [UInt8]) -> [UInt8] {
        let delay = properties.primingFrames - XingHeader.decoderDelayFrames
        let padding = properties.remainderFrames + XingHeader.decoderDelayFrames
        guard (0...Xing.delayMax).contains(delay), (0...Xing.delayMax).contains(padding) else {
            return []
        }
        // Readers look for the name of an encoder that writes this part.
        var part = Array("Lavc".utf8) + [UInt8](repeating: 0, count: 5)
        // Method, lowpass, peak, gains, flags and bit rate are not stated.
        part += [UInt8](repeating: 0, count: 12)
        part.appendBigEndian(UInt16(delay << 4 | padding >> 8))
        part.append(UInt8(padding & 0xFF))
        // Neither are noise shaping, gain, preset, length and the audio's checksum.
        part += [UInt8](repeating: 0, count: 10)
        part.appendBigEndian(Self.checksum(frame + part))
        return part
    }

    /// CRC-16 of the frame up to the checksum, the polynomial 0x8005 reflected.
    private static func checksum(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt16(byte)) { bits, _ in
                bits & 1 == 1 ? bits >> 1 ^ 0xA001 : bits >> 1
            }
        }
    }
}
