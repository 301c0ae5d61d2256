import AudioCodecs
import AudioModel

/// A sound track's sample description entry.
///
/// Source: ISO/IEC 14496-12, 12.2.3, "AudioSampleEntry"; Apple QuickTime File Format, "Sound Sample
/// Description (Version 1)" and "(Version 2)"; ISO/IEC 14496-14, 6.7.2; Opus in ISO Base Media File
/// Format 0.8; Encapsulation of FLAC in ISO Base Media File Format 1.0.
struct MP4SampleEntry {
    /// The formats the packets can be decoded to, the richest first; never empty.
    private(set) var formats: [StreamFormat]
    private(set) var magicCookie: [UInt8]?
    private(set) var decoderConfiguration: [UInt8]?

    /// Whether all packets have one size; each then covers several samples of the tables.
    private(set) var isUniform = false
    private var isLittleEndian = false

    private static let configurationBytesMax: Int64 = 1 << 16

    /// Reads the entry and its configuration boxes.
    ///
    /// - Parameter box: The first entry of the sample description.
    init(_ box: MP4Box, in reader: inout ByteReader, count: inout Int) throws(FormatError) {
        reader.enter("sample description", at: box.start, end: box.end)
        try reader.skip(8)  // Reserved, and the data reference index.
        let version: UInt16 = try reader.readBigEndian()
        try reader.skip(6)  // Revision and vendor.
        let channels: UInt16 = try reader.readBigEndian()
        let bits: UInt16 = try reader.readBigEndian()
        try reader.skip(4)  // Compression and packet size.
        let rate = Double(try reader.readBigEndian() as UInt32) / 65536
        let start = reader.position - box.start
        var sound = MP4SoundDescription(
            coding: box.id, sampleRate: CodingLimits.sampleRate.contains(rate) ? rate : 44100,
            channelCount: UInt32(channels), bits: UInt32(bits))
        let added: [Int64] = [0, 16, 36]
        let extra = version < added.count ? added[Int(version)] : 0
        if version == 1 { try sound.readVersion1(&reader) }
        if version == 2 { try sound.readVersion2(&reader) }
        var format = sound.format
        isUniform = sound.isUniform
        if box.id == "Opus" { format.sampleRate = 48000 }
        formats = [format]
        try readConfiguration(
            MP4BoxParser(in: box, skipping: start + extra), in: &reader, count: &count, depth: 0)
        if isLittleEndian { formats[0].flags.remove(.bigEndian) }
        // The configuration boxes can specify another coding.
        if formats[0].bytesPerPacket == 0 { isUniform = false }
    }

    /// Takes formats and configuration from detected implicit SBR.
    mutating func take(_ implied: ImplicitSBR) {
        formats = implied.formats
        decoderConfiguration = implied.configuration
    }

    private mutating func readConfiguration(
        _ boxes: MP4BoxParser, in reader: inout ByteReader, count: inout Int, depth: Int
    ) throws(FormatError) {
        var remaining = boxes
        while let box = try remaining.next(in: &reader, count: &count) {
            guard box.end - box.start <= Self.configurationBytesMax else { continue }
            // QuickTime nests the configuration in a `wave` box.
            if box.id == "wave", depth == 0 {
                try readConfiguration(
                    MP4BoxParser(in: box), in: &reader, count: &count, depth: depth + 1)
                continue
            }
            guard ["esds", "alac", "dOps", "dfLa", "enda"].contains(box.id) else { continue }
            reader.enter("sample description", at: box.start, end: box.end)
            let bytes = try reader.readBytes(Int(box.end - box.start))
            switch box.id {
            case "esds": takeStreamDescriptor(Array(bytes.dropFirst(4)))
            case "alac": takeALAC(Array(bytes.dropFirst(4)))
            case "dOps": takeOpus(bytes)
            case "enda": isLittleEndian = isUniform && bytes == [0, 1]
            default: takeFLAC(Array(bytes.dropFirst(4)))
            }
        }
    }

    private mutating func takeStreamDescriptor(_ cookie: [UInt8]) {
        guard let descriptor = ElementaryStreamDescriptor(cookie) else { return }
        magicCookie = cookie
        switch descriptor.objectTypeIndication {
        case 0x40, 0x66, 0x67, 0x68:
            guard let configuration = AudioSpecificConfiguration(descriptor.specificConfiguration)
            else { return }
            decoderConfiguration = descriptor.specificConfiguration
            var found = configuration.formats
            // A program configuration defines the channels; the entry has their number.
            for index in found.indices where found[index].channelCount == 0 {
                found[index].channelCount = formats[0].channelCount
            }
            formats = found
        case 0x69, 0x6B:
            magicCookie = nil
            formats[0].id = .mpegLayer3
            formats[0].framesPerPacket = formats[0].sampleRate < 32000 ? 576 : 1152
        default:
            formats[0].id = FormatID(rawValue: "mp4a")
        }
    }

    private mutating func takeALAC(_ cookie: [UInt8]) {
        guard let configuration = ALACConfiguration(cookie) else { return }
        magicCookie = configuration.statedCookie
        decoderConfiguration = configuration.bytes
        formats = [configuration.format]
    }

    private mutating func takeOpus(_ bytes: [UInt8]) {
        guard bytes.count >= 11, (1...8).contains(bytes[1]) else { return }
        formats[0].channelCount = UInt32(bytes[1])
        magicCookie = bytes
        // The Opus identification header of Ogg: the same fields, little-endian.
        let numbers = [
            bytes[3], bytes[2], bytes[7], bytes[6], bytes[5], bytes[4], bytes[9], bytes[8],
        ]
        decoderConfiguration = "OpusHead".utf8 + [1, bytes[1]] + numbers + bytes[10...]
    }

    private mutating func takeFLAC(_ blocks: [UInt8]) {
        let headByteCount = 4
        let infoByteCount = 34
        guard blocks.count >= headByteCount + infoByteCount, blocks[0] & 0x7F == 0 else { return }
        magicCookie = blocks
        decoderConfiguration = Array(blocks[headByteCount..<headByteCount + infoByteCount])
    }
}
