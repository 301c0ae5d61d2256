import AudioCodecs
import AudioConversion
import SoundMixer
import TimePitch

/// A sound of a play list, opened, with the passage of it that is played.
struct Track {
    /// The place in the play list.
    var index: Int
    var path: String
    var input: SoundInput
    var passage: PlaybackRange
}

/// The speed and the pitch at which tracks are played.
package struct PlaybackSpeed: Equatable, Sendable {
    /// The speed at an unchanged pitch.
    package var rate = 1.0
    /// The change of pitch in cents.
    package var pitchCents = 0.0

    package init(rate: Double = 1, pitchCents: Double = 0) {
        self.rate = rate
        self.pitchCents = pitchCents
    }
}

/// Decodes the tracks of a play list in stereo, one directly behind the other: playback without
/// gaps. One thread at a time.
///
/// All frames have the first track's rate; tracks of another rate are resampled to it.
final class TrackSequence {
    /// A track, or the rest of one, in the sequence.
    struct Segment {
        var track: Track
        /// Frames of the passage before the first that is heard.
        var first: Int64
        /// The sequence's first frame of the track, before the speed changes.
        var start: Int
        /// The frame behind the track's last one; `nil` until it is decoded.
        var end: Int?
        /// Why the track ended before its last frame; `nil` otherwise.
        var failure: FormatError?
    }

    let sampleRate: Double
    let rate: Double
    /// The tracks that have not been forgotten, in order; never empty.
    private(set) var segments: [Segment]
    /// The number of the first of `segments`, counted from the sequence's first track.
    private(set) var firstNumber = 0
    private(set) var isAtEnd = false

    private let next: (_ index: Int) -> Track?
    private var reader: PassageReader?
    private var resampler: StreamResampler?
    private let effect: TimePitch?
    /// Frames before the effect.
    private var sourceFrames = 0
    private var isSourceAtEnd = false
    /// Silent frames that still follow the last track.
    private var tailFrames: Int
    private var input = [Float](repeating: 0, count: 2 * pieceFrames)

    private static let pieceFrames = StreamResampler.blockFrames
    /// Tracks without a single frame that are passed over at once, so that a list of empty files
    /// that repeats comes to an end.
    private static let emptyTracksMax = 1000

    /// - Parameters:
    ///   - first: Frames of the track's passage that are left out.
    ///   - tailFrames: Silent frames after the last track, in which a resampler's filter runs out.
    ///   - next: Opens the track behind the one at an index; `nil` at the end.
    init(
        _ track: Track, startingAfter first: Int64 = 0, _ speed: PlaybackSpeed = PlaybackSpeed(),
        tailFrames: Int = 0, next: @escaping (_ index: Int) -> Track? = { _ in nil }
    ) throws(FormatError) {
        sampleRate = track.input.sampleRate
        self.next = next
        self.tailFrames = tailFrames
        effect =
            speed == PlaybackSpeed() ? nil : TimePitch(sampleRate: sampleRate, channelCount: 2)
        effect?.rate = speed.rate
        effect?.pitchCents = speed.pitchCents
        rate = effect?.rate ?? 1
        segments = [Segment(track: track, first: first, start: 0)]
        reader = try PassageReader(track.input, track.passage, startingAfter: first)
    }

    /// Reads the next frames; never throws, because a track that fails is followed by the next.
    ///
    /// - Returns: Less than `frameCount` only at the end.
    func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        var done = 0
        while done < frameCount, !isAtEnd {
            let limit = min(frameCount - done, Self.pieceFrames)
            let count = produce(into: samples + 2 * done, frameCount: limit)
            done += count
            guard count == 0 else { continue }
            let silence = min(tailFrames, limit)
            (samples + 2 * done).update(repeating: 0, count: 2 * silence)
            tailFrames -= silence
            done += silence
            isAtEnd = tailFrames == 0
        }
        return done
    }

    /// Lets go of the tracks before one, so that their files are closed.
    func forget(before number: Int) {
        let count = min(number - firstNumber, segments.count - 1)
        guard count > 0 else { return }
        segments.removeFirst(count)
        firstNumber += count
    }

    private func produce(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        guard let effect else { return decode(into: output, frameCount: frameCount) }
        while effect.readyFrameCount < frameCount, !isSourceAtEnd {
            let piece = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Self.pieceFrames)
            defer { piece.deallocate() }
            let count = decode(into: piece, frameCount: Self.pieceFrames)
            // A failed write loses its frames.
            if count > 0 { _ = effect.write(piece, frameCount: count) }
            if isSourceAtEnd { _ = effect.flush() }
        }
        return effect.read(into: output, frameCount: frameCount)
    }

    /// - Returns: Frames decoded; zero only behind the last track.
    private func decode(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        for _ in 0...Self.emptyTracksMax {
            let count = readTrack(into: output, frameCount: frameCount)
            sourceFrames += count
            guard count == 0 else { return count }
            if segments[segments.count - 1].end == nil {
                segments[segments.count - 1].end = sourceFrames
            }
            guard !isSourceAtEnd, openNext() else { break }
        }
        isSourceAtEnd = true
        return 0
    }

    private func openNext() -> Bool {
        guard let last = segments.last, let track = next(last.track.index) else { return false }
        do throws(FormatError) {
            reader = try PassageReader(track.input, track.passage, startingAfter: 0)
        } catch {
            return false
        }
        resampler =
            track.input.sampleRate == sampleRate
            ? nil
            : StreamResampler(
                RateRatio(from: track.input.sampleRate, to: sampleRate), channelCount: 2,
                quality: RateConversionQuality(), method: .normal, edges: .reflected)
        segments.append(Segment(track: track, first: 0, start: sourceFrames))
        return true
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
            if count == 0 { resampler.end() }
        }
        let count = min(resampler.readyCount, frameCount)
        if count > 0 { resampler.read(into: output, count: count) }
        return count
    }

    private func readReader(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        guard let reader else { return 0 }
        do throws(FormatError) {
            let count = try reader.read(into: output, frameCount: frameCount)
            if count > 0 { return count }
        } catch {
            segments[segments.count - 1].failure = error
        }
        self.reader = nil
        return 0
    }
}
