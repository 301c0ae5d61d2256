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

/// Metadata keys of user-defined text frames (`TXXX`), by their descriptions.
///
/// Source: descriptions that tagging programs write, as observed in files; FFmpeg uses the
/// identifiers of frames that it does not write itself.
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

extension ID3Tag {
    /// The texts by metadata key, in tag order.
    var keyedTexts: [(key: String, value: String)] {
        // A standard frame takes precedence over a user-defined one with the same key.
        let ordered =
            texts.filter { !$0.frame.hasPrefix("TXXX:") }
            + texts.filter { $0.frame.hasPrefix("TXXX:") }
        var keyed: [(key: String, value: String)] = []
        for (frame, text) in ordered {
            guard let key = key(ofFrame: frame) else { continue }
            if frame.hasPrefix("TXXX:"), keyed.contains(where: { $0.key == key }) { continue }
            keyed.append((key, text))
        }
        return keyed
    }
}
