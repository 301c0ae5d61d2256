import AudioCodecs
import AudioModel

/// FLAC.
struct FLACFormat: ContainerFormat {
    let kind = ContainerKind.flac
    let fileType = ContainerFileType(
        id: "flac", extensions: ["flac"], mimeTypes: ["audio/flac", "audio/x-flac"],
        listedName: "FLAC", uniformTypes: ["org.xiph.flac"], hfsCodes: ["flac"], codings: "flac")
    let hasPacketTable = true

    func matches(_ head: FileHead) -> Bool { head.code(at: 0) == "fLaC" }
}

#if FFmpeg
    extension FLACFormat: StreamableContainer {
        func headerFinder(from start: Int64) -> any StreamHeaderFinder {
            FLACHeaderFinder(from: start)
        }

        func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
            try FLACContainer.parse(file.reader, from: file.start)
        }
    }

    extension FLACFormat: WritableContainer {
        func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
            try FLACMuxer(format)
        }

        func lostTags(_ tags: FileTags) -> [String] {
            let large = tags.pictures.contains { !VorbisComments.canHold($0) }
            return tags.lost(keeping: []) { key, _ in VorbisComments.carries(key) }
                + (large ? ["pictures of 16 MB and more"] : [])
                + tags.lostChapters(after: VorbisCommentBlock.chaptersMax, keepingLinks: true)
        }
    }
#endif
