import AudioModel

// Parts of a file that can be replaced while it is written: its texts, its markers, and chunks by
// name.

extension AudioFileWriter {
    /// Bytes that all texts of a file may take, their keys included.
    public static let tagBytesMax = Int(ContainerLimits.tagBytesMax)
    public static let magicCookieBytesMax = Int(ContainerLimits.magicCookieBytesMax)

    public func replaceTags(_ tags: [(key: String, value: String)]) {
        let kind = kind
        drop { id, start in
            switch kind {
            case .caf: id == "info"
            case .aiff, .aifc: AIFFTexts.isText(id)
            case .wav, .rf64, .bw64: id == "LIST" && start.elementsEqual("INFO".utf8)
            default: false
            }
        }
        properties.tags = tags
    }

    /// - Parameter regions: All of them: in CAF, one chunk has the names of both.
    public func replaceMarkers(_ markers: MarkerList, regions: RegionList) {
        let kind = kind
        drop { id, start in
            switch kind {
            case .caf: ["mark", "regn", "strg"].contains(id)
            case .aiff, .aifc: id == "MARK"
            case .wav, .rf64, .bw64:
                id == "cue " || id == "LIST" && start.elementsEqual("adtl".utf8)
            default: false
            }
        }
        properties.markers = markers
        properties.regions = regions
    }

    private func drop(where fits: (FourCC, ArraySlice<UInt8>) -> Bool) {
        container.dropHeadChunks(where: fits)
        properties.chunks.removeAll { fits($0.id, $0.bytes.prefix(4)) }
    }

    /// Whether files of this kind are made of chunks that have names.
    public var hasChunks: Bool {
        [.caf, .aiff, .aifc, .wav, .rf64, .bw64].contains(kind)
    }

    /// Whether a chunk's content follows from the audio and is not an app's to change.
    public static func isStructure(_ id: FourCC) -> Bool {
        ContinuedWriting.structure.contains(id)
    }

    /// Puts a chunk in the place of another, or behind all others; or takes it away.
    ///
    /// - Parameters:
    ///   - index: Among the chunks of that name, in the order of the file.
    ///   - count: How many the file has of that name now.
    ///   - bytes: nil to take it away.
    /// - Returns: Whether that can be: chunks that were made from texts and markers are not changed
    ///   this way.
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

    /// Whether the container tells of frames that are decoded and not heard.
    public var hasPacketTable: Bool {
        guard format.id != .linearPCM else { return false }
        return [.caf, .m4a, .m4b, .mp4].contains(kind)
    }

    /// Keeps room for what stands behind so many seconds of audio.
    ///
    /// - Parameter seconds: As many as there will be, or zero; only before the first packet.
    public func reserve(seconds: Double) {
        let entryByteCount: Double
        switch kind {
        case .caf where format.isVariableBitRate: entryByteCount = 3
        // A size, and a thirty-second part of a place.
        case .m4a, .m4b, .mp4: entryByteCount = 4.5
        default: entryByteCount = 0
        }
        let framesPerPacket = Double(max(format.framesPerPacket, 1))
        let packets = max(seconds, 0) * format.sampleRate / framesPerPacket
        // Texts and the fixed parts; and no more than a day of audio needs.
        let bytes = packets > 0 ? min(packets * entryByteCount, 0x1p26) + 2048 : 0
        properties.reservedByteCount = Int64(bytes) & ~1
    }
}

extension AudioFileReader {
    /// What can be told of a file before its head can be written: its format, and no packets.
    public convenience init(empty writer: AudioFileWriter) throws(FormatError) {
        var contents = ContainerContents(
            kind: writer.kind, format: writer.format, packetCount: 0, frameCount: 0, dataOffset: 0,
            dataByteCount: 0)
        contents.magicCookie = writer.properties.magicCookie
        contents.channelLayout = writer.properties.channelLayout
        contents.tags = writer.properties.tags.map { .init(key: $0.key, value: $0.value) }
        contents.hasPacketTable = writer.hasPacketTable
        self.init(MemoryBytes([]), contents)
    }
}
