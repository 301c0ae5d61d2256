import AudioCodecs
import MediaSources
import Playback
import SoundMixer

/// Decodes the items of a player into a voice's feed, from a position on. One thread at a time.
final class MediaRun {
    let feed: VoiceFeedWriter
    var start: VoiceStart
    /// Whether nothing more is to be written.
    private(set) var isComplete = false
    /// Whether the next frames have not arrived yet.
    private(set) var isWaiting = false
    /// The speed that was asked for.
    let speed: PlaybackSpeed

    private let sequence: TrackSequence
    private let order: MediaOrder

    /// The length of sound that is decoded ahead of the device.
    private static let aheadSeconds = 0.2
    private static let aheadFramesMin = 64

    /// - Parameters:
    ///   - order: Opens the first item, and what follows.
    ///   - place: The first item's number.
    init(
        _ order: MediaOrder, from place: Int, _ speed: PlaybackSpeed
    ) throws(FormatError) {
        let track = try order.track(place)
        self.order = order
        self.speed = speed
        sequence = try TrackSequence(track, startingAfter: track.first, speed)
        start = VoiceStart(fadesIn: track.first > 0)
        feed = VoiceFeedWriter(
            channelCount: 2, sampleRate: sequence.sampleRate,
            capacityFrames: max(
                Int(Self.aheadSeconds * sequence.sampleRate), Self.aheadFramesMin))
    }

    /// The tracks with frames that may still be in the feed, in order; never empty.
    var segments: [TrackSequence.Segment] { sequence.segments }
    /// The track that is played, as far as `forgetFirst` has followed the device.
    var current: TrackSequence.Segment { segments[0] }

    /// Whether frames wait in the feed.
    var hasFrames: Bool { feed.writtenFrames > feed.takenFrames }
    /// Whether the device has taken all that was written.
    var isDrained: Bool { !hasFrames }

    /// The frame of the feed at which a track begins.
    func feedFrame(of segment: TrackSequence.Segment) -> Int {
        Int((Double(segment.start) / sequence.rate).rounded())
    }

    /// The frames of the present item for each frame of the feed.
    private var itemFramesPerFrame: Double {
        sequence.rate * current.track.input.sampleRate / feed.sampleRate
    }

    /// The frame of the present item that the device takes next; at most where it ended.
    var itemFrame: Int64 { itemFrame(atFeedFrame: feed.takenFrames) }

    private func itemFrame(atFeedFrame feedFrame: Int) -> Int64 {
        let segment = current
        var taken = feedFrame
        if segments.count > 1 { taken = min(taken, self.feedFrame(of: segments[1])) }
        let start = self.feedFrame(of: segment)
        guard taken > start else { return segment.first }
        var frame =
            segment.first + Int64((Double(taken - start) * itemFramesPerFrame).rounded())
        if let end = segment.end {
            let length =
                Double(end - segment.start)
                * (segment.track.input.sampleRate / feed.sampleRate)
            frame = min(frame, segment.first + Int64(length.rounded()))
        }
        return segment.track.passage.totalCount.map { min(frame, $0) } ?? frame
    }

    /// The first frame of the feed at which the present item's position is at least `frame`.
    func feedFrame(ofItemFrame frame: Int64) -> Int {
        let distance = Double(frame - current.first) / itemFramesPerFrame
        let start = feedFrame(of: current)
        guard distance > 0 else { return start }
        guard distance < 0x1p52 else { return .max }
        let near = start + Int(distance)
        return itemFrame(atFeedFrame: near) >= frame ? near : near + 1
    }

    /// The tracks that the device has begun, in order. Never empty.
    var begunSegments: ArraySlice<TrackSequence.Segment> {
        let takenFrames = feed.takenFrames
        return segments.prefix { feedFrame(of: $0) <= takenFrames }
    }

    /// Forgets the first track, which is over.
    func forgetFirst() { sequence.forget(before: sequence.firstNumber + 1) }

    /// The frame of the feed at which the second track begins; `nil` without one.
    var nextSegmentFrame: Int? { segments.count > 1 ? feedFrame(of: segments[1]) : nil }

    /// The number of frames taken at which there is more to decode, or what was written is over.
    var refillThreshold: Int {
        if isComplete || isWaiting { return feed.writtenFrames }
        return feed.writtenFrames - (feed.writtenFrames - feed.takenFrames) / 2
    }

    /// Why the present item ended before its last frame; `nil` otherwise.
    var failure: MediaFailure? {
        order.failure(ofPlace: current.track.place) ?? current.failure.map { MediaFailure($0) }
    }

    /// Fills the feed, as far as there are frames.
    func fill() {
        isWaiting = false
        guard !isComplete, feed.freeFrames > 0 else { return }
        let blockFrames = 2048
        let block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
        defer { block.deallocate() }
        while feed.freeFrames > 0 {
            let wanted = min(feed.freeFrames, blockFrames)
            let count = sequence.read(into: block, frameCount: wanted, in: order)
            if count > 0 { _ = feed.write(block, frameCount: count) }
            guard count < wanted else { continue }
            isWaiting = sequence.isWaiting
            isComplete = !isWaiting && (count == 0 || sequence.isAtEnd)
            if isWaiting || isComplete { return }
        }
    }

    /// Says what follows; the present item is the first. What has become ready while the rest of the
    /// last one is played joins it without a gap.
    func follow(_ entries: [MediaEntry]) {
        order.entries = entries
        guard isComplete, let last = segments.last,
            order.place(after: last.track.place, isSkipping: false) != nil
        else { return }
        if sequence.goOn() { isComplete = false }
    }
}
