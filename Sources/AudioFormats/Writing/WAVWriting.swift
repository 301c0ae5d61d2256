import AudioModel

/// WAVE.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, "Waveform Audio File
/// Format"; `WAVEFORMATEXTENSIBLE` in Microsoft's multimedia documentation.
struct WAVWriting: ContainerWriting {
    /// Sizes have 32 bits, and one counts the chunks before as well.
    let dataBytesMax = Int64(UInt32.max) - 1 << 20

    private let format: StreamFormat
    private let tag: UInt16

    init(_ format: StreamFormat) throws(FormatError) {
        self.format = format
        guard let tag = Self.tag(of: format) else {
            throw FormatError(.unsupportedCoding(format.codingName))
        }
        self.tag = tag
    }

    private static func tag(of format: StreamFormat) -> UInt16? {
        switch format.id {
        case .uLaw: return 7
        case .aLaw: return 6
        case .linearPCM: break
        default: return nil
        }
        let isByte = format.bitsPerChannel <= 8
        guard format.isPackedLinear, isByte || !format.flags.contains(.bigEndian) else {
            return nil
        }
        if format.flags.contains(.float) { return 3 }
        // One byte is unsigned, more are signed.
        return format.isUnsigned == isByte ? 1 : nil
    }

    func head(
        _ totals: WritingTotals, _ properties: WritingProperties, isFinal: Bool
    ) throws(FormatError) -> [UInt8] {
        var head: [UInt8] = []
        appendChunk("fmt ", formatChunk(properties.channelLayout), to: &head)
        if tag != 1 {
            // Asked for beside every format but integers.
            var count: [UInt8] = []
            count.appendLittleEndian(UInt32(clamping: totals.packetCount))
            appendChunk("fact", count, to: &head)
        }
        let outerByteCount = 12
        let dataHeaderByteCount = 8
        if properties.isPageAligned {
            let byteCount = fillerByteCount(
                after: outerByteCount + head.count + dataHeaderByteCount, headerByteCount: 8)
            appendChunk("FLLR", Array(repeating: 0, count: byteCount), to: &head)
        }
        let tail = try tail(totals, properties, dataOffset: 0)
        let whole = Int64(4 + head.count + dataHeaderByteCount + tail.count) + totals.byteCount
        var file: [UInt8] = []
        file.append("RIFF" as FourCC)
        file.appendLittleEndian(isFinal ? UInt32(clamping: whole) : .max)
        file.append("WAVE" as FourCC)
        file += head
        file.append("data" as FourCC)
        file.appendLittleEndian(isFinal ? UInt32(clamping: totals.byteCount) : .max)
        return file
    }

    private func formatChunk(_ layout: ChannelLayout?) -> [UInt8] {
        let loudspeakers = layout?.tag == ChannelLayout.useBitmap ? layout?.bitmap : nil
        let containerBits = format.bytesPerFrame / format.channelCount * 8
        let isExtensible =
            loudspeakers != nil || format.channelCount > 2 || containerBits != format.bitsPerChannel
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(isExtensible ? 0xFFFE : tag)
        bytes.appendLittleEndian(UInt16(format.channelCount))
        bytes.appendLittleEndian(UInt32(format.sampleRate.rounded()))
        let bytesPerSecond = format.sampleRate.rounded() * Double(format.bytesPerFrame)
        bytes.appendLittleEndian(UInt32(min(bytesPerSecond, Double(UInt32.max))))
        bytes.appendLittleEndian(UInt16(format.bytesPerFrame))
        bytes.appendLittleEndian(UInt16(containerBits))
        guard isExtensible else {
            if tag != 1 { bytes.appendLittleEndian(UInt16(0)) }
            return bytes
        }
        bytes.appendLittleEndian(UInt16(22))
        bytes.appendLittleEndian(UInt16(format.bitsPerChannel))
        bytes.appendLittleEndian(loudspeakers ?? 0)
        bytes.appendLittleEndian(tag)
        return bytes + WAVFormatChunk.identifierTail
    }

    func tail(
        _ totals: WritingTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] {
        var tail: [UInt8] = totals.byteCount % 2 == 1 ? [0] : []
        let texts = properties.tags.compactMap { tag in
            RIFFInfo.id(of: tag.key).map { (id: $0, value: tag.value) }
        }
        if !texts.isEmpty {
            var list = Array("INFO".utf8)
            for (id, value) in texts { appendChunk(id, Array(value.utf8) + [0], to: &list) }
            appendChunk("LIST", list, to: &tail)
        }
        for (id, bytes) in properties.chunks { appendChunk(id, bytes, to: &tail) }
        return tail
    }

    private func appendChunk(_ id: FourCC, _ bytes: [UInt8], to file: inout [UInt8]) {
        file.append(id)
        file.appendLittleEndian(UInt32(bytes.count))
        file += bytes
        if bytes.count % 2 == 1 { file.append(0) }
    }
}
