/// A playlist of HTTP Live Streaming.
package enum HLSPlaylist: Sendable {
    /// Variants of one presentation.
    case master(HLSMasterPlaylist)
    /// Segments.
    case media(HLSMediaPlaylist)

    /// Reads a playlist. Unknown tags, and values that cannot be read, are ignored.
    ///
    /// - Parameters:
    ///   - url: The address of the playlist after redirects: what its own addresses are relative to.
    ///   - variables: Those of the master playlist, for `EXT-X-DEFINE:IMPORT`.
    /// - Throws: An error for anything but a playlist, and for one that is larger than
    ///   `PlaylistLimits`.
    ///
    /// Source: RFC 8216, 4, "Playlists"; `EXT-X-DEFINE` and `EXT-X-GAP` as in its second edition.
    package init(
        parsing bytes: [UInt8], at url: String, variables: [String: String] = [:]
    ) throws(MediaPlaylistError) {
        guard bytes.count <= PlaylistLimits.bytesMax else { throw .tooLarge }
        var parser = HLSPlaylistParser(url: url, imported: variables)
        try MediaText.forEachLine(of: bytes) { (line) throws(MediaPlaylistError) in
            try parser.take(line)
        }
        self = try parser.finish()
    }
}

/// The segments of a presentation, or of the end of one that goes on.
package struct HLSMediaPlaylist: Hashable, Sendable {
    /// How a playlist may change.
    package enum Kind: String, Sendable {
        case vod = "VOD"
        case event = "EVENT"
    }

    /// The address of the playlist after redirects.
    package var url: String
    /// Seconds; no segment is longer by half a second or more.
    package var targetDuration = 0.0
    /// The number of the first segment.
    package var mediaSequence: Int64 = 0
    /// The number of the discontinuity at which the first segment is.
    package var discontinuitySequence: Int64 = 0
    package var kind: Kind?
    /// Whether no more segments will follow.
    package var hasEnded = false
    /// Seconds after the beginning, or before the end if it is negative, at which to begin.
    package var startOffset: Double?
    package var segments: [HLSSegment] = []
    /// Initialisation sections that segments name by their index.
    package var maps: [HLSMap] = []
    /// Encryptions that segments and initialisation sections name by their index.
    package var keys: [HLSKey] = []
    package var dateRanges: [HLSDateRange] = []

    package init(url: String) {
        self.url = url
    }

    /// Seconds of all segments.
    package var duration: Double { segments.reduce(0) { $0 + $1.duration } }

    /// The address of what the playlist refers to; `nil` for one that is not followed.
    package func address(of reference: String) -> String? {
        MediaAddress.resolve(reference, against: url)
    }
}

/// One segment of a media playlist.
package struct HLSSegment: Hashable, Sendable {
    /// The address, as it is written.
    package var uri: String
    /// Seconds, 0…3600.
    package var duration: Double
    /// The bytes of the resource; `nil` for all of them.
    package var bytes: Range<Int64>?
    /// The number of discontinuities up to it, counted over the whole presentation.
    package var discontinuity: Int64
    /// The index of its initialisation section.
    package var map: Int?
    /// The index of its encryption.
    package var key: Int?
    /// The date of its first sample, in seconds since 1970.
    package var date: Double?
    /// Whether it is absent.
    package var isGap = false

    package init(
        uri: String, duration: Double, bytes: Range<Int64>? = nil, discontinuity: Int64,
        map: Int? = nil, key: Int? = nil, date: Double? = nil, isGap: Bool = false
    ) {
        self.uri = uri
        self.duration = duration
        self.bytes = bytes
        self.discontinuity = discontinuity
        self.map = map
        self.key = key
        self.date = date
        self.isGap = isGap
    }
}

/// The initialisation section of segments.
package struct HLSMap: Hashable, Sendable {
    package var uri: String
    package var bytes: Range<Int64>?
    package var key: Int?

    package init(uri: String, bytes: Range<Int64>? = nil, key: Int? = nil) {
        self.uri = uri
        self.bytes = bytes
        self.key = key
    }
}

/// How segments are encrypted.
package struct HLSKey: Hashable, Sendable {
    package enum Method: Hashable, Sendable {
        /// CBC over the whole segment.
        case aes128
        /// Anything else, by its name.
        case other(String)
    }

    package var method: Method
    package var uri: String
    /// 16 bytes; `nil` for the number of the segment.
    package var vector: [UInt8]?

    package init(method: Method, uri: String, vector: [UInt8]? = nil) {
        self.method = method
        self.uri = uri
        self.vector = vector
    }
}

/// What is told of a span of time.
package struct HLSDateRange: Hashable, Sendable {
    package var id: String
    /// Seconds since 1970.
    package var start: Double
    /// Seconds; `nil` while unknown.
    package var duration: Double?
    /// All attributes as they are written, in their order.
    package var attributes: [Attribute]

    package struct Attribute: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// The variants of a presentation.
package struct HLSMasterPlaylist: Hashable, Sendable {
    /// The address of the playlist after redirects.
    package var url: String
    package var variants: [HLSVariant] = []
    package var renditions: [HLSRendition] = []
    /// Variables that media playlists import.
    package var variables: [String: String] = [:]
    package var startOffset: Double?

    package init(url: String) {
        self.url = url
    }
}

/// One variant: a media playlist, or a set of renditions.
package struct HLSVariant: Hashable, Sendable {
    /// The address of its media playlist, as it is written.
    package var uri: String
    /// The highest bit rate in bits a second.
    package var bandwidth: Double
    /// Names of codings (RFC 6381); empty while unknown.
    package var codecs: [String] = []
    /// Whether it says how large its pictures are.
    package var hasResolution = false
    /// The group of its renditions of sound.
    package var audioGroup: String?

    package init(
        uri: String, bandwidth: Double, codecs: [String] = [], hasResolution: Bool = false,
        audioGroup: String? = nil
    ) {
        self.uri = uri
        self.bandwidth = bandwidth
        self.codecs = codecs
        self.hasResolution = hasResolution
        self.audioGroup = audioGroup
    }
}

/// A rendition of the sound.
package struct HLSRendition: Hashable, Sendable {
    package var group: String
    package var name: String
    package var language: String?
    package var isDefault = false
    package var isAutoselected = false
    /// The address of its media playlist, as it is written; `nil` where the variant has the sound.
    package var uri: String?

    package init(
        group: String, name: String, language: String? = nil, isDefault: Bool = false,
        isAutoselected: Bool = false, uri: String? = nil
    ) {
        self.group = group
        self.name = name
        self.language = language
        self.isDefault = isDefault
        self.isAutoselected = isAutoselected
        self.uri = uri
    }
}
