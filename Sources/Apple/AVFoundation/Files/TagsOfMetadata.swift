import AudioFormats
import Foundation

extension FileTags {
    /// The tags that items of metadata give: those with a common key, and the commonest of iTunes.
    init(_ items: [AVMetadataItem]) {
        self.init()
        for item in items {
            if item.commonKey == .commonKeyArtwork, let data = item.dataValue {
                pictures.append(AttachedPicture(bytes: Array(data)))
            } else if let key = Self.key(of: item), let text = item.stringValue, !text.isEmpty {
                texts.append((key, text))
            }
        }
    }

    /// The metadata key of an item; `nil` where no tag has one.
    private static func key(of item: AVMetadataItem) -> String? {
        if let common = item.commonKey, let key = commonKeys[common] { return key }
        guard item.keySpace == .iTunes, let key = item.key as? NSString else { return nil }
        return iTunesKeys[key as String]
    }

    private static let commonKeys: [AVMetadataKey: String] = [
        .commonKeyTitle: "title", .commonKeyArtist: "artist", .commonKeyAlbumName: "album",
        .commonKeyCreator: "composer", .commonKeyType: "genre",
        .commonKeyCreationDate: "recorded date", .commonKeyCopyrights: "copyright",
        .commonKeyDescription: "comments", .commonKeySoftware: "encoding application",
        .commonKeyPublisher: "label", .commonKeyLanguage: "language", .commonKeyAuthor: "lyricist",
        .commonKeySubject: "grouping",
    ]

    private static let iTunesKeys = [
        "aART": "album artist", "@cmt": "comments", "@lyr": "lyrics", "@grp": "grouping",
        "trkn": "track number", "disk": "disc number", "tmpo": "tempo", "cpil": "compilation",
        "@wrt": "composer", "@day": "recorded date", "@gen": "genre", "cprt": "copyright",
        "@too": "encoding application",
    ]
}
