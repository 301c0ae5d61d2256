import AudioModel
import Foundation

// Reads the app's dictionary. A value of a wrong type counts as missing.

extension NowPlayingInfo {
    init(_ dictionary: [String: Any]) {
        self.init()
        let reader = DictionaryReader(dictionary)
        title = reader.text(MPMediaItemPropertyTitle)
        artist = reader.text(MPMediaItemPropertyArtist)
        albumTitle = reader.text(MPMediaItemPropertyAlbumTitle)
        albumArtist = reader.text(MPMediaItemPropertyAlbumArtist)
        genre = reader.text(MPMediaItemPropertyGenre)
        composer = reader.text(MPMediaItemPropertyComposer)
        trackNumber = reader.count(MPMediaItemPropertyAlbumTrackNumber)
        trackCount = reader.count(MPMediaItemPropertyAlbumTrackCount)
        discNumber = reader.count(MPMediaItemPropertyDiscNumber)
        discCount = reader.count(MPMediaItemPropertyDiscCount)
        duration = reader.number(MPMediaItemPropertyPlaybackDuration)
        persistentID = reader.identifier(MPMediaItemPropertyPersistentID)
        elapsedTime = reader.number(MPNowPlayingInfoPropertyElapsedPlaybackTime)
        rate = reader.number(MPNowPlayingInfoPropertyPlaybackRate) ?? 1
        defaultRate = reader.number(MPNowPlayingInfoPropertyDefaultPlaybackRate) ?? 1
        queueIndex = reader.count(MPNowPlayingInfoPropertyPlaybackQueueIndex)
        queueCount = reader.count(MPNowPlayingInfoPropertyPlaybackQueueCount)
        chapterNumber = reader.count(MPNowPlayingInfoPropertyChapterNumber)
        chapterCount = reader.count(MPNowPlayingInfoPropertyChapterCount)
        isLiveStream = (reader.number(MPNowPlayingInfoPropertyIsLiveStream) ?? 0) != 0
        mediaType =
            reader.identifier(MPNowPlayingInfoPropertyMediaType)
            .flatMap { UInt(exactly: $0) }.flatMap { NowPlayingMediaType(rawValue: $0) } ?? .none
        progress = reader.number(MPNowPlayingInfoPropertyPlaybackProgress)
        assetURL =
            reader.address(MPNowPlayingInfoPropertyAssetURL)
            ?? reader.address(MPMediaItemPropertyAssetURL)
        externalContentID = reader.text(MPNowPlayingInfoPropertyExternalContentIdentifier)
        externalUserProfileID = reader.text(MPNowPlayingInfoPropertyExternalUserProfileIdentifier)
        serviceID = reader.text(MPNowPlayingInfoPropertyServiceIdentifier)
        collectionID = reader.text(MPNowPlayingInfoCollectionIdentifier)
        let groups = dictionary[MPNowPlayingInfoPropertyAvailableLanguageOptions]
        languageOptions =
            (groups as? [MPNowPlayingInfoLanguageOptionGroup] ?? [])
            .prefix(NowPlayingInfo.languageOptionsMax)
            .flatMap { $0.languageOptions.prefix(NowPlayingInfo.languageOptionsMax).map(\.option) }
    }
}

/// Reads values of a dictionary that an app has made.
private struct DictionaryReader {
    private let dictionary: [String: Any]

    init(_ dictionary: [String: Any]) { self.dictionary = dictionary }

    func text(_ key: String) -> String? {
        switch dictionary[key] {
        case let text as String: text
        case let text as NSString: String(describing: text)
        default: nil
        }
    }

    /// A finite number.
    func number(_ key: String) -> Double? {
        let number: Double? =
            switch dictionary[key] {
            case let value as Double: value
            case let value as Float: Double(value)
            case let value as Bool: value ? 1 : 0
            case let value as any BinaryInteger: Double(value)
            case let value as NSNumber: value.doubleValue
            default: nil
            }
        return number?.isFinite == true ? number : nil
    }

    func count(_ key: String) -> Int? {
        number(key).flatMap { Int(exactly: max(min($0, 1e15), -1e15).rounded(.towardZero)) }
    }

    /// A number of 64 bits.
    func identifier(_ key: String) -> UInt64? {
        switch dictionary[key] {
        case let value as MPNowPlayingInfoMediaType: UInt64(value.rawValue)
        case let value as any BinaryInteger: UInt64(truncatingIfNeeded: value)
        case let value as NSNumber: value.uint64Value
        default: nil
        }
    }

    func address(_ key: String) -> String? {
        switch dictionary[key] {
        case let url as URL: url.absoluteString
        case let url as NSURL: url.absoluteString
        default: nil
        }
    }
}
