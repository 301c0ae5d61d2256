import AudioCodecs
import AudioModel

/// The `mark` and `regn` chunks, and the `strg` chunk with their names.
///
/// Source: Apple Core Audio Format Specification 1.0, "Marker Chunk", "Region Chunk" and "Strings
/// Chunk".
enum CAFMarkers {
    // MARK: Writing

    static func chunks(
        _ markers: MarkerList, _ regions: RegionList
    ) -> [(id: FourCC, bytes: [UInt8])] {
        var chunks: [(id: FourCC, bytes: [UInt8])] = []
        if !markers.markers.isEmpty {
            var bytes: [UInt8] = []
            bytes.appendBigEndian(markers.timeType)
            bytes.appendBigEndian(UInt32(markers.markers.count))
            for marker in markers.markers { append(marker, to: &bytes) }
            chunks.append(("mark", bytes))
        }
        if !regions.regions.isEmpty {
            var bytes: [UInt8] = []
            bytes.appendBigEndian(regions.timeType)
            bytes.appendBigEndian(UInt32(regions.regions.count))
            for region in regions.regions {
                bytes.appendBigEndian(region.id)
                bytes.appendBigEndian(region.flags)
                bytes.appendBigEndian(UInt32(region.markers.count))
                for marker in region.markers { append(marker, to: &bytes) }
            }
            chunks.append(("regn", bytes))
        }
        let names = strings(markers, regions)
        if !names.isEmpty { chunks.append(("strg", names)) }
        return chunks
    }

    private static func append(_ marker: AudioMarker, to bytes: inout [UInt8]) {
        bytes.appendBigEndian(marker.type)
        bytes.appendBigEndian(marker.framePosition.bitPattern)
        bytes.appendBigEndian(marker.id)
        bytes.append(UInt8(bitPattern: marker.time.hours))
        bytes += [marker.time.minutes, marker.time.seconds, marker.time.frames]
        bytes.appendBigEndian(marker.time.subFrameSampleOffset)
        bytes.appendBigEndian(marker.channel)
    }

    /// Encodes the names, markers before regions: if a region and a marker have the same ID, the
    /// region's name is the last.
    private static func strings(_ markers: MarkerList, _ regions: RegionList) -> [UInt8] {
        var named: [(id: UInt32, name: String)] = []
        for marker in markers.markers + regions.regions.flatMap(\.markers) {
            if let name = marker.name { named.append((UInt32(bitPattern: marker.id), name)) }
        }
        for region in regions.regions {
            if let name = region.name { named.append((region.id, name)) }
        }
        guard !named.isEmpty else { return [] }
        var heads: [UInt8] = []
        var texts: [UInt8] = []
        heads.appendBigEndian(UInt32(named.count))
        for (id, name) in named {
            heads.appendBigEndian(id)
            heads.appendBigEndian(Int64(texts.count))
            texts += name.utf8 + [0]
        }
        return heads + texts
    }

    // MARK: Reading

    static let markerByteCount: Int64 = 28

    /// Decodes markers.
    ///
    /// - Parameters:
    ///   - chunk: Content of a `mark` chunk.
    ///   - names: Content of the `strg` chunk; empty without one.
    static func markers(_ chunk: [UInt8], names: [UInt8]) throws(FormatError) -> MarkerList {
        var reader = ByteReader(MemoryBytes(chunk))
        let names = try self.names(names)
        var list = MarkerList(timeType: try reader.readBigEndian())
        list.markers = try readMarkers(&reader, names)
        return list
    }

    static func regions(_ chunk: [UInt8], names: [UInt8]) throws(FormatError) -> RegionList {
        var reader = ByteReader(MemoryBytes(chunk))
        let names = try self.names(names)
        var list = RegionList(timeType: try reader.readBigEndian())
        let count: UInt32 = try reader.readBigEndian()
        let regionByteCount: Int64 = 12
        guard Int64(count) * regionByteCount <= reader.bytesLeft,
            count <= MarkerLimits.markersMax
        else { throw reader.error(.badField("number of regions")) }
        for _ in 0..<count {
            let id: UInt32 = try reader.readBigEndian()
            let flags: UInt32 = try reader.readBigEndian()
            list.regions.append(
                AudioRegion(
                    id: id, name: names.last { $0.id == id }?.name, flags: flags,
                    markers: try readMarkers(&reader, names)))
        }
        return list
    }

    private typealias Names = [(id: UInt32, name: String)]

    private static func readMarkers(
        _ reader: inout ByteReader, _ names: Names
    ) throws(FormatError) -> [AudioMarker] {
        let count: UInt32 = try reader.readBigEndian()
        guard Int64(count) * markerByteCount <= reader.bytesLeft,
            count <= MarkerLimits.markersMax
        else { throw reader.error(.badField("number of markers")) }
        var first: [UInt32: String] = [:]
        for (id, name) in names where first[id] == nil { first[id] = name }
        var markers: [AudioMarker] = []
        for _ in 0..<count {
            let type: UInt32 = try reader.readBigEndian()
            let position = Double(bitPattern: try reader.readBigEndian())
            let id: Int32 = try reader.readBigEndian()
            let time = SMPTETime(
                hours: try reader.readBigEndian(), minutes: try reader.readBigEndian(),
                seconds: try reader.readBigEndian(), frames: try reader.readBigEndian(),
                subFrameSampleOffset: try reader.readBigEndian())
            let channel: UInt32 = try reader.readBigEndian()
            markers.append(
                AudioMarker(
                    framePosition: position, name: first[UInt32(bitPattern: id)], id: id,
                    time: time, type: type, channel: channel))
        }
        return markers
    }

    private static func names(_ chunk: [UInt8]) throws(FormatError) -> Names {
        guard !chunk.isEmpty else { return [] }
        var reader = ByteReader(MemoryBytes(chunk))
        let count: UInt32 = try reader.readBigEndian()
        let entryByteCount: Int64 = 12
        guard Int64(count) * entryByteCount <= reader.bytesLeft else {
            throw reader.error(.badField("number of names"))
        }
        let texts = chunk[(4 + Int(count) * Int(entryByteCount))...]
        var names: Names = []
        for _ in 0..<count {
            let id: UInt32 = try reader.readBigEndian()
            let offset: Int64 = try reader.readBigEndian()
            guard offset >= 0, offset < texts.count else { continue }
            let bytes = texts[(texts.startIndex + Int(offset))...]
            let nameBytesMax = 1 << 12
            names.append((id, text(of: bytes.prefix(nameBytesMax))))
        }
        return names
    }
}
