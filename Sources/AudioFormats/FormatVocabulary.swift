import AudioModel

extension FormatID {
    /// Codings beside those that every module knows. The Microsoft ones carry the tag of their
    /// WAVE format in the last two bytes.
    static let microsoftADPCM = microsoft(tag: 0x0002)
    static let microsoftIMA = microsoft(tag: 0x0011)
    package static let microsoftGSM = microsoft(tag: 0x0031)
    package static let highEfficiencyAAC = FormatID(rawValue: "aach")
    package static let highEfficiencyAAC2 = FormatID(rawValue: "aacp")
    package static let mpegLayer1 = FormatID(rawValue: ".mp1")
    package static let mpegLayer2 = FormatID(rawValue: ".mp2")
    package static let ac3 = FormatID(rawValue: "ac-3")
    package static let enhancedAC3 = FormatID(rawValue: "ec-3")
    package static let adaptiveMultiRate = FormatID(rawValue: "samr")
    package static let wideAdaptiveMultiRate = FormatID(rawValue: "sawb")
    package static let gsm = FormatID(rawValue: "agsm")
    package static let mace3 = FormatID(rawValue: "MAC3")
    package static let mace6 = FormatID(rawValue: "MAC6")
    package static let qDesign2 = FormatID(rawValue: "QDM2")
    package static let iLBC = FormatID(rawValue: "ilbc")
    // Apple has no number for these; the letters are ours.
    package static let vorbis = FormatID(rawValue: "vorb")
    package static let speex = FormatID(rawValue: "spex")
    package static let wavPack = FormatID(rawValue: "wvpk")
    package static let monkeysAudio = FormatID(rawValue: "MAC ")
    package static let trueAudio = FormatID(rawValue: "TTA1")

    package static func microsoft(tag: UInt16) -> FormatID {
        FormatID(rawValue: FourCC(rawValue: 0x6D73_0000 | UInt32(tag)))
    }
}

extension StreamFormat {
    /// A linear PCM format of interleaved samples.
    ///
    /// - Parameters:
    ///   - bytesPerSample: At least what `bits` need. Samples that do not fill their bytes stand
    ///     in the high bits.
    init(
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

    /// Apple's IMA4: 34 bytes a channel hold 64 frames.
    init(appleIMA4 sampleRate: Double, channelCount: UInt32) {
        self.init(
            sampleRate: sampleRate, id: .appleIMA4,
            bytesPerPacket: IMA4.bytesPerChannel * channelCount,
            framesPerPacket: IMA4.framesPerPacket,
            bytesPerFrame: 0, channelCount: channelCount, bitsPerChannel: 0)
    }

    /// µ-law or A-law: a byte a sample.
    init(law id: FormatID, sampleRate: Double, channelCount: UInt32) {
        self.init(
            sampleRate: sampleRate, id: id, bytesPerPacket: channelCount, framesPerPacket: 1,
            bytesPerFrame: channelCount, channelCount: channelCount, bitsPerChannel: 8)
    }

    /// A coding that is only known by name.
    init(named id: FormatID, sampleRate: Double, channelCount: UInt32) {
        self.init(
            sampleRate: sampleRate, id: id, bytesPerPacket: 0, framesPerPacket: 0,
            bytesPerFrame: 0, channelCount: channelCount, bitsPerChannel: 0)
    }

    /// Whether packets differ in size or in their number of frames.
    public var isVariableBitRate: Bool { bytesPerPacket == 0 || framesPerPacket == 0 }

    /// The coding in plain words: `16-bit little-endian integer PCM`, `Apple IMA4`.
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

extension FormatID {
    /// The coding in plain words; the four characters where there are none.
    public var codingName: String {
        switch self {
        case .linearPCM: return "linear PCM"
        case .appleIMA4: return "Apple IMA4"
        case .uLaw: return "µ-law"
        case .aLaw: return "A-law"
        case .mpeg4AAC: return "AAC"
        case .appleLossless: return "Apple Lossless"
        case .mpegLayer3: return "MPEG layer 3"
        case .flac: return "FLAC"
        case .opus: return "Opus"
        case .microsoftADPCM: return "Microsoft ADPCM"
        case .microsoftIMA: return "Microsoft (DVI) IMA ADPCM"
        case .microsoftGSM: return "GSM 6.10"
        default: break
        }
        switch rawValue {
        case "aach", "aacp": return "High-Efficiency AAC"
        case "MAC3", "MAC6": return "MACE"
        case "QDMC", "QDM2": return "QDesign Music"
        case "Qclp": return "QCELP"
        case "GSM ", "agsm": return "GSM 6.10"
        case ".mp1": return "MPEG layer 1"
        case ".mp2": return "MPEG layer 2"
        case "samr", "sawb": return "AMR"
        case "ac-3", "ec-3": return "AC-3"
        case "vorb": return "Vorbis"
        case "spex": return "Speex"
        case "wvpk": return "WavPack"
        case "MAC ": return "Monkey's Audio"
        case "TTA1": return "True Audio"
        case "ilbc": return "iLBC"
        default: break
        }
        if rawValue.rawValue >> 16 == 0x6D73 {
            return "WAVE format 0x" + String(rawValue.rawValue & 0xFFFF, radix: 16, uppercase: true)
        }
        return "the coding “\(rawValue)”"
    }
}
