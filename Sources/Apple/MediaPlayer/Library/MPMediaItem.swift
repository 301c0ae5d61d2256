public import Foundation
import MusicLibrary

/// A song, an episode of a podcast or a part of an audio book, as the library has it now. Any thread.
///
/// Properties are read from the library when they are asked for, a hundred items at a time, and again
/// after a change of the library. An item that is gone has no properties but its identifier.
///
/// Ownership: what is set is set in `init`; the page guards what it loads.
open class MPMediaItem: MPMediaEntity, @unchecked Sendable {
    private let page: ItemPage?

    /// Makes an item without properties; a subclass may give it some.
    public override init() {
        page = nil
        super.init()
    }

    init(_ id: MPMediaEntityPersistentID, _ page: ItemPage) {
        self.page = page
        super.init(identifier: id)
    }

    /// Reads an item's identifier, which stands for the item of the library.
    public required init?(coder: NSCoder) {
        guard let number = coder.decodeObject(of: NSNumber.self, forKey: "persistentID") else {
            return nil
        }
        page = ItemPage.holding(number.uint64Value, in: .current)
        super.init(identifier: number.uint64Value)
    }

    override var kindOfEntity: ObjectIdentifier { ObjectIdentifier(MPMediaItem.self) }

    var record: LibraryItem? { page?.item(identifier) }
    var source: LibrarySource? { page?.source }

    // MARK: Properties by name

    /// The value of a property, or `nil` without one. Numbers are `NSNumber`.
    open override func value(forProperty property: String) -> Any? {
        guard let property = MediaItemProperty(rawValue: property) else { return nil }
        if property == .persistentID { return NSNumber(value: identifier) }
        guard let record else { return nil }
        switch property {
        case .lyrics: return lyrics(record)
        case .artwork: return artwork(record)
        default: return property.value(of: record)
        }
    }

    private func lyrics(_ record: LibraryItem) -> String? {
        let found = source?.readGranted("MPMediaItem.lyrics") { library throws(LibraryError) in
            try library.lyrics(of: record.id)
        }
        return found ?? nil
    }

    private func artwork(_ record: LibraryItem) -> MPMediaItemArtwork? {
        guard let hash = record.picture, let source else { return nil }
        return MPMediaItemArtwork(pictureWith: hash, in: source)
    }

    /// Whether the property can be used in a predicate of a query.
    open override class func canFilter(byProperty property: String) -> Bool {
        LibraryProperty(rawValue: property).map { !$0.isOfPlaylists } ?? false
    }

    override class var properties: [String: String] { MediaItemProperty.keys }

    // MARK: Groupings

    /// The property that has the persistent identifier of a grouping's collections.
    open class func persistentIDProperty(
        forGroupingType groupingType: MPMediaGrouping
    ) -> String {
        switch groupingType {
        case .title: MPMediaItemPropertyPersistentID
        case .album: MPMediaItemPropertyAlbumPersistentID
        case .artist: MPMediaItemPropertyArtistPersistentID
        case .albumArtist: MPMediaItemPropertyAlbumArtistPersistentID
        case .composer: MPMediaItemPropertyComposerPersistentID
        case .genre: MPMediaItemPropertyGenrePersistentID
        case .playlist: MPMediaPlaylistPropertyPersistentID
        case .podcastTitle: MPMediaItemPropertyPodcastPersistentID
        }
    }

    /// The property that has the title of a grouping's collections.
    open class func titleProperty(forGroupingType groupingType: MPMediaGrouping) -> String {
        switch groupingType {
        case .title: MPMediaItemPropertyTitle
        case .album: MPMediaItemPropertyAlbumTitle
        case .artist: MPMediaItemPropertyArtist
        case .albumArtist: MPMediaItemPropertyAlbumArtist
        case .composer: MPMediaItemPropertyComposer
        case .genre: MPMediaItemPropertyGenre
        case .playlist: MPMediaPlaylistPropertyName
        case .podcastTitle: MPMediaItemPropertyPodcastTitle
        }
    }

    // MARK: Names

    /// The types of the item: one bit, for a file.
    open var mediaType: MPMediaType {
        MPMediaType(rawValue: number(MPMediaItemPropertyMediaType)?.uintValue ?? 0)
    }
    /// The title; a file's name where its tags have none.
    open var title: String? { text(MPMediaItemPropertyTitle) }
    /// The title of the album.
    open var albumTitle: String? { text(MPMediaItemPropertyAlbumTitle) }
    /// The identifier of the album; 0 without one.
    open var albumPersistentID: MPMediaEntityPersistentID {
        identifier(MPMediaItemPropertyAlbumPersistentID)
    }
    /// The artist.
    open var artist: String? { text(MPMediaItemPropertyArtist) }
    /// The identifier of the artist; 0 without one.
    open var artistPersistentID: MPMediaEntityPersistentID {
        identifier(MPMediaItemPropertyArtistPersistentID)
    }
    /// The artist of the album.
    open var albumArtist: String? { text(MPMediaItemPropertyAlbumArtist) }
    /// The identifier of the album's artist; 0 without one.
    open var albumArtistPersistentID: MPMediaEntityPersistentID {
        identifier(MPMediaItemPropertyAlbumArtistPersistentID)
    }
    /// The genre.
    open var genre: String? { text(MPMediaItemPropertyGenre) }
    /// The identifier of the genre; 0 without one.
    open var genrePersistentID: MPMediaEntityPersistentID {
        identifier(MPMediaItemPropertyGenrePersistentID)
    }
    /// The composer.
    open var composer: String? { text(MPMediaItemPropertyComposer) }
    /// The identifier of the composer; 0 without one.
    open var composerPersistentID: MPMediaEntityPersistentID {
        identifier(MPMediaItemPropertyComposerPersistentID)
    }
    /// The title of the podcast.
    open var podcastTitle: String? { text(MPMediaItemPropertyPodcastTitle) }
    /// The identifier of the podcast; 0 without one.
    open var podcastPersistentID: MPMediaEntityPersistentID {
        identifier(MPMediaItemPropertyPodcastPersistentID)
    }

    // MARK: Numbers

    /// The duration in seconds.
    open var playbackDuration: TimeInterval {
        number(MPMediaItemPropertyPlaybackDuration)?.doubleValue ?? 0
    }
    /// The number of the track on its disc, from 1; 0 without one.
    open var albumTrackNumber: Int { integer(MPMediaItemPropertyAlbumTrackNumber) }
    /// The number of tracks of the disc; 0 when it is not known.
    open var albumTrackCount: Int { integer(MPMediaItemPropertyAlbumTrackCount) }
    /// The number of the disc, from 1; 0 without one.
    open var discNumber: Int { integer(MPMediaItemPropertyDiscNumber) }
    /// The number of discs; 0 when it is not known.
    open var discCount: Int { integer(MPMediaItemPropertyDiscCount) }
    /// The tempo; 0 when it is not known.
    open var beatsPerMinute: Int { integer(MPMediaItemPropertyBeatsPerMinute) }
    /// The number of times the item was played to its end.
    open var playCount: Int { integer(MPMediaItemPropertyPlayCount) }
    /// The number of times the item was skipped.
    open var skipCount: Int { integer(MPMediaItemPropertySkipCount) }
    /// The user's rating, or else the file's: 0 to 5 stars.
    open var rating: Int { integer(MPMediaItemPropertyRating) }
    /// The position in seconds at which playback goes on.
    open var bookmarkTime: TimeInterval {
        number(MPMediaItemPropertyBookmarkTime)?.doubleValue ?? 0
    }

    // MARK: Content

    /// The picture of the cover.
    open var artwork: MPMediaItemArtwork? {
        value(forProperty: MPMediaItemPropertyArtwork) as? MPMediaItemArtwork
    }
    /// The lyrics.
    open var lyrics: String? { text(MPMediaItemPropertyLyrics) }
    /// The comments.
    open var comments: String? { text(MPMediaItemPropertyComments) }
    /// The grouping of the file's tags.
    open var userGrouping: String? { text(MPMediaItemPropertyUserGrouping) }
    /// The file; `nil` when it is gone.
    open var assetURL: URL? { value(forProperty: MPMediaItemPropertyAssetURL) as? URL }

    // MARK: Dates

    /// The date of the release.
    open var releaseDate: Date? { value(forProperty: MPMediaItemPropertyReleaseDate) as? Date }
    /// The date at which the item was last played to its end.
    open var lastPlayedDate: Date? {
        value(forProperty: MPMediaItemPropertyLastPlayedDate) as? Date
    }
    /// The date at which the library got the item; 1970 for an item that is gone.
    open var dateAdded: Date {
        value(forProperty: MPMediaItemPropertyDateAdded) as? Date ?? Date(timeIntervalSince1970: 0)
    }

    // MARK: Kinds

    /// Whether the album has songs of several artists.
    open var isCompilation: Bool { flag(MPMediaItemPropertyIsCompilation) }
    /// Whether the text is marked as explicit.
    open var isExplicitItem: Bool { flag(MPMediaItemPropertyIsExplicit) }
    /// Whether the item is in the cloud alone; false, because all items are files.
    open var isCloudItem: Bool { flag(MPMediaItemPropertyIsCloudItem) }
    /// Whether the file is protected; false, because protected files are not played.
    open var hasProtectedAsset: Bool { flag(MPMediaItemPropertyHasProtectedAsset) }
    /// Whether the item is an order that has not come out yet; false here.
    open var isPreorder: Bool { flag(MPMediaItemPropertyIsPreorder) }
    /// The identifier in a store; empty, because no item is of a store.
    open var playbackStoreID: String { text(MPMediaItemPropertyPlaybackStoreID) ?? "" }
}
