import AudioCodecs

/// All container formats.
enum ContainerRegistry {
    /// The formats in the order of recognition: those with a magic number first, then those that are
    /// recognised by frame sync: ADTS, MPEG audio, other elementary streams.
    static let formats: [any ContainerFormat] = [
        [CAFFormat()], AIFFFormat.all, WAVFormat.all, [AUFormat()], [FLACFormat()],
        [OggFormat()], DemuxedOnlyFormat.identified, ISOMediaFormat.all, [Wave64Format()],
        RecognisedOnlyFormat.all, [ADTSFormat()], [MP3Format()], DemuxedOnlyFormat.framed,
    ].flatMap { (formats: [any ContainerFormat]) in formats }

    /// The kind of a file by its first bytes after any ID3 tag; `nil` for an unknown format.
    static func recognise(_ head: FileHead) -> ContainerKind? {
        formats.first { $0.matches(head) }?.kind
    }

    /// Searches a short list. A process's first dictionary with keys of a type costs more: the run
    /// time looks for their conformance among those of all libraries.
    static func format(of kind: ContainerKind) -> any ContainerFormat {
        guard let format = formats.first(where: { $0.kind == kind }) else {
            preconditionFailure("ContainerRegistry lists no format for \(kind)")
        }
        return format
    }
}

extension ContainerKind {
    var format: any ContainerFormat { ContainerRegistry.format(of: self) }
    var readable: (any ReadableContainer)? { format.readable }
    var streamable: (any StreamableContainer)? { format.streamable }
    var writable: (any WritableContainer)? { format.writable }
    var appendable: (any AppendableContainer)? { format.appendable }
}
