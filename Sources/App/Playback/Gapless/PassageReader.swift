import AudioCodecs
import ChannelLayouts

/// Decodes a passage of a sound, pass after pass, in stereo.
final class PassageReader {
    /// Two: a single channel is on both sides.
    static let channelCount = 2

    private let reader: any FrameInput
    private let isSeekable: Bool
    private let mayEndEarly: Bool
    private let downmix: StereoDownmix?
    private let passage: PlaybackRange
    /// Frames of the passage before the first that is read.
    private let first: Int64
    private var position: Int64
    /// Frames of a stream that are skipped before the passage.
    private var skippedFrames: Int64
    /// Whether the sound has ended, before the passage's end.
    private var hasEnded = false
    /// Samples with the file's channels, unless there are two.
    private var decoded: [Float]

    /// Frames decoded at a time.
    private static let pieceFrames = 4096

    /// - Throws: An error when there is no decoder for the format.
    init(
        _ input: SoundInput, _ passage: PlaybackRange, startingAfter first: Int64 = 0
    ) throws(FormatError) {
        reader = try input.open()
        isSeekable = input.isSeekable
        mayEndEarly = input.mayEndEarly
        downmix =
            reader.channelCount > 2
            ? StereoDownmix(channelCount: reader.channelCount, layout: input.channelLayout) : nil
        decoded = Array(
            repeating: 0,
            count: reader.channelCount == 2 ? 0 : Self.pieceFrames * reader.channelCount)
        self.passage = passage
        self.first = first
        position = first
        skippedFrames = isSeekable ? 0 : passage.start
    }

    /// Whether everything has been read.
    var isAtEnd: Bool {
        hasEnded || passage.totalCount.map { position >= $0 } ?? false
    }

    /// Whether the last read has ended where the next frames have not arrived yet.
    var isWaiting: Bool { !isAtEnd && reader.isWaiting }

    /// Reads the next frames.
    ///
    /// - Parameter samples: Room for `frameCount` interleaved frames.
    /// - Returns: The number of frames, less than `frameCount` only at the end, before an
    ///   error, and while `isWaiting`.
    /// - Throws: The first error, when no frame before it is left.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        var done = 0
        while done < frameCount, !isAtEnd {
            do throws(FormatError) {
                done += try readPiece(
                    into: samples + done * Self.channelCount,
                    atMost: min(frameCount - done, Self.pieceFrames))
                if isWaiting { break }
            } catch {
                guard done > 0 else { throw error }
                break
            }
        }
        return done
    }

    /// Reads at most up to the end of the pass.
    private func readPiece(
        into samples: UnsafeMutablePointer<Float>, atMost limit: Int
    ) throws(FormatError) -> Int {
        let wanted = Int(min(Int64(limit), passage.frameCount - position % passage.frameCount))
        if isSeekable { reader.seek(toFrame: passage.fileFrame(after: position)) }
        while skippedFrames > 0, !hasEnded {
            let count = try decode(
                into: samples, frameCount: Int(min(skippedFrames, Int64(limit))))
            skippedFrames -= Int64(count)
            if reader.isWaiting { return 0 }
            hasEnded = count == 0
        }
        let count = hasEnded ? 0 : try decode(into: samples, frameCount: wanted)
        guard count > 0 || !reader.isWaiting else { return 0 }
        guard count > 0 || mayEndEarly else {
            // A file that claims these frames and lacks them must not be read endlessly.
            throw FormatError(.endsEarly("audio"))
        }
        hasEnded = count == 0
        fade(samples, frameCount: count)
        position += Int64(count)
        return count
    }

    private func decode(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        guard reader.channelCount != 2 else {
            return try reader.read(into: samples, frameCount: frameCount)
        }
        var failure: FormatError?
        let count = decoded.withUnsafeMutableBufferPointer { decoded in
            guard let all = decoded.baseAddress else { return 0 }
            do throws(FormatError) {
                let count = try reader.read(into: all, frameCount: frameCount)
                if let downmix {
                    downmix.apply(all, frameCount: count, into: samples)
                } else {
                    for frame in 0..<count {
                        samples[2 * frame] = all[frame]
                        samples[2 * frame + 1] = all[frame]
                    }
                }
                return count
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return count
    }

    private func fade(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        guard frameCount > 0,
            passage.fades(within: Int64(frameCount), after: position, startingAfter: first)
        else { return }
        for frame in 0..<frameCount {
            let gain = passage.gain(after: position + Int64(frame), startingAfter: first)
            samples[2 * frame] *= gain
            samples[2 * frame + 1] *= gain
        }
    }
}
