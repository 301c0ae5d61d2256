import AudioCodecs
import AudioFormats
public import CoreMedia
public import Foundation
import MediaExport
import MediaSources
import Synchronization

/// An asset made of parts of others, which it reads when it is played, read or exported. Any thread;
/// immutable, unless it is an `AVMutableComposition`.
///
/// Its tracks are summed.
///
/// Ownership: immutable, but for what a lock guards.
open class AVComposition: AVAsset, NSCopying, NSMutableCopying, @unchecked Sendable {
    fileprivate let trackList = Mutex<[AVCompositionTrack]>([])

    init() {
        super.init(loader: AssetLoader(MediaLocation(url: "composition:")))
    }

    /// The tracks, in the order in which they were added.
    var compositionTracks: [AVCompositionTrack] { trackList.withLock { $0 } }

    /// An immutable copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVComposition()
        let tracks = compositionTracks.map {
            AVCompositionTrack(asset: copy, id: $0.trackID, $0.mediaType, $0.currentEdits)
        }
        copy.trackList.withLock { $0 = tracks }
        return copy
    }

    /// A copy that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = AVMutableComposition()
        let tracks = compositionTracks.map {
            AVMutableCompositionTrack(asset: copy, id: $0.trackID, $0.mediaType, $0.currentEdits)
        }
        copy.trackList.withLock { $0 = tracks }
        return copy
    }

    // MARK: As an asset that is loaded

    override func takeMediaSource() -> any MediaSource {
        let tracks = compositionTracks.filter { $0.mediaType == .audio && $0.isEnabled }
        return TimelineMedia(
            tracks.map { $0.compositionSound().timeline }, trackIDs: tracks.map(\.trackID),
            for: loader.app)
    }

    override func openFile() throws -> AudioFileReader {
        throw AVError.make(
            .operationNotSupportedForAsset, "A composition is made of parts of files.")
    }

    override func loadedDuration() throws -> CMTime {
        compositionTracks.map(\.currentEdits.end).max() ?? .zero
    }

    override func loadedTracks() throws -> [AVAssetTrack] { compositionTracks }
    override func loadedMetadata() throws -> [AVMetadataItem] { [] }
    override var loadedIsPlayable: Bool { true }
    override var loadedIsReadable: Bool { true }
    override var isComposed: Bool { true }

    override open func statusOfValue(
        forKey key: String, error outError: NSErrorPointer
    ) -> AVKeyValueStatus {
        .loaded
    }

    override func begin(
        _ stages: Set<AssetStage>, _ completion: @escaping AssetLoader.Completion
    ) -> Int? {
        nil
    }

    override func cancelLoad(_ number: Int) {}

    override func stageStatus(
        _ stage: AssetStage
    ) -> (status: AVKeyValueStatus, error: (any Error)?) {
        (.loaded, nil)
    }

    override func wait(for stages: Set<AssetStage>) throws {}
}

/// A composition that can be changed: by each thread in turn, and not while it is played; players,
/// readers and exports take its parts when they begin.
///
/// Ownership: as the superclass.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    /// Makes a composition without tracks.
    public override init() {
        super.init()
    }

    /// The most tracks of a composition.
    private static let tracksMax = 1000

    /// Adds a track.
    ///
    /// - Parameters:
    ///   - mediaType: Sound; other media are kept, not shown.
    ///   - preferredTrackID: Its number, unless that is taken; `kCMPersistentTrackID_Invalid` for the
    ///     next one.
    /// - Returns: `nil` for more than a thousand tracks.
    @discardableResult
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        trackList.withLock { tracks in
            guard tracks.count < Self.tracksMax else { return nil }
            let taken = Set(tracks.map(\.trackID))
            let id =
                preferredTrackID > kCMPersistentTrackID_Invalid && !taken.contains(preferredTrackID)
                ? preferredTrackID
                : (1...CMPersistentTrackID.max).first { !taken.contains($0) } ?? 1
            let track = AVMutableCompositionTrack(asset: self, id: id, mediaType, TrackEdits())
            tracks.append(track)
            return track
        }
    }

    /// Removes a track.
    open func removeTrack(_ track: AVCompositionTrack) {
        trackList.withLock { tracks in tracks.removeAll { $0 === track } }
    }

    /// A track to which parts of another one can be added: of the same medium.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        mutableTracks.first { $0.mediaType == track.mediaType }
    }

    var mutableTracks: [AVMutableCompositionTrack] {
        compositionTracks.compactMap { $0 as? AVMutableCompositionTrack }
    }

    /// Inserts a part of all tracks of an asset; tracks that it does not reach have nothing meanwhile.
    ///
    /// - Parameters:
    ///   - timeRange: The part.
    ///   - asset: A file or a composition.
    ///   - startTime: When it begins; an invalid time is the end.
    /// - Throws: Why the asset cannot be read.
    open func insertTimeRange(
        _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime
    ) throws {
        try asset.wait(for: [.tracks])
        let start = startTime.isValid ? startTime : try loadedDuration()
        var left = mutableTracks
        var reached: [AVMutableCompositionTrack] = []
        let before = try loadedDuration()
        let sources = try asset.loadedTracks().filter { $0.mediaType == .audio }
        // A track of a composition may end before the range.
        let reachedSources = sources.filter {
            !($0 is AVCompositionTrack) || $0.timeRange.end > timeRange.start
        }
        for source in reachedSources.isEmpty ? sources : reachedSources {
            let track: AVMutableCompositionTrack
            if let index = left.firstIndex(where: { $0.mediaType == source.mediaType }) {
                track = left.remove(at: index)
            } else if let added = addMutableTrack(
                withMediaType: source.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
            {
                track = added
            } else {
                throw AVError.make(.unknown, "The composition has too many tracks.")
            }
            try track.insertTimeRange(timeRange, of: source, at: start)
            reached.append(track)
        }
        guard !reached.isEmpty else {
            throw AVError.make(.operationNotSupportedForAsset, "The asset has no sound.")
        }
        guard start < before else { return }
        let inserted = CMTimeRangeGetIntersection(
            timeRange, otherRange: CMTimeRange(start: .zero, duration: try asset.loadedDuration()))
        for track in left {
            track.insertEmptyTimeRange(
                CMTimeRange(start: start, duration: inserted.duration))
        }
    }

    /// Inserts nothing in all tracks, for some time.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        for track in mutableTracks { track.insertEmptyTimeRange(timeRange) }
    }

    /// Removes a range of all tracks.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for track in mutableTracks { track.removeTimeRange(timeRange) }
    }

    /// Lets a range of all tracks last longer or shorter.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        for track in mutableTracks { track.scaleTimeRange(timeRange, toDuration: duration) }
    }
}

extension _AVAssetFactory where Self: AVComposition {
    /// The tracks, in the order in which they were added.
    public var tracks: [AVCompositionTrack] { compositionTracks }

    /// The tracks of a medium.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The track with a number.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
        tracks.first { $0.trackID == trackID }
    }
}

extension _AVAssetFactory where Self: AVMutableComposition {
    /// The tracks, in the order in which they were added.
    public var tracks: [AVMutableCompositionTrack] { mutableTracks }

    /// The tracks of a medium.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The track with a number.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
        tracks.first { $0.trackID == trackID }
    }
}
