import AudioModel

/// A container format, recognised by content.
///
/// Raw values are short names for reports.
public enum ContainerKind: String, CaseIterable, Hashable, Sendable {
    case caf
    case aiff
    case aifc
    case wav
    case rf64
    case bw64
    case mp3
    case mp2
    case mp1
    case adts
    case m4a
    case m4b
    case mp4
    case threeGPP = "3gpp"
    case threeGPP2 = "3gpp2"
    case quickTime = "mov"
    case flac
    case ogg
    case au
    case amr
    case matroska
    case wave64 = "w64"
    case asf
    case midi
    case ac3
    case loas
    case wavPack = "wavpack"
    case monkeysAudio = "ape"

    /// The format's full name, in English.
    public var name: String { facts.name }
    /// The MIME type that files of this kind are served with.
    public var mimeType: String { facts.mimeType }
    /// File name extensions without the dot, the most common first.
    public var extensions: [String] { facts.extensions }
    /// Apple's `AudioFileTypeID`; nil where Apple has none.
    public var fileTypeID: FourCC? { facts.fileTypeID }

    /// Whether this module can parse the file into packets.
    public var isCut: Bool {
        switch self {
        case .caf, .aiff, .aifc, .wav, .rf64, .bw64, .au, .adts, .mp3, .m4a, .m4b, .mp4,
            .threeGPP, .threeGPP2, .quickTime, .wave64:
            return true
        case .flac, .ogg, .matroska, .amr, .ac3, .wavPack, .monkeysAudio, .mp1, .mp2:
            #if FFmpeg
                return true
            #else
                return false
            #endif
        default: return false
        }
    }

    /// Whether its packets can be parsed while its bytes arrive.
    public var isStreamed: Bool {
        switch self {
        case .caf, .aiff, .aifc, .wav, .rf64, .bw64, .au, .adts, .mp3, .m4a, .m4b, .mp4,
            .threeGPP, .threeGPP2, .quickTime:
            true
        default: false
        }
    }

    /// Whether `AudioFileWriter` can write files of this kind.
    public var isWritten: Bool {
        switch self {
        case .caf, .aiff, .aifc, .wav, .rf64, .bw64, .au, .adts, .m4a, .m4b, .mp4: true
        default: false
        }
    }

    private struct Facts {
        var name: String
        var mimeType: String
        var extensions: [String]
        var fileTypeID: FourCC?

        init(_ name: String, _ mimeType: String, _ extensions: [String], _ id: FourCC? = nil) {
            self.name = name
            self.mimeType = mimeType
            self.extensions = extensions
            fileTypeID = id
        }
    }

    private var facts: Facts {
        switch self {
        case .caf: Facts("Core Audio Format", "audio/x-caf", ["caf"], "caff")
        case .aiff: Facts("AIFF", "audio/aiff", ["aiff", "aif"], "AIFF")
        case .aifc: Facts("AIFF-C", "audio/aiff", ["aifc", "aiff", "aif"], "AIFC")
        case .wav: Facts("WAVE", "audio/wav", ["wav", "wave", "bwf"], "WAVE")
        case .rf64: Facts("RF64 WAVE", "audio/wav", ["wav", "rf64", "wave"], "RF64")
        case .bw64: Facts("BW64 WAVE", "audio/wav", ["wav", "bw64", "wave"], "BW64")
        case .mp3: Facts("MPEG layer 3 audio", "audio/mpeg", ["mp3", "mpga"], "MPG3")
        case .mp2: Facts("MPEG layer 2 audio", "audio/mpeg", ["mp2", "mpa"], "MPG2")
        case .mp1: Facts("MPEG layer 1 audio", "audio/mpeg", ["mp1", "mpa"], "MPG1")
        case .adts: Facts("AAC in ADTS", "audio/aac", ["aac", "adts"], "adts")
        case .m4a: Facts("MPEG-4 audio", "audio/mp4", ["m4a", "m4r", "m4p", "mp4"], "m4af")
        case .m4b: Facts("MPEG-4 audio book", "audio/mp4", ["m4b", "m4a", "mp4"], "m4bf")
        case .mp4: Facts("MPEG-4", "audio/mp4", ["mp4", "m4a", "m4b", "m4v"], "mp4f")
        case .threeGPP: Facts("3GPP", "audio/3gpp", ["3gp"], "3gpp")
        case .threeGPP2: Facts("3GPP2", "audio/3gpp2", ["3g2"], "3gp2")
        case .quickTime: Facts("QuickTime", "video/quicktime", ["mov", "qt"])
        case .flac: Facts("FLAC", "audio/flac", ["flac"], "flac")
        case .ogg: Facts("Ogg", "audio/ogg", ["ogg", "oga", "opus", "spx"], "Oggf")
        case .au: Facts("NeXT/Sun audio", "audio/basic", ["au", "snd"], "NeXT")
        case .amr: Facts("AMR speech", "audio/amr", ["amr", "awb"], "amrf")
        case .matroska: Facts("Matroska", "audio/x-matroska", ["mka", "mkv", "webm"])
        case .wave64: Facts("Wave64", "audio/x-w64", ["w64"], "W64f")
        case .asf: Facts("Windows Media", "audio/x-ms-wma", ["wma", "asf", "wmv"])
        case .midi: Facts("MIDI", "audio/midi", ["mid", "midi"])
        case .ac3: Facts("AC-3", "audio/ac3", ["ac3", "eac3"], "ac-3")
        case .loas: Facts("AAC in LOAS", "audio/aac", ["loas", "latm", "aac"], "loas")
        case .wavPack: Facts("WavPack", "audio/x-wavpack", ["wv"])
        case .monkeysAudio: Facts("Monkey's Audio", "audio/x-ape", ["ape"])
        }
    }
}
