// The texts are Apple's: key-value coding and predicates use them as keys.

/// The persistent identifier, an `NSNumber` of 64 bits; can be filtered by.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The types, an `NSNumber` with the bits of `MPMediaType`; can be filtered by.
public let MPMediaItemPropertyMediaType = "mediaType"
/// The title, a `String`; can be filtered by.
public let MPMediaItemPropertyTitle = "title"
/// The album's title, a `String`; can be filtered by.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The album's identifier, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyAlbumPersistentID = "albumPID"
/// The artist, a `String`; can be filtered by.
public let MPMediaItemPropertyArtist = "artist"
/// The artist's identifier, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"
/// The album's artist, a `String`; can be filtered by.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The identifier of the album's artist, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"
/// The genre, a `String`; can be filtered by.
public let MPMediaItemPropertyGenre = "genre"
/// The genre's identifier, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"
/// The composer, a `String`; can be filtered by.
public let MPMediaItemPropertyComposer = "composer"
/// The composer's identifier, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"
/// The duration in seconds, an `NSNumber`.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The track's number, an `NSNumber`; 0 without one.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The number of tracks, an `NSNumber`; 0 when it is not known.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The disc's number, an `NSNumber`; 0 without one.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// The number of discs, an `NSNumber`; 0 when it is not known.
public let MPMediaItemPropertyDiscCount = "discCount"
/// The picture of the cover, an `MPMediaItemArtwork`.
public let MPMediaItemPropertyArtwork = "artwork"
/// Whether the text is marked as explicit, an `NSNumber`.
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// The lyrics, a `String`.
public let MPMediaItemPropertyLyrics = "lyrics"
/// Whether the album is of several artists, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// The date of the release, a `Date`.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// The tempo, an `NSNumber`; 0 when it is not known.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// The comments, a `String`.
public let MPMediaItemPropertyComments = "comments"
/// The file, a `URL`.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// Whether the item is in the cloud alone, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// Whether the file is protected, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// The podcast's title, a `String`; can be filtered by.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The podcast's identifier, an `NSNumber`; can be filtered by.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"
/// The number of complete plays, an `NSNumber`.
public let MPMediaItemPropertyPlayCount = "playCount"
/// The number of skips, an `NSNumber`.
public let MPMediaItemPropertySkipCount = "skipCount"
/// The rating, an `NSNumber` of 0 to 5.
public let MPMediaItemPropertyRating = "rating"
/// The date of the last complete play, a `Date`.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// The grouping of the file's tags, a `String`.
public let MPMediaItemPropertyUserGrouping = "userGrouping"
/// The position in seconds at which playback goes on, an `NSNumber`.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// The date at which the library got the item, a `Date`.
public let MPMediaItemPropertyDateAdded = "dateAdded"
/// The identifier in a store, a `String`; empty here.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// Whether the item has not come out yet, an `NSNumber`.
public let MPMediaItemPropertyIsPreorder = "isPreorder"
