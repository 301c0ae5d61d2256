import AudioCodecs
import AudioModel

/// Ogg: demuxed by libavformat, written with Opus in it.
struct OggFormat: FFmpegContainerFormat {
    let kind = ContainerKind.ogg
    let demuxer = "ogg"
    let fileType = ContainerFileType(
        id: "Oggf", extensions: ["ogg", "oga", "opus", "spx"],
        mimeTypes: ["audio/ogg", "application/ogg", "audio/x-ogg"], listedName: "Ogg",
        listedExtensions: ["opus", "ogg", "oga"],
        uniformTypes: ["org.xiph.ogg-audio", "org.xiph.opus"], codings: "opus|flac|vorb")
    // Apple's systems list the type as one that is only read.
    let isWrittenForApps = false
    let hasPacketTable = true

    func matches(_ head: FileHead) -> Bool { head.code(at: 0) == "OggS" }
}

#if FFmpeg
    extension OggFormat: WritableContainer {
        func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
            try OggMuxer(format)
        }

        func lostTags(_ tags: FileTags) -> [String] {
            let large = tags.pictures.contains { !VorbisComments.canHold($0) }
            return tags.lost(keeping: []) { key, _ in VorbisComments.carries(key) }
                + (large ? ["pictures of 16 MB and more"] : [])
                + tags.lostChapters(after: VorbisCommentBlock.chaptersMax, keepingLinks: true)
        }
    }
#endif
