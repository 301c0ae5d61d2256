import AudioCodecs
import AudioModel

/// The metadata of an MPEG-4 or QuickTime file as it is stored: of the movie, then of its tracks.
///
/// Source: Apple QuickTime File Format, "Metadata", "Well-known types" and "User Data Atoms"; 3GPP
/// TS 26.244, 8, "Asset information"; the layout of named items is the one iTunes is seen to use.
struct MP4StoredTags {
    private(set) var tags: [StoredTag] = []
    private var reader: ByteReader
    private var boxCount = 0
    /// The track that is read.
    private var track: UInt32?
    private var bytesLeft = AttachedPicture.byteCountMax

    /// Reads the metadata.
    ///
    /// - Throws: An error of the source, or that the file has too many boxes.
    init(_ source: any ByteSource) throws(FormatError) {
        reader = ByteReader(source)
        var parser = MP4BoxParser(0..<source.byteCount)
        while let box = try parser.next(in: &reader, count: &boxCount) {
            if box.id == "moov" {
                try readMovie(box)
                return
            }
            if box.id == "moof" { return }
        }
    }

    private mutating func readMovie(_ movie: MP4Box) throws(FormatError) {
        try readDescriptions(in: movie)
        var parser = MP4BoxParser(in: movie)
        while let box = try parser.next(in: &reader, count: &boxCount) {
            guard box.id == "trak" else { continue }
            var inner = MP4BoxParser(in: box)
            while let header = try inner.next(in: &reader, count: &boxCount) {
                guard header.id == "tkhd" else { continue }
                track = try MP4Track.readID(header, in: &reader)
            }
            try readDescriptions(in: box)
        }
    }

    /// Reads user data and metadata among a box's own boxes.
    private mutating func readDescriptions(in parent: MP4Box) throws(FormatError) {
        var parser = MP4BoxParser(in: parent)
        while let box = try parser.next(in: &reader, count: &boxCount) {
            switch box.id {
            case "udta":
                var boxes = MP4BoxParser(in: box)
                while let part = try boxes.next(in: &reader, count: &boxCount) {
                    if part.id == "meta" {
                        try readList(part)
                    } else {
                        try readUserData(part)
                    }
                }
            case "meta": try readList(box)
            default: break
            }
        }
    }

    private mutating func readList(_ meta: MP4Box) throws(FormatError) {
        // In MPEG-4 the `meta` box starts with a version; in QuickTime it does not.
        reader.enter("metadata", at: meta.start, end: meta.end)
        guard reader.bytesLeft >= 8 else { return }
        try reader.skip(4)
        let isPlain = try reader.readFourCC() == "hdlr"
        var inner = MP4BoxParser(in: meta, skipping: isPlain ? 0 : 4)
        var names: [String] = []
        while let list = try inner.next(in: &reader, count: &boxCount) {
            if list.id == "keys" { names = try QuickTimeTags.readNames(list, in: &reader) }
            guard list.id == "ilst" else { continue }
            var items = MP4BoxParser(in: list)
            while let item = try items.next(in: &reader, count: &boxCount) {
                let index = Int(item.id.rawValue)
                if index > 0, index <= names.count {
                    try readItem(item, .quickTimeMetadata, names[index - 1])
                } else {
                    try readItem(item, .iTunes, Self.characters(of: item.id))
                }
            }
        }
    }

    /// Reads the values of an item; one with a name has its domain and name beside them.
    private mutating func readItem(
        _ item: MP4Box, _ form: StoredTag.Form, _ key: String
    ) throws(FormatError) {
        var (domain, name) = ("", "")
        var parts = MP4BoxParser(in: item)
        while let part = try parts.next(in: &reader, count: &boxCount) {
            let byteCount = part.end - part.start
            guard tags.count < StoredTag.countMax, byteCount <= bytesLeft, !part.isCut else {
                return
            }
            bytesLeft -= byteCount
            reader.enter("metadata", at: part.start, end: part.end)
            switch part.id {
            case "mean" where byteCount > 4: domain = try text(part)
            case "name" where byteCount > 4: name = try text(part)
            case "data" where byteCount > 8:
                let type: UInt32 = try reader.readBigEndian()
                try reader.skip(4)
                let bytes = try reader.readBytes(Int(byteCount) - 8)
                var tag = StoredTag(form, key, Self.value(bytes, type: type & 0xFF_FFFF))
                if key == "----" {
                    (tag.form, tag.key) = (.iTunesNamed, domain + "." + name)
                }
                if case .bytes(let bytes) = tag.value, (12...14).contains(type) || type == 27 {
                    tag.mimeType = bytes.pictureType.mimeType
                }
                tag.track = track
                tags.append(tag)
            default: break
            }
        }
    }

    /// The text of a box, behind a version and flags.
    private mutating func text(_ part: MP4Box) throws(FormatError) -> String {
        reader.enter("metadata", at: part.start + 4, end: part.end)
        let byteCount = min(reader.bytesLeft, ContainerLimits.tagBytesMax)
        return AudioFormats.text(of: try reader.readBytes(Int(byteCount)))
    }

    /// A value of a well-known type; bytes for types that are none of texts and numbers.
    private static func value(_ bytes: [UInt8], type: UInt32) -> StoredTag.Value {
        let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch (type, bytes.count) {
        case (1, _): return .text(AudioFormats.text(of: bytes))
        case (2, _): return .text(ID3Tag.parts(bytes[...], 2).first ?? "")
        case (21, 1...8):
            let unused = 64 - 8 * UInt64(bytes.count)
            return .number(Int64(bitPattern: number << unused) >> Int64(unused))
        case (22, 1...7): return .number(Int64(number))
        case (65, 1): return .number(Int64(Int8(bitPattern: bytes[0])))
        case (66, 2): return .number(Int64(Int16(truncatingIfNeeded: number)))
        case (67, 4): return .number(Int64(Int32(truncatingIfNeeded: number)))
        default: return .bytes(bytes)
        }
    }

    // MARK: User data

    /// Reads a text of user data: of QuickTime its texts in all languages.
    private mutating func readUserData(_ box: MP4Box) throws(FormatError) {
        let byteCount = box.end - box.start
        guard byteCount <= min(bytesLeft, ContainerLimits.tagBytesMax), byteCount > 4,
            tags.count < StoredTag.countMax
        else { return }
        let isText = box.id.rawValue >> 24 == 0xA9
        guard isText || Self.assetInformation.contains(box.id) else { return }
        bytesLeft -= byteCount
        reader.enter("user data", at: box.start, end: box.end)
        if isText {
            while reader.bytesLeft > 4, tags.count < StoredTag.countMax {
                let count: UInt16 = try reader.readBigEndian()
                let code: UInt16 = try reader.readBigEndian()
                guard count > 0, Int64(count) <= reader.bytesLeft else { return }
                let value = AudioFormats.text(of: try reader.readBytes(Int(count)))
                append(.quickTimeUserData, box.id, value, MP4Track.language(code))
            }
        } else {
            try reader.skip(4)
            let code: UInt16? = reader.bytesLeft > 2 ? try reader.readBigEndian() : nil
            let bytes = try reader.readBytes(Int(reader.bytesLeft))
            let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
            let value =
                isUTF16
                ? ID3Tag.parts(bytes[...], 1).first ?? "" : AudioFormats.text(of: bytes)
            append(.isoUserData, box.id, value, code.flatMap(MP4Track.language))
        }
    }

    /// Texts of 3GPP's user data.
    private static let assetInformation: Set<FourCC> = [
        "titl", "auth", "perf", "gnre", "dscp", "cprt", "albm",
    ]

    private mutating func append(
        _ form: StoredTag.Form, _ id: FourCC, _ value: String, _ language: String?
    ) {
        guard !value.isEmpty else { return }
        var tag = StoredTag(form, Self.characters(of: id), .text(value))
        (tag.language, tag.track) = (language, track)
        tags.append(tag)
    }

    /// The characters of a code, each of which is a byte.
    static func characters(of id: FourCC) -> String {
        var text = ""
        for shift in [24, 16, 8, 0] as [UInt32] {
            text.unicodeScalars.append(
                Unicode.Scalar(UInt8(truncatingIfNeeded: id.rawValue >> shift)))
        }
        return text
    }
}

extension MP4Track {
    /// Reads the number of a track from its header.
    static func readID(_ header: MP4Box, in reader: inout ByteReader) throws(FormatError) -> UInt32
    {
        reader.enter("track header", at: header.start, end: header.end)
        let version: UInt8 = try reader.readBigEndian()
        try reader.skip(version == 1 ? 19 : 11)  // Flags, creation and modification time.
        return try reader.readBigEndian()
    }

    /// The language of a packed code; `nil` for none, and for the numbers of old Macintoshes.
    ///
    /// Source: ISO/IEC 14496-12, 8.4.2, "Media Header Box": three letters of five bits.
    static func language(_ code: UInt16) -> String? {
        guard code >= 0x400 else { return nil }
        var text = ""
        for shift in [10, 5, 0] as [UInt16] {
            let letter = UInt8(code >> shift & 31)
            guard (1...26).contains(letter) else { return nil }
            text.unicodeScalars.append(Unicode.Scalar(letter + 0x60))
        }
        return text == "und" ? nil : text
    }
}
