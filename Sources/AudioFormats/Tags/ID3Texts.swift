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
]

extension AudioFileReader {
    /// The texts of the file's ID3 tag in tag order; empty when there is no readable tag.
    func id3Texts() throws(FormatError) -> [(key: String, value: String)] {
        let tag = try FormatError.unlessDefective { () throws(FormatError) in try id3Tag() }
        guard let tag, let texts = ID3Tag(tag.bytes)?.texts else { return [] }
        return texts.compactMap { frame, text in
            keysByFrame.first { $0.frames.contains(frame) }.map { ($0.key, text) }
        }
    }
}
