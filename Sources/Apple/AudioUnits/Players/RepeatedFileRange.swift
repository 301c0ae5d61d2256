import AudioEffects
import AudioFormats
import AudioGraph
import AudioModel
import Synchronization

/// A range of a file's frames that is played several times without a gap.
final class RepeatedFileRange: PlayerFile {
    private let range: AudioFileRange
    private let passCount: Int
    /// The duration of a pass in seconds; `nil` where it is unknown.
    private let passSeconds: Double?
    private let hasFailed = Atomic<Bool>(false)

    /// - Parameters:
    ///   - frameCount: `nil` for all up to the file's end.
    ///   - passCount: `nil` for passes without end.
    init(_ file: AudioFileReader, firstFrame: Int64, frameCount: Int64?, passCount: Int?) {
        range = AudioFileRange(file, firstFrame: firstFrame, frameCount: frameCount ?? .max)
        self.passCount = passCount ?? .max
        let left = (try? file.frameCount()).map { max($0 - max(firstFrame, 0), 0) }
        passSeconds = left.map { Double(min($0, frameCount ?? .max)) / file.format.sampleRate }
    }

    /// Whether the file could not be read.
    var isUnreadable: Bool { hasFailed.load(ordering: .relaxed) }

    func makeReader(
        sampleRate: Double, channelCount: Int, firstFrame: Int
    ) -> (any PlayerFileReader)? {
        var (skippedPasses, skippedFrames) = (0, firstFrame)
        let passFrames = passSeconds.map { Int(($0 * sampleRate).rounded()) } ?? 0
        if passFrames > 0 {
            (skippedPasses, skippedFrames) = firstFrame.quotientAndRemainder(
                dividingBy: passFrames)
        }
        return Reader(
            self, passesLeft: max(passCount - skippedPasses, 0), firstFrame: skippedFrames
        ) { range, firstFrame in
            range.makeReader(
                sampleRate: sampleRate, channelCount: channelCount, firstFrame: firstFrame)
        } offset: { samples, frame, body in
            withUnsafeTemporaryAllocation(
                of: UnsafeMutablePointer<Float>.self, capacity: channelCount
            ) { channels in
                for channel in 0..<channelCount {
                    channels.initializeElement(at: channel, to: samples[channel] + frame)
                }
                return channels.baseAddress.map { body($0) } ?? 0
            }
        }
    }

    /// Reads pass after pass.
    private final class Reader: PlayerFileReader {
        private let file: RepeatedFileRange
        private let open: (AudioFileRange, _ firstFrame: Int) -> (any PlayerFileReader)?
        private let offset: (PlanarSamples, _ frame: Int, (PlanarSamples) -> Int) -> Int
        private var passesLeft: Int
        private var firstFrame: Int
        private var pass: (any PlayerFileReader)?
        /// Whether the present pass has given frames: one of none would repeat forever.
        private var hasFrames = false

        init(
            _ file: RepeatedFileRange, passesLeft: Int, firstFrame: Int,
            open: @escaping (AudioFileRange, _ firstFrame: Int) -> (any PlayerFileReader)?,
            offset: @escaping (PlanarSamples, _ frame: Int, (PlanarSamples) -> Int) -> Int
        ) {
            self.file = file
            self.passesLeft = passesLeft
            self.firstFrame = firstFrame
            self.open = open
            self.offset = offset
        }

        func read(_ output: PlanarSamples, frameCount: Int) -> Int {
            var done = 0
            while done < frameCount, passesLeft > 0 {
                if pass == nil {
                    pass = open(file.range, firstFrame)
                    (firstFrame, hasFrames) = (0, false)
                }
                guard let pass else {
                    file.hasFailed.store(true, ordering: .relaxed)
                    passesLeft = 0
                    break
                }
                let count = offset(output, done) { samples in
                    pass.read(samples, frameCount: frameCount - done)
                }
                done += count
                hasFrames = hasFrames || count > 0
                guard done < frameCount else { break }
                self.pass = nil
                passesLeft = hasFrames ? passesLeft - 1 : 0
            }
            return done
        }
    }
}
