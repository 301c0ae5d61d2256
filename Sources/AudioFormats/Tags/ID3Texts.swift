/// Metadata keys of ID3 text frames.
///
/// Source: ID3 tag version 2.2, 2.3.0 and 2.4.0, "Declared ID3v2 frames"; the keys are those of
/// Apple's information dictionary, plus one for the disc number.
private let keysByFrame: [(frames: [String], key: String)] = [
    (["TIT2", "TT2"], "title"), (["TPE1", "TP1"], "artist"), (["TALB", "TAL"], "album"),
    (["TCON", "TCO"], "genre"), (["TDRC", "TYER", "TYE"], "year"), (["TCOM", "TCM"], "composer"),
    (["TRCK", "TRK"], "track number"), (["TPOS", "TPA"], "disc number"),
    (["COMM", "COM"], "comments"),
    (["TCOP", "TCR"], "copyright"), (["TEXT", "TXT"], "lyricist"), (["TBPM", "TBP"], "tempo"),
    (["TKEY", "TKE"], "key signature"), (["TSRC", "TRC"], "ISRC"),
    (["TSSE", "TSS"], "encoding application"), (["TCMP", "TCP"], "compilation"),
    (["TIT3", "TT3"], "subtitle"), (["TPE2", "TP2"], "album artist"), (["USLT", "ULT"], "lyrics"),
    (["TSOT", "TST"], "sort title"), (["TSOP", "TSP"], "sort artist"),
    (["TSOA", "TSA"], "sort album"), (["TSO2", "TS2"], "sort album artist"),
    (["TSOC", "TSC"], "sort composer"), (["TIT1", "TT1", "GRP1", "GP1"], "grouping"),
    (["TDRL"], "release date"), (["POPM", "POP"], "rating"), (["PCST"], "podcast"),
    (["TCAT"], "category"), (["TDES"], "description"),
]

/// Metadata keys of the user's own text frames, by their descriptions.
///
/// Source: the descriptions that taggers are seen to write; FFmpeg uses the identifiers of frames that
/// it does not write itself.
private let keysByDescription: [(descriptions: [String], key: String)] = [
    (["album artist", "albumartist", "album_artist"], "album artist"),
    (["compilation", "itunescompilation"], "compilation"),
    (["lyrics", "unsyncedlyrics", "unsynced lyrics"], "lyrics"),
    (["titlesort", "title-sort", "sort_name"], "sort title"),
    (["artistsort", "artist-sort"], "sort artist"), (["albumsort", "album-sort"], "sort album"),
    (["albumartistsort", "album_artist-sort"], "sort album artist"),
    (["composersort", "composer-sort"], "sort composer"),
    (["fmps_rating"], "fmps_rating"), (["grouping"], "grouping"), (["podcast"], "podcast"),
]

private func key(ofFrame frame: String) -> String? {
    guard frame.hasPrefix("TXXX:") else {
        return keysByFrame.first { $0.frames.contains(frame) }?.key
    }
    let description = String(frame.dropFirst("TXXX:".count))
    return keysByDescription.first { $0.descriptions.contains(description) }?.key
        ?? keysByFrame.first { $0.frames.contains(description.uppercased()) }?.key
}

extension AudioFileReader {
    /// The texts of the file's ID3 tags in tag order, first those of the second version; empty when
    /// there is no readable tag.
    func id3Texts() throws(FormatError) -> [(key: String, value: String)] {
        let frames = try FormatError.unlessDefective { () throws(FormatError) in
            if let frames = try id3Frames() { return frames.texts }
            return try id3Tag()?.bytes
        }
        let found = frames.flatMap { ID3Tag($0)?.texts } ?? []
        // A frame of the standard counts before one of the user's own with the same key.
        let ordered =
            found.filter { !$0.frame.hasPrefix("TXXX:") }
            + found.filter { $0.frame.hasPrefix("TXXX:") }
        var texts: [(key: String, value: String)] = []
        for (frame, text) in ordered {
            guard let key = key(ofFrame: frame) else { continue }
            if frame.hasPrefix("TXXX:"), texts.contains(where: { $0.key == key }) { continue }
            texts.append((key, text))
        }
        for (key, value) in try id3v1Texts() where !texts.contains(where: { $0.0 == key }) {
            texts.append((key, value))
        }
        return texts
    }

    private func id3v1Texts() throws(FormatError) -> [(key: String, value: String)] {
        let kinds: Set<ContainerKind> = [.mp3, .mp2, .mp1, .adts]
        let start = source.byteCount - Int64(ID3v1Tag.byteCount)
        guard kinds.contains(containerKind), !source.isStillArriving, start >= 0 else { return [] }
        return ID3v1Tag.texts(try source.bytes(ID3v1Tag.byteCount, at: start))
    }
}
