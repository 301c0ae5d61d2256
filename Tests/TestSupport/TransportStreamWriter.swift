/// Writes a segment of a transport stream.
package struct TransportStreamWriter {
    package private(set) var bytes: [UInt8] = []
    private var counters: [Int: UInt8] = [:]

    private static let mapID = 0x1000
    private static let soundID = 0x101
    private static let tagID = 0x102

    /// - Parameter soundType: 0x0F is ADTS, 0x03 MPEG audio.
    package init(soundType: UInt8, hasTags: Bool = false) {
        writeSection(0, id: 0, [0, 1, 0xC1, 0, 0, 0, 1] + Self.idBytes(Self.mapID))
        var streams: [UInt8] = [soundType] + Self.idBytes(Self.soundID) + [0xF0, 0]
        if hasTags { streams += [0x15] + Self.idBytes(Self.tagID) + [0xF0, 0] }
        writeSection(
            2, id: Self.mapID,
            [0, 1, 0xC1, 0, 0] + Self.idBytes(Self.soundID) + [0xF0, 0] + streams)
    }

    private static func idBytes(_ id: Int) -> [UInt8] { [0xE0 | UInt8(id >> 8), UInt8(id & 0xFF)] }

    package mutating func writeSound(_ content: [UInt8], time: Int64) {
        writeElementary(content, stream: 0xC0, id: Self.soundID, time: time)
    }

    package mutating func writeTag(_ content: [UInt8], time: Int64) {
        writeElementary(content, stream: 0xBD, id: Self.tagID, time: time)
    }

    private mutating func writeElementary(
        _ content: [UInt8], stream: UInt8, id: Int, time: Int64
    ) {
        let stamp: [UInt8] = [
            0x21 | UInt8(time >> 30 & 7) << 1, UInt8(time >> 22 & 0xFF),
            UInt8(time >> 15 & 0x7F) << 1 | 1, UInt8(time >> 7 & 0xFF), UInt8(time & 0x7F) << 1 | 1,
        ]
        let count = content.count + 8
        let head: [UInt8] = [
            0, 0, 1, stream, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), 0x80, 0x80, 5,
        ]
        write(head + stamp + content, id: id)
    }

    private mutating func writeSection(_ table: UInt8, id: Int, _ content: [UInt8]) {
        let count = content.count + 4
        var section: [UInt8] = [table, 0xB0 | UInt8(count >> 8), UInt8(count & 0xFF)] + content
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in section {
            checksum ^= UInt32(byte) << 24
            for _ in 0..<8 {
                checksum = checksum & 0x8000_0000 != 0 ? checksum << 1 ^ 0x04C1_1DB7 : checksum << 1
            }
        }
        section += [24, 16, 8, 0].map { UInt8(checksum >> $0 & 0xFF) }
        write([0] + section, id: id)
    }

    /// Cuts content into packets of 188 bytes.
    private mutating func write(_ content: [UInt8], id: Int) {
        var rest = content[...]
        var isFirst = true
        while !rest.isEmpty {
            let part = rest.prefix(184)
            rest = rest.dropFirst(184)
            let counter = counters[id] ?? 0
            counters[id] = (counter + 1) & 15
            var packet: [UInt8] = [0x47, (isFirst ? 0x40 : 0) | UInt8(id >> 8), UInt8(id & 0xFF)]
            isFirst = false
            let missing = 184 - part.count
            if missing == 0 {
                packet.append(0x10 | counter)
            } else {
                packet += [0x30 | counter, UInt8(missing - 1)]
                if missing > 1 { packet += [0] + [UInt8](repeating: 0xFF, count: missing - 2) }
            }
            bytes += packet + part
        }
    }
}
