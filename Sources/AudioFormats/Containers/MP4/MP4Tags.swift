import AudioModel

/// What an MPEG-4 file says about itself in text, as iTunes writes it.
///
/// Source: Apple QuickTime File Format, "Metadata"; the box names are those iTunes is seen to use.
struct MP4Tags {
    private(set) var tags: [ContainerContents.Tag] = []
    /// Priming, remainder and frames to be heard, where iTunes wrote them.
    private(set) var gapless: PacketTable?
    /// Where the first picture is.
    private(set) var artwork: Range<Int64>?

    private static let keys: [(id: UInt32, key: String)] = [
        (0xA96E_616D, "title"), (0xA941_5254, "artist"), (0xA961_6C62, "album"),
        (0xA967_656E, "genre"), (0xA964_6179, "year"), (0xA963_6D74, "comments"),
        (0xA977_7274, "composer"), (0xA974_6F6F, "encoding application"),
        (0x6370_7274, "copyright"),
    ]

    /// The box for a key; nil where there is none.
    static func id(of key: String) -> FourCC? {
        keys.first { $0.key == key }.map { FourCC(rawValue: $0.id) }
    }

    static let trackNumberKey = "track number"

    /// `3` or `3/12` as the box has it; nil for what is no such thing.
    static func trackNumber(_ text: String) -> [UInt8]? {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
            .map { UInt16($0) }
        guard (1...2).contains(numbers.count), !numbers.contains(nil) else { return nil }
        var bytes: [UInt8] = [0, 0]
        bytes.appendBigEndian(numbers[0] ?? 0)
        bytes.appendBigEndian(numbers.count > 1 ? numbers[1] ?? 0 : 0)
        return bytes + [0, 0]
    }

    private static func trackNumberText(_ bytes: ArraySlice<UInt8>) -> String? {
        let words = Array(bytes)
        guard words.count >= 4 else { return nil }
        let number = Int(words[2]) << 8 | Int(words[3])
        let total = words.count >= 6 ? Int(words[4]) << 8 | Int(words[5]) : 0
        guard number > 0 else { return nil }
        return total > 0 ? "\(number)/\(total)" : "\(number)"
    }

    /// - Parameter userData: A `udta` box.
    mutating func read(
        _ userData: MP4Box, in reader: inout ByteReader, count: inout Int
    ) throws(FormatError) {
        var boxes = MP4BoxWalk(in: userData)
        while let meta = try boxes.next(in: &reader, count: &count) {
            guard meta.id == "meta" else { continue }
            // MPEG-4 has a version here, QuickTime has not.
            reader.enter("metadata", at: meta.start, end: meta.end)
            guard reader.bytesLeft >= 8 else { continue }
            try reader.skip(4)
            let isPlain = try reader.readFourCC() == "hdlr"
            var inner = MP4BoxWalk(in: meta, skipping: isPlain ? 0 : 4)
            while let list = try inner.next(in: &reader, count: &count) {
                guard list.id == "ilst" else { continue }
                var items = MP4BoxWalk(in: list)
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
        let key = Self.keys.first { $0.id == item.id.rawValue }?.key
        if item.id == "covr", artwork == nil {
            var parts = MP4BoxWalk(in: item)
            while let part = try parts.next(in: &reader, count: &count) {
                // A kind and a language stand before.
                guard part.id == "data", part.end - part.start > 8 else { continue }
                artwork = part.start + 8..<part.end
                return
            }
        }
        let isTrackNumber = item.id == "trkn"
        guard key != nil || item.id == "----" || isTrackNumber else { return }
        var name = isTrackNumber ? Self.trackNumberKey : key
        var parts = MP4BoxWalk(in: item)
        while let part = try parts.next(in: &reader, count: &count) {
            guard part.end - part.start <= ContainerLimits.tagBytesMax else { continue }
            reader.enter("metadata", at: part.start, end: part.end)
            let bytes = try reader.readBytes(Int(part.end - part.start))
            switch part.id {
            case "name" where key == nil && !isTrackNumber: name = text(of: bytes.dropFirst(4))
            case "data" where isTrackNumber:
                if let value = Self.trackNumberText(bytes.dropFirst(8)) {
                    tags.append(.init(key: Self.trackNumberKey, value: value))
                }
            case "data":
                // A kind and a language stand before; text is kind 1.
                guard bytes.count >= 8, bytes[3] == 1, let name else { continue }
                let value = text(of: bytes.dropFirst(8))
                if name == "iTunSMPB" {
                    takeGapless(value)
                } else {
                    tags.append(.init(key: name, value: value))
                }
            default: break
            }
        }
    }

    /// Words of hexadecimal digits: nothing, priming, remainder, frames to be heard.
    private mutating func takeGapless(_ value: String) {
        let numbers = value.split(separator: " ").prefix(4).map { Int64($0, radix: 16) ?? -1 }
        guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return }
        gapless = PacketTable(
            validFrames: numbers[3], primingFrames: numbers[1], remainderFrames: numbers[2])
    }
}
