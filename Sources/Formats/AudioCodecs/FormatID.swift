public import AudioModel

extension FormatID {
    /// Codings in addition to those of `AudioModel`. Microsoft's have their WAVE format tag in the
    /// last two bytes.
    package static let microsoftADPCM = microsoft(tag: 0x0002)
    package static let microsoftIMA = microsoft(tag: 0x0011)
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
    // Apple defines no format IDs for these; the codes are this project's.
    package static let vorbis = FormatID(rawValue: "vorb")
    package static let speex = FormatID(rawValue: "spex")
    package static let wavPack = FormatID(rawValue: "wvpk")
    package static let monkeysAudio = FormatID(rawValue: "MAC ")
    package static let trueAudio = FormatID(rawValue: "TTA1")

    package static func microsoft(tag: UInt16) -> FormatID {
        FormatID(rawValue: FourCC(rawValue: 0x6D73_0000 | UInt32(tag)))
    }
}

extension FormatID {
    /// English name of the coding, or else its four-character code.
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
