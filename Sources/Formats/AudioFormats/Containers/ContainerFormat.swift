import AudioCodecs
package import AudioModel

/// A container format: how its files are recognised and what they are called. One value describes
/// one kind of file.
///
/// A format in `ContainerRegistry` is all that the rest of the module knows of a container. What it
/// can do is stated by the protocols that refine this one.
protocol ContainerFormat: Sendable {
    var kind: ContainerKind { get }
    var fileType: ContainerFileType { get }

    /// Whether a file without ID3 tag that starts with `head` is of this kind.
    func matches(_ head: FileHead) -> Bool

    // The format itself where it conforms, which costs less than a cast each time a file is opened.
    var readable: (any ReadableContainer)? { get }
    var streamable: (any StreamableContainer)? { get }
    var writable: (any WritableContainer)? { get }
    var appendable: (any AppendableContainer)? { get }
}

extension ContainerFormat {
    var readable: (any ReadableContainer)? { nil }
    var streamable: (any StreamableContainer)? { nil }
    var writable: (any WritableContainer)? { nil }
    var appendable: (any AppendableContainer)? { nil }
}

/// A container that can be parsed into packets.
protocol ReadableContainer: ContainerFormat {
    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents

    /// Reads the file's markers; nil when it has none.
    func markers(of file: AudioFileReader) throws(FormatError) -> MarkerList?

    /// Reads the file's regions; nil when it has none.
    func regions(of file: AudioFileReader) throws(FormatError) -> RegionList?
}

/// A container that can be parsed into packets while its bytes arrive.
protocol StreamableContainer: ReadableContainer {
    /// Whether its packets are found by their frame headers, without a file header.
    var isSelfFramed: Bool { get }

    /// Creates the search for the end of the header, from `start`.
    func headerFinder(from start: Int64) -> any StreamHeaderFinder
}

/// A container that `AudioFileWriter` can write.
protocol WritableContainer: ContainerFormat {
    /// Creates the writer for a file.
    ///
    /// - Throws: `unsupportedCoding` when the container cannot hold the format.
    func muxer(_ format: StreamFormat) throws(FormatError) -> any ContainerMuxer

    /// Whether apps can create such files, as they can on Apple's systems.
    var isWrittenForApps: Bool { get }
    /// Names of the tags that files are written without.
    func lostTags(_ tags: FileTags) -> [String]
    /// Whether the container states priming and remainder.
    var hasPacketTable: Bool { get }
    /// Average size of a packet's entries in the tables after the audio, in bytes.
    func tableBytesPerPacket(_ format: StreamFormat) -> Double
}

/// A container with contiguous audio and its size in few places: existing files can be changed.
protocol AppendableContainer: WritableContainer {
    /// The layout of the file's chunks; nil for a container without chunks.
    var chunkLayout: ChunkLayout? { get }

    /// Checks the header of an existing file, and marks it as changed.
    func prepare(_ head: inout [UInt8], _ chunks: [FileChunk]) throws(FormatError)

    /// Updates the sizes in the header.
    ///
    /// - Parameters:
    ///   - audioStart: Offset of the content of the audio chunk.
    ///   - audioByteCount: Size of that content.
    ///   - fileByteCount: Size of the file.
    func putSizes(
        into head: inout [UInt8], audioStart: Int, audioByteCount: Int64, fileByteCount: Int64)

    /// Updates the counts in the content of a chunk that has some.
    func putCounts(
        into bytes: inout [UInt8], of id: FourCC, _ format: StreamFormat,
        _ context: MuxerHeaderContext, fileByteCount: Int64)
}

/// The chunks of a container that is made of them.
struct ChunkLayout: Sendable {
    /// Identifier of the chunk with the audio.
    var audioID: FourCC
    /// Bytes of that chunk before the first packet, at least.
    var audioPrefixByteCount: Int64 = 0
    /// Size of a chunk's identifier and size field.
    var headerByteCount = 8
    var fillerID: FourCC
    /// Chunks that are required to read a file.
    var structure: Set<FourCC>
    /// Whether a chunk holds texts; called with its identifier and its first bytes.
    var isText: @Sendable (FourCC, ArraySlice<UInt8>) -> Bool
    /// Whether a chunk holds markers, regions, or their names.
    var isMarkers: @Sendable (FourCC, ArraySlice<UInt8>) -> Bool
    /// Encodes a chunk.
    var encode: @Sendable (FourCC, [UInt8]) -> [UInt8]
}

extension ReadableContainer {
    var readable: (any ReadableContainer)? { self }
    func markers(of file: AudioFileReader) throws(FormatError) -> MarkerList? { nil }
    func regions(of file: AudioFileReader) throws(FormatError) -> RegionList? { nil }
}

extension StreamableContainer {
    var streamable: (any StreamableContainer)? { self }
    var isSelfFramed: Bool { false }
}

extension WritableContainer {
    var writable: (any WritableContainer)? { self }
    var isWrittenForApps: Bool { true }

    func lostTags(_ tags: FileTags) -> [String] {
        tags.lost(keeping: []) { _, _ in false } + tags.lostPictures
            + tags.lostChapters(after: 0)
    }

    var hasPacketTable: Bool { false }
    func tableBytesPerPacket(_ format: StreamFormat) -> Double { 0 }
}

extension AppendableContainer {
    var appendable: (any AppendableContainer)? { self }

    func prepare(_ head: inout [UInt8], _ chunks: [FileChunk]) throws(FormatError) {}

    func putCounts(
        into bytes: inout [UInt8], of id: FourCC, _ format: StreamFormat,
        _ context: MuxerHeaderContext, fileByteCount: Int64
    ) {}
}

/// A file to open.
struct ContainerFile {
    /// Reads the file, and still has the first bytes that recognition read.
    var reader: ByteReader
    /// End of a leading ID3 tag.
    var start: Int64 = 0
    /// Index of the sound track to read.
    var soundTrack = 0
    /// Whether audio that the header of a stopped recorder does not state is read.
    var recoversUnfinished = false

    var source: any ByteSource { reader.source }
}

/// The first bytes of a file; twelve are enough for every kind.
struct FileHead {
    var bytes: [UInt8]

    /// The four characters at an offset; nil beyond the end.
    func code(at offset: Int) -> FourCC? {
        guard offset + 4 <= bytes.count else { return nil }
        let high = UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
        return FourCC(rawValue: high | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3]))
    }
}

/// What identifies a kind of file outside of its bytes.
package struct ContainerFileType: Sendable {
    /// Apple's `AudioFileTypeID`; nil where Apple has none.
    package var id: FourCC?
    /// File name extensions without the dot, the most common first.
    package var extensions: [String]
    /// MIME types, first the one that files of this kind are served with.
    package var mimeTypes: [String]
    /// The name that Apple's Audio File Services lists the type under; nil for types not listed.
    package var listedName: String?
    /// The extensions and MIME types that Audio File Services lists, where these are others.
    package var listedExtensions: [String]?
    package var listedMIMETypes: [String]?
    /// Uniform type identifiers.
    package var uniformTypes: [String] = []
    /// HFS file type codes.
    package var hfsCodes: [FourCC] = []
    /// Encodings that Audio File Services lists: four-character codes separated by `|`.
    package var codings = ""

    /// The encodings of AAC.
    static let aac = "aac |aace|aacf|aacg|aach|aacl|aacp"
}

extension ContainerFileType {
    /// Creates the names of a type that is neither read nor written here, for Audio File Services.
    package init(
        listed name: String, _ id: FourCC, _ extensions: [String], mimeTypes: [String],
        uniformTypes: [String], hfsCodes: [FourCC], codings: String
    ) {
        self.init(
            id: id, extensions: extensions, mimeTypes: mimeTypes, listedName: name,
            uniformTypes: uniformTypes, hfsCodes: hfsCodes, codings: codings)
    }

    /// Creates the names of a type that Audio File Services does not list.
    init(_ extensions: [String], _ mimeType: String, _ id: FourCC? = nil) {
        self.init(id: id, extensions: extensions, mimeTypes: [mimeType])
    }
}
