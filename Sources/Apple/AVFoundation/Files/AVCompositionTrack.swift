import AudioCodecs
import AudioFormats
import AudioModel
public import CoreMedia
public import Foundation
import MediaExport
import Synchronization

/// A part of a composition's track: a part of a track of another asset, or nothing. Immutable.
///
/// Ownership: immutable.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    let part: CompositionPart

    init(_ part: CompositionPart) {
        self.part = part
        super.init(part.mapping)
    }

    /// Makes a part of a file's track.
    ///
    /// - Parameters:
    ///   - URL: The file.
    ///   - trackID: The track in it.
    ///   - sourceTimeRange: The part of the track.
    ///   - targetTimeRange: Where it is heard.
    public convenience init(
        url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange,
        targetTimeRange: CMTimeRange
    ) {
        let track = AVURLAsset(url: URL).track(withTrackID: trackID)
        let sound = track.flatMap { try? $0.sound() }
        self.init(
            CompositionPart(
                source: sound?.source, sourceURL: URL, sourceTrackID: trackID,
                description: track?.formatDescriptions.first.flatMap { $0 as? CMFormatDescription },
                sourceRange: sourceTimeRange, targetRange: targetTimeRange))
    }

    /// Makes a part without anything.
    public convenience init(timeRange: CMTimeRange) {
        self.init(.empty(timeRange))
    }

    /// Whether nothing is heard.
    override open var isEmpty: Bool { part.isEmpty }
    /// The file; `nil` where nothing is heard, or it is not in a file.
    open var sourceURL: URL? { part.sourceURL }
    /// The track in the file.
    open var sourceTrackID: CMPersistentTrackID { part.sourceTrackID }
}

/// A track of a composition. Any thread.
///
/// Ownership: immutable, but for what a lock guards.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    fileprivate let edits: Mutex<TrackEdits>

    init(asset: AVAsset?, id: CMPersistentTrackID, _ mediaType: AVMediaType, _ edits: TrackEdits) {
        self.edits = Mutex(edits)
        super.init(asset: asset, TrackContents(id: id, mediaType: mediaType))
    }

    /// The parts of the track, in order and without gaps.
    override open var segments: [AVAssetTrackSegment] {
        currentEdits.parts.map { AVCompositionTrackSegment($0) }
    }

    override open var timeRange: CMTimeRange {
        CMTimeRange(start: .zero, duration: currentEdits.end)
    }

    override open var formatDescriptions: [Any] { loadedFormatDescriptions }

    override var loadedFormatDescriptions: [CMFormatDescription] {
        var descriptions: [CMFormatDescription] = []
        for part in currentEdits.parts {
            if let description = part.description, !descriptions.contains(description) {
                descriptions.append(description)
            }
        }
        return descriptions
    }

    override open var naturalTimeScale: CMTimeScale {
        currentEdits.parts.lazy.compactMap { $0.source?.format.sampleRate }.first
            .map { CMTimeScale(clamping: Int64($0.rounded())) } ?? 600
    }

    override open var isPlayable: Bool { true }
    override open var isDecodable: Bool { true }
    override open var isSelfContained: Bool { false }

    /// The part at a time of the track.
    override open func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
        let parts = currentEdits.parts
        return (parts.first { $0.targetRange.containsTime(trackTime) } ?? parts.last)
            .map { AVCompositionTrackSegment($0) }
    }

    var currentEdits: TrackEdits { edits.withLock { $0 } }

    /// The parts as they are mixed.
    func compositionSound() -> TrackSound {
        let parts = currentEdits.parts
        let timeline = SoundTimeline(
            parts.map { part in
                TimelineSegment(
                    part.source, sourceRange: part.sourceRange.seconds ?? 0..<0,
                    targetRange: part.targetRange.seconds ?? 0..<0)
            })
        return TrackSound(timeline: timeline, source: nil)
    }
}

/// A track of a composition that can be changed.
///
/// Ownership: as the superclass.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    private struct Settings {
        var isEnabled = true
        var languageCode: String?
        var preferredVolume: Float = 1
        var naturalTimeScale: CMTimeScale?
    }

    private let settings = Mutex(Settings())

    override open var isEnabled: Bool {
        get { settings.withLock { $0.isEnabled } }
        set { settings.withLock { $0.isEnabled = newValue } }
    }

    override open var languageCode: String? {
        get { settings.withLock { $0.languageCode } }
        set { settings.withLock { $0.languageCode = newValue } }
    }

    /// The volume at which the track is meant to be played. Without effect.
    override open var preferredVolume: Float {
        get { settings.withLock { $0.preferredVolume } }
        set { settings.withLock { $0.preferredVolume = newValue } }
    }

    /// Units a second of the track's times; that of the first sound until it is set.
    override open var naturalTimeScale: CMTimeScale {
        get { settings.withLock { $0.naturalTimeScale } ?? super.naturalTimeScale }
        set { settings.withLock { $0.naturalTimeScale = newValue } }
    }

    /// The parts of the track. To set parts with gaps, overlaps or invalid times is a fault.
    override open var segments: [AVAssetTrackSegment] {
        get { super.segments }
        set {
            let segments = newValue.compactMap { $0 as? AVCompositionTrackSegment }
            guard segments.count == newValue.count, (try? validateSegments(segments)) != nil else {
                return fault("AVMutableCompositionTrack.segments", "the segments are invalid")
            }
            edits.withLock { $0.replace(segments.map(\.part)) }
        }
    }

    /// Checks parts.
    ///
    /// - Throws: `AVError.compositionTrackSegmentsNotContiguous` and other errors of segments.
    open func validateSegments(_ segments: [AVCompositionTrackSegment]) throws {
        guard segments.count < TrackEdits.partsMax else { throw AVError.make(.unknown) }
        var end = CMTime.zero
        for segment in segments {
            let (source, target) = (segment.part.sourceRange, segment.part.targetRange)
            guard target.isValid, target.start.isNumeric, target.duration.isNumeric,
                target.duration > .zero
            else { throw AVError.make(.invalidCompositionTrackSegmentDuration) }
            guard target.start == end else {
                throw AVError.make(.compositionTrackSegmentsNotContiguous)
            }
            end = target.end
            guard !segment.isEmpty else { continue }
            guard source.isValid, source.start.isNumeric, source.start >= .zero else {
                throw AVError.make(.invalidCompositionTrackSegmentSourceStartTime)
            }
            guard source.duration.isNumeric, source.duration > .zero else {
                throw AVError.make(.invalidCompositionTrackSegmentSourceDuration)
            }
        }
    }

    /// Inserts a part of a track of another asset; what was at its time goes on behind it.
    ///
    /// - Parameters:
    ///   - timeRange: The part; what is not within the track is left out.
    ///   - track: A track of the same medium.
    ///   - startTime: When it begins; behind the end nothing comes before it, and an invalid time is
    ///     the end.
    /// - Throws: Why the track cannot be read; `AVError.operationNotSupportedForAsset` for another
    ///   medium, `AVError.invalidSourceMedia` for a range that is not within it.
    open func insertTimeRange(
        _ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime
    ) throws {
        guard track.mediaType == mediaType else {
            throw AVError.make(
                .operationNotSupportedForAsset, "The track is of another medium.")
        }
        guard timeRange.isValid, timeRange.start.isNumeric,
            !startTime.isValid || (startTime.isNumeric && startTime >= .zero)
        else { throw AVError.make(.invalidSourceMedia, "The times are invalid.") }
        let parts = try track.parts(timeRange)
        guard let end = parts.last?.targetRange.end else {
            throw AVError.make(.invalidSourceMedia, "The range is not within the track.")
        }
        let isInserted = edits.withLock { edits in
            edits.insert(parts, lasting: end, at: startTime.isValid ? startTime : edits.end)
        }
        guard isInserted else { throw AVError.make(.unknown, "The track has too many parts.") }
    }

    /// Inserts parts of tracks, one behind the other.
    ///
    /// - Parameters:
    ///   - timeRanges: `CMTimeRange`s, as many as tracks.
    ///   - tracks: Tracks of the same medium.
    ///   - startTime: When the first one begins.
    /// - Throws: As `insertTimeRange(_:of:at:)`; parts before the one that fails are inserted.
    open func insertTimeRanges(
        _ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime
    ) throws {
        guard timeRanges.count == tracks.count else {
            throw AVError.make(.invalidSourceMedia, "There must be as many ranges as tracks.")
        }
        var time = startTime
        for (range, track) in zip(timeRanges.map(\.timeRangeValue), tracks) {
            let former = currentEdits.end
            try insertTimeRange(range, of: track, at: time)
            if time.isValid { time = time + (currentEdits.end - max(former, time)) }
        }
    }

    /// Inserts nothing, for some time: what was there goes on behind it. At the end that is without
    /// effect.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isUsable else {
            return fault(
                "AVMutableCompositionTrack.insertEmptyTimeRange(_:)", "the range is invalid")
        }
        edits.withLock { edits in
            let part = CompositionPart.empty(
                CMTimeRange(start: .zero, duration: timeRange.duration))
            guard timeRange.start < edits.end else { return }
            _ = edits.insert([part], lasting: timeRange.duration, at: timeRange.start)
        }
    }

    /// Removes a range; what is behind it moves up.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.start.isNumeric else {
            return fault("AVMutableCompositionTrack.removeTimeRange(_:)", "the range is invalid")
        }
        edits.withLock { $0.remove(timeRange) }
    }

    /// Lets a range last longer or shorter: it is heard slower or faster.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        guard timeRange.isUsable, duration.isNumeric, duration > .zero else {
            return fault(
                "AVMutableCompositionTrack.scaleTimeRange(_:toDuration:)",
                "the range or the duration is invalid")
        }
        edits.withLock { $0.scale(timeRange, to: duration) }
    }
}

extension CMTimeRange {
    /// Whether the range lasts some time from zero or later on.
    fileprivate var isUsable: Bool {
        isValid && start.isNumeric && start >= .zero && duration.isNumeric && duration > .zero
    }
}

extension AVAssetTrack {
    /// The parts of a range of the track, moved to time 0.
    ///
    /// - Throws: Why the track cannot be read.
    fileprivate func parts(_ range: CMTimeRange) throws -> [CompositionPart] {
        if let track = self as? AVCompositionTrack { return track.currentEdits.part(range) }
        let file = try sound().source?.open()
        guard let asset, let file else { return [] }
        let index = contents.soundIndex ?? 0
        let source = FileSound(format: file.format) { () throws(FormatError) in
            try asset.reopenedFile(soundTrack: index)
        }
        let all = CMTimeRange(
            start: .zero, duration: .ofFrame(try file.frameCount(), rate: file.format.sampleRate))
        let inside = CMTimeRangeGetIntersection(range, otherRange: all)
        guard inside.isValid, inside.duration > .zero else { return [] }
        return [
            CompositionPart(
                source: source, sourceURL: (asset as? AVURLAsset)?.url, sourceTrackID: trackID,
                description: .of(file), sourceRange: inside,
                targetRange: CMTimeRange(start: .zero, duration: inside.duration))
        ]
    }
}
