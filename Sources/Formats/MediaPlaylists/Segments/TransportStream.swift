/// The sound of a segment that is an MPEG transport stream, and the timed metadata beside it.
///
/// A program has one sound here, the first. What cannot be read is skipped: a stream is only as good as
/// its packets.
///
/// Source: ISO/IEC 13818-1, 2.4, "Transport Stream bitstream requirements"; RFC 8216, 3.2.
package struct TransportStream: Sendable {
    /// How the sound is coded.
    package enum Coding: Hashable, Sendable {
        case adts
        /// Layers 1 to 3.
        case mpegAudio
        case ac3
        case enhancedAC3
        /// Encrypted sample by sample.
        case protected
    }

    /// A tag, and when it applies.
    package struct TimedTag: Hashable, Sendable {
        /// 90 kHz; `nil` when it is not stated.
        package var time: Int64?
        package var bytes: [UInt8]
    }

    /// `nil` when the program has no sound, or one in a coding that is not known.
    package private(set) var coding: Coding?
    /// The elementary stream.
    package private(set) var sound: [UInt8] = []
    /// The time of the first frame that begins in the sound: 90 kHz, 33 bits; `nil` when it is not
    /// stated.
    package private(set) var firstTime: Int64?
    /// ID3 tags in their order.
    package private(set) var tags: [TimedTag] = []

    private var sections: [Int: [UInt8]] = [:]
    private var programMap: Int?
    private var soundID: Int?
    private var tagID: Int?
    private var hasBegun = false
    private var pendingTag: TimedTag?

    private static let packetByteCount = 188
    private static let syncByte: UInt8 = 0x47
    private static let sectionBytesMax = 4096
    private static let tagBytesMax = 1 << 16
    private static let tagsMax = 256

    /// Whether bytes begin as a transport stream does.
    package static func matches(_ bytes: [UInt8]) -> Bool { start(of: bytes) != nil }

    /// Reads a whole segment.
    package init(parsing bytes: [UInt8]) {
        guard var offset = Self.start(of: bytes) else { return }
        while offset + Self.packetByteCount <= bytes.count {
            guard bytes[offset] == Self.syncByte else {
                offset += 1
                continue
            }
            takePacket(bytes[offset..<offset + Self.packetByteCount])
            offset += Self.packetByteCount
        }
        endTag()
    }

    /// The offset of the first packet, among the first bytes.
    private static func start(of bytes: [UInt8]) -> Int? {
        let offsets = 0..<max(min(packetByteCount, bytes.count - packetByteCount + 1), 0)
        return offsets.first { offset in
            guard bytes[offset] == syncByte else { return false }
            let next = offset + packetByteCount
            return next >= bytes.count ? offset == 0 : bytes[next] == syncByte
        }
    }

    // MARK: Packets

    private mutating func takePacket(_ packet: ArraySlice<UInt8>) {
        let head = packet.startIndex
        let hasError = packet[head + 1] & 0x80 != 0
        let isStart = packet[head + 1] & 0x40 != 0
        let id = Int(packet[head + 1] & 0x1F) << 8 | Int(packet[head + 2])
        let isScrambled = packet[head + 3] & 0xC0 != 0
        guard !hasError, !isScrambled, packet[head + 3] & 0x10 != 0 else { return }
        var payload = packet.dropFirst(4)
        if packet[head + 3] & 0x20 != 0, let count = payload.first {
            payload = payload.dropFirst(1 + Int(count))
        }
        guard !payload.isEmpty else { return }
        switch id {
        case 0: takeSection(payload, id: id, isStart: isStart)
        case programMap: takeSection(payload, id: id, isStart: isStart)
        case soundID: takeSound(payload, isStart: isStart)
        case tagID: takeTag(payload, isStart: isStart)
        default: return
        }
    }

    private mutating func takeSection(_ payload: ArraySlice<UInt8>, id: Int, isStart: Bool) {
        if isStart {
            let pointer = Int(payload.first ?? 0)
            sections[id] = Array(payload.dropFirst(1 + pointer))
        } else if let held = sections[id], held.count < Self.sectionBytesMax {
            sections[id] = held + payload
        }
        guard let section = sections[id], section.count >= 3 else { return }
        let byteCount = 3 + (Int(section[1] & 0x0F) << 8 | Int(section[2]))
        guard section.count >= byteCount, byteCount >= 12 else { return }
        sections[id] = nil
        // A checksum of four bytes ends it.
        let body = section[..<(byteCount - 4)]
        if id == 0, section[0] == 0 { takePrograms(body) }
        if id == programMap, section[0] == 2 { takeStreams(body) }
    }

    private mutating func takePrograms(_ section: ArraySlice<UInt8>) {
        var rest = section.dropFirst(8)
        while rest.count >= 4, programMap == nil {
            let entry = rest.startIndex
            let number = Int(rest[entry]) << 8 | Int(rest[entry + 1])
            if number != 0 {
                programMap = Int(rest[entry + 2] & 0x1F) << 8 | Int(rest[entry + 3])
            }
            rest = rest.dropFirst(4)
        }
    }

    private mutating func takeStreams(_ section: ArraySlice<UInt8>) {
        var rest = section.dropFirst(8)
        guard rest.count >= 4 else { return }
        let skipped = Int(rest[rest.startIndex + 2] & 0x0F) << 8 | Int(rest[rest.startIndex + 3])
        rest = rest.dropFirst(4 + skipped)
        while rest.count >= 5 {
            let entry = rest.startIndex
            let type = rest[entry]
            let id = Int(rest[entry + 1] & 0x1F) << 8 | Int(rest[entry + 2])
            let count = Int(rest[entry + 3] & 0x0F) << 8 | Int(rest[entry + 4])
            let descriptors = rest.dropFirst(5).prefix(count)
            rest = rest.dropFirst(5 + count)
            if let found = Self.coding(type, descriptors) {
                guard soundID == nil else { continue }
                (soundID, coding) = (id, found)
            } else if type == 0x15, tagID == nil {
                tagID = id
            }
        }
    }

    /// Source: ISO/IEC 13818-1, table 2-34; ETSI EN 300 468, annex D; Apple's "MPEG-2 Stream
    /// Encryption Format for HTTP Live Streaming".
    private static func coding(_ type: UInt8, _ descriptors: ArraySlice<UInt8>) -> Coding? {
        switch type {
        case 0x03, 0x04: return .mpegAudio
        case 0x0F: return .adts
        case 0x81: return .ac3
        case 0x87: return .enhancedAC3
        case 0xC1, 0xC2, 0xCF: return .protected
        case 0x06:
            var rest = descriptors
            while let tag = rest.popFirst(), let count = rest.popFirst() {
                if tag == 0x6A { return .ac3 }
                if tag == 0x7A { return .enhancedAC3 }
                rest = rest.dropFirst(Int(count))
            }
            return nil
        default: return nil
        }
    }

    // MARK: Packetised elementary streams

    private mutating func takeSound(_ payload: ArraySlice<UInt8>, isStart: Bool) {
        guard isStart else {
            if hasBegun { sound += payload }
            return
        }
        guard let (time, content) = Self.elementaryStart(payload) else { return }
        // A time is that of the first frame that begins behind it.
        if !hasBegun || sound.isEmpty { firstTime = firstTime ?? time }
        hasBegun = true
        sound += content
    }

    private mutating func takeTag(_ payload: ArraySlice<UInt8>, isStart: Bool) {
        guard isStart else {
            if let held = pendingTag?.bytes.count, held < Self.tagBytesMax {
                pendingTag?.bytes += payload
            }
            return
        }
        endTag()
        guard let (time, content) = Self.elementaryStart(payload) else { return }
        pendingTag = TimedTag(time: time, bytes: Array(content))
    }

    private mutating func endTag() {
        guard let tag = pendingTag, tags.count < Self.tagsMax else { return }
        tags.append(tag)
        pendingTag = nil
    }

    /// Source: ISO/IEC 13818-1, 2.4.3.6, "PES packet".
    private static func elementaryStart(
        _ payload: ArraySlice<UInt8>
    ) -> (time: Int64?, content: ArraySlice<UInt8>)? {
        let head = payload.startIndex
        guard payload.count >= 9, payload.starts(with: [0, 0, 1]), payload[head + 6] & 0xC0 == 0x80
        else { return nil }
        var time: Int64?
        if payload[head + 7] & 0x80 != 0, payload.count >= 14 {
            let bytes = payload[(head + 9)...].prefix(5).map { Int64($0) }
            let high = (bytes[0] >> 1 & 7) << 30 | bytes[1] << 22
            time = high | (bytes[2] >> 1) << 15 | bytes[3] << 7 | bytes[4] >> 1
        }
        return (time, payload.dropFirst(9 + Int(payload[head + 8])))
    }
}
