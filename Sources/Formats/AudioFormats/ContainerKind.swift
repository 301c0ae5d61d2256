public import AudioCodecs
public import AudioModel

extension ContainerKind {
    /// The MIME type that files of this kind are served with.
    public var mimeType: String { fileType.mimeTypes[0] }
    /// File name extensions without the dot, the most common first.
    public var extensions: [String] { fileType.extensions }
    /// Apple's `AudioFileTypeID`; nil where Apple has none.
    public var fileTypeID: FourCC? { fileType.id }

    /// What identifies such files outside of their bytes.
    package var fileType: ContainerFileType { format.fileType }

    /// Whether this module can parse the file into packets.
    public var isCut: Bool { readable != nil }
    /// Whether its packets can be parsed while its bytes arrive.
    public var isStreamed: Bool { streamable != nil }
    /// Whether `AudioFileWriter` can write files of this kind.
    public var isWritten: Bool { writable != nil }
    /// Whether apps can create files of this kind, as they can on Apple's systems.
    public var isWrittenForApps: Bool { writable?.isWrittenForApps ?? false }

    /// Names of the tags that files of this kind are written without: metadata keys, and names of
    /// parts.
    package func lostTags(_ tags: FileTags) -> [String] { writable?.lostTags(tags) ?? [] }

    /// Whether packets are found by their frame headers, without a file header.
    var isSelfFramed: Bool { streamable?.isSelfFramed ?? false }
}
