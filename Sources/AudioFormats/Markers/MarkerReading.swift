import AudioModel

extension AudioFileReader {
    /// Reads the file's markers; nil when it has none.
    ///
    /// - Throws: The first defect in the chunk, or `tooLarge`.
    public func markers() throws(FormatError) -> MarkerList? {
        switch containerKind {
        case .caf:
            guard let bytes = try markerChunk("mark") else { return nil }
            return try CAFMarkers.markers(bytes, names: try markerChunk("strg") ?? [])
        case .aiff, .aifc:
            return try markerChunk("MARK").map(AIFFMarkers.markers)
        case .wav, .rf64, .bw64:
            guard let bytes = try markerChunk("cue ") else { return nil }
            let list = try (0..<chunkCount(of: "LIST")).firstList(ofType: "adtl", in: self)
            return try WAVMarkers.markers(bytes, names: list ?? [])
        default:
            return nil
        }
    }

    /// Reads the file's regions; nil when it has none. Only CAF files have regions.
    ///
    /// - Throws: The first defect in the chunk, or `tooLarge`.
    public func regions() throws(FormatError) -> RegionList? {
        guard containerKind == .caf, let bytes = try markerChunk("regn") else { return nil }
        return try CAFMarkers.regions(bytes, names: try markerChunk("strg") ?? [])
    }

    private func markerChunk(_ id: FourCC) throws(FormatError) -> [UInt8]? {
        try chunkBytes(id, at: 0, byteCountMax: MarkerLimits.chunkBytesMax)
    }

    /// Reads a chunk's content.
    ///
    /// - Throws: `tooLarge` for more than `byteCountMax` bytes.
    func chunkBytes(
        _ id: FourCC, at index: Int, byteCountMax: Int64
    ) throws(FormatError) -> [UInt8]? {
        guard let byteCount = chunkByteCount(of: id, at: index) else { return nil }
        guard byteCount <= byteCountMax else { throw FormatError(.tooLarge("chunk")) }
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Int(byteCount), alignment: 1)
        defer { room.deallocate() }
        let count = try readChunk(id, at: index, into: room) ?? 0
        return Array(room.prefix(max(count, 0)))
    }
}

extension Range<Int> {
    /// The content of the first `LIST` chunk of a type.
    fileprivate func firstList(
        ofType type: FourCC, in reader: AudioFileReader
    ) throws(FormatError) -> [UInt8]? {
        for index in self {
            let bytes = try reader.chunkBytes(
                "LIST", at: index, byteCountMax: MarkerLimits.chunkBytesMax)
            var wanted: [UInt8] = []
            wanted.append(type)
            if let bytes, bytes.starts(with: wanted) { return bytes }
        }
        return nil
    }
}
