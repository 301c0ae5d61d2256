import AudioFormats
import Foundation
import MediaSources

extension MetadataValues {
    /// A value of a tag.
    init(_ tag: StoredTag) {
        let (space, key) = Self.place(of: tag)
        let value: any NSCopying & NSObjectProtocol =
            switch tag.value {
            case .text(let text): NSString(string: text)
            case .number(let number): NSNumber(value: number)
            case .bytes(let bytes): NSData(data: Data(bytes))
            }
        self.init(space, key, value)
        var extra: [AVMetadataExtraAttributeKey: Any] = [:]
        if !tag.detail.isEmpty { extra[.info] = tag.detail }
        if let mimeType = tag.mimeType { extra[.dataType] = mimeType }
        if let kind = tag.pictureKind {
            extra[.pictureType] = AttachedPicture(kind: kind, bytes: []).kindName
        }
        extraAttributes = extra.isEmpty ? nil : extra
        languageTag = tag.language.map(languageCode)
    }

    private static func place(of tag: StoredTag) -> (AVMetadataKeySpace, key: String) {
        switch tag.form {
        case .id3(let version): (.id3, version == 2 ? "\0" + tag.key : tag.key)
        case .iTunes: (.iTunes, code(tag.key))
        case .iTunesNamed: (.iTunesNamed, tag.key)
        case .quickTimeMetadata: (.quickTimeMetadata, tag.key)
        case .quickTimeUserData: (.quickTimeUserData, code(tag.key))
        case .isoUserData: (.isoUserData, tag.key)
        case .vorbisComment: (.vorbisComment, tag.key)
        case .information: (.audioFile, tag.key)
        }
    }

    /// A code as a key: its copyright sign is written as `@`.
    private static func code(_ key: String) -> String {
        key.hasPrefix("\u{A9}") ? "@" + key.dropFirst() : key
    }

    /// What a stream says.
    ///
    /// - Parameter metadata: A frame of ID3 has its content, without the head of the frame.
    static func list(_ metadata: MediaMetadata) -> [MetadataValues] {
        let space =
            metadata.keySpace == "id3"
            ? AVMetadataKeySpace.id3 : AVMetadataKeySpace(metadata.keySpace)
        switch metadata.value {
        case .text(let text): return [MetadataValues(space, metadata.key, NSString(string: text))]
        case .bytes(let bytes):
            // A whole tag of ID3 has all its frames.
            if space == .id3 {
                let tags =
                    bytes.starts(with: "ID3".utf8)
                    ? StoredTag.id3Tags(bytes) : StoredTag.id3Frame(metadata.key, bytes)
                return tags.map { MetadataValues($0) }
            }
            return [MetadataValues(space, metadata.key, NSData(data: Data(bytes)))]
        }
    }
}
