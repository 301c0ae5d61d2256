import AudioCodecs
import AudioModel

/// The fields of a sound sample description, and the format they imply without further boxes.
///
/// Source: Apple QuickTime File Format, "Sound Sample Description (Version 0)" to "(Version 2)",
/// and "Sound Sample Description Extensions".
struct MP4SoundDescription {
    let coding: FourCC
    private(set) var sampleRate: Double
    private(set) var channelCount: UInt32
    private var bits: UInt32
    private var framesPerPacket: UInt32 = 0
    private var bytesPerPacket: UInt32 = 0
    /// Linear PCM format flags; nil when the description has none.
    private var flags: FormatFlags?

    init(coding: FourCC, sampleRate: Double, channelCount: UInt32, bits: UInt32) {
        self.coding = coding
        self.sampleRate = sampleRate
        self.channelCount = CodingLimits.channels.contains(channelCount) ? channelCount : 2
        self.bits = bits
    }

    mutating func readVersion1(_ reader: inout ByteReader) throws(FormatError) {
        framesPerPacket = try reader.readBigEndian()
        try reader.skip(4)  // Bytes per packet and channel.
        bytesPerPacket = try reader.readBigEndian()
        try reader.skip(4)  // Bytes per sample.
    }

    mutating func readVersion2(_ reader: inout ByteReader) throws(FormatError) {
        try reader.skip(4)  // Size of the structure.
        let rate = Double(bitPattern: try reader.readBigEndian())
        if CodingLimits.sampleRate.contains(rate) { sampleRate = rate }
        let channels: UInt32 = try reader.readBigEndian()
        if CodingLimits.channels.contains(channels) { channelCount = channels }
        try reader.skip(4)  // A constant.
        bits = try reader.readBigEndian()
        flags = FormatFlags(rawValue: try reader.readBigEndian())
        bytesPerPacket = try reader.readBigEndian()
        framesPerPacket = try reader.readBigEndian()
    }

    /// Whether all packets have one size.
    var isUniform: Bool { format.bytesPerPacket > 0 }

    var format: StreamFormat {
        if let linear { return linear }
        var format = StreamFormat(named: id, sampleRate: sampleRate, channelCount: channelCount)
        switch id {
        case .appleIMA4:
            return StreamFormat(appleIMA4: sampleRate, channelCount: channelCount)
        case .uLaw, .aLaw:
            return StreamFormat(law: id, sampleRate: sampleRate, channelCount: channelCount)
        case .mace3: format.takePackets(of: 2 * channelCount, frames: 6)
        case .mace6: format.takePackets(of: channelCount, frames: 6)
        case .gsm: format.takePackets(of: 33, frames: 160)
        case .microsoftADPCM, .microsoftIMA:
            guard framesPerPacket > 0 else { break }
            format.takePackets(of: bytesPerPacket, frames: framesPerPacket)
            format.bitsPerChannel = 4
        case .ac3: format.framesPerPacket = 1536
        case .mpegLayer2: format.framesPerPacket = 1152
        case .mpegLayer3: format.framesPerPacket = sampleRate < 32000 ? 576 : 1152
        default: break
        }
        return format
    }

    private var id: FormatID {
        switch coding {
        case "mp4a": .mpeg4AAC
        case "Opus": .opus
        case "fLaC": .flac
        case "ms\0U": .mpegLayer3
        default: FormatID(rawValue: coding)
        }
    }

    private var linear: StreamFormat? {
        func linear(_ bits: UInt32, float: Bool = false, big: Bool = true, signed: Bool = true)
            -> StreamFormat
        {
            StreamFormat(
                linearPCM: sampleRate, channelCount: channelCount, bits: bits,
                bytesPerSample: (bits + 7) / 8, isFloat: float, isBigEndian: big,
                isSigned: signed)
        }
        let depth = (1...32).contains(bits) ? bits : 16
        switch coding {
        case "sowt": return linear(depth, big: false)
        case "twos": return linear(depth)
        case "raw ", "NONE": return depth == 8 ? linear(8, signed: false) : linear(depth)
        case "in24": return linear(24)
        case "in32": return linear(32)
        case "fl32": return linear(32, float: true)
        case "fl64": return linear(64, float: true)
        case "lpcm":
            guard let flags, (1...64).contains(bits), framesPerPacket == 1,
                flags.isDisjoint(with: .nonInterleaved)
            else { return nil }
            let isFloat = flags.contains(.float)
            let bytesPerSample = bytesPerPacket / channelCount
            guard ((bits + 7) / 8...8).contains(bytesPerSample),
                bytesPerSample * channelCount == bytesPerPacket,
                !isFloat || [32, 64].contains(bits) && bytesPerSample * 8 == bits
            else { return nil }
            return StreamFormat(
                linearPCM: sampleRate, channelCount: channelCount, bits: bits,
                bytesPerSample: bytesPerSample, isFloat: isFloat,
                isBigEndian: flags.contains(.bigEndian),
                isSigned: flags.contains(.signedInteger))
        default: return nil
        }
    }
}

extension StreamFormat {
    /// Sets a fixed packet size and number of frames per packet.
    mutating func takePackets(of byteCount: UInt32, frames: UInt32) {
        bytesPerPacket = byteCount
        framesPerPacket = frames
    }
}
