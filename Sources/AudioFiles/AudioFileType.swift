import AudioFormats
import AudioModel

/// What is known of a kind of file, whether one is open or not.
public struct AudioFileType: Sendable {
    public let id: FourCC
    public let name: String
    /// Without the dot, the usual one first.
    public let extensions: [String]
    /// The usual one first.
    public let mimeTypes: [String]
    public let uniformTypes: [String]
    /// What old file systems kept beside a file's name.
    public let hfsCodes: [FourCC]
    /// Codings that go into such a file and are known here.
    public let codings: [FormatID]

    private let kind: ContainerKind

    /// Whether such files are made here.
    public var isWritten: Bool { kind.isWritten }

    /// The formats of a coding that such a file can hold; rate and channels, which it leaves open,
    /// are zero. None for kinds that are not written.
    public func formats(of coding: FormatID) -> [StreamFormat] {
        Self.candidates(coding).compactMap { format in
            do throws(FormatError) { try kind.check(format) } catch { return nil }
            var open = format
            open.sampleRate = 0
            open.channelCount = 0
            open.bytesPerFrame = 0
            if !format.isVariableBitRate { open.bytesPerPacket = 0 }
            if coding == .linearPCM { open.framesPerPacket = 0 }
            return open
        }
    }

    /// The formats that a coding comes in, of two channels.
    private static func candidates(_ coding: FormatID) -> [StreamFormat] {
        func format(_ flags: FormatFlags, bits: UInt32) -> StreamFormat {
            StreamFormat(
                sampleRate: 44_100, id: coding, flags: flags, bytesPerPacket: 0,
                framesPerPacket: 0, bytesPerFrame: 0, channelCount: 2, bitsPerChannel: bits
            ).completed
        }
        guard coding == .linearPCM else {
            // Apple Lossless tells the depth of its source by its flags.
            return coding == .appleLossless
                ? [1, 2, 3, 4].map { format(FormatFlags(rawValue: $0), bits: 0) }
                : [format([], bits: 0)]
        }
        let orders: [FormatFlags] = [[], .bigEndian]
        return [format(.packed, bits: 8), format([.packed, .signedInteger], bits: 8)]
            + orders.flatMap { order in
                [16, 24, 32].map { format([.packed, .signedInteger, order], bits: $0) }
                    + [32, 64].map { format([.packed, .float, order], bits: $0) }
            }
    }

    /// The kinds that are read here.
    public static let readable: [AudioFileType] = ContainerKind.allCases.compactMap {
        $0.isCut ? AudioFileType($0) : nil
    }

    public static func withID(_ id: FourCC) -> AudioFileType? {
        readable.first { $0.id == id }
    }

    private init?(_ kind: ContainerKind) {
        guard let id = kind.fileTypeID else { return nil }
        self.id = id
        self.kind = kind
        name = kind.name
        // Speex is read here, and not by Apple.
        extensions = kind == .ogg ? ["opus", "ogg", "oga"] : kind.extensions
        mimeTypes = [kind.mimeType] + Self.otherMIMETypes(kind).filter { $0 != kind.mimeType }
        uniformTypes = Self.uniformTypes(kind)
        hfsCodes = Self.hfsCodes(kind)
        codings = Self.codings(kind)
    }

    private static func otherMIMETypes(_ kind: ContainerKind) -> [String] {
        switch kind {
        case .aiff, .aifc: ["audio/x-aiff"]
        case .wav, .rf64, .bw64: ["audio/x-wav", "audio/wave", "audio/vnd.wave"]
        case .mp3: ["audio/mp3", "audio/x-mp3", "audio/mpeg3", "audio/x-mpeg"]
        case .adts: ["audio/x-aac", "audio/aacp"]
        case .m4a, .m4b: ["audio/x-m4a", "audio/m4a"]
        case .au: ["audio/x-au", "audio/snd"]
        case .flac: ["audio/x-flac"]
        case .ogg: ["application/ogg", "audio/x-ogg"]
        default: []
        }
    }

    private static func uniformTypes(_ kind: ContainerKind) -> [String] {
        switch kind {
        case .caf: ["com.apple.coreaudio-format"]
        case .aiff: ["public.aiff-audio"]
        case .aifc: ["public.aifc-audio"]
        case .wav, .rf64, .bw64: ["com.microsoft.waveform-audio"]
        case .mp3: ["public.mp3"]
        case .mp2: ["public.mp2"]
        case .adts: ["public.aac-audio"]
        case .m4a: ["com.apple.m4a-audio", "public.mpeg-4-audio"]
        case .mp4: ["public.mpeg-4", "public.mpeg-4-audio"]
        case .threeGPP: ["public.3gpp"]
        case .au: ["public.au-audio"]
        case .amr: ["org.3gpp.adaptive-multi-rate-audio"]
        case .ac3: ["public.ac3-audio"]
        case .flac: ["org.xiph.flac"]
        case .ogg: ["org.xiph.ogg-audio", "org.xiph.opus"]
        default: []
        }
    }

    private static func hfsCodes(_ kind: ContainerKind) -> [FourCC] {
        switch kind {
        case .caf: ["caff"]
        case .aiff: ["AIFF"]
        case .aifc: ["AIFC"]
        case .wav: ["WAVE", ".WAV"]
        case .mp3: ["MPG3", "mpg3", "mp3!", "MP3 "]
        case .adts: ["adts"]
        case .m4a: ["M4A "]
        case .m4b: ["M4B "]
        case .mp4: ["mpg4"]
        case .au: ["NeXT", "ULAW"]
        default: []
        }
    }

    private static func codings(_ kind: ContainerKind) -> [FormatID] {
        switch kind {
        case .caf:
            [
                .linearPCM, .appleIMA4, .mpeg4AAC, .appleLossless, .uLaw, .aLaw, .mpegLayer3,
                .flac, .opus,
            ]
        case .aiff: [.linearPCM]
        case .aifc: [.linearPCM, .uLaw, .aLaw, .appleIMA4]
        case .wav, .rf64, .bw64: [.linearPCM, .uLaw, .aLaw]
        case .au: [.linearPCM, .uLaw, .aLaw]
        case .mp3: [.mpegLayer3]
        case .adts: [.mpeg4AAC]
        case .m4a, .m4b, .mp4, .threeGPP: [.mpeg4AAC, .appleLossless]
        case .flac: [.flac]
        case .ogg: [.opus, .flac, .vorbis]
        default: []
        }
    }
}
