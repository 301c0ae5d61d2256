import AudioFormats
import AudioModel
import SoundMixer

/// Decodes a passage of a file into a voice's feed, in bounded memory.
///
/// Ownership: one thread at a time calls `topUp`; the render thread only reads the feed.
final class FileFeeder: @unchecked Sendable {
    let feed: VoiceFeed

    private let reader: FrameReader
    private let fold: StereoDownmix?
    private let passage: PlaybackRange
    /// Frame of the passage at which the feed begins.
    private let first: Int64
    private var position: Int64
    private var isFinished = false

    /// Samples with the file's channels.
    private var decoded: [Float]
    private var folded: [Float]

    /// Frames decoded at a time.
    static let pieceFrames = 4096
    /// Capacity of the feed: enough for a thread that is late.
    private static let feedSeconds = 1.0

    /// - Throws: An error when there is no decoder for the format.
    init(
        _ file: AudioFileReader, _ passage: PlaybackRange, startingAfter first: Int64
    ) throws(FormatError) {
        reader = try FrameReader(file)
        let channelCount = min(reader.channelCount, 2)
        fold =
            reader.channelCount > 2
            ? StereoDownmix(channelCount: reader.channelCount, layout: file.channelLayout) : nil
        self.passage = passage
        self.first = first
        position = first
        feed = VoiceFeed(
            channelCount: channelCount, sampleRate: file.format.sampleRate,
            capacityFrames: max(
                4 * Self.pieceFrames, Int(Self.feedSeconds * file.format.sampleRate)))
        decoded = Array(repeating: 0, count: Self.pieceFrames * reader.channelCount)
        folded = Array(repeating: 0, count: fold == nil ? 0 : Self.pieceFrames * 2)
    }

    /// Fills the free space of the feed; marks the feed as finished at the passage's end.
    ///
    /// - Throws: The first read error, once; samples read before it are still played.
    func topUp() throws(FormatError) {
        do throws(FormatError) {
            while !isFinished, feed.freeFrames >= Self.pieceFrames { try decodePiece() }
        } catch {
            finish()
            throw error
        }
    }

    private func finish() {
        isFinished = true
        feed.finish()
    }

    /// Decodes at most up to the end of the pass.
    private func decodePiece() throws(FormatError) {
        if let total = passage.totalCount, position >= total { return finish() }
        let wanted = min(
            Int64(Self.pieceFrames), passage.frameCount - position % passage.frameCount)
        reader.seek(toFrame: passage.fileFrame(after: position))
        let count = try read(Int(wanted))
        // A file that claims these frames and lacks them must not be read endlessly.
        guard count > 0 else { throw FormatError(.endsEarly("audio")) }
        position += Int64(count)
    }

    private func read(_ wanted: Int) throws(FormatError) -> Int {
        var failure: FormatError?
        let count = decoded.withUnsafeMutableBufferPointer { decoded in
            guard let samples = decoded.baseAddress else { return 0 }
            do throws(FormatError) {
                let count = try reader.read(into: samples, frameCount: wanted)
                give(samples, frameCount: count)
                return count
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return count
    }

    private func give(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        guard let fold else { return fadeAndWrite(samples, frameCount: frameCount) }
        folded.withUnsafeMutableBufferPointer { folded in
            guard let stereo = folded.baseAddress else { return }
            fold.fold(samples, frameCount: frameCount, into: stereo)
            fadeAndWrite(stereo, frameCount: frameCount)
        }
    }

    private func fadeAndWrite(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) {
        let channelCount = feed.channelCount
        if passage.fades(within: Int64(frameCount), after: position, startingAfter: first) {
            for frame in 0..<frameCount {
                let gain = passage.gain(after: position + Int64(frame), startingAfter: first)
                for channel in 0..<channelCount { samples[frame * channelCount + channel] *= gain }
            }
        }
        // There was room before the piece was decoded, and since then only the render thread has
        // read.
        _ = feed.write(samples, frameCount: frameCount)
    }
}
