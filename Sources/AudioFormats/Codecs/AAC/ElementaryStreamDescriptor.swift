/// Apple's magic cookie of AAC: what an `esds` box holds behind its version.
///
/// Descriptors stand one inside the other, each a tag, a length of seven bits a byte, and bytes.
///
/// Source: ISO/IEC 14496-1, 7.2.6, "ES_Descriptor" and what it holds.
struct ElementaryStreamDescriptor {
    /// 0x40 is MPEG-4 audio.
    private(set) var objectTypeIndication: UInt8 = 0
    private(set) var specificConfiguration: [UInt8] = []

    private enum Tag {
        static let stream: UInt8 = 3
        static let decoderConfiguration: UInt8 = 4
        static let specificConfiguration: UInt8 = 5
    }

    /// - Returns: nil when the descriptors do not hold what they should.
    init?(_ bytes: [UInt8]) {
        guard let stream = Self.content(of: Tag.stream, in: bytes[...]), stream.count >= 3 else {
            return nil
        }
        let flags = stream[stream.startIndex + 2]
        var rest = stream.dropFirst(3)
        if flags & 0x80 != 0 { rest = rest.dropFirst(2) }
        if flags & 0x40 != 0, let count = rest.first { rest = rest.dropFirst(1 + Int(count)) }
        if flags & 0x20 != 0 { rest = rest.dropFirst(2) }
        guard let decoder = Self.content(of: Tag.decoderConfiguration, in: rest),
            decoder.count >= 13, let type = decoder.first
        else { return nil }
        objectTypeIndication = type
        // The buffer size and two bit rates stand between.
        specificConfiguration = Array(
            Self.content(of: Tag.specificConfiguration, in: decoder.dropFirst(13)) ?? [])
    }

    /// - Returns: nil when another descriptor comes first, or it is cut off.
    private static func content(of tag: UInt8, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.first == tag else { return nil }
        var rest = bytes.dropFirst()
        var count = 0
        for _ in 0..<4 {
            guard let byte = rest.popFirst() else { return nil }
            count = count << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return count <= rest.count ? rest.prefix(count) : nil
    }
}
