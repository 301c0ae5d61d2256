import AudioCodecs
import AudioModel

/// The `MARK` chunk.
///
/// Source: Apple, Audio Interchange File Format "AIFF" 1.3, "The Marker Chunk".
enum AIFFMarkers {
    /// Encodes the chunk. Positions are rounded to frames, names truncated to 255 bytes.
    static func bytes(_ list: MarkerList) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt16(clamping: list.markers.count))
        for marker in list.markers.prefix(Int(UInt16.max)) {
            bytes.appendBigEndian(Int16(clamping: marker.id))
            bytes.appendBigEndian(UInt32(clampingRounded: marker.framePosition))
            let name = Array((marker.name ?? "").utf8.prefix(255))
            bytes.append(UInt8(name.count))
            bytes += name
            // The length byte and the text together have even length.
            if name.count % 2 == 0 { bytes.append(0) }
        }
        return bytes
    }

    static func markers(_ chunk: [UInt8]) throws(FormatError) -> MarkerList {
        var reader = ByteReader(MemoryBytes(chunk))
        let count: UInt16 = try reader.readBigEndian()
        var list = MarkerList()
        for _ in 0..<count {
            let id: Int16 = try reader.readBigEndian()
            let position: UInt32 = try reader.readBigEndian()
            let byteCount: UInt8 = try reader.readBigEndian()
            let name = text(of: try reader.readBytes(Int(byteCount)))
            if byteCount % 2 == 0 { try reader.skip(min(1, reader.bytesLeft)) }
            list.markers.append(
                AudioMarker(
                    framePosition: Double(position), name: name.isEmpty ? nil : name,
                    id: Int32(id)))
        }
        return list
    }
}

extension UInt32 {
    /// Rounds to the nearest integer and clamps; NaN becomes zero.
    init(clampingRounded value: Double) {
        guard value > 0 else {
            self = 0
            return
        }
        self = UInt32(Swift.min(value.rounded(), Double(UInt32.max)))
    }
}
