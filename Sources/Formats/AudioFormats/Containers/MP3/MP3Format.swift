import AudioCodecs
import AudioModel

/// MPEG layer 3 audio.
struct MP3Format: StreamableContainer, WritableContainer {
    let kind = ContainerKind.mp3
    let fileType = ContainerFileType(
        id: "MPG3", extensions: ["mp3", "mpga"],
        mimeTypes: ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/mpeg3", "audio/x-mpeg"],
        listedName: "MPEG Layer 3", listedExtensions: ["mp3", "mpeg", "mpa", "mpga"],
        uniformTypes: ["public.mp3"], hfsCodes: ["MPG3", "mpg3", "mp3!", "MP3 "], codings: ".mp3")
    let isSelfFramed = true
    // Apple's systems decode MP3 and create no such files.
    let isWrittenForApps = false
    let hasPacketTable = true

    func matches(_ head: FileHead) -> Bool { MPEGAudioHead.kind(head) == .mp3 }

    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
        try MP3Container.parse(file.source, from: file.start)
    }

    func headerFinder(from start: Int64) -> any StreamHeaderFinder {
        SelfFramedHeaderFinder<MP3Header>(from: start) { source, start throws(FormatError) in
            try MP3Container.parse(source, from: start, end: source.byteCount)
        }
    }

    func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
        try MP3Muxer(format)
    }

    func lostTags(_ tags: FileTags) -> [String] { tags.lost(keeping: [.id3]) { _, _ in true } }
}

/// Recognises the frame headers of MPEG audio.
enum MPEGAudioHead {
    /// The kind of a frame header: an 11-bit sync word, and no reserved values.
    static func kind(_ head: FileHead) -> ContainerKind? {
        let head = head.bytes
        guard head.count >= 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return nil }
        let version = head[1] >> 3 & 3
        let layer = head[1] >> 1 & 3
        if head[1] & 0xF6 == 0xF0 {
            let rateIndex = head[2] >> 2 & 15
            return rateIndex < 13 ? .adts : nil
        }
        guard version != 1, head[2] >> 4 != 15, head[2] >> 2 & 3 != 3 else { return nil }
        switch layer {
        case 1: return .mp3
        case 2: return .mp2
        case 3: return .mp1
        default: return nil
        }
    }
}
