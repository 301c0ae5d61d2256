/// What an app shows as now playing, on the lock screen and in the control centre.
///
/// Every value is within the limits below: `bounded` enforces them.
///
/// Source: the public MPNowPlayingInfoCenter header.
public struct NowPlayingInfo: Hashable, Sendable {
    public var title: String?
    public var artist: String?
    public var albumTitle: String?
    public var albumArtist: String?
    public var genre: String?
    public var composer: String?
    public var trackNumber: Int?
    public var trackCount: Int?
    public var discNumber: Int?
    public var discCount: Int?
    /// The length in seconds.
    public var duration: Double?
    /// The position in seconds at `elapsedSetAt`.
    public var elapsedTime: Double?
    /// The host time at which the app set the information.
    public var elapsedSetAt = HostTime.zero
    /// The playback rate; 1 unless the app says otherwise, 0 while paused.
    public var rate = 1.0
    public var defaultRate = 1.0
    /// Index in the app's queue, from 0.
    public var queueIndex: Int?
    public var queueCount: Int?
    /// Index of the chapter, from 0.
    public var chapterNumber: Int?
    public var chapterCount: Int?
    public var isLiveStream = false
    public var mediaType = NowPlayingMediaType.none
    /// Played part of the whole, 0…1.
    public var progress: Double?
    public var assetURL: String?
    public var persistentID: UInt64?
    public var externalContentID: String?
    public var externalUserProfileID: String?
    public var serviceID: String?
    public var collectionID: String?
    public var languageOptions: [LanguageOption] = []
    public var artwork: NowPlayingArtwork?
    public var playbackState = NowPlayingState.unknown

    public init() {}
}

/// The kind of media. Raw values are Apple's.
public enum NowPlayingMediaType: UInt, CaseIterable, Hashable, Sendable {
    case none = 0
    case audio = 1
    case video = 2
}

/// The playback state that an app reports. Raw values are Apple's.
public enum NowPlayingState: UInt, CaseIterable, Hashable, Sendable {
    case unknown = 0
    case playing = 1
    case paused = 2
    case stopped = 3
    case interrupted = 4
}

/// An encoded picture: PNG or JPEG.
public struct NowPlayingArtwork: Hashable, Sendable {
    public let bytes: [UInt8]
    /// A hash of the bytes, so that equal pictures are not sent twice.
    public let hash: UInt64

    /// Limit of an encoded picture, in bytes.
    public static let bytesMax = 1 << 20

    /// - Returns: `nil` for no bytes, and for more than `bytesMax`.
    public init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= Self.bytesMax else { return nil }
        self.bytes = bytes
        hash = FNV1aHash(bytes).value
    }

    public static func == (left: NowPlayingArtwork, right: NowPlayingArtwork) -> Bool {
        left.hash == right.hash && left.bytes.count == right.bytes.count
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension NowPlayingInfo {
    /// Limit of a text, in bytes of UTF-8; longer ones are cut between characters.
    public static let textBytesMax = 1_024
    /// Limit of a URL, in bytes of UTF-8; longer ones are left out.
    public static let urlBytesMax = 4_096
    /// Limit of numbers and counts.
    public static let countMax = 1_000_000_000
    /// Limit of the number of language options.
    public static let languageOptionsMax = 64

    /// The position in seconds at a time, extrapolated with the playback rate; `nil` if unknown.
    public func elapsed(at now: HostTime) -> Double? {
        guard let elapsedTime else { return nil }
        let seconds = elapsedTime + rate * max((now - elapsedSetAt).seconds, 0)
        guard seconds.isFinite else { return elapsedTime }
        return min(max(seconds, 0), duration ?? RemoteCommand.secondsMax)
    }

    /// The information with every value within its limits.
    public var bounded: NowPlayingInfo {
        var info = self
        func cut(_ text: WritableKeyPath<NowPlayingInfo, String?>) {
            info[keyPath: text] = info[keyPath: text]?.prefix(utf8Count: Self.textBytesMax)
        }
        for text in [
            \NowPlayingInfo.title, \.artist, \.albumTitle, \.albumArtist, \.genre, \.composer,
            \.externalContentID, \.externalUserProfileID, \.serviceID, \.collectionID,
        ] {
            cut(text)
        }
        func clamp(_ count: WritableKeyPath<NowPlayingInfo, Int?>) {
            info[keyPath: count] = info[keyPath: count].map { min(max($0, 0), Self.countMax) }
        }
        for count in [
            \NowPlayingInfo.trackNumber, \.trackCount, \.discNumber, \.discCount, \.queueIndex,
            \.queueCount, \.chapterNumber, \.chapterCount,
        ] {
            clamp(count)
        }
        info.duration = duration.flatMap(secondsWithin)
        info.elapsedTime = elapsedTime.flatMap(secondsWithin)
        info.progress = progress.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
        info.rate = rateWithin(rate)
        info.defaultRate = rateWithin(defaultRate)
        if let assetURL, assetURL.utf8.count > Self.urlBytesMax { info.assetURL = nil }
        info.languageOptions = languageOptions.prefix(Self.languageOptionsMax).map(\.bounded)
        return info
    }

    private func secondsWithin(_ seconds: Double) -> Double? {
        seconds.isFinite ? min(max(seconds, 0), RemoteCommand.secondsMax) : nil
    }

    private func rateWithin(_ rate: Double) -> Double {
        let limit = RemoteCommand.rateMax
        return rate.isFinite ? min(max(rate, -limit), limit) : 1
    }
}

/// What an app says about the remote commands that it takes.
public struct RemoteCommandOptions: Hashable, Sendable {
    /// Intervals to skip forward by, in seconds; the first is the preferred one.
    public var skipForwardIntervals: [Double] = []
    public var skipBackwardIntervals: [Double] = []
    /// The playback rates that the user can choose.
    public var rates: [Double] = []
    public var minimumRating = 0.0
    public var maximumRating = 0.0
    public var repeatMode = RemoteRepeatMode.off
    public var shuffleMode = RemoteShuffleMode.off
    public var isLiked = false
    public var isDisliked = false
    public var isBookmarked = false

    public init() {}

    /// Limit of the length of each list.
    public static let listMax = 16

    /// The options with every value within its limits.
    public var bounded: RemoteCommandOptions {
        var options = self
        options.skipForwardIntervals = within(0...RemoteCommand.secondsMax, skipForwardIntervals)
        options.skipBackwardIntervals = within(0...RemoteCommand.secondsMax, skipBackwardIntervals)
        let rateMax = RemoteCommand.rateMax
        options.rates = within(-rateMax...rateMax, rates)
        options.minimumRating = minimumRating.isFinite ? minimumRating : 0
        options.maximumRating = maximumRating.isFinite ? maximumRating : 0
        return options
    }

    private func within(_ range: ClosedRange<Double>, _ list: [Double]) -> [Double] {
        list.filter(\.isFinite).prefix(Self.listMax)
            .map { min(max($0, range.lowerBound), range.upperBound) }
    }
}

/// What an app answers to a remote command.
///
/// Source: the public MPRemoteCommand header, handler statuses.
public enum RemoteCommandStatus: String, CaseIterable, Hashable, Sendable {
    case success
    case noSuchContent
    case noActionableNowPlayingItem
    case deviceNotFound
    case commandFailed
}

/// A report of an app that its server keeps for the user, and that changes no decision.
public enum AppReport: Hashable, Sendable {
    /// Replaces what the app shows as now playing; `nil` clears it.
    case nowPlaying(NowPlayingInfo?)
    case commandOptions(RemoteCommandOptions)
    /// An app has handled a remote command.
    case commandHandled(RemoteCommandKind, RemoteCommandStatus)
    /// Replaces how the app's provider describes its VoIP call; `nil` without a call.
    case call(AppCallDescription?)
}
