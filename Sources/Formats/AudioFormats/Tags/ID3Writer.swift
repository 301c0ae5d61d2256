/// Encodes an ID3v2.4 tag with texts, pictures and chapters.
///
/// Source: ID3 tag version 2.4.0, 3, "ID3v2 overview", and "Declared ID3v2 frames"; ID3v2 Chapter
/// Frame Addendum 1.0.
enum ID3Writer {
    /// The number of the text encoding that is written.
    static let utf8: UInt8 = 3
    /// The language of comments and lyrics: unknown.
    private static let language = Array("XXX".utf8)

    /// Encodes the tag.
    ///
    /// - Parameter texts: The properties' texts with one date.
    /// - Returns: nil when there is nothing to store.
    static func bytes(
        _ texts: [(key: String, value: String)], _ properties: WritingProperties
    ) -> [UInt8]? {
        let kept = properties.id3Frames
        var content = frames(
            texts.withPairs(), beside: kept.filter { $0.id != ID3Chapters.tableID })
        for picture in properties.pictures {
            content += frame(
                "APIC",
                [utf8] + picture.mimeType.utf8 + [0, picture.kind] + picture.description.utf8 + [0]
                    + picture.bytes)
        }
        content += ID3Chapters.frames(
            properties.chapters, tables: kept.filter { $0.id == ID3Chapters.tableID })
        guard !content.isEmpty, let size = synchsafe(content.count) else { return nil }
        let version: [UInt8] = [4, 0]
        return Array("ID3".utf8) + version + [0] + size + content
    }

    // MARK: Texts

    private static func frames(
        _ texts: [(key: String, value: String)], beside kept: [ID3Frame]
    ) -> [UInt8] {
        // Frames that are kept as they are say some of the texts themselves.
        var said = ID3Content()
        for frame in kept { said.take(frame.id, frame.content[...], version: 4) }
        let left = texts.filter { text in
            !said.texts.contains { $0.key == text.key && $0.value == text.value }
        }
        var names: [TagTable.ID3Name] = []
        var values: [TagTable.ID3Name: [String]] = [:]
        for (key, value) in left {
            let name = TagTable.id3Name(of: key)
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(value)
        }
        var content: [UInt8] = []
        for name in names where !isList(name.frame) {
            content += frames(name, values[name] ?? [])
        }
        for list in ["TIPL", "TMCL"] {
            let people = names.filter { $0.frame == list }.flatMap { name in
                (values[name] ?? []).flatMap { [name.detail ?? "", $0] }
            }
            if !people.isEmpty { content += frame(list, [utf8] + joined(people)) }
        }
        return kept.reduce(into: content) { $0 += frame($1.id, $1.content) }
    }

    /// Whether a frame lists people by their roles.
    private static func isList(_ id: String) -> Bool { id == "TIPL" || id == "TMCL" }

    private static func frames(_ name: TagTable.ID3Name, _ values: [String]) -> [UInt8] {
        let detail = Array((name.detail ?? "").utf8)
        switch name.frame {
        case "COMM", "USLT":
            return values.flatMap { frame(name.frame, [utf8] + language + detail + [0] + $0.utf8) }
        case "TXXX": return frame("TXXX", [utf8] + detail + [0] + joined(values))
        case "WXXX": return values.flatMap { frame("WXXX", [utf8] + detail + [0] + $0.utf8) }
        case "UFID": return values.flatMap { frame("UFID", detail + [0] + $0.utf8) }
        case "PCST": return frame("PCST", [0, 0, 0, 0])
        case "PCNT": return values.flatMap(playCount)
        case "POPM": return values.flatMap { popularity($0, of: name.detail ?? "") }
        // The frame is Apple's, and has a text encoding.
        case "WFED": return values.flatMap { frame("WFED", [0] + $0.utf8) }
        case _ where name.frame.hasPrefix("W"):
            return values.flatMap { frame(name.frame, Array($0.utf8)) }
        default: return frame(name.frame, [utf8] + joined(values))
        }
    }

    /// The frame of a play counter; a user-defined text for any other value.
    private static func playCount(_ value: String) -> [UInt8] {
        guard let number = UInt32(value) else {
            return frame("TXXX", [utf8] + Array("FMPS_PLAYCOUNT".utf8) + [0] + value.utf8)
        }
        var counter: [UInt8] = []
        counter.appendBigEndian(number)
        return frame("PCNT", counter)
    }

    /// The frame of a user's rating; a user-defined text for what is above 255 or not a number.
    private static func popularity(_ value: String, of user: String) -> [UInt8] {
        guard let number = UInt8(value) else {
            return frame("TXXX", [utf8] + Array("RATING:\(user)".utf8) + [0] + value.utf8)
        }
        return frame("POPM", Array(user.utf8) + [0, number])
    }

    private static func joined(_ values: [String]) -> [UInt8] {
        Array(values.map { Array($0.utf8) }.joined(separator: [0]))
    }

    // MARK: Frames

    static func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
        guard let size = synchsafe(content.count) else { return [] }
        return Array(id.utf8) + size + [0, 0] + content
    }

    /// A syncsafe integer: seven bits per byte, so that no byte looks like a frame sync.
    static func synchsafe(_ count: Int) -> [UInt8]? {
        guard count < 1 << 28 else { return nil }
        return [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
    }
}
