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

    /// The genres meant by a text of an ID3 tag: `Rock`, `17`, `(17)`, `(17)Rock` or `(51)(39)`; of a
    /// number with a refinement the refinement first.
    ///
    /// Source: ID3 tag version 2.3.0, 4.2.1, "TCON"; 2.4.0, 4.2.3.
    static func names(_ text: String) -> [String] {
        if let number = Int(text) { return name(number).map { [$0] } ?? [text] }
        var numbered: [String] = []
        var rest = text[...]
        while rest.hasPrefix("("), !rest.hasPrefix("(("), let end = rest.firstIndex(of: ")") {
            let inner = rest[rest.index(after: rest.startIndex)..<end]
            let known = inner == "RX" ? "Remix" : inner == "CR" ? "Cover" : Int(inner).flatMap(name)
            guard let known else { break }
            numbered.append(known)
            rest = rest[rest.index(after: end)...]
        }
        // Two brackets stand for one at the start of a name.
        if rest.hasPrefix("(("), !numbered.isEmpty { rest = rest.dropFirst() }
        let name = String(rest.drop { $0 == " " })
        guard !name.isEmpty, !numbered.contains(name) else { return numbered }
        return [name] + numbered
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
        Freestyle|Duet|Punk Rock|Drum Solo|A Cappella|Euro-House|Dance Hall|Goa|Drum & Bass|\
        Club-House|Hardcore|Terror|Indie|BritPop|Afro-Punk|Polsk Punk|Beat|Christian Gangsta Rap|\
        Heavy Metal|Black Metal|Crossover|Contemporary Christian|Christian Rock|Merengue|Salsa|\
        Thrash Metal|Anime|JPop|Synthpop|Abstract|Art Rock|Baroque|Bhangra|Big Beat|Breakbeat|\
        Chillout|Downtempo|Dub|EBM|Eclectic|Electro|Electroclash|Emo|Experimental|Garage|Global|\
        IDM|Illbient|Industro-Goth|Jam Band|Krautrock|Leftfield|Lounge|Math Rock|New Romantic|\
        Nu-Breakz|Post-Punk|Post-Rock|Psytrance|Shoegaze|Space Rock|Trop Rock|World Music|\
        Neoclassical|Audiobook|Audio Theatre|Neue Deutsche Welle|Podcast|Indie Rock|G-Funk|\
        Dubstep|Garage Rock|Psybient
        """.split(separator: "|").map(String.init)
}
