import AudioCodecs
import AudioModel

/// The `cue ` chunk, and the labels of its points in a `LIST` chunk of type `adtl`.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, "Cue-Points Chunk" and
/// "Associated Data Chunk".
enum WAVMarkers {
    static func chunks(_ list: MarkerList) -> [(id: FourCC, bytes: [UInt8])] {
        guard !list.markers.isEmpty else { return [] }
        var points: [UInt8] = []
        var names = Array("adtl".utf8)
        points.appendLittleEndian(UInt32(list.markers.count))
        for marker in list.markers {
            let position = UInt32(clampingRounded: marker.framePosition)
            points.appendLittleEndian(marker.id)
            points.appendLittleEndian(position)
            points.append("data" as FourCC)
            points.appendLittleEndian(UInt32(0))  // Chunk start, for wave lists.
            points.appendLittleEndian(UInt32(0))  // Block start, for block codings.
            points.appendLittleEndian(position)
            guard let name = marker.name else { continue }
            var label: [UInt8] = []
            label.appendLittleEndian(marker.id)
            names.appendChunk("labl", label + name.utf8 + [0], .littleEndian)
        }
        var chunks: [(id: FourCC, bytes: [UInt8])] = [("cue ", points)]
        if names.count > 4 { chunks.append(("LIST", names)) }
        return chunks
    }

    private static let pointByteCount: Int64 = 24

    /// Decodes markers.
    ///
    /// - Parameters:
    ///   - chunk: Content of a `cue ` chunk.
    ///   - names: Content of a `LIST` chunk of type `adtl`; empty without one.
    static func markers(_ chunk: [UInt8], names: [UInt8]) throws(FormatError) -> MarkerList {
        let names = try self.names(names)
        var reader = ByteReader(MemoryBytes(chunk))
        let count: UInt32 = try reader.readLittleEndian()
        guard Int64(count) * pointByteCount <= reader.bytesLeft,
            count <= MarkerLimits.markersMax
        else { throw reader.error(.badField("number of markers")) }
        var list = MarkerList()
        for _ in 0..<count {
            let id: Int32 = try reader.readLittleEndian()
            try reader.skip(16)  // Play order, and fields for wave lists.
            let position: UInt32 = try reader.readLittleEndian()
            list.markers.append(
                AudioMarker(framePosition: Double(position), name: names[id], id: id))
        }
        return list
    }

    /// Names of the parts of a `LIST` chunk of type `adtl` that are not read: notes, lengths of text
    /// and files.
    ///
    /// - Parameter reader: Any position; is moved.
    static func unread(
        _ chunk: ChunkParser.Chunk, in reader: inout ByteReader
    ) throws(FormatError) -> [String] {
        reader.enter("list chunk", at: chunk.start, end: chunk.end)
        guard reader.bytesLeft >= 4, try reader.readFourCC() == "adtl" else { return [] }
        var names: [String] = []
        for _ in 0..<ChunkParser.chunksMax where reader.bytesLeft >= 8 {
            let id = try reader.readFourCC()
            let byteCount = Int64(try reader.readLittleEndian() as UInt32)
            if id != "labl", !names.contains(id.description) { names.append(id.description) }
            try reader.skip(min(byteCount + (byteCount & 1), reader.bytesLeft))
        }
        return names
    }

    private static func names(_ list: [UInt8]) throws(FormatError) -> [Int32: String] {
        guard list.count >= 4 else { return [:] }
        var reader = ByteReader(MemoryBytes(list))
        try reader.skip(4)
        var names: [Int32: String] = [:]
        while reader.bytesLeft >= 8 {
            let id = try reader.readFourCC()
            let byteCount: UInt32 = try reader.readLittleEndian()
            // A truncated label does not make the markers unreadable.
            guard Int64(byteCount) <= reader.bytesLeft else { break }
            let bytes = try reader.readBytes(Int(byteCount))
            try reader.skip(min(Int64(byteCount & 1), reader.bytesLeft))
            guard id == "labl", bytes.count >= 4 else { continue }
            let point = bytes[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            names[Int32(bitPattern: point)] = text(of: bytes.dropFirst(4))
        }
        return names
    }
}
