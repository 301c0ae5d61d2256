/// A container format, which the module of the containers recognises by content. It is known here
/// because errors name it.
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
    public var name: String {
        switch self {
        case .caf: "Core Audio Format"
        case .aiff: "AIFF"
        case .aifc: "AIFF-C"
        case .wav: "WAVE"
        case .rf64: "RF64 WAVE"
        case .bw64: "BW64 WAVE"
        case .mp3: "MPEG layer 3 audio"
        case .mp2: "MPEG layer 2 audio"
        case .mp1: "MPEG layer 1 audio"
        case .adts: "AAC in ADTS"
        case .m4a: "MPEG-4 audio"
        case .m4b: "MPEG-4 audio book"
        case .mp4: "MPEG-4"
        case .threeGPP: "3GPP"
        case .threeGPP2: "3GPP2"
        case .quickTime: "QuickTime"
        case .flac: "FLAC"
        case .ogg: "Ogg"
        case .au: "NeXT/Sun audio"
        case .amr: "AMR speech"
        case .matroska: "Matroska"
        case .wave64: "Wave64"
        case .asf: "Windows Media"
        case .midi: "MIDI"
        case .ac3: "AC-3"
        case .loas: "AAC in LOAS"
        case .wavPack: "WavPack"
        case .monkeysAudio: "Monkey's Audio"
        }
    }
}
