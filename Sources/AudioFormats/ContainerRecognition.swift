import AudioModel

extension ContainerKind {
    /// Recognises a file by its first bytes, regardless of its name.
    ///
    /// Reads at most two short ranges, because an ID3 tag can come first.
    ///
    /// - Returns: nil for an unknown format.
    /// - Throws: `empty`, or the source's error.
    public static func recognise(_ source: any ByteSource) throws(FormatError) -> ContainerKind? {
        guard source.byteCount > 0 else { throw FormatError(.empty) }
        let head = try firstBytes(of: source, at: 0)
        let tagByteCount = id3ByteCount(head)
        guard tagByteCount > 0 else { return kind(ofHead: head) }
        let tagged = try firstBytes(of: source, at: tagByteCount)
        // Tags are most common in MP3, where padding can also hide the first frame.
        return kind(ofHead: tagged) ?? .mp3
    }

    /// Size in bytes of the ID3 tag at the start of the file; zero without one.
    static func id3ByteCount(of source: any ByteSource) throws(FormatError) -> Int64 {
        id3ByteCount(try firstBytes(of: source, at: 0))
    }

    static func id3ByteCount(_ head: [UInt8]) -> Int64 {
        guard head.starts(with: "ID3"), head.count >= 10 else { return 0 }
        // The tag's size is a syncsafe integer: seven bits per byte.
        let tagByteCount = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
        let footerByteCount: Int64 = head[5] & 0x10 == 0 ? 0 : 10
        return 10 + tagByteCount + footerByteCount
    }

    private static func firstBytes(
        of source: any ByteSource, at offset: Int64
    ) throws(FormatError) -> [UInt8] {
        var reader = ByteReader(source)
        reader.enter("file header", at: offset, end: source.byteCount)
        return try reader.readBytes(Int(min(reader.bytesLeft, 64)))
    }

    /// Recognises a file without ID3 tag.
    ///
    /// - Parameter head: The first bytes; twelve are enough for every kind.
    static func kind(ofHead head: [UInt8]) -> ContainerKind? {
        let code = { (offset: Int) -> FourCC? in
            guard offset + 4 <= head.count else { return nil }
            return FourCC(rawValue: head[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        switch (code(0), code(8)) {
        case ("caff", _): return .caf
        case ("FORM", "AIFF"): return .aiff
        case ("FORM", "AIFC"): return .aifc
        case ("RIFF", "WAVE"): return .wav
        case ("RF64", "WAVE"): return .rf64
        case ("BW64", "WAVE"): return .bw64
        case ("fLaC", _): return .flac
        case ("OggS", _): return .ogg
        case (".snd", _): return .au
        case ("#!AM", _): return .amr
        case ("MThd", _): return .midi
        case ("wvpk", _): return .wavPack
        case ("MAC ", _): return .monkeysAudio
        default: break
        }
        if let kind = movieKind(box: code(4), brand: code(8)) { return kind }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .matroska }
        if head.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return .asf }
        if head.starts(with: [0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11]) { return .wave64 }
        if head.starts(with: [0x0B, 0x77]) { return .ac3 }
        if head.count >= 2, head[0] == 0x56, head[1] & 0xE0 == 0xE0 { return .loas }
        return mpegAudioKind(head)
    }

    private static func movieKind(box: FourCC?, brand: FourCC?) -> ContainerKind? {
        switch box {
        case "ftyp": break
        case "moov", "mdat", "wide": return .quickTime
        default: return nil
        }
        switch brand {
        case "M4A ", "M4P ": return .m4a
        case "M4B ": return .m4b
        case "qt  ": return .quickTime
        case let brand? where brand.rawValue >> 8 == 0x33_6770: return .threeGPP  // "3gp"
        case let brand? where brand.rawValue >> 8 == 0x33_6732: return .threeGPP2  // "3g2"
        default: return .mp4
        }
    }

    /// The kind of an MPEG audio frame header: an 11-bit sync word, and no reserved values.
    private static func mpegAudioKind(_ head: [UInt8]) -> ContainerKind? {
        guard head.count >= 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return nil }
        let version = head[1] >> 3 & 3
        let layer = head[1] >> 1 & 3
        if head[1] & 0xF6 == 0xF0 {
            let rateIndex = head[2] >> 2 & 15
            return rateIndex < 13 ? .adts : nil
        }
        guard version != 1, head[2] >> 4 != 15, head[2] >> 2 & 3 != 3 else { return nil }
        switch layer {
        case 1: return .mp3
        case 2: return .mp2
        case 3: return .mp1
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { starts(with: $0) }
    }
}
