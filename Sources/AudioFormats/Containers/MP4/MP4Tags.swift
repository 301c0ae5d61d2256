import AudioModel

/// The metadata of an MPEG-4 file, in iTunes's format.
///
/// Source: Apple QuickTime File Format, "Metadata"; the box names are those iTunes is seen to use.
struct MP4Tags {
    private(set) var tags: [FileMetadata.Tag] = []
    /// iTunes's gapless information: priming, remainder and valid frames.
    private(set) var gapless: PacketTable?
    /// Byte range of the first cover picture.
    private(set) var artwork: Range<Int64>?

    /// Reads the metadata.
    ///
    /// - Parameter userData: A `udta` box.
    mutating func read(
        _ userData: MP4Box, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        var boxes = MP4BoxParser(in: userData)
        while let meta = try boxes.next(in: &reader, count: &count) {
            guard meta.id == "meta" else { continue }
            // In MPEG-4 the `meta` box starts with a version; in QuickTime it does not.
            reader.enter("metadata", at: meta.start, end: meta.end)
            guard reader.bytesLeft >= 8 else { continue }
            try reader.skip(4)
            let isPlain = try reader.readFourCC() == "hdlr"
            var inner = MP4BoxParser(in: meta, skipping: isPlain ? 0 : 4)
            while let list = try inner.next(in: &reader, count: &count) {
                guard list.id == "ilst" else { continue }
                var items = MP4BoxParser(in: list)
                while let item = try items.next(in: &reader, count: &count) {
                    guard tags.count < ContainerLimits.tagsMax else { return }
                    try readItem(item, in: &reader, count: &count)
                }
            }
        }
    }

    private mutating func readItem(
        _ item: MP4Box, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        if item.id == "covr", artwork == nil {
            var parts = MP4BoxParser(in: item)
            while let part = try parts.next(in: &reader, count: &count) {
                // Type and locale precede the content.
                guard part.id == "data", part.end - part.start > 8 else { continue }
                artwork = part.start + 8..<part.end
                return
            }
        }
        let known = MP4TagItem.all.first { $0.id == item.id }
        guard known != nil || item.id == "----" else { return }
        // Freeform items (`----`) have a name of any length.
        var name: String?
        var parts = MP4BoxParser(in: item)
        while let part = try parts.next(in: &reader, count: &count) {
            guard part.end - part.start <= ContainerLimits.tagBytesMax else { continue }
            reader.enter("metadata", at: part.start, end: part.end)
            let bytes = try reader.readBytes(Int(part.end - part.start))
            switch part.id {
            case "name" where known == nil: name = text(of: bytes.dropFirst(4))
            case "data" where bytes.count >= 8:
                // Type and locale precede the content.
                take(bytes.dropFirst(8), type: bytes[3], known: known, name: name)
            default: break
            }
        }
    }

    private mutating func take(
        _ content: ArraySlice<UInt8>, type: UInt8, known: MP4TagItem?, name: String?
    ) {
        if let known {
            guard let value = known.text(of: Array(content), type: type) else { return }
            tags.append(.init(key: known.key, value: value))
        } else if let name, type == MP4TagItem.textType {
            let value = text(of: content)
            if name == PacketTable.gaplessTextName {
                gapless = PacketTable(gaplessText: value) ?? gapless
            } else {
                tags.append(.init(key: name, value: value))
            }
        }
    }
}
