// Names and raw values are Apple's: the public AVMetadataFormat and AVMetadataIdentifiers headers.

/// The identifier of a metadata item: its key space and its key, as in `itsk/%A9nam`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The key of a metadata item within its key space.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The set of keys that a metadata item has its key from.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Keys for what all kinds of tags have.
    public static let common = AVMetadataKeySpace("comn")
    /// Keys of QuickTime's user data.
    public static let quickTimeUserData = AVMetadataKeySpace("udta")
    /// Keys of the user data of 3GPP.
    public static let isoUserData = AVMetadataKeySpace("uiso")
    /// Names of QuickTime's metadata.
    public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
    /// Keys of iTunes's list.
    public static let iTunes = AVMetadataKeySpace("itsk")
    /// Frames of ID3.
    public static let id3 = AVMetadataKeySpace("org.id3")
    /// What a radio station's stream says.
    public static let icy = AVMetadataKeySpace("icy")
    /// Attributes of a date range of HLS.
    public static let hlsDateRange = AVMetadataKeySpace("lsdr")
    /// Texts of WAVE, AIFF and CAF files.
    public static let audioFile = AVMetadataKeySpace("caaf")
    /// Names of iTunes's list that are no codes.
    static let iTunesNamed = AVMetadataKeySpace("itlk")
    /// Comments of FLAC and Ogg.
    static let vorbisComment = AVMetadataKeySpace("vorb")

    /// The part of an identifier that stands for the key space.
    var identifierPrefix: String {
        switch self {
        case .common: "common"
        case .id3: "id3"
        default: rawValue
        }
    }

    /// Whether keys are four bytes, of which the copyright sign is written as `@`.
    var hasCodes: Bool { self == .iTunes || self == .quickTimeUserData }
}

/// A kind of tags that a file can have.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// QuickTime's user data.
    public static let quickTimeUserData = AVMetadataFormat("com.apple.quicktime.udta")
    /// The user data of 3GPP.
    public static let isoUserData = AVMetadataFormat("org.mp4ra")
    /// QuickTime's list with names.
    public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
    /// iTunes's list.
    public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
    /// ID3.
    public static let id3Metadata = AVMetadataFormat("org.id3")
    /// Metadata of HLS.
    public static let hlsMetadata = AVMetadataFormat("com.apple.quicktime.HLS")
    /// Any other.
    public static let unknown = AVMetadataFormat("AVMetadataFormatUnknown")

    /// The kind of tags that has a key space's items.
    init(_ space: AVMetadataKeySpace?) {
        switch space {
        case .quickTimeUserData?: self = .quickTimeUserData
        case .isoUserData?: self = .isoUserData
        case .quickTimeMetadata?: self = .quickTimeMetadata
        case .iTunes?, .iTunesNamed?: self = .iTunesMetadata
        case .id3?: self = .id3Metadata
        case .hlsDateRange?: self = .hlsMetadata
        default: self = .unknown
        }
    }
}

/// The keys of what a tag says about a value.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The address of a value.
    public static let valueURI = AVMetadataExtraAttributeKey(rawValue: "URIValue")
    /// The base of an address.
    public static let baseURI = AVMetadataExtraAttributeKey(rawValue: "baseURI")
    /// The description of a value.
    public static let info = AVMetadataExtraAttributeKey(rawValue: "info")
    /// What a picture shows: a name.
    static let pictureType = AVMetadataExtraAttributeKey(rawValue: "pictureType")
    /// The MIME type of a picture.
    static let dataType = AVMetadataExtraAttributeKey(rawValue: "dataTypeNamespace")
}
