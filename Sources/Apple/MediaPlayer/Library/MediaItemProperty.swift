import Foundation
import MusicLibrary

/// The properties of a media item. The raw values are the texts of Apple's constants.
enum MediaItemProperty: String, CaseIterable {
    case persistentID, mediaType, title, albumTitle, artist, albumArtist, genre, composer
    case albumPID, artistPID, albumArtistPID, genrePID, composerPID, podcastPID
    case playbackDuration, albumTrackNumber, albumTrackCount, discNumber, discCount
    case artwork, lyrics, isExplicit, isCompilation, releaseDate, beatsPerMinute, comments
    case assetURL, isCloudItem, hasProtectedAsset, podcastTitle, playCount, skipCount, rating
    case lastPlayedDate, userGrouping, bookmarkTime, dateAdded, playbackStoreID, isPreorder

    /// The constants by the keys of key-value coding: their own texts, and the names of the accessors,
    /// in Swift and in Objective-C.
    static let keys: [String: String] = {
        var keys: [String: String] = [:]
        for property in allCases {
            let text = property.rawValue
            keys[text] = text
            if text.hasSuffix("PID") { keys[text.dropLast(3) + "PersistentID"] = text }
            if text.hasPrefix("is") {
                keys[text.dropFirst(2).prefix(1).lowercased() + text.dropFirst(3)] = text
            }
        }
        keys["isExplicitItem"] = isExplicit.rawValue
        keys["explicitItem"] = isExplicit.rawValue
        keys["protectedAsset"] = hasProtectedAsset.rawValue
        return keys
    }()

    /// The value of all properties but the lyrics and the artwork, which are not part of the record.
    func value(of item: LibraryItem) -> Any? {
        switch self {
        case .title: item.title
        case .albumTitle: item.albumTitle
        case .artist: item.artist
        case .albumArtist: item.albumArtist
        case .genre: item.genre
        case .composer: item.composer
        case .podcastTitle: item.podcastTitle
        case .comments: item.comments
        case .userGrouping: item.userGrouping
        case .playbackStoreID: ""
        case .assetURL: item.path.map { URL(fileURLWithPath: $0) }
        case .releaseDate: Self.date(item.releaseDate)
        case .lastPlayedDate: Self.date(item.lastPlayed)
        case .dateAdded: Self.date(item.dateAdded)
        case .lyrics, .artwork: nil
        default: number(of: item)
        }
    }

    private func number(of item: LibraryItem) -> NSNumber? {
        switch self {
        case .persistentID: NSNumber(value: item.id)
        case .mediaType: NSNumber(value: item.mediaType.rawValue)
        case .albumPID: Self.number(item.albumID)
        case .artistPID: Self.number(item.artistID)
        case .albumArtistPID: Self.number(item.albumArtistID)
        case .genrePID: Self.number(item.genreID)
        case .composerPID: Self.number(item.composerID)
        case .podcastPID: Self.number(item.podcastID)
        case .playbackDuration: NSNumber(value: item.duration)
        case .bookmarkTime: NSNumber(value: item.bookmark)
        case .albumTrackNumber: NSNumber(value: item.trackNumber ?? 0)
        case .albumTrackCount: NSNumber(value: item.trackCount ?? 0)
        case .discNumber: NSNumber(value: item.discNumber ?? 0)
        case .discCount: NSNumber(value: item.discCount ?? 0)
        case .beatsPerMinute: NSNumber(value: item.beatsPerMinute ?? 0)
        case .playCount: NSNumber(value: item.playCount)
        case .skipCount: NSNumber(value: item.skipCount)
        case .rating: NSNumber(value: item.rating)
        case .isCompilation: NSNumber(value: item.isCompilation)
        case .isExplicit: NSNumber(value: item.isExplicit)
        case .isCloudItem, .hasProtectedAsset, .isPreorder: NSNumber(value: false)
        default: nil
        }
    }

    private static func number(_ id: UInt64?) -> NSNumber { NSNumber(value: id ?? 0) }

    private static func date(_ seconds: Double?) -> Date? {
        seconds.map { Date(timeIntervalSince1970: $0) }
    }
}
