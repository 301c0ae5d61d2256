import AudioModel

/// Encodes the user data of an MPEG-4 file: iTunes's metadata list and the chapters.
extension MP4Muxer {
    /// The `udta` box; empty when there is nothing in it.
    func userData(_ properties: WritingProperties) -> [UInt8] {
        let items = items(properties)
        var content: [UInt8] = []
        if !items.isEmpty {
            let handler = fullBox(
                "hdlr", numbers([0]) + Array("mdirappl".utf8) + numbers([0, 0]) + [0])
            content += fullBox("meta", handler + box("ilst", items))
        }
        if !properties.chapters.isEmpty {
            content += box("chpl", MP4ChapterList.bytes(properties.chapters))
        }
        return content.isEmpty ? [] : box("udta", content)
    }

    /// The items of the metadata list. Several values of a key are several `data` boxes of its item.
    private func items(_ properties: WritingProperties) -> [UInt8] {
        var items: [UInt8] = []
        let tags = properties.tags(datedBy: "year").withPairs(but: MP4TagItem.numbersWithOwnTotals)
        var done: Set<String> = []
        for key in tags.map(\.key) where done.insert(key).inserted {
            let values = tags.filter { $0.key == key }.map(\.value)
            guard let item = MP4TagItem.written(for: key) else {
                items += freeform(TagTable.freeformName(of: key), values)
                continue
            }
            let data = values.compactMap { item.content(of: $0) }.map { box("data", $0) }
            if let first = data.first {
                items += box(item.id, item.mayRepeat ? data.flatMap { $0 } : first)
            }
        }
        let pictures = properties.pictures.flatMap { picture in
            let type: [UInt8] = [0, 0, 0, picture.bytes.mp4Type, 0, 0, 0, 0]
            return box("data", type + picture.bytes)
        }
        if !pictures.isEmpty { items += box("covr", pictures) }
        return items + properties.mp4Items.flatMap { $0 }
    }

    /// A freeform item, with the domain that iTunes's own have.
    private func freeform(_ name: String, _ values: [String]) -> [UInt8] {
        let type: [UInt8] = [0, 0, 0, MP4TagItem.textType, 0, 0, 0, 0]
        return box(
            "----",
            fullBox("mean", Array("com.apple.iTunes".utf8)) + fullBox("name", Array(name.utf8))
                + values.flatMap { box("data", type + $0.utf8) })
    }
}
