package import AudioCodecs
import AudioConversion
import SoundMixer
import TimePitch

/// The speed and the pitch at which tracks are played.
package struct PlaybackSpeed: Equatable, Sendable {
    /// The speed at an unchanged pitch.
    package var rate = 1.0
    /// The change of pitch in cents.
    package var pitchCents = 0.0
    /// Whether the pitch follows the speed, as on a tape; `pitchCents` has no effect then.
    package var isVarispeed = false

    package init(rate: Double = 1, pitchCents: Double = 0, isVarispeed: Bool = false) {
        self.rate = rate
        self.pitchCents = pitchCents
        self.isVarispeed = isVarispeed
    }

    /// Whether the sound is played as it is.
    var isUnchanged: Bool { rate == 1 && (pitchCents == 0 || isVarispeed) }
}

/// Decodes tracks in stereo, one directly behind the other: playback without gaps. One thread at a
/// time.
///
/// All frames have the first track's rate; tracks of another rate are resampled to it. A track that
/// cannot be opened is skipped, as its order says; one that fails later is followed by the next.
package final class TrackSequence {
    /// A track, or the rest of one, in the sequence.
    package struct Segment {
        package fileprivate(set) var track: Track
        /// Frames of the passage before the first that is heard.
        package let first: Int64
        /// The sequence's first frame of the track, before the speed changes.
        package let start: Int
        /// The frame behind the track's last one; `nil` until it is decoded.
        package fileprivate(set) var end: Int?
        /// Why the track ended before its last frame; `nil` otherwise.
        package fileprivate(set) var failure: FormatError?

        /// The frame of the file at `start`.
        var fileFrame: Int64 { track.passage.fileFrame(after: first) }
    }

    package let sampleRate: Double
    package let rate: Double
    /// The tracks that have not been forgotten, in order; never empty.
    package private(set) var segments: [Segment]
    /// The number of the first of `segments`, counted from the sequence's first track.
    package private(set) var firstNumber = 0
    package private(set) var isAtEnd = false

    private var reader: PassageReader?
    private var resampler: StreamResampler?
    private let effect: TimePitch?
    /// Frames before the effect.
    private var sourceFrames = 0
    private var isSourceAtEnd = false
    /// Silent frames that still follow the last track.
    private var tailFrames: Int
    private var input = [Float](repeating: 0, count: 2 * pieceFrames)

    /// Frames decoded at a time.
    static let pieceFrames = StreamResampler.blockFrames
    /// Tracks without a single frame that are passed over at once, so that empty files that repeat
    /// come to an end.
    private static let emptyTracksMax = 1000
    /// Tracks in a row that cannot be opened before the sequence ends: the files of a long queue may
    /// all be on a disk that is not there.
    private static let unplayableTracksMax = 500

    /// - Parameters:
    ///   - first: Frames of the track's passage that are left out.
    ///   - tailFrames: Silent frames after the last track, in which a resampler's filter runs out.
    package convenience init(
        _ track: Track, startingAfter first: Int64 = 0, _ speed: PlaybackSpeed = PlaybackSpeed(),
        tailFrames: Int = 0
    ) throws(FormatError) {
        let reader = try PassageReader(track.input, track.passage, startingAfter: first)
        self.init(track, reader, startingAfter: first, speed, tailFrames: tailFrames)
    }

    /// Begins with the first track from a place on that can be opened; `nil` when none can.
    package convenience init?(
        from place: Int, in order: any TrackOrder, _ speed: PlaybackSpeed = PlaybackSpeed()
    ) {
        guard let (track, reader) = Self.firstTrack(from: place, in: order) else { return nil }
        self.init(track, reader, startingAfter: track.first, speed)
    }

    private init(
        _ track: Track, _ reader: PassageReader, startingAfter first: Int64 = 0,
        _ speed: PlaybackSpeed, tailFrames: Int = 0
    ) {
        sampleRate = track.input.sampleRate
        self.tailFrames = tailFrames
        effect =
            speed.isUnchanged
            ? nil
            : TimePitch(
                sampleRate: sampleRate, channelCount: 2,
                algorithm: speed.isVarispeed ? .varispeed : .timeDomain)
        effect?.rate = speed.rate
        effect?.pitchCents = speed.pitchCents
        rate = effect?.rate ?? 1
        segments = [Segment(track: track, first: first, start: 0)]
        self.reader = reader
    }

    /// Whether the last read has ended where the next frames of a track have not arrived yet.
    package var isWaiting: Bool { reader?.isWaiting ?? false }

    /// Reads the next frames; never throws, because a track that fails is followed by the next.
    ///
    /// - Parameter order: The tracks behind the present one; `nil` for none.
    /// - Returns: Less than `frameCount` only at the end, and while `isWaiting`.
    package func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int, in order: (any TrackOrder)?
    ) -> Int {
        var done = 0
        while done < frameCount, !isAtEnd {
            let limit = min(frameCount - done, Self.pieceFrames)
            let count = produce(into: samples + 2 * done, frameCount: limit, in: order)
            done += count
            guard count == 0 else { continue }
            if isWaiting { break }
            let silence = min(tailFrames, limit)
            (samples + 2 * done).update(repeating: 0, count: 2 * silence)
            tailFrames -= silence
            done += silence
            isAtEnd = tailFrames == 0
        }
        return done
    }

    /// Lets go of the tracks before one, so that their files are closed.
    package func forget(before number: Int) {
        let count = min(number - firstNumber, segments.count - 1)
        guard count > 0 else { return }
        segments.removeFirst(count)
        firstNumber += count
    }

    /// Lets the sequence go on behind its last track, where the order has another one by now.
    ///
    /// - Returns: Whether it can: at a changed speed the end has been played out.
    package func goOn() -> Bool {
        guard effect == nil else { return false }
        (isAtEnd, isSourceAtEnd) = (false, false)
        return true
    }

    /// Follows a change of the place of the first of `segments` in the order.
    func setFirstPlace(_ place: Int) { segments[0].track.place = place }

    private func produce(
        into output: UnsafeMutablePointer<Float>, frameCount: Int, in order: (any TrackOrder)?
    ) -> Int {
        guard let effect else { return decode(into: output, frameCount: frameCount, in: order) }
        while effect.readyFrameCount < frameCount, !isSourceAtEnd {
            let piece = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Self.pieceFrames)
            defer { piece.deallocate() }
            let count = decode(into: piece, frameCount: Self.pieceFrames, in: order)
            if count == 0, isWaiting { break }
            // A failed write loses its frames.
            if count > 0 { _ = effect.write(piece, frameCount: count) }
            if isSourceAtEnd { _ = effect.flush() }
        }
        return effect.read(into: output, frameCount: frameCount)
    }

    /// - Returns: Frames decoded; zero only behind the last track, and while `isWaiting`.
    private func decode(
        into output: UnsafeMutablePointer<Float>, frameCount: Int, in order: (any TrackOrder)?
    ) -> Int {
        for emptyTracks in 0...Self.emptyTracksMax {
            let count = readTrack(into: output, frameCount: frameCount)
            sourceFrames += count
            guard count == 0, !isWaiting else { return count }
            if segments[segments.count - 1].end == nil {
                segments[segments.count - 1].end = sourceFrames
            }
            guard !isSourceAtEnd, emptyTracks < Self.emptyTracksMax, let order, openNext(in: order)
            else { break }
        }
        isSourceAtEnd = true
        return 0
    }

    private func openNext(in order: any TrackOrder) -> Bool {
        guard let last = segments.last,
            let place = order.place(after: last.track.place, isSkipping: false),
            let (track, reader) = Self.firstTrack(from: place, in: order)
        else { return false }
        self.reader = reader
        resampler =
            track.input.sampleRate == sampleRate
            ? nil
            : StreamResampler(
                RateRatio(from: track.input.sampleRate, to: sampleRate), channelCount: 2,
                quality: RateConversionQuality(), method: .normal, edges: .reflected)
        segments.append(Segment(track: track, first: track.first, start: sourceFrames))
        return true
    }

    /// Opens the first track from a place on that can be opened, and its decoder.
    private static func firstTrack(
        from place: Int, in order: any TrackOrder
    ) -> (Track, PassageReader)? {
        var place: Int? = place
        for _ in 0..<min(max(order.count, 1), unplayableTracksMax) {
            guard let at = place else { return nil }
            if let track = order.open(at) {
                do throws(FormatError) {
                    let reader = try PassageReader(
                        track.input, track.passage, startingAfter: track.first)
                    return (track, reader)
                } catch {
                    order.skip(at, because: error)
                }
            }
            place = order.place(after: at, isSkipping: true)
        }
        return nil
    }

    private func readTrack(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        guard let resampler else { return readReader(into: output, frameCount: frameCount) }
        while resampler.readyCount == 0, reader != nil {
            let count = input.withUnsafeMutableBufferPointer { input in
                guard let start = input.baseAddress else { return 0 }
                let count = readReader(
                    into: start, frameCount: min(resampler.room, Self.pieceFrames))
                if count > 0 { resampler.append(start, count: count) }
                return count
            }
            if count == 0 {
                if isWaiting { break }
                resampler.end()
            }
        }
        let count = min(resampler.readyCount, frameCount)
        if count > 0 { resampler.read(into: output, count: count) }
        return count
    }

    private func readReader(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        guard let reader else { return 0 }
        do throws(FormatError) {
            let count = try reader.read(into: output, frameCount: frameCount)
            if count > 0 || reader.isWaiting { return count }
        } catch {
            segments[segments.count - 1].failure = error
        }
        self.reader = nil
        return 0
    }
}
