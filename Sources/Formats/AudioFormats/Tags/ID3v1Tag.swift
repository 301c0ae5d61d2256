/// The last 128 bytes of an MPEG audio file: fields of fixed length.
///
/// Source: Eric Kemp, "ID3 (version 1)"; Michael Mutschler, "ID3v1.1" (the track number).
enum ID3v1Tag {
    static let byteCount = 128

    /// The texts by metadata key; empty when `bytes` are no such tag.
    static func texts(_ bytes: [UInt8]) -> [(key: String, value: String)] {
        guard bytes.count == byteCount, bytes.starts(with: "TAG".utf8) else { return [] }
        var texts = [
            ("title", field(bytes[3..<33])), ("artist", field(bytes[33..<63])),
            ("album", field(bytes[63..<93])), ("year", field(bytes[93..<97])),
        ]
        let hasTrack = bytes[125] == 0 && bytes[126] != 0
        texts.append(("comments", field(bytes[97..<(hasTrack ? 125 : 127)])))
        if hasTrack { texts.append(("track number", "\(bytes[126])")) }
        if let genre = ID3Genres.name(Int(bytes[127])) { texts.append(("genre", genre)) }
        return texts.filter { !$0.1.isEmpty }
    }

    private static func field(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes.prefix { $0 != 0 }
        while bytes.last == 0x20 { bytes.removeLast() }
        return text(of: bytes)
    }
}

/// The numbered genres of ID3v1, which other tags refer to as well.
///
/// Source: ID3 tag version 2.3.0, "Appendix A - Genre List from ID3v1", with Winamp's extensions.
package enum ID3Genres {
    /// - Returns: nil for a number without a genre.
    package static func name(_ number: Int) -> String? {
        names.indices.contains(number) ? names[number] : nil
    }

    private static let names = """
        Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|\
        Pop|R&B|Rap|Reggae|Rock|Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|\
        Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion|Trance|Classical|Instrumental|Acid|\
        House|Game|Sound Clip|Gospel|Noise|Alternative Rock|Bass|Soul|Punk|Space|Meditative|\
        Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|\
        Pop-Folk|Eurodance|Dream|Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|\
        Jungle|Native American|Cabaret|New Wave|Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|\
        Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock|Folk|Folk-Rock|National Folk|\
        Swing|Fast Fusion|Bebop|Latin|Revival|Celtic|Bluegrass|Avantgarde|Gothic Rock|\
        Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|Easy Listening|\
        Acoustic|Humour|Speech|Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|\
        Porn Groove|Satire|Slow Jam|Club|Tango|Samba|Folklore|Ballad|Power Ballad|Rhythmic Soul|\
        Freestyle|Duet|Punk Rock|Drum Solo|A Cappella|Euro-House|Dance Hall
        """.split(separator: "|").map(String.init)
}
