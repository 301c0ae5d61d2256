public import AudioModel

/// A container format, recognised by content.
///
/// Raw values are short names for reports.
public enum ContainerKind: String, CaseIterable, Hashable, Sendable {
    case caf
    case aiff
    case aifc
    case wav
    case rf64
    case bw64
    case mp3
    case mp2
    case mp1
    case adts
    case m4a
    case m4b
    case mp4
    case threeGPP = "3gpp"
    case threeGPP2 = "3gpp2"
    case quickTime = "mov"
    case flac
    case ogg
    case au
    case amr
    case matroska
    case wave64 = "w64"
    case asf
    case midi
    case ac3
    case loas
    case wavPack = "wavpack"
    case monkeysAudio = "ape"

    /// The format's full name, in English.
    public var name: String { fileType.name }
    /// The MIME type that files of this kind are served with.
    public var mimeType: String { fileType.mimeTypes[0] }
    /// File name extensions without the dot, the most common first.
    public var extensions: [String] { fileType.extensions }
    /// Apple's `AudioFileTypeID`; nil where Apple has none.
    public var fileTypeID: FourCC? { fileType.id }

    /// The names of such files.
    package var fileType: ContainerFileType { format.fileType }

    /// Whether this module can parse the file into packets.
    public var isCut: Bool { readable != nil }
    /// Whether its packets can be parsed while its bytes arrive.
    public var isStreamed: Bool { streamable != nil }
    /// Whether `AudioFileWriter` can write files of this kind.
    public var isWritten: Bool { writable != nil }
    /// Whether apps can create files of this kind, as they can on Apple's systems.
    public var isWrittenForApps: Bool { writable?.isWrittenForApps ?? false }

    /// Whether files of this kind are written with a text for a key.
    package func carriesTag(_ key: String) -> Bool { writable?.carriesTag(key) ?? false }
    /// Whether files of this kind are written with a cover picture.
    package var carriesArtwork: Bool { writable?.carriesArtwork ?? false }

    /// Whether packets are found by their frame headers, without a file header.
    var isSelfFramed: Bool { streamable?.isSelfFramed ?? false }
}
