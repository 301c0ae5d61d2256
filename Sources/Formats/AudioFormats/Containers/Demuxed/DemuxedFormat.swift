import AudioCodecs
import AudioModel

/// A container that libavformat demuxes.
protocol FFmpegContainerFormat: ContainerFormat {
    /// The name of libavformat's demuxer.
    var demuxer: String { get }
}

/// A container that libavformat demuxes and nothing here writes.
struct DemuxedOnlyFormat: FFmpegContainerFormat {
    let kind: ContainerKind
    let demuxer: String
    let fileType: ContainerFileType
    private let isHead: @Sendable (FileHead) -> Bool

    func matches(_ head: FileHead) -> Bool { isHead(head) }

    /// Formats that start with an identifier.
    static let identified = [
        DemuxedOnlyFormat(
            kind: .amr, demuxer: "amr",
            fileType: ContainerFileType(
                id: "amrf", extensions: ["amr", "awb"],
                mimeTypes: ["audio/amr", "audio/x-amr", "audio/amr-wb"], listedName: "AMR",
                uniformTypes: ["org.3gpp.adaptive-multi-rate-audio"], hfsCodes: ["amrf"],
                codings: "samr|sawb")
        ) { $0.code(at: 0) == "#!AM" },
        DemuxedOnlyFormat(
            kind: .wavPack, demuxer: "wv",
            fileType: ContainerFileType(["wv"], "audio/x-wavpack")
        ) { $0.code(at: 0) == "wvpk" },
        DemuxedOnlyFormat(
            kind: .monkeysAudio, demuxer: "ape",
            fileType: ContainerFileType(["ape"], "audio/x-ape")
        ) { $0.code(at: 0) == "MAC " },
        DemuxedOnlyFormat(
            kind: .matroska, demuxer: "matroska",
            fileType: ContainerFileType(["mka", "mkv", "webm"], "audio/x-matroska")
        ) { $0.bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) },
    ]

    /// Formats that start with a frame header.
    static let framed = [
        DemuxedOnlyFormat(
            kind: .ac3, demuxer: "ac3",
            fileType: ContainerFileType(
                id: "ac-3", extensions: ["ac3", "eac3"],
                mimeTypes: ["audio/ac3", "audio/x-ac3"], listedName: "AC3",
                listedExtensions: ["ac3"], uniformTypes: ["public.ac3-audio"], hfsCodes: ["ac-3"],
                codings: "ac-3")
        ) { $0.bytes.starts(with: [0x0B, 0x77]) },
        DemuxedOnlyFormat(
            kind: .mp2, demuxer: "mp3",
            fileType: ContainerFileType(
                id: "MPG2", extensions: ["mp2", "mpa"],
                mimeTypes: ["audio/mpeg"], listedName: "MPEG Layer 2",
                listedExtensions: ["mp2", "mpeg", "mpa"], uniformTypes: ["public.mp2"],
                hfsCodes: ["MPG2"], codings: ".mp2")
        ) { MPEGAudioHead.kind($0) == .mp2 },
        DemuxedOnlyFormat(
            kind: .mp1, demuxer: "mp3",
            fileType: ContainerFileType(
                id: "MPG1", extensions: ["mp1", "mpa"],
                mimeTypes: ["audio/mpeg"], listedName: "MPEG Layer 1",
                listedExtensions: ["mp1", "mpeg", "mpa"], hfsCodes: ["MPG1"], codings: ".mp1")
        ) { MPEGAudioHead.kind($0) == .mp1 },
    ]
}

#if FFmpeg
    extension FFmpegContainerFormat {
        func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
            try DemuxedContainer.parse(file.source, kind: kind, demuxer: demuxer)
        }
    }

    extension DemuxedOnlyFormat: ReadableContainer {}
    extension OggFormat: ReadableContainer {}
#endif

/// A container that is recognised, but not read.
struct RecognisedOnlyFormat: ContainerFormat {
    let kind: ContainerKind
    let fileType: ContainerFileType
    private let isHead: @Sendable (FileHead) -> Bool

    func matches(_ head: FileHead) -> Bool { isHead(head) }

    static let all = [
        RecognisedOnlyFormat(
            kind: .midi, fileType: ContainerFileType(["mid", "midi"], "audio/midi")
        ) { $0.code(at: 0) == "MThd" },
        RecognisedOnlyFormat(
            kind: .asf,
            fileType: ContainerFileType(["wma", "asf", "wmv"], "audio/x-ms-wma")
        ) { $0.bytes.starts(with: [0x30, 0x26, 0xB2, 0x75]) },
        RecognisedOnlyFormat(
            kind: .loas,
            fileType: ContainerFileType(
                id: "loas", extensions: ["loas", "latm", "aac"],
                mimeTypes: ["audio/aac"], listedName: "LATM/LOAS",
                listedExtensions: ["loas", "latm", "xhe"], listedMIMETypes: ["audio/mp4a-latm"],
                uniformTypes: ["public.loas-audio"], codings: "\(ContainerFileType.aac)|usac")
        ) { $0.bytes.count >= 2 && $0.bytes[0] == 0x56 && $0.bytes[1] & 0xE0 == 0xE0 },
    ]
}
