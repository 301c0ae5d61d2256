package import AudioCodecs
package import AudioFormats
package import AudioModel
package import ChannelLayouts

/// A sound that a player of media plays: a file, or what a server sends. It is opened and buffered in
/// the background, and can be decoded from any frame that is there. Any thread.
///
/// Times are in seconds and frames are counted from the media's beginning; of a live stream from what
/// the source has read first.
package protocol MediaSource: AnyObject, Sendable {
    /// Begins to open the media; later calls do nothing. Returns at once.
    func load()
    /// What is known of the media.
    var state: MediaState { get }
    /// What has been buffered.
    var buffer: MediaBuffer { get }
    /// The transfers so far; empty for files.
    var transferLog: MediaTransferLog { get }
    /// The observer of the source's changes; set before `load`. It is called without a lock, in
    /// order, on a work queue of the app and never within a call of the source's.
    func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?)
    /// How much is buffered ahead, and of what quality.
    func setPreferences(_ preferences: MediaPreferences)
    /// Tells whether the media is played at present: a live source that is paused stops its transfers.
    func setPlaying(_ isPlaying: Bool)
    /// Opens a decoder at `MediaContents.startFrame`. A source has one at a time: an earlier one ends.
    ///
    /// - Throws: An error unless the source is ready.
    func makeReader() throws(FormatError) -> any MediaReader
    /// The date of a time of the media, in seconds since 1970; `nil` for media without dates.
    func date(at seconds: Double) -> Double?
    /// The time of the media at a date; `nil` for media without dates.
    func seconds(at date: Double) -> Double?
    /// Ends all transfers and closes files; the source is over.
    func close()
}

extension MediaSource {
    package func date(at seconds: Double) -> Double? { nil }
    package func seconds(at date: Double) -> Double? { nil }
}

/// A decoder of a media source. One thread at a time. It never waits for a server.
package protocol MediaReader: AnyObject {
    /// The number of channels of all frames, 1…64, and their rate in frames a second: those of the
    /// source's format, also where the coding changes on the way.
    var channelCount: Int { get }
    var sampleRate: Double { get }
    /// Moves to a frame: of a source that cannot seek, within what is buffered. What is missing there
    /// is asked of the server.
    ///
    /// - Returns: The frame at which it stands: for a stream that can be entered at some places only,
    ///   another one if `exactly` is false.
    func seek(toFrame frame: Int64, exactly: Bool) -> Int64
    /// Reads the next interleaved frames.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> MediaRead
}

/// What a read has given.
package enum MediaRead: Hashable, Sendable {
    /// The number of frames, at least one.
    case frames(Int)
    /// What is wanted has not arrived yet; `MediaChange.buffer` tells when it has.
    case waiting
    case ended
    /// The media broke off and the source has given up.
    case failed(MediaFailure)
}

/// What is known of a media source.
package enum MediaState: Sendable {
    case unopened
    case opening
    case ready(MediaContents)
    case failed(MediaFailure)
}

/// What a media source has, as it was opened. The length of a stream may become known later.
package struct MediaContents: Sendable {
    package var format: StreamFormat
    package var channelLayout: ChannelLayout?
    /// The number of frames; `nil` while unknown, and for a live stream.
    package var frameCount: Int64?
    /// The frame at which it begins to play, and at which a reader stands first: of a live stream near
    /// its end, of other ones where the playlist says so.
    package var startFrame: Int64 = 0
    /// Whether the media has no end of its own: radio, and live HLS.
    package var isLive = false
    /// Whether it can be entered anywhere.
    package var isSeekable = true
    /// Whether it comes in segments that a playlist lists, so that it has no tracks of its own.
    package var isSegmented = false
    /// The file's headers and packets; `nil` for streams.
    package var file: AudioFileReader?
    /// The tracks of a movie without sound; empty for all other media.
    package var silentTracks: [StoredTrack] = []
    /// The tags of a stream's beginning, where it has some.
    package var tags: FileTags?
    /// The same as they are stored.
    package var storedTags: [StoredTag] = []

    package init(format: StreamFormat, channelLayout: ChannelLayout? = nil, frameCount: Int64?) {
        self.format = format
        self.channelLayout = channelLayout
        self.frameCount = frameCount
    }

    /// The duration in seconds; `nil` while unknown.
    package var duration: Double? { frameCount.map { Double($0) / format.sampleRate } }
}

/// What of a media source is buffered.
package struct MediaBuffer: Hashable, Sendable {
    /// Seconds of the media that are there, ordered and disjoint.
    package var loaded: [Range<Double>] = []
    /// Seconds of the media to which a seek is possible.
    package var seekable: [Range<Double>] = []
    /// Whether as much is there as the preferences allow.
    package var isFull = false
    /// Whether nothing more will arrive.
    package var isComplete = false
    /// Seconds of sound that arrive in a second, as measured; `nil` while unknown.
    package var arrivalRate: Double?

    package init() {}

    /// Seconds that are there from a time on.
    package func seconds(from time: Double) -> Double {
        loaded.first { $0.lowerBound <= time + 0.001 && time < $0.upperBound }
            .map { $0.upperBound - time } ?? 0
    }
}

/// How a source buffers.
package struct MediaPreferences: Hashable, Sendable {
    /// Seconds that are buffered ahead; 0 for the source's own choice.
    package var forwardSeconds = 0.0
    /// The highest bandwidth of a variant in bits a second; 0 for none.
    package var peakBitRate = 0.0
    /// Whether a live source goes on loading while it is paused.
    package var loadsLiveWhilePaused = false

    package init() {}
}

/// What changes in a media source.
package enum MediaChange: Sendable {
    /// `MediaSource.state`.
    case state
    /// `MediaSource.buffer`, or the length of the media.
    case buffer
    /// Titles and other metadata at a time of the media, in seconds.
    case metadata([MediaMetadata], at: Double)
    /// `MediaSource.transferLog` has grown: by a request, or by a failure that is no end.
    case log(isError: Bool)
    /// The source has moved the time at which it is read: a live window has passed it.
    case jumped(toFrame: Int64)
}

/// One value that a stream tells about itself.
package struct MediaMetadata: Hashable, Sendable {
    /// The value: a text, or bytes.
    package enum Value: Hashable, Sendable {
        case text(String)
        case bytes([UInt8])
    }

    /// Apple's name of the key space: `icy`, `org.id3`, `lsdr`.
    package var keySpace: String
    /// The key there: `StreamTitle`, `TIT2`.
    package var key: String
    package var value: Value

    package init(keySpace: String, key: String, value: Value) {
        self.keySpace = keySpace
        self.key = key
        self.value = value
    }
}

/// Why media cannot be played, or broke off, as an app sees it.
package struct MediaFailure: Error, Hashable, Sendable {
    /// The domain of the error: `AVFoundationErrorDomain`, `NSURLErrorDomain`.
    package var domain: String
    package var code: Int
    /// What has happened, as a sentence.
    package var reason: String
    /// The cause below it, as `NSOSStatusErrorDomain` has it; `nil` for none.
    package var underlyingStatus: Int?
    /// The address that has failed; `nil` for files.
    package var url: String?

    package init(
        domain: String, code: Int, reason: String, underlyingStatus: Int? = nil, url: String? = nil
    ) {
        self.domain = domain
        self.code = code
        self.reason = reason
        self.underlyingStatus = underlyingStatus
        self.url = url
    }
}
