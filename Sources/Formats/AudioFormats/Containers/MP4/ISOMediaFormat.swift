import AudioCodecs
import AudioModel

/// QuickTime and 3GPP: formats of MPEG-4's family that are read but not written.
struct ISOMediaFormat: ISOMediaContainer {
    let kind: ContainerKind
    let fileType: ContainerFileType
    fileprivate let isBrand: @Sendable (FourCC?) -> Bool

    /// The whole family; MPEG-4, the last, takes all brands that are left.
    static let all: [any ContainerFormat] = [
        MP4Format(
            kind: .m4a, brand: "M4A ",
            fileType: ContainerFileType(
                id: "m4af", extensions: ["m4a", "m4r", "m4p", "mp4"],
                mimeTypes: ["audio/mp4", "audio/x-m4a", "audio/m4a", "audio/mp4a-latm"],
                listedName: "Apple MPEG-4 Audio", listedExtensions: ["m4a", "m4r"],
                uniformTypes: ["com.apple.m4a-audio", "public.mpeg-4-audio"], hfsCodes: ["M4A "],
                codings: "\(ContainerFileType.aac)|ac-3|alac|ec-3")
        ) { $0 == "M4A " || $0 == "M4P " },
        MP4Format(
            kind: .m4b, brand: "M4B ",
            fileType: ContainerFileType(
                id: "m4bf", extensions: ["m4b", "m4a", "mp4"],
                mimeTypes: ["audio/mp4", "audio/x-m4b", "audio/m4b"],
                listedName: "Apple MPEG-4 AudioBooks", listedExtensions: ["m4b"],
                uniformTypes: ["com.apple.protected-mpeg-4-audio-b", "public.mpeg-4-audio"],
                hfsCodes: ["M4B "], codings: "\(ContainerFileType.aac)|alac")
        ) { $0 == "M4B " },
        ISOMediaFormat(
            kind: .quickTime,
            fileType: ContainerFileType(["mov", "qt"], "video/quicktime")
        ) { $0 == "qt  " },
        ISOMediaFormat(
            kind: .threeGPP,
            fileType: ContainerFileType(
                id: "3gpp", extensions: ["3gp"],
                mimeTypes: ["audio/3gpp", "video/3gpp"], listedName: "3GP Audio",
                listedExtensions: ["3gp", "3gpp"], uniformTypes: ["public.3gpp"],
                hfsCodes: ["3gpp"], codings: "Qclp|\(ContainerFileType.aac)|samr")
        ) { $0.map { $0.rawValue >> 8 == 0x33_6770 } ?? false },
        ISOMediaFormat(
            kind: .threeGPP2,
            fileType: ContainerFileType(
                id: "3gp2", extensions: ["3g2"],
                mimeTypes: ["audio/3gpp2", "video/3gpp2"], listedName: "3GPP-2 Audio",
                listedExtensions: ["3g2", "3gp2"], uniformTypes: ["public.3gpp2"],
                hfsCodes: ["3gp2"], codings: "Qclp|\(ContainerFileType.aac)|samr")
        ) { $0.map { $0.rawValue >> 8 == 0x33_6732 } ?? false },
        MP4Format(
            kind: .mp4, brand: "mp42",
            fileType: ContainerFileType(
                id: "mp4f", extensions: ["mp4", "m4a", "m4b", "m4v"],
                mimeTypes: ["audio/mp4", "video/mp4"], listedName: "MPEG-4 Audio",
                listedExtensions: ["mp4"], uniformTypes: ["public.mpeg-4", "public.mpeg-4-audio"],
                hfsCodes: ["mpg4"], codings: "\(ContainerFileType.aac)|ac-3|ec-3|alac")
        ) { _ in true },
    ]

    func matches(_ head: FileHead) -> Bool {
        let box = head.code(at: 4)
        // Files of early QuickTime have no file type box.
        let isUntyped = box == "moov" || box == "mdat" || box == "wide"
        return box == "ftyp" ? isBrand(head.code(at: 8)) : kind == .quickTime && isUntyped
    }
}

/// MPEG-4, which is written as well.
struct MP4Format: ISOMediaContainer, WritableContainer {
    let kind: ContainerKind
    /// The brand of files that are written.
    let brand: FourCC
    let fileType: ContainerFileType
    fileprivate let isBrand: @Sendable (FourCC?) -> Bool

    func matches(_ head: FileHead) -> Bool {
        head.code(at: 4) == "ftyp" && isBrand(head.code(at: 8))
    }

    func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
        try MP4Muxer(format, brand: brand)
    }

    func lostTags(_ tags: FileTags) -> [String] {
        tags.lost(keeping: [.mp4], apart: MP4TagItem.numbersWithOwnTotals) { key, value in
            guard let item = MP4TagItem.written(for: key) else { return true }
            return item.content(of: value) != nil
        }
            + tags.lostKinds + tags.lostChapters(after: MP4ChapterList.countMax)
    }

    let hasPacketTable = true

    /// Per packet a size, and 1/32 of a chunk offset.
    func tableBytesPerPacket(_ format: StreamFormat) -> Double { 4.5 }
}

/// A container of boxes.
protocol ISOMediaContainer: StreamableContainer {}

extension ISOMediaContainer {
    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
        try MP4Container.parse(file.reader, kind: kind, soundTrack: file.soundTrack)
    }

    func headerFinder(from start: Int64) -> any StreamHeaderFinder {
        ChunkedHeaderFinder(MP4HeaderScanner(kind: kind))
    }
}

/// The sample tables must precede the packets.
private struct MP4HeaderScanner: StreamHeaderScanner {
    let kind: ContainerKind
    private(set) var offset: Int64 = 0
    private var hasMovie = false

    init(kind: ContainerKind) {
        self.kind = kind
    }

    mutating func next(in reader: inout ByteReader) throws(FormatError) -> StreamedAudio? {
        let short: UInt32 = try reader.readBigEndian()
        let id = try reader.readFourCC()
        var byteCount = Int64(short)
        if short == 1 { byteCount = try reader.readBigEndian() }
        let headByteCount = reader.position - offset
        guard short == 0 || byteCount >= headByteCount else {
            throw FormatError(.badField("box size"), offset: offset)
        }
        let (end, overflow) = offset.addingReportingOverflow(byteCount)
        let isOpen = short == 0 || overflow
        switch id {
        case "moov": hasMovie = true
        case "moof":
            guard hasMovie else { throw FormatError(.missing("movie box before its audio")) }
            return StreamedAudio(start: offset, end: nil, fileEnd: .max)
        case "mdat" where isOpen || byteCount > headByteCount:
            guard hasMovie else { throw FormatError(.missing("movie box before its audio")) }
            // Packets may be in later `mdat` boxes.
            return StreamedAudio(start: reader.position, end: isOpen ? nil : end, fileEnd: .max)
        default: break
        }
        offset = isOpen ? .max : end
        return nil
    }

    func parse(
        _ bytes: StreamBytes, _ audio: StreamedAudio
    ) throws(FormatError) -> ContainerContents {
        try MP4Container.parse(
            ByteReader(bytes), kind: kind, boxesEnd: min(audio.end ?? .max, bytes.byteCount))
    }
}
