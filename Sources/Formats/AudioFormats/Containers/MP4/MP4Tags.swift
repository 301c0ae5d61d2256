import AudioCodecs
import AudioModel

/// The metadata of an MPEG-4 or QuickTime file: iTunes's list, QuickTime's list with named keys, and
/// the texts of QuickTime's user data.
///
/// Source: Apple QuickTime File Format, "Metadata"; the box names are those iTunes is seen to use.
struct MP4Tags {
    private(set) var tags: [FileMetadata.Tag] = []
    /// iTunes's gapless information: priming, remainder and valid frames.
    private(set) var gapless: PacketTable?
    private(set) var pictures: [StoredPicture] = []
    private(set) var chapters: [AudioChapter] = []
    /// Items without a metadata key, and their boxes.
    private(set) var others: [FileTags.OtherPart] = []
    private(set) var otherItems: [[UInt8]] = []
    private var otherBytesLeft = ContainerLimits.textsBytesMax

    /// Reads the metadata of user data.
    ///
    /// - Parameter userData: A `udta` box.
    mutating func readUserData(
        _ userData: MP4Box, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        var boxes = MP4BoxParser(in: userData)
        while let box = try boxes.next(in: &reader, count: &count) {
            if box.id == "meta" {
                try read(box, in: &reader, count: &count)
            } else if box.id == "chpl", chapters.isEmpty {
                chapters = try MP4ChapterList.read(box, in: &reader)
            } else if let key = QuickTimeTags.key(forUserData: box.id),
                tags.count < ContainerLimits.tagsMax,
                box.end - box.start <= ContainerLimits.tagBytesMax,
                let value = try QuickTimeTags.readText(box, in: &reader)
            {
                tags.append(.init(key: key, value: value))
            }
        }
    }

    /// Reads a `meta` box.
    mutating func read(
        _ meta: MP4Box, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        // In MPEG-4 the `meta` box starts with a version; in QuickTime it does not.
        reader.enter("metadata", at: meta.start, end: meta.end)
        guard reader.bytesLeft >= 8 else { return }
        try reader.skip(4)
        let isPlain = try reader.readFourCC() == "hdlr"
        var inner = MP4BoxParser(in: meta, skipping: isPlain ? 0 : 4)
        var names: [String] = []
        while let list = try inner.next(in: &reader, count: &count) {
            if list.id == "keys" { names = try QuickTimeTags.readNames(list, in: &reader) }
            guard list.id == "ilst" else { continue }
            var items = MP4BoxParser(in: list)
            while let item = try items.next(in: &reader, count: &count) {
                guard tags.count < ContainerLimits.tagsMax else { return }
                let index = Int(item.id.rawValue)
                if index > 0, index <= names.count {
                    try readItem(item, named: names[index - 1], in: &reader, count: &count)
                } else {
                    try readItem(item, in: &reader, count: &count)
                }
            }
        }
    }

    /// Reads an item of a list with names in a `keys` box.
    private mutating func readItem(
        _ item: MP4Box, named name: String, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        var parts = MP4BoxParser(in: item)
        while let part = try parts.next(in: &reader, count: &count) {
            guard part.id == "data", part.end - part.start <= ContainerLimits.tagBytesMax else {
                continue
            }
            reader.enter("metadata", at: part.start, end: part.end)
            let bytes = try reader.readBytes(Int(part.end - part.start))
            guard bytes.count > 8, bytes[3] == MP4TagItem.textType else { continue }
            tags.append(
                .init(key: QuickTimeTags.key(forName: name), value: text(of: bytes.dropFirst(8))))
            return
        }
    }

    private mutating func readItem(
        _ item: MP4Box, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        guard item.id != "covr" else { return try readPictures(item, in: &reader, count: &count) }
        let known = MP4TagItem.with(item.id)
        guard known != nil || item.id == "----" else {
            return try keep(item, named: item.id.description, in: &reader)
        }
        // Freeform items (`----`) have a name of any length.
        var name: String?
        var isTaken = false
        var parts = MP4BoxParser(in: item)
        while let part = try parts.next(in: &reader, count: &count) {
            guard part.end - part.start <= ContainerLimits.tagBytesMax else { continue }
            reader.enter("metadata", at: part.start, end: part.end)
            let bytes = try reader.readBytes(Int(part.end - part.start))
            switch part.id {
            case "name" where known == nil: name = text(of: bytes.dropFirst(4))
            case "data" where bytes.count >= 8:
                // Type and locale precede the content.
                if take(bytes.dropFirst(8), type: bytes[3], known: known, name: name) {
                    isTaken = true
                }
            default: break
            }
        }
        let isTechnical = name.map(Self.technicalNames.contains) ?? false
        if !isTaken, !isTechnical {
            try keep(item, named: name ?? item.id.description, in: &reader)
        }
    }

    /// Freeform items in which iTunes describes its coding.
    private static let technicalNames: Set<String> = [
        "Encoding Params", PacketTable.gaplessTextName,
    ]

    /// Reads all pictures of an item; the list does not state what they show.
    private mutating func readPictures(
        _ item: MP4Box, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        var parts = MP4BoxParser(in: item)
        while let part = try parts.next(in: &reader, count: &count) {
            // Type and locale precede the content.
            guard part.id == "data", !part.isCut, part.end - part.start > 8,
                pictures.count < AttachedPicture.countMax
            else { continue }
            let kind = pictures.isEmpty ? AttachedPicture.frontCover : 0
            pictures.append(StoredPicture(kind: kind, range: part.start + 8..<part.end))
        }
    }

    /// Keeps an item that has no metadata key.
    private mutating func keep(
        _ item: MP4Box, named name: String, in reader: inout ByteReader
    ) throws(FormatError) {
        let byteCount = item.end - item.start
        guard byteCount <= min(otherBytesLeft, ContainerLimits.tagBytesMax),
            otherItems.count < ContainerLimits.tagsMax
        else {
            if others.count < ContainerLimits.tagsMax {
                others.append(.init(name: name, form: .unread))
            }
            return
        }
        otherBytesLeft -= byteCount
        reader.enter("metadata", at: item.start, end: item.end)
        var box: [UInt8] = []
        box.appendBigEndian(UInt32(byteCount + 8))
        box.append(item.id)
        otherItems.append(box + (try reader.readBytes(Int(byteCount))))
        others.append(.init(name: name, form: .mp4))
    }

    /// Takes a value.
    ///
    /// - Returns: Whether it is taken, or says that there is none.
    private mutating func take(
        _ content: ArraySlice<UInt8>, type: UInt8, known: MP4TagItem?, name: String?
    ) -> Bool {
        guard tags.count < ContainerLimits.tagsMax else { return false }
        if let known {
            guard let value = known.text(of: Array(content), type: type) else {
                // A number of zero stands for none.
                return content.allSatisfy { $0 == 0 }
            }
            tags.append(.init(key: known.key, value: value))
            return true
        }
        guard let name, type == MP4TagItem.textType else { return false }
        let value = text(of: content)
        if name == PacketTable.gaplessTextName {
            gapless = PacketTable(gaplessText: value) ?? gapless
        } else {
            tags.append(.init(key: TagTable.key(ofFreeform: name), value: value))
        }
        return true
    }
}
