public import AudioCodecs
public import AudioModel

// Replacement of texts, markers and named chunks while a file is written.

extension AudioFileWriter {
    /// Limit on the bytes of all texts and their keys.
    public static let tagBytesMax = Int(ContainerLimits.tagBytesMax)
    /// Limit on the bytes of a magic cookie.
    public static let magicCookieBytesMax = Int(ContainerLimits.magicCookieBytesMax)

    /// Replaces all texts of the file.
    public func replaceTags(_ tags: [(key: String, value: String)]) {
        if let layout = chunkLayout { drop(where: layout.isText) }
        takeStoredID3()
        properties.tags = tags
    }

    /// Takes the pictures, chapters and other frames of an existing file's ID3 chunk, of which the
    /// texts are to be replaced.
    private func takeStoredID3() {
        guard continuesFile,
            let index = properties.chunks.firstIndex(where: { $0.id == "id3 " || $0.id == "ID3 " }),
            let tags = try? FileTags(id3Tag: properties.chunks[index].bytes)
        else { return }
        properties.chunks.remove(at: index)
        properties.pictures = tags.pictures
        properties.chapters = tags.chapters
        properties.id3Frames = tags.id3Frames.filter { !ID3Content.textFrames.contains($0.id) }
    }

    /// Replaces all markers and regions.
    ///
    /// - Parameter regions: Passed together, because CAF keeps the names of both in one chunk.
    public func replaceMarkers(_ markers: MarkerList, regions: RegionList) {
        if let layout = chunkLayout { drop(where: layout.isMarkers) }
        properties.markers = markers
        properties.regions = regions
    }

    private func drop(where fits: (FourCC, ArraySlice<UInt8>) -> Bool) {
        container.dropHeadChunks(where: fits)
        properties.chunks.removeAll { fits($0.id, $0.bytes.prefix(4)) }
    }

    /// Whether files of this kind consist of named chunks.
    public var hasChunks: Bool {
        chunkLayout != nil
    }

    private var chunkLayout: ChunkLayout? { kind.appendable?.chunkLayout }

    /// Whether a chunk is derived from the audio and must not be changed by an app.
    public static func isStructure(_ id: FourCC) -> Bool {
        FileAppender.structure.contains(id)
    }

    /// Replaces, appends or removes a chunk.
    ///
    /// - Parameters:
    ///   - index: Index among the chunks of that identifier, in file order; `count` or more
    ///     appends.
    ///   - count: Current number of chunks of that identifier in the file.
    ///   - bytes: New content; nil removes the chunk.
    /// - Returns: Whether that is possible. Chunks generated from texts and markers cannot be
    ///   changed.
    public func replaceChunk(
        _ id: FourCC, at index: Int, of count: Int, with bytes: [UInt8]?
    ) -> Bool {
        let own = properties.chunks.indices.filter { properties.chunks[$0].id == id }
        let before = count - own.count
        if index >= count {
            if let bytes { properties.chunks.append((id, bytes)) }
            return bytes != nil
        }
        if index >= before {
            if let bytes {
                properties.chunks[own[index - before]].bytes = bytes
            } else {
                properties.chunks.remove(at: own[index - before])
            }
            return true
        }
        var seen = -1
        var isFound = false
        container.dropHeadChunks { name, _ in
            guard name == id else { return false }
            seen += 1
            if seen == index { isFound = true }
            return seen == index
        }
        guard isFound else { return false }
        if let bytes { properties.chunks.append((id, bytes)) }
        return true
    }

    /// Whether the container states priming and remainder for this format.
    public var hasPacketTable: Bool {
        format.id != .linearPCM && kind.writable?.hasPacketTable ?? false
    }

    /// Reserves space before the audio for the chunks that normally follow it.
    ///
    /// - Parameter seconds: Expected duration of the audio; zero for none. Only before the first
    ///   packet.
    public func reserve(seconds: Double) {
        let entryByteCount = kind.writable?.tableBytesPerPacket(format) ?? 0
        let framesPerPacket = Double(max(format.framesPerPacket, 1))
        let packets = max(seconds, 0) * format.sampleRate / framesPerPacket
        // Texts and fixed parts are included; the limit is a day of audio.
        let bytes = packets > 0 ? min(packets * entryByteCount, 0x1p26) + 2048 : 0
        properties.reservedByteCount = Int64(bytes) & ~1
    }
}

extension AudioFileReader {
    /// Describes a file before its header can be written: its format, and no packets.
    public convenience init(empty writer: AudioFileWriter) throws(FormatError) {
        let properties = writer.properties
        self.init(
            MemoryBytes([]),
            contents: ContainerContents(
                kind: writer.kind, format: writer.format, dataOffset: 0, dataByteCount: 0,
                packets: .fixed(count: 0),
                timeline: FrameTimeline(hasPacketTable: writer.hasPacketTable),
                codec: CodecParameters(magicCookie: properties.magicCookie),
                metadata: FileMetadata(
                    tags: properties.tags.map { .init(key: $0.key, value: $0.value) },
                    channelLayout: properties.channelLayout)))
    }
}
