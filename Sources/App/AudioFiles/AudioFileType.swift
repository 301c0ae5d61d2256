import AudioCodecs
import AudioFormats
public import AudioModel

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
    /// Whether Sori writes such files for apps.
    public var isWritten: Bool { kind?.isWrittenForApps ?? false }

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
            $0.flags.isSuperset(of: [.signedInteger, .bigEndian])
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
            // The flags of the lossless codings give the source bit depth.
            return [.appleLossless, .flac].contains(coding)
                ? [1, 2, 3, 4].map { format(FormatFlags(rawValue: $0), bits: 0) }
                : [format([], bits: 0)]
        }
        // In the order in which Apple's systems list them; a signed byte is big-endian there.
        let orders: [FormatFlags] = [.bigEndian, []]
        return [format([.packed, .signedInteger, .bigEndian], bits: 8), format(.packed, bits: 8)]
            + orders.flatMap { order in
                [16, 24, 32].map { format([.packed, .signedInteger, order], bits: $0) }
                    + [32, 64].map { format([.packed, .float, order], bits: $0) }
            }
    }

    /// Apple's file types in the order in which `afconvert` lists them, then those that only Sori
    /// reads.
    public static let all: [AudioFileType] = {
        let first: [ContainerKind] = [
            .caf, .aiff, .aifc, .mp3, .mp2, .mp1, .adts, .loas, .ac3, .amr, .flac, .ogg, .m4a,
            .m4b, .mp4, .threeGPP, .threeGPP2,
        ]
        let kinds = first + ContainerKind.allCases.filter { !first.contains($0) }
        let types = kinds.compactMap { AudioFileType($0, $0.fileType) }
        // A type that Sori neither reads nor writes.
        let soundDesigner = AudioFileType(
            nil,
            .init(
                listed: "Sound Designer II", "Sd2f", ["sd2"], mimeTypes: ["audio/x-sd2"],
                uniformTypes: ["com.digidesign.sd2-audio"], hfsCodes: ["Sd2f"], codings: "lpcm"))
        let listed = types.filter { $0.kind?.fileType.listedName != nil }
        let others = types.filter { $0.kind?.fileType.listedName == nil && $0.isRead }
        return listed + [soundDesigner].compactMap { $0 } + others
    }()

    /// The file type with this identifier.
    public static func withID(_ id: FourCC) -> AudioFileType? {
        all.first { $0.id == id }
    }

    private init?(_ kind: ContainerKind?, _ type: ContainerFileType) {
        guard let id = type.id, let name = type.listedName ?? kind?.name else { return nil }
        self.kind = kind
        self.id = id
        self.name = name
        extensions = type.listedExtensions ?? type.extensions
        mimeTypes = type.listedMIMETypes ?? type.mimeTypes
        uniformTypes = type.uniformTypes
        hfsCodes = type.hfsCodes
        codings = type.codings.split(separator: "|").map { FormatID(rawValue: FourCC(text: $0)) }
    }
}

extension FourCC {
    /// - Parameter text: Four characters of one byte each.
    fileprivate init(text: some StringProtocol) {
        self.init(rawValue: text.unicodeScalars.reduce(0) { $0 << 8 | UInt32($1.value & 0xFF) })
    }
}
