import AudioFormats
import AudioModel

/// Properties of a file type, independent of any open file.
///
/// The encodings and names are those that Apple's `afconvert -hf` lists on macOS 11, without
/// protected files. Encodings that only Sori writes come last.
public struct AudioFileType: Sendable {
    /// Apple's `AudioFileTypeID`.
    public let id: FourCC
    /// The English name.
    public let name: String
    /// File name extensions without the dot, the preferred one first.
    public let extensions: [String]
    /// MIME types, the preferred one first.
    public let mimeTypes: [String]
    /// Uniform type identifiers.
    public let uniformTypes: [String]
    /// HFS file type codes.
    public let hfsCodes: [FourCC]
    /// Encodings that such a file can hold.
    public let codings: [FormatID]

    /// `nil` for file types that Sori neither reads nor writes.
    private let kind: ContainerKind?

    /// Whether Sori reads such files.
    public var isRead: Bool { kind?.isCut ?? false }
    /// Whether Sori writes such files.
    public var isWritten: Bool { kind?.isWritten ?? false }

    /// The formats of an encoding that such a file can hold. Sample rate and channel count are
    /// zero, since they are open; an encoding that is not written here gives only its identifier.
    public func formats(of coding: FormatID) -> [StreamFormat] {
        let written = Self.candidates(coding).filter { format in
            do throws(FormatError) { try kind?.check(format) } catch { return false }
            return isWritten
        }
        if !written.isEmpty { return written.map(Self.opened) }
        guard coding == .linearPCM else { return [Self.bare(coding)] }
        // Sound Designer II.
        return Self.candidates(coding).filter {
            $0.bitsPerChannel == 8
                ? $0.flags.contains(.signedInteger)
                : $0.flags.isSuperset(of: [.signedInteger, .bigEndian])
        }.map(Self.opened)
    }

    /// The format without the fields that a file type leaves open.
    private static func opened(_ format: StreamFormat) -> StreamFormat {
        var open = format
        open.sampleRate = 0
        open.channelCount = 0
        open.bytesPerFrame = 0
        if !format.isVariableBitRate { open.bytesPerPacket = 0 }
        if format.id == .linearPCM { open.framesPerPacket = 0 }
        return open
    }

    private static func bare(_ coding: FormatID) -> StreamFormat {
        StreamFormat(
            sampleRate: 0, id: coding, bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0,
            channelCount: 0, bitsPerChannel: 0)
    }

    /// The formats of an encoding, for two channels.
    private static func candidates(_ coding: FormatID) -> [StreamFormat] {
        func format(_ flags: FormatFlags, bits: UInt32) -> StreamFormat {
            StreamFormat(
                sampleRate: 44_100, id: coding, flags: flags, bytesPerPacket: 0,
                framesPerPacket: 0, bytesPerFrame: 0, channelCount: 2, bitsPerChannel: bits
            ).completed
        }
        guard coding == .linearPCM else {
            // The flags of Apple Lossless give its source bit depth.
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

    /// Apple's file types, then those that only Sori reads.
    public static let all: [AudioFileType] =
        known
        + ContainerKind.allCases.compactMap { kind in
            guard kind.isCut, let id = kind.fileTypeID, !known.contains(where: { $0.id == id })
            else { return nil }
            return AudioFileType(
                kind, id, kind.name, kind.extensions, [kind.mimeType], codings: "")
        }

    /// The file type with this identifier.
    public static func withID(_ id: FourCC) -> AudioFileType? {
        all.first { $0.id == id }
    }

    /// - Parameter codings: Four-character codes separated by `|`.
    private init(
        _ kind: ContainerKind?, _ id: FourCC, _ name: String, _ extensions: [String],
        _ mimeTypes: [String], uniformTypes: [String] = [], hfsCodes: [FourCC] = [],
        codings: String
    ) {
        self.kind = kind
        self.id = id
        self.name = name
        self.extensions = extensions
        self.mimeTypes = mimeTypes
        self.uniformTypes = uniformTypes
        self.hfsCodes = hfsCodes
        self.codings = codings.split(separator: "|").map { FormatID(rawValue: FourCC(text: $0)) }
    }
}

// MARK: The file types

extension AudioFileType {
    private static let aac = "aac |aace|aacf|aacg|aach|aacl|aacp"

    private static let known: [AudioFileType] = packetKinds + movieKinds + sampleKinds

    private static let sampleKinds: [AudioFileType] = [
        AudioFileType(
            .wav, "WAVE", "WAVE", ["wav", "wave", "bwf"], waveMIMETypes,
            uniformTypes: ["com.microsoft.waveform-audio"], hfsCodes: ["WAVE", ".WAV"],
            codings: "lpcm|ulaw|alaw"),
        AudioFileType(
            .rf64, "RF64", "WAVE", ["wav", "rf64", "wave"], waveMIMETypes,
            uniformTypes: ["com.microsoft.waveform-audio"], hfsCodes: ["WAVE", ".WAV"],
            codings: "lpcm|ulaw|alaw"),
        AudioFileType(
            .bw64, "BW64", "WAVE", ["wav", "bw64", "wave"], waveMIMETypes,
            uniformTypes: ["com.microsoft.waveform-audio"], hfsCodes: ["WAVE", ".WAV"],
            codings: "lpcm|ulaw|alaw"),
        AudioFileType(
            .au, "NeXT", "NeXT/Sun", ["au", "snd"], ["audio/basic", "audio/x-au", "audio/snd"],
            uniformTypes: ["public.au-audio"], hfsCodes: ["NeXT", "ULAW"],
            codings: "lpcm|ulaw|alaw"),
        AudioFileType(
            nil, "Sd2f", "Sound Designer II", ["sd2"], ["audio/x-sd2"],
            uniformTypes: ["com.digidesign.sd2-audio"], hfsCodes: ["Sd2f"], codings: "lpcm"),
    ]

    private static let waveMIMETypes = [
        "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave",
    ]

    private static let packetKinds: [AudioFileType] = [
        AudioFileType(
            .caf, "caff", "CAF", ["caf"], ["audio/x-caf"],
            uniformTypes: ["com.apple.coreaudio-format"], hfsCodes: ["caff"],
            codings: ".mp1|.mp2|.mp3|QDM2|QDMC|Qclp|Qclq|\(aac)|ac-3|alac|alaw|dvi8|ec-3|flac|"
                + "ilbc|ima4|lpcm|ms\0\u{2}|ms\0\u{11}|ms\0\u{31}|opus|samr|ulaw"),
        AudioFileType(
            .aiff, "AIFF", "AIFF", ["aiff", "aif"], ["audio/aiff", "audio/x-aiff"],
            uniformTypes: ["public.aiff-audio"], hfsCodes: ["AIFF"], codings: "lpcm"),
        AudioFileType(
            .aifc, "AIFC", "AIFC", ["aifc", "aiff", "aif"], ["audio/aiff", "audio/x-aiff"],
            uniformTypes: ["public.aifc-audio"], hfsCodes: ["AIFC"],
            codings: "lpcm|ulaw|alaw|MAC3|MAC6|ima4|QDMC|QDM2|Qclp|agsm"),
        AudioFileType(
            .mp3, "MPG3", "MPEG Layer 3", ["mp3", "mpeg", "mpa", "mpga"],
            ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/mpeg3", "audio/x-mpeg"],
            uniformTypes: ["public.mp3"], hfsCodes: ["MPG3", "mpg3", "mp3!", "MP3 "],
            codings: ".mp3"),
        AudioFileType(
            .mp2, "MPG2", "MPEG Layer 2", ["mp2", "mpeg", "mpa"], ["audio/mpeg"],
            uniformTypes: ["public.mp2"], hfsCodes: ["MPG2"], codings: ".mp2"),
        AudioFileType(
            .mp1, "MPG1", "MPEG Layer 1", ["mp1", "mpeg", "mpa"], ["audio/mpeg"],
            hfsCodes: ["MPG1"], codings: ".mp1"),
        AudioFileType(
            .adts, "adts", "AAC ADTS", ["aac", "adts"],
            ["audio/aac", "audio/x-aac", "audio/aacp"],
            uniformTypes: ["public.aac-audio"], hfsCodes: ["adts"], codings: "aac |aach|aacp"),
        AudioFileType(
            .loas, "loas", "LATM/LOAS", ["loas", "latm", "xhe"], ["audio/mp4a-latm"],
            uniformTypes: ["public.loas-audio"], codings: "\(aac)|usac"),
        AudioFileType(
            .ac3, "ac-3", "AC3", ["ac3"], ["audio/ac3", "audio/x-ac3"],
            uniformTypes: ["public.ac3-audio"], hfsCodes: ["ac-3"], codings: "ac-3"),
        AudioFileType(
            .amr, "amrf", "AMR", ["amr", "awb"], ["audio/amr", "audio/x-amr", "audio/amr-wb"],
            uniformTypes: ["org.3gpp.adaptive-multi-rate-audio"], hfsCodes: ["amrf"],
            codings: "samr|sawb"),
        AudioFileType(
            .flac, "flac", "FLAC", ["flac"], ["audio/flac", "audio/x-flac"],
            uniformTypes: ["org.xiph.flac"], hfsCodes: ["flac"], codings: "flac"),
        // Speex is read here, but not by Apple.
        AudioFileType(
            .ogg, "Oggf", "Ogg", ["opus", "ogg", "oga"],
            ["audio/ogg", "application/ogg", "audio/x-ogg"],
            uniformTypes: ["org.xiph.ogg-audio", "org.xiph.opus"], codings: "opus|flac|vorb"),
    ]

    private static let movieKinds: [AudioFileType] = [
        AudioFileType(
            .m4a, "m4af", "Apple MPEG-4 Audio", ["m4a", "m4r"],
            ["audio/mp4", "audio/x-m4a", "audio/m4a"],
            uniformTypes: ["com.apple.m4a-audio", "public.mpeg-4-audio"], hfsCodes: ["M4A "],
            codings: "\(aac)|ac-3|alac|ec-3"),
        AudioFileType(
            .m4b, "m4bf", "Apple MPEG-4 AudioBooks", ["m4b"],
            ["audio/mp4", "audio/x-m4b", "audio/m4b"],
            uniformTypes: ["com.apple.protected-mpeg-4-audio-b", "public.mpeg-4-audio"],
            hfsCodes: ["M4B "], codings: "\(aac)|alac"),
        AudioFileType(
            .mp4, "mp4f", "MPEG-4 Audio", ["mp4"], ["audio/mp4", "video/mp4"],
            uniformTypes: ["public.mpeg-4", "public.mpeg-4-audio"], hfsCodes: ["mpg4"],
            codings: "\(aac)|ac-3|ec-3|alac"),
        AudioFileType(
            .threeGPP, "3gpp", "3GP Audio", ["3gp", "3gpp"], ["audio/3gpp", "video/3gpp"],
            uniformTypes: ["public.3gpp"], hfsCodes: ["3gpp"], codings: "Qclp|\(aac)|samr"),
        AudioFileType(
            .threeGPP2, "3gp2", "3GPP-2 Audio", ["3g2", "3gp2"], ["audio/3gpp2", "video/3gpp2"],
            uniformTypes: ["public.3gpp2"], hfsCodes: ["3gp2"], codings: "Qclp|\(aac)|samr"),
    ]
}

extension FourCC {
    /// - Parameter text: Four characters of one byte each.
    fileprivate init(text: some StringProtocol) {
        self.init(
            rawValue: text.unicodeScalars.reduce(0) { $0 << 8 | UInt32($1.value & 0xFF) })
    }
}
