/// XSPF, the XML Shareable Playlist Format.
///
/// Source: Xiph.Org, XSPF Version 1.
extension PlaylistFile {
    private static let namespace = "http://xspf.org/ns/0/"

    init(xspf bytes: [UInt8]) throws(PlaylistFileError) {
        self.init()
        var reader = try XMLReader(bytes)
        var reading = XSPFReading()
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                try reading.start(name, attributes, &self)
            case .text(let text): reading.add(text)
            case .end: reading.end(&self)
            }
        }
        guard reading.hasRoot else { throw PlaylistFileError.notAPlaylist(format: "XSPF") }
    }

    var xspfText: String {
        func element(_ name: String, _ text: String?, _ indent: String) -> String {
            guard let text = text.flatMap({ PlaylistText.field($0) }) else { return "" }
            return "\(indent)<\(name)>\(XMLText.escaped(text))</\(name)>\n"
        }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<playlist version=\"1\" xmlns=\"\(Self.namespace)\">\n"
        text += element("title", title, "  ") + element("creator", author, "  ")
        text += element("annotation", description, "  ") + "  <trackList>\n"
        for entry in entries {
            text += "    <track>\n"
            for location in [entry.location] + entry.alternatives {
                let uri = XMLText.escaped(PlaylistLocation.uri(location))
                text += "      <location>\(uri)</location>\n"
            }
            text += element("title", entry.title, "      ")
            text += element("creator", entry.artist, "      ")
            text += element("album", entry.album, "      ")
            if let seconds = entry.seconds {
                text += "      <duration>\(Int64((seconds * 1000).rounded()))</duration>\n"
            }
            text += "    </track>\n"
        }
        return text + "  </trackList>\n</playlist>\n"
    }
}

/// The state of reading an XSPF file.
private struct XSPFReading {
    private(set) var hasRoot = false
    private var path: [String] = []
    /// The base address of each open element; empty where there is none.
    private var bases: [String] = []
    private var text = ""
    private var locations: [String] = []
    private var entry = PlaylistFile.Entry(location: "")

    mutating func start(
        _ name: String, _ attributes: [(name: String, value: String)],
        _ list: inout PlaylistFile
    ) throws(PlaylistFileError) {
        let name = XMLText.localName(name)
        if path.isEmpty {
            guard name == "playlist" else {
                throw PlaylistFileError.notAPlaylist(format: "XSPF")
            }
            hasRoot = true
        }
        let base = attributes.first { $0.name == "xml:base" }?.value
        let outer = bases.last ?? ""
        path.append(name)
        bases.append(base.map { PlaylistLocation.resolved($0, against: outer) } ?? outer)
        text = ""
        if path == ["playlist", "trackList", "track"] {
            entry = PlaylistFile.Entry(location: "")
            locations = []
        }
    }

    mutating func add(_ more: String) {
        // What is beyond the limit makes a location invalid and a title shorter.
        guard text.utf8.count <= PlaylistFile.Limits.locationByteCountMax else { return }
        text += more
    }

    mutating func end(_ list: inout PlaylistFile) {
        let value = PlaylistText.field(text)
        switch path.joined(separator: " ") {
        case "playlist title": list.title = value
        case "playlist creator": list.author = value
        case "playlist annotation": list.description = value
        case "playlist trackList track location":
            let place = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !place.isEmpty, place.utf8.count <= PlaylistFile.Limits.locationByteCountMax,
                locations.count < PlaylistFile.Limits.alternativesMax
            {
                let uri = PlaylistLocation.resolved(place, against: bases.last ?? "")
                locations.append(PlaylistLocation.withoutEncoding(uri))
            }
        case "playlist trackList track title": entry.title = value
        case "playlist trackList track creator": entry.artist = value
        case "playlist trackList track album": entry.album = value
        case "playlist trackList track duration":
            entry.seconds = value.flatMap { PlaylistText.seconds($0) }.map { $0 / 1000 }
        case "playlist trackList track":
            entry.location = locations.first ?? ""
            entry.alternatives = Array(locations.dropFirst())
            list.append(entry)
        default: break
        }
        path.removeLast()
        bases.removeLast()
        text = ""
    }
}
