import AudioFiles
import SoundMixer
import TimePitch

/// Decodes a queue's tracks into one feed, one directly behind the other: playback without gaps. One
/// thread at a time.
///
/// The feed has the first track's rate. Tracks of another rate are resampled to it, so that no voice
/// has to begin at a track's first frame.
final class TrackRun {
    /// A track, or the rest of one, in the feed.
    struct Segment {
        /// The track's place in the playing order.
        var place: Int
        let file: SoundFile
        /// The frame of the feed at which the track begins.
        let feedFrame: Int
        /// The frame of the file that is heard there.
        let fileFrame: Int64
        /// Why the track ended before its last frame; `nil` otherwise.
        var failure: AudioFileError?
    }

    /// A track that follows another.
    struct Next {
        let place: Int
        let file: SoundFile
        /// The frames of the file that are played; to its end for `nil`.
        var fromFrame: Int64 = 0
        var toFrame: Int64?
    }

    let feed: VoiceFeedWriter
    var start: VoiceStart
    /// The tracks with frames that may still be in the feed, in order; never empty.
    private(set) var segments: [Segment]
    /// Whether nothing more is to be written.
    private(set) var isComplete = false

    /// The playback speed at the same pitch.
    let rate: Double

    private var source: TrackSource?
    /// Changes the speed; `nil` at the files' own.
    private let effect: TimePitch?
    /// Frames that the tracks have given, before the effect.
    private var sourceFrames = 0
    private var isSourceAtEnd = false

    /// The length of sound that is decoded ahead of the device.
    private static let aheadSeconds = 0.2
    private static let aheadFramesMin = 64
    /// Tracks without a single frame that are passed over in one go, so that a queue of empty files
    /// that repeats comes to an end.
    private static let emptyTracksMax = 1000

    /// - Parameters:
    ///   - end: The frame behind the last one; `nil` for the file's end.
    ///   - rate: The playback speed at the same pitch; 1 where the package has no such effect.
    init(
        _ file: SoundFile, atPlace place: Int, fromFrame frame: Int64, toFrame end: Int64? = nil,
        rate: Double = 1
    ) {
        effect = rate == 1 ? nil : TimePitch(sampleRate: file.sampleRate, channelCount: 2)
        effect?.rate = rate
        self.rate = effect?.rate ?? 1
        start = VoiceStart(fadesIn: frame > 0)
        feed = VoiceFeedWriter(
            channelCount: 2, sampleRate: file.sampleRate,
            capacityFrames: max(
                Int(Self.aheadSeconds * file.sampleRate), Self.aheadFramesMin))
        segments = [Segment(place: place, file: file, feedFrame: 0, fileFrame: frame)]
        source = try? TrackSource(
            file, fromFrame: frame, toFrame: end, outputRate: file.sampleRate)
    }

    /// The track that the device plays.
    var current: Segment {
        segments.last { $0.feedFrame <= feed.takenFrames } ?? segments[0]
    }

    /// The position in the playing track's file, in frames of the file.
    var fileFrame: Int64 {
        let segment = current
        let frames = Double(feed.takenFrames - segment.feedFrame) * rate
        let position =
            segment.fileFrame + Int64(frames * segment.file.sampleRate / feed.sampleRate)
        return min(position, segment.file.frameCount)
    }

    /// Whether tracks behind the playing one have been decoded already.
    var isAheadOfTrack: Bool { (segments.last?.feedFrame ?? 0) > feed.takenFrames }

    /// Forgets the tracks that are over.
    func forgetPlayed() {
        if let first = segments.lastIndex(where: { $0.feedFrame <= feed.takenFrames }), first > 0 {
            segments.removeFirst(first)
        }
    }

    /// The number of frames taken at which there is something to do: to decode, or to say that the
    /// next track has begun.
    var refillThreshold: Int {
        let next = segments.first { $0.feedFrame > feed.takenFrames }?.feedFrame ?? .max
        guard !isComplete else { return next }
        return min(next, feed.writtenFrames - (feed.writtenFrames - feed.takenFrames) / 2)
    }

    /// Follows a change of the playing track's place in the playing order.
    func setPlace(_ place: Int) {
        forgetPlayed()
        segments[0].place = place
    }

    /// Fills the feed.
    ///
    /// - Parameter next: The track behind the one at a place; `nil` at the end.
    func fill(next: (_ place: Int) -> Next?) {
        guard !isComplete, feed.freeFrames > 0 else { return }
        let block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * TrackSource.blockFrames)
        defer { block.deallocate() }
        while feed.freeFrames > 0 {
            let count = produce(
                into: block, frameCount: min(feed.freeFrames, TrackSource.blockFrames), next: next)
            guard count > 0 else {
                isComplete = true
                feed.finish()
                return
            }
            _ = feed.write(block, frameCount: count)
        }
    }

    /// - Returns: Frames produced; zero only behind the last track.
    private func produce(
        into output: UnsafeMutablePointer<Float>, frameCount: Int, next: (_ place: Int) -> Next?
    ) -> Int {
        guard let effect else { return decode(into: output, frameCount: frameCount, next: next) }
        let input = UnsafeMutablePointer<Float>.allocate(capacity: 2 * TrackSource.blockFrames)
        defer { input.deallocate() }
        while effect.readyFrameCount < frameCount, !isSourceAtEnd {
            let count = decode(into: input, frameCount: TrackSource.blockFrames, next: next)
            // A failed write loses its frames.
            if count > 0 { _ = effect.write(input, frameCount: count) }
            if isSourceAtEnd { _ = effect.flush() }
        }
        return effect.read(into: output, frameCount: frameCount)
    }

    /// Reads from the tracks, one directly behind the other.
    ///
    /// - Returns: Frames decoded; zero only behind the last track.
    private func decode(
        into output: UnsafeMutablePointer<Float>, frameCount: Int, next: (_ place: Int) -> Next?
    ) -> Int {
        var emptyTracks = 0
        while true {
            let count = source?.read(into: output, frameCount: frameCount) ?? 0
            if count > 0 {
                sourceFrames += count
                return count
            }
            if let failure = source?.failure { segments[segments.count - 1].failure = failure }
            emptyTracks += 1
            guard emptyTracks <= Self.emptyTracksMax, let last = segments.last,
                let track = next(last.place)
            else {
                isSourceAtEnd = true
                source = nil
                return 0
            }
            source = try? TrackSource(
                track.file, fromFrame: track.fromFrame, toFrame: track.toFrame,
                outputRate: feed.sampleRate)
            segments.append(
                Segment(
                    place: track.place, file: track.file,
                    feedFrame: Int((Double(sourceFrames) / rate).rounded()),
                    fileFrame: track.fromFrame))
        }
    }
}
