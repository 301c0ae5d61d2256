import AudioCodecs
import AudioFiles
import AudioFormats
import ChannelLayouts
import SoundClient
import SoundMixer
import TimePitch

/// Decodes a file into a feed: from a position on, through its loops, at a rate. One thread at a
/// time.
///
/// The decoder is open only while there is something to decode: an idle player needs little memory.
final class PlayerRun {
    /// The feed that a voice plays.
    let feed: VoiceFeedWriter
    /// How the run's voice begins.
    var start: VoiceStart
    /// Levels of what has been written, when they are measured.
    var meters = LevelMeters()
    /// Whether nothing more is to be written, as far as the loops are known.
    private(set) var isComplete = false
    /// Why decoding ended before the file's last frame; `nil` otherwise.
    private(set) var failure: AudioFileError?

    private let file: SoundFile
    private let downmix: StereoDownmix?
    private var timeline: PlaybackTimeline
    private var decoder: FrameReader?
    /// The file's frame that is decoded next.
    private var nextFrame: Int64
    /// Frames decoded since the run's start.
    private var sourceFrames = 0
    private var isSourceAtEnd = false
    /// The frame of the feed at which its voice ends.
    private var endFrame = Int.max
    private let effect: TimePitch?

    /// The length of sound that is decoded ahead of the device: covers a busy machine and a large
    /// device block together.
    static let aheadSeconds = 0.2
    /// The smallest feed in frames, for sample rates at which a device block is a few frames.
    private static let aheadFramesMin = 64
    /// Frames decoded at a time into the feed's memory.
    private static let framesInPlace = 2048
    /// Frames written to the effect at a time.
    private static let effectFrames = 256

    /// - Parameters:
    ///   - position: Where the run begins.
    ///   - rate: The playback speed; `nil` without an effect.
    ///   - outputChannels: For each channel of the file its output channel; `nil` for the usual ones.
    init(
        _ file: SoundFile, from position: PlaybackTimeline.Position, rate: Double?,
        outputChannels: [Int]? = nil
    ) {
        self.file = file
        nextFrame = position.fileFrame
        start = VoiceStart(fadesIn: position.fileFrame > 0)
        if let outputChannels {
            downmix = StereoDownmix(
                sides: (0..<file.channelCount).map {
                    outputChannels.indices.contains($0) ? outputChannels[$0] : -1
                })
        } else {
            downmix = file.stereoDownmix
        }
        feed = VoiceFeedWriter(
            channelCount: downmix == nil ? file.channelCount : 2, sampleRate: file.sampleRate,
            capacityFrames: max(
                Int(Self.aheadSeconds * file.sampleRate), Self.aheadFramesMin))
        effect = rate.flatMap { _ in
            TimePitch(sampleRate: file.sampleRate, channelCount: file.channelCount)
        }
        if let effect, let rate { effect.rate = rate }
        timeline = PlaybackTimeline(from: position, rate: effect?.rate ?? 1)
    }

    /// Frames of 10 ms, which are decoded at a time for an effect, a downmix or level meters.
    private var blockFrames: Int { max(Int(file.sampleRate / 100), 1) }

    /// The position of the frame that the device reads next.
    var position: PlaybackTimeline.Position {
        var position = timeline.position(ofFeedFrame: feed.takenFrames)
        position.fileFrame = min(position.fileFrame, file.frameCount)
        return position
    }

    /// The number of frames taken at which the feed needs more; `.max` when it needs none.
    var refillThreshold: Int {
        isComplete ? .max : feed.writtenFrames - (feed.writtenFrames - feed.takenFrames) / 2
    }

    /// The speed; `nil` without an effect.
    var rate: Double? { effect?.rate }

    /// Whether the device has read everything.
    var isPlayedToEnd: Bool { isComplete && feed.takenFrames >= endFrame }

    // MARK: Changes

    /// Follows a change of the number of loops. Passes that were decoded already, but are not to be
    /// played any more, are cut off.
    ///
    /// - Parameter loops: Negative for loops without end.
    func follow(loops: Int) {
        let last = loops < 0 ? Int.max : max(loops, position.pass)
        if let end = timeline.feedFrame(afterPass: last) {
            complete(atFrame: end)
        } else if isComplete, failure == nil, timeline.lastPass < last || !isSourceAtEnd {
            endFrame = .max
            feed.finish(atFrame: endFrame)
            isSourceAtEnd = false
            isComplete = false
        }
    }

    private func complete(atFrame frame: Int) {
        endFrame = frame
        feed.finish(atFrame: frame)
        isComplete = true
        closeDecoder()
    }

    /// Closes the decoder; the next `fill` opens another.
    func closeDecoder() {
        decoder = nil
    }

    // MARK: Decoding

    /// Fills the feed.
    ///
    /// - Parameters:
    ///   - loops: Passes after the first; negative for loops without end.
    ///   - isMetering: Whether levels are measured.
    func fill(loops: Int, isMetering: Bool) {
        timeline.forget(beforeFeedFrame: feed.takenFrames)
        guard !isComplete, feed.freeFrames > 0 else { return }
        if effect == nil, downmix == nil, !isMetering {
            fillInPlace(loops: loops)
        } else {
            fillByBlocks(loops: loops, isMetering: isMetering)
        }
    }

    /// Decodes into the feed's own memory, piece by piece: a read that has to wait keeps no frames
    /// back that are decoded.
    private func fillInPlace(loops: Int) {
        while !isComplete, feed.freeFrames > 0 {
            let count = feed.write(atMost: Self.framesInPlace) {
                decode(into: $0, frameCount: $1, loops: loops)
            }
            if count == 0 { complete(atFrame: feed.writtenFrames) }
        }
    }

    private func fillByBlocks(loops: Int, isMetering: Bool) {
        let block = UnsafeMutablePointer<Float>.allocate(capacity: blockFrames * file.channelCount)
        defer { block.deallocate() }
        while !isComplete, feed.freeFrames > 0 {
            let count = produce(
                into: block, frameCount: min(feed.freeFrames, blockFrames), loops: loops)
            if count > 0 {
                write(block, frameCount: count, isMetering: isMetering)
            } else {
                complete(atFrame: feed.writtenFrames)
            }
        }
    }

    private func write(
        _ samples: UnsafeMutablePointer<Float>, frameCount: Int, isMetering: Bool
    ) {
        if isMetering {
            meters.add(
                samples, frameCount: frameCount, channelCount: file.channelCount,
                endFrame: feed.writtenFrames + frameCount)
        }
        guard let downmix else {
            _ = feed.write(samples, frameCount: frameCount)
            return
        }
        let mixed = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frameCount)
        defer { mixed.deallocate() }
        downmix.apply(samples, frameCount: frameCount, into: mixed)
        _ = feed.write(mixed, frameCount: frameCount)
    }

    /// - Returns: Frames produced; zero at the end of the last pass.
    private func produce(
        into output: UnsafeMutablePointer<Float>, frameCount: Int, loops: Int
    ) -> Int {
        guard let effect else { return decode(into: output, frameCount: frameCount, loops: loops) }
        let input = UnsafeMutablePointer<Float>.allocate(
            capacity: Self.effectFrames * file.channelCount)
        defer { input.deallocate() }
        while effect.readyFrameCount < frameCount, !isSourceAtEnd {
            let count = decode(into: input, frameCount: Self.effectFrames, loops: loops)
            // A failed write loses its frames.
            if count > 0 { effect.write(input, frameCount: count) }
            if isSourceAtEnd { effect.flush() }
        }
        return effect.read(into: output, frameCount: frameCount)
    }

    /// - Returns: Frames decoded; fewer than asked for only at the end of the last pass.
    private func decode(
        into output: UnsafeMutablePointer<Float>, frameCount: Int, loops: Int
    ) -> Int {
        var done = 0
        while done < frameCount, !isSourceAtEnd {
            let count = read(
                into: output + done * file.channelCount, frameCount: frameCount - done)
            done += count
            nextFrame += Int64(count)
            guard done < frameCount, failure == nil else { continue }
            endPass(loops: loops, atSourceFrame: sourceFrames + done)
        }
        sourceFrames += done
        return done
    }

    /// Begins the next pass, or ends the source.
    private func endPass(loops: Int, atSourceFrame frame: Int) {
        // A file without frames would be passed through without end.
        guard loops < 0 || timeline.lastPass < loops, nextFrame > 0 else {
            isSourceAtEnd = true
            return
        }
        timeline.beginPass(atSourceFrame: frame)
        nextFrame = 0
        decoder?.seek(toFrame: 0)
    }

    private func read(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        do throws(FormatError) {
            let decoder: FrameReader
            if let open = self.decoder {
                decoder = open
            } else {
                decoder = try file.open(atFrame: nextFrame)
                self.decoder = decoder
            }
            return try decoder.read(into: output, frameCount: frameCount)
        } catch {
            failure = AudioFileError(error)
            isSourceAtEnd = true
            return 0
        }
    }
}
