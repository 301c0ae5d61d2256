import AudioModel
public import Foundation
import MediaPlayback
import MediaSources

/// What servers have sent for an item, an event for each address. A snapshot. Any thread.
///
/// Ownership: immutable.
open class AVPlayerItemAccessLog: NSObject, NSCopying, @unchecked Sendable {
    /// The events, in the order of the first requests.
    public let events: [AVPlayerItemAccessLogEvent]

    init(_ log: MediaTransferLog, _ played: MediaPlaybackRecord, now: HostTime) {
        let last = log.records.count - 1
        events = log.records.enumerated().map { index, record in
            AVPlayerItemAccessLogEvent(
                record, startDate: date(of: record.start, now: now),
                // What the player does belongs to the address that is read.
                played: index == last ? played : MediaPlaybackRecord())
        }
        super.init()
    }

    /// The same log: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The log as text in the W3C's format; `nil`: it is not written here.
    open func extendedLogData() -> Data? { nil }
    /// The encoding of `extendedLogData`.
    open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
}

/// What a server has sent from one address. Negative numbers are unknown. Any thread.
///
/// Ownership: immutable.
open class AVPlayerItemAccessLogEvent: NSObject, NSCopying, @unchecked Sendable {
    /// The address.
    public let uri: String?
    /// The server's address, without the port.
    public let serverAddress: String?
    /// How often the server's address has changed.
    public let numberOfServerAddressChanges = 0
    /// The number of requests.
    public let numberOfMediaRequests: Int
    /// The number of bytes that have come.
    public let numberOfBytesTransferred: Int64
    /// How often the sound has stopped, since what followed had not arrived.
    public let numberOfStalls: Int
    /// Bits a second, as measured.
    public let observedBitrate: Double
    /// Bits a second, as a playlist says; −1 for none.
    public let indicatedBitrate: Double
    /// `FILE`, `VOD` or `LIVE`.
    public let playbackType: String?
    /// When the first request was made.
    public let playbackStartDate: Date?
    /// Seconds for which the item was played.
    public let durationWatched: TimeInterval
    /// Seconds from the wish to play to the first sound.
    public let startupTime: TimeInterval

    init(
        _ record: MediaTransferLog.Record, startDate: Date, played: MediaPlaybackRecord
    ) {
        uri = record.url
        serverAddress = record.serverAddress
        numberOfMediaRequests = record.requestCount
        numberOfBytesTransferred = record.byteCount
        numberOfStalls = played.stallCount
        observedBitrate = record.observedBitRate
        indicatedBitrate = record.indicatedBitRate
        playbackType = record.playbackType
        playbackStartDate = startDate
        durationWatched = played.playedSeconds
        startupTime = played.startupSeconds ?? -1
        super.init()
    }

    /// The same event: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Bits a second of the sound in a playlist, on average; −1: unknown.
    open var averageAudioBitrate: Double { -1 }
    /// Bits a second of the sound, as a playlist says; −1: unknown.
    open var indicatedAverageBitrate: Double { -1 }
    /// Seconds of the media that have come; −1: unknown.
    open var segmentsDownloadedDuration: TimeInterval { -1 }
    /// The number of frames of pictures that were left out: none are shown.
    open var numberOfDroppedVideoFrames: Int { 0 }
    /// Seconds that the transfers took; −1: unknown.
    open var transferDuration: TimeInterval { -1 }
}

/// What has failed while an item was loaded and played. A snapshot. Any thread.
///
/// Ownership: immutable.
open class AVPlayerItemErrorLog: NSObject, NSCopying, @unchecked Sendable {
    /// The events, in order.
    public let events: [AVPlayerItemErrorLogEvent]

    init(_ log: MediaTransferLog, now: HostTime) {
        events = log.failures.map {
            AVPlayerItemErrorLogEvent($0, date: AVFoundation.date(of: $0.time, now: now))
        }
        super.init()
    }

    /// The same log: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The log as text in the W3C's format; `nil`: it is not written here.
    open func extendedLogData() -> Data? { nil }
    /// The encoding of `extendedLogData`.
    open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
}

/// A failure that need not have been the end. Any thread.
///
/// Ownership: immutable.
open class AVPlayerItemErrorLogEvent: NSObject, NSCopying, @unchecked Sendable {
    /// When it happened.
    public let date: Date?
    /// The address.
    public let uri: String?
    /// The server's address; `nil`: unknown.
    public let serverAddress: String? = nil
    /// The status of the answer, or the number of the error.
    public let errorStatusCode: Int
    /// The domain of the error.
    public let errorDomain: String
    /// What has happened, in words.
    public let errorComment: String?

    init(_ failure: MediaTransferLog.Failure, date: Date) {
        self.date = date
        uri = failure.url
        errorStatusCode = failure.status
        errorDomain = failure.domain
        errorComment = failure.comment
        super.init()
    }

    /// The same event: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The date of a time of the host's clock.
private func date(of time: HostTime, now: HostTime) -> Date {
    Date(timeIntervalSinceNow: time.seconds - now.seconds)
}
