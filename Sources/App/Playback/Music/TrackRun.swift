import SoundMixer

/// Decodes the tracks of a queue into a voice's feed. One thread at a time.
///
/// The feed has the sequence's rate, so that no voice has to begin at a track's first frame.
final class TrackRun {
    let feed: VoiceFeedWriter
    let start: VoiceStart
    /// Whether nothing more is to be written.
    private(set) var isComplete = false

    private let sequence: TrackSequence

    /// The length of sound that is decoded ahead of the device.
    private static let aheadSeconds = 0.2
    private static let aheadFramesMin = 64

    init(_ sequence: TrackSequence) {
        self.sequence = sequence
        start = VoiceStart(fadesIn: sequence.segments[0].fileFrame > 0)
        feed = VoiceFeedWriter(
            channelCount: 2, sampleRate: sequence.sampleRate,
            capacityFrames: max(
                Int(Self.aheadSeconds * sequence.sampleRate), Self.aheadFramesMin))
    }

    /// The playback speed at the same pitch.
    var rate: Double { sequence.rate }

    /// The tracks with frames that may still be in the feed, in order; never empty.
    var segments: [TrackSequence.Segment] { sequence.segments }

    /// The frame of the feed at which a track begins.
    func feedFrame(of segment: TrackSequence.Segment) -> Int {
        Int((Double(segment.start) / rate).rounded())
    }

    /// The track that is played, as far as `forgetFirst` has followed the device: the device may begin
    /// the next one at any time.
    var current: TrackSequence.Segment { segments[0] }

    /// The position in that track's file, in frames of the file: at most its end.
    var fileFrame: Int64 {
        let segment = current
        var takenFrames = feed.takenFrames
        if segments.count > 1 { takenFrames = min(takenFrames, feedFrame(of: segments[1])) }
        let input = segment.track.input
        let frames = Double(takenFrames - feedFrame(of: segment)) * rate
        let position = segment.fileFrame + Int64(frames * input.sampleRate / feed.sampleRate)
        return min(position, input.frameCount ?? position)
    }

    /// Whether tracks behind that one have been decoded already.
    var isAheadOfTrack: Bool { segments.count > 1 }

    /// The tracks that the device has begun, in order; several begin at one frame where tracks have
    /// none. Never empty.
    var begunSegments: ArraySlice<TrackSequence.Segment> {
        let takenFrames = feed.takenFrames
        return segments.prefix { feedFrame(of: $0) <= takenFrames }
    }

    /// Forgets the first tracks, which are over.
    func forgetFirst(_ count: Int) {
        sequence.forget(before: sequence.firstNumber + count)
    }

    /// The number of frames taken at which there is something to do: to decode, or to say that the
    /// next track has begun.
    var refillThreshold: Int {
        let next = segments.map(feedFrame).first { $0 > feed.takenFrames } ?? .max
        guard !isComplete else { return next }
        return min(next, feed.writtenFrames - (feed.writtenFrames - feed.takenFrames) / 2)
    }

    /// Follows a change of the first track's place in the playing order.
    func setPlace(_ place: Int) { sequence.setFirstPlace(place) }

    /// Fills the feed.
    ///
    /// - Parameter order: The tracks behind the present one.
    func fill(in order: some TrackOrder) {
        guard !isComplete, feed.freeFrames > 0 else { return }
        let blockFrames = TrackSequence.pieceFrames
        let block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
        defer { block.deallocate() }
        while feed.freeFrames > 0 {
            let count = sequence.read(
                into: block, frameCount: min(feed.freeFrames, blockFrames), in: order)
            guard count > 0 else {
                isComplete = true
                feed.finish()
                return
            }
            _ = feed.write(block, frameCount: count)
        }
    }
}
