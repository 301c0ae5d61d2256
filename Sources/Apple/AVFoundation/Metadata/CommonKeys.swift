import Foundation

/// What the keys of a key space are by the keys that all kinds of tags have.
enum CommonKeys {
    static func commonKey(of key: String, in space: AVMetadataKeySpace) -> AVMetadataKey? {
        switch space {
        case .common: known.contains(key) ? AVMetadataKey(key) : nil
        case .iTunes: iTunes[key].map { AVMetadataKey($0) }
        case .id3: (id3[key] ?? id3OfVersion2[key]).map { AVMetadataKey($0) }
        case .quickTimeMetadata: quickTimeMetadata(key)
        case .quickTimeUserData: userData[key].map { AVMetadataKey($0) }
        case .isoUserData: isoUserData[key].map { AVMetadataKey($0) }
        case .vorbisComment: vorbis[key.uppercased()].map { AVMetadataKey($0) }
        case .audioFile: information[key].map { AVMetadataKey($0) }
        case .icy: key == "StreamTitle" ? .commonKeyTitle : nil
        default: nil
        }
    }

    private static let known: Set<String> = [
        "title", "creator", "subject", "description", "publisher", "contributor", "creationDate",
        "lastModifiedDate", "type", "format", "identifier", "source", "language", "location",
        "copyrights", "albumName", "author", "artist", "artwork", "make", "model", "software",
        "accessibilityDescription",
    ]

    private static let iTunes = [
        "@nam": "title", "@ART": "artist", "@alb": "albumName", "@wrt": "creator",
        "covr": "artwork", "@gen": "type", "gnre": "type", "@day": "creationDate",
        "cprt": "copyrights", "desc": "description", "@des": "description", "@pub": "publisher",
        "@aut": "author",
    ]

    private static let id3 = [
        "TIT2": "title", "TPE1": "artist", "TALB": "albumName", "TCOM": "creator",
        "APIC": "artwork", "TCON": "type", "TDRC": "creationDate", "TYER": "creationDate",
        "TCOP": "copyrights", "TPUB": "publisher", "TLAN": "language",
    ]

    /// Frames of version 2.2.
    private static let id3OfVersion2 = [
        "\0TT2": "title", "\0TP1": "artist", "\0TAL": "albumName", "\0TCM": "creator",
        "\0PIC": "artwork", "\0TCO": "type", "\0TYE": "creationDate", "\0TCR": "copyrights",
        "\0TPB": "publisher", "\0TLA": "language",
    ]

    private static func quickTimeMetadata(_ key: String) -> AVMetadataKey? {
        let prefix = "com.apple.quicktime."
        let name = key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
        return quickTimeNames[name.lowercased()].map { AVMetadataKey($0) }
    }

    private static let quickTimeNames = [
        "title": "title", "displayname": "title", "artist": "artist", "album": "albumName",
        "author": "author", "composer": "creator", "artwork": "artwork", "genre": "type",
        "creationdate": "creationDate", "copyright": "copyrights", "description": "description",
        "publisher": "publisher", "software": "software", "make": "make", "model": "model",
        "location.iso6709": "location",
    ]

    private static let userData = [
        "@nam": "title", "@ART": "artist", "@alb": "albumName", "@com": "creator",
        "@wrt": "creator", "@gen": "type", "@day": "creationDate", "@cpy": "copyrights",
        "@des": "description", "@pub": "publisher", "@aut": "author", "@swr": "software",
        "@mak": "make", "@mod": "model", "@xyz": "location",
    ]

    private static let isoUserData = [
        "titl": "title", "perf": "artist", "albm": "albumName", "auth": "author", "gnre": "type",
        "cprt": "copyrights", "dscp": "description",
    ]

    private static let vorbis = [
        "TITLE": "title", "ARTIST": "artist", "ALBUM": "albumName", "COMPOSER": "creator",
        "METADATA_BLOCK_PICTURE": "artwork", "GENRE": "type", "DATE": "creationDate",
        "YEAR": "creationDate", "COPYRIGHT": "copyrights", "DESCRIPTION": "description",
        "PUBLISHER": "publisher", "ORGANIZATION": "publisher", "LANGUAGE": "language",
    ]

    /// Keys of Audio File Services's dictionary of information.
    private static let information = [
        "title": "title", "artist": "artist", "album": "albumName", "composer": "creator",
        "genre": "type", "year": "creationDate", "recorded date": "creationDate",
        "copyright": "copyrights", "artwork": "artwork",
    ]
}
