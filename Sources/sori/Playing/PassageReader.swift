import AudioFormats
import ChannelLayouts

/// Decodes a passage of a file, pass after pass, into one or two channels.
final class PassageReader {
    let channelCount: Int

    private let reader: FrameReader
    private let downmix: StereoDownmix?
    private let passage: PlaybackRange
    /// Frames of the passage before the first that is read.
    private let first: Int64
    private var position: Int64
    /// Silent frames that still follow the passage.
    private var tailFrames: Int
    /// Samples with the file's channels, where there are more than two.
    private var decoded: [Float]

    /// Frames decoded at a time.
    private static let pieceFrames = 4096

    /// - Parameter tailFrames: Silent frames after the passage, in which a resampler's filter runs
    ///   out.
    /// - Throws: An error when there is no decoder for the format.
    init(
        _ file: AudioFileReader, _ passage: PlaybackRange, startingAfter first: Int64,
        tailFrames: Int = 0
    ) throws(FormatError) {
        reader = try FrameReader(file)
        channelCount = min(reader.channelCount, 2)
        downmix =
            reader.channelCount > 2
            ? StereoDownmix(channelCount: reader.channelCount, layout: file.channelLayout) : nil
        decoded = Array(
            repeating: 0, count: downmix == nil ? 0 : Self.pieceFrames * reader.channelCount)
        self.passage = passage
        self.first = first
        self.tailFrames = tailFrames
        position = first
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { isPassageOver && tailFrames == 0 }

    private var isPassageOver: Bool { passage.totalCount.map { position >= $0 } ?? false }

    /// Reads the next frames.
    ///
    /// - Parameter samples: Room for `frameCount` interleaved frames.
    /// - Returns: The number of frames, less than `frameCount` only at the end or before an error.
    /// - Throws: The first error, when no frame before it is left.
    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        var done = 0
        while done < frameCount, !isAtEnd {
            do throws(FormatError) {
                done += try readPiece(
                    into: samples + done * channelCount,
                    atMost: min(frameCount - done, Self.pieceFrames))
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
        guard !isPassageOver else {
            let count = min(limit, tailFrames)
            samples.update(repeating: 0, count: count * channelCount)
            tailFrames -= count
            return count
        }
        let wanted = Int(min(Int64(limit), passage.frameCount - position % passage.frameCount))
        reader.seek(toFrame: passage.fileFrame(after: position))
        let count = try decode(into: samples, frameCount: wanted)
        // A file that claims these frames and lacks them must not be read endlessly.
        guard count > 0 else { throw FormatError(.endsEarly("audio")) }
        fade(samples, frameCount: count)
        position += Int64(count)
        return count
    }

    private func decode(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        guard let downmix else { return try reader.read(into: samples, frameCount: frameCount) }
        var failure: FormatError?
        let count = decoded.withUnsafeMutableBufferPointer { decoded in
            guard let all = decoded.baseAddress else { return 0 }
            do throws(FormatError) {
                let count = try reader.read(into: all, frameCount: frameCount)
                downmix.fold(all, frameCount: count, into: samples)
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
        guard passage.fades(within: Int64(frameCount), after: position, startingAfter: first)
        else { return }
        for frame in 0..<frameCount {
            let gain = passage.gain(after: position + Int64(frame), startingAfter: first)
            for channel in 0..<channelCount { samples[frame * channelCount + channel] *= gain }
        }
    }
}
