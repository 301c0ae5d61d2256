import AudioCodecs
import AudioModel

/// AAC in ADTS.
struct ADTSFormat: StreamableContainer, WritableContainer {
    let kind = ContainerKind.adts
    let fileType = ContainerFileType(
        id: "adts", extensions: ["aac", "adts"],
        mimeTypes: ["audio/aac", "audio/x-aac", "audio/aacp"], listedName: "AAC ADTS",
        uniformTypes: ["public.aac-audio"], hfsCodes: ["adts"], codings: "aac |aach|aacp")
    let isSelfFramed = true

    func matches(_ head: FileHead) -> Bool { MPEGAudioHead.kind(head) == .adts }

    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
        try ADTSContainer.parse(file.source, from: file.start)
    }

    func headerFinder(from start: Int64) -> any StreamHeaderFinder {
        SelfFramedHeaderFinder<ADTSHeader>(from: start) { source, start throws(FormatError) in
            try ADTSContainer.parse(source, from: start)
        }
    }

    func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer {
        try ADTSMuxer(format)
    }

    func lostTags(_ tags: FileTags) -> [String] { tags.lost(keeping: [.id3]) { _, _ in true } }
}
