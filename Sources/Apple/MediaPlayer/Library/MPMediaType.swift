/// The types of a media item, as bits.
public struct MPMediaType: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes types from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Music.
    public static let music = MPMediaType(rawValue: 1)
    /// An episode of a podcast.
    public static let podcast = MPMediaType(rawValue: 2)
    /// A part of an audio book.
    public static let audioBook = MPMediaType(rawValue: 4)
    /// A lecture of iTunes U.
    public static let audioITunesU = MPMediaType(rawValue: 8)
    /// Any type of audio: the lowest eight bits.
    public static let anyAudio = MPMediaType(rawValue: 0xFF)
    /// A movie.
    public static let movie = MPMediaType(rawValue: 0x100)
    /// A television show.
    public static let tvShow = MPMediaType(rawValue: 0x200)
    /// A podcast with video.
    public static let videoPodcast = MPMediaType(rawValue: 0x400)
    /// A music video.
    public static let musicVideo = MPMediaType(rawValue: 0x800)
    /// A lecture of iTunes U with video.
    public static let videoITunesU = MPMediaType(rawValue: 0x1000)
    /// A video of the user.
    public static let homeVideo = MPMediaType(rawValue: 0x2000)
    /// Any type of video: the second eight bits.
    public static let anyVideo = MPMediaType(rawValue: 0xFF00)
    /// Any type.
    public static let any = MPMediaType(rawValue: .max)
}

/// The name by which items are collected.
public enum MPMediaGrouping: Int, Sendable {
    /// Each item by itself.
    case title = 0
    /// Items of an album.
    case album = 1
    /// Items of an artist.
    case artist = 2
    /// Items of an album's artist.
    case albumArtist = 3
    /// Items of a composer.
    case composer = 4
    /// Items of a genre.
    case genre = 5
    /// Items of a playlist.
    case playlist = 6
    /// Episodes of a podcast.
    case podcastTitle = 7
}

/// The number by which an item or a collection is found again in later launches.
public typealias MPMediaEntityPersistentID = UInt64
