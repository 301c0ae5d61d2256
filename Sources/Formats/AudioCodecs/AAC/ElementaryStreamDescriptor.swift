/// An MPEG-4 `ES_Descriptor`: Apple's magic cookie for AAC, and the content of an `esds` box after
/// its version.
///
/// Descriptors nest; each is a tag, a length with seven bits per byte, and content.
///
/// Source: ISO/IEC 14496-1, 7.2.6, "ES_Descriptor" and what it holds.
package struct ElementaryStreamDescriptor {
    /// 0x40 is MPEG-4 audio.
    package private(set) var objectTypeIndication: UInt8 = 0
    /// The `DecoderSpecificInfo`; for AAC an `AudioSpecificConfig`. Empty when absent.
    package private(set) var specificConfiguration: [UInt8] = []

    private enum Tag {
        static let stream: UInt8 = 3
        static let decoderConfiguration: UInt8 = 4
        static let decoderSpecificInfo: UInt8 = 5
        static let syncLayerConfiguration: UInt8 = 6
    }

    /// Parses the descriptor.
    ///
    /// - Returns: nil when the stream or decoder descriptor is missing or malformed.
    package init?(_ bytes: [UInt8]) {
        guard let stream = Self.content(of: Tag.stream, in: bytes[...]), stream.count >= 3 else {
            return nil
        }
        // ES_ID, then flags: streamDependenceFlag, URL_Flag (with a length-prefixed URL) and
        // OCRstreamFlag.
        let flags = stream[stream.startIndex + 2]
        var rest = stream.dropFirst(3)
        if flags & 0x80 != 0 { rest = rest.dropFirst(2) }
        if flags & 0x40 != 0, let count = rest.first { rest = rest.dropFirst(1 + Int(count)) }
        if flags & 0x20 != 0 { rest = rest.dropFirst(2) }
        guard let decoder = Self.content(of: Tag.decoderConfiguration, in: rest),
            decoder.count >= 13, let type = decoder.first
        else { return nil }
        objectTypeIndication = type
        // After 13 bytes: object type, stream type, buffer size, maximum and average bit rate.
        specificConfiguration = Array(
            Self.content(of: Tag.decoderSpecificInfo, in: decoder.dropFirst(13)) ?? [])
    }

    /// Wraps a configuration in descriptors with four-byte lengths, as Apple writes them.
    package static func bytes(specificConfiguration: [UInt8]) -> [UInt8] {
        func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            let lengths = [21, 14, 7].map { UInt8(content.count >> $0 & 0x7F | 0x80) }
            return [tag] + lengths + [UInt8(content.count & 0x7F)] + content
        }
        let mpeg4Audio: UInt8 = 0x40
        // Stream type 5 (audio), not upstream, and a reserved bit.
        let audioStream: UInt8 = 0x15
        // Buffer size and bit rates: unspecified.
        let decoder =
            [mpeg4Audio, audioStream] + Array(repeating: 0, count: 11)
            + descriptor(Tag.decoderSpecificInfo, specificConfiguration)
        // The 2 is the predefined synchronisation of MP4 files.
        return descriptor(
            Tag.stream,
            [0, 0, 0] + descriptor(Tag.decoderConfiguration, decoder)
                + descriptor(Tag.syncLayerConfiguration, [2]))
    }

    /// The content of the first descriptor.
    ///
    /// - Returns: nil when it has another tag, or is truncated.
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
