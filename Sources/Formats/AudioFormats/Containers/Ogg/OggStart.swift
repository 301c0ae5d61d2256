import AudioCodecs

/// Finds out why an Ogg file has no sound.
///
/// Source: RFC 3533, 6; the first packets of Vorbis, Opus, FLAC and Speex.
enum OggStart {
    private static let pagesMax = 1 << 14
    private static let codings: [[UInt8]] = [
        [1] + Array("vorbis".utf8), Array("OpusHead".utf8), [0x7F] + Array("FLAC".utf8),
        Array("Speex   ".utf8),
    ]

    /// Whether the file ends within or right behind the headers of a sound.
    static func endsBeforeSound(_ source: any ByteSource) throws(FormatError) -> Bool {
        var reader = ByteReader(source)
        var next: Int64 = 0
        var sounds: Set<UInt32> = []
        var hasOthers = false
        for _ in 0..<pagesMax {
            guard let page = try OggPageHeader(at: next, in: &reader) else { break }
            if page.flags.contains(.beginning) {
                let head = try reader.readBytes(Int(min(reader.bytesLeft, 8)))
                let isSound = codings.contains { head.starts(with: $0.prefix(head.count)) }
                if isSound { sounds.insert(page.serial) } else { hasOthers = true }
            }
            guard page.end <= source.byteCount else {
                next = page.end
                break
            }
            if page.position > 0, sounds.contains(page.serial) { return false }
            next = page.end
        }
        // Behind the last page, or within it or its header.
        let isAtEnd = source.byteCount - next < OggPageHeader.fixedByteCount + 255
        return isAtEnd && (!sounds.isEmpty || !hasOthers)
    }
}
