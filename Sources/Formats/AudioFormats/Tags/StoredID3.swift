/// The frames of an ID3v2 tag as they are stored.
///
/// Source: ID3 tag versions 2.2.0, 2.3.0 and 2.4.0, "Declared ID3v2 frames".
extension StoredTag {
    /// The frames of a tag, in their order, with the pictures behind the others; none of an invalid
    /// tag. Chapters and tables of them are left out.
    ///
    /// - Parameter bytes: The tag with its header.
    public static func id3Tags(_ bytes: [UInt8]) -> [StoredTag] {
        var tags: [StoredTag] = []
        let source = MemoryBytes(ID3Tag.resynchronised(bytes))
        guard
            let index = try? ID3FrameIndex(source, tagAt: 0, byteCount: source.byteCount)
        else { return [] }
        ID3Tag.forEachFrame(of: index.texts) { id, content, version in
            guard tags.count < countMax else { return }
            tags += id3Tags(id, content, version: version)
        }
        var collector = PictureCollector()
        for picture in index.pictures { try? collector.take(picture, of: source) }
        return tags + collector.pictures.map { StoredTag($0, version: index.texts[3]) }
    }

    /// The values of a frame that is alone, as in a stream.
    ///
    /// - Parameter content: The content, neither compressed nor unsynchronised.
    public static func id3Frame(
        _ id: String, _ content: [UInt8], version: UInt8 = 4
    ) -> [StoredTag] {
        guard id == "APIC" || id == "PIC" else {
            return id3Tags(id, content[...], version: version)
        }
        let source = MemoryBytes(content)
        var collector = PictureCollector()
        let picture = try? ID3Picture(
            in: ByteReader(source), byteCount: source.byteCount, version: version, flags: 0)
        if let picture { try? collector.take(picture, of: source) }
        return collector.pictures.map { StoredTag($0, version: version) }
    }

    private init(_ picture: AttachedPicture, version: UInt8) {
        self.init(.id3(version: version), version == 2 ? "PIC" : "APIC", .bytes(picture.bytes))
        (detail, mimeType) = (picture.description, picture.mimeType)
        pictureKind = picture.kind
    }

    /// The values of one frame.
    ///
    /// - Parameter content: Neither compressed nor unsynchronised.
    private static func id3Tags(
        _ id: String, _ content: ArraySlice<UInt8>, version: UInt8
    ) -> [StoredTag] {
        let form = Form.id3(version: version)
        guard !["CHAP", "CTOC"].contains(id), let encoding = content.first else { return [] }
        let rest = content.dropFirst()
        switch id {
        case "COMM", "COM", "USLT", "ULT", "USER":
            let parts = ID3Tag.parts(rest.dropFirst(3), encoding)
            // The terms of use have no description.
            let hasDetail = id != "USER"
            guard parts.count > (hasDetail ? 1 : 0) else { return [] }
            var tag = StoredTag(form, id, .text(hasDetail ? parts[1] : parts[0]))
            tag.detail = hasDetail ? parts[0] : ""
            tag.language = language(rest.prefix(3))
            return [tag]
        case "TXXX", "TXX":
            let parts = ID3Tag.parts(rest, encoding)
            return parts.dropFirst().filter { !$0.isEmpty }.map { value in
                var tag = StoredTag(form, id, .text(value))
                tag.detail = parts[0]
                return tag
            }
        case "WXXX", "WXX":
            let (description, address) = ID3Content.descriptionAndRest(rest, encoding)
            var tag = StoredTag(form, id, .text(text(of: address)))
            tag.detail = description
            return [tag]
        case "PRIV", "UFID", "UFI":
            var tag = StoredTag(form, id, .bytes(Array(content.drop { $0 != 0 }.dropFirst())))
            tag.detail = text(of: content)
            return [tag]
        case _ where id.hasPrefix("T") || otherTexts.contains(id):
            return ID3Tag.parts(rest, encoding).filter { !$0.isEmpty }.map {
                StoredTag(form, id, .text($0))
            }
        case "WFED": return [StoredTag(form, id, .text(text(of: encoding < 4 ? rest : content)))]
        case _ where id.hasPrefix("W"): return [StoredTag(form, id, .text(text(of: content)))]
        default: return [StoredTag(form, id, .bytes(Array(content)))]
        }
    }

    /// Frames of iTunes's with texts that are not named like those.
    private static let otherTexts: Set<String> = [
        "GRP1", "GP1", "MVNM", "MVN", "MVIN", "MVI", "IPLS", "IPL",
    ]

    /// A language's code; `nil` for one that is unknown.
    private static func language(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count == 3, bytes.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
            return nil
        }
        let code = String(decoding: bytes, as: UTF8.self).lowercased()
        return code == "xxx" ? nil : code
    }
}
