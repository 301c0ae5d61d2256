import AudioEffects
import AudioGraph
import AudioToolbox
import AudioUnits
import CoreAudioTypes
import Realtime
import SoundClient
import Synchronization

/// The kernel of an input node: the microphone, or the app's block in manual rendering.
///
/// Ownership: the thread that renders; `manual` is set while nothing renders. A control thread
/// writes the ring buffer.
final class InputSource: GraphSource, @unchecked Sendable {
    /// The input of manual rendering.
    struct Manual {
        var block: AVAudioIONodeInputBlock
        var layout: BufferListSamples
        var rendering: ManualRendering
    }

    var manual: Manual?
    /// Whether voice processing mutes the input.
    let isMuted = Atomic<Bool>(false)
    private var channelCount = 0
    /// Captured frames, mono: the mean of the device's channels.
    private let captured = RingBuffer<Float>(capacity: InputSource.capturedMax)
    /// Whether the reserve has filled, so that captured frames are rendered; false again after an
    /// underrun.
    private var isFlowing = false

    /// The largest number of captured frames that wait to be rendered; later ones are dropped.
    private static let capturedMax = 1 << 14
    /// The number of blocks that may wait.
    private static let delayBlocksMax = 4
    /// The number of frames of the longest block so far.
    private let capturedFrames = Atomic<Int>(0)
    /// The number of frames of a buffer of the session, at the input's rate.
    let bufferFrames = Atomic<Int>(1024)

    /// Adds captured sound. One control thread at a time.
    func capture(_ sound: CapturedSound) {
        let channels = sound.channelCount
        capturedFrames.max(sound.frameCount, ordering: .relaxed)
        let scale = 1 / Float(channels)
        for frame in 0..<sound.frameCount {
            var sum = sound.samples[frame * channels]
            for channel in 1..<max(channels, 1) { sum += sound.samples[frame * channels + channel] }
            guard captured.writer.write(channels == 1 ? sum : sum * scale) else { return }
        }
    }

    /// Reads captured frames into `output`; none until the reserve has filled.
    ///
    /// - Returns: The number of frames read, at most `frameCount`.
    private func readCaptured(_ output: UnsafeMutablePointer<Float>, _ frameCount: Int) -> Int {
        var ready = captured.reader.readableCount
        // Blocks of the input and of the output device come at different times: two of the longer
        // are kept before the first is rendered, as far as there is room for them.
        let longest = max(
            capturedFrames.load(ordering: .relaxed), frameCount,
            bufferFrames.load(ordering: .relaxed))
        let block = min(longest, Self.capturedMax / 2)
        if !isFlowing, ready < 2 * block { return 0 }
        // What has come without being rendered would be a delay from then on.
        if ready > Self.delayBlocksMax * block {
            captured.reader.discard(ready - 2 * block)
            ready = 2 * block
        }
        isFlowing = ready >= frameCount
        var done = 0
        while done < frameCount, let sample = captured.reader.read() {
            output[done] = sample
            done += 1
        }
        return done
    }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount = channelCount
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        if let manual, manual.layout.channelCount == channelCount {
            if let list = manual.block(AVAudioFrameCount(frameCount)) {
                let buffers = UnsafeMutableAudioBufferListPointer(
                    UnsafeMutablePointer(mutating: list))
                if manual.layout.fits(buffers, frameCount: frameCount) {
                    manual.layout.read(buffers, frameCount: frameCount, into: output)
                    return false
                }
            }
            manual.rendering.insufficiencies.add(1, ordering: .relaxed)
        } else if manual == nil, channelCount > 0 {
            var count = readCaptured(output[0], frameCount)
            if isMuted.load(ordering: .relaxed) { count = 0 }
            (output[0] + count).update(repeating: 0, count: frameCount - count)
            for channel in 1..<max(channelCount, 1) {
                output[channel].update(from: output[0], count: frameCount)
            }
            return count == 0
        }
        for channel in 0..<channelCount {
            output[channel].update(repeating: 0, count: frameCount)
        }
        return true
    }

    func reset() {
        isFlowing = false
        while captured.reader.read() != nil {}
    }
}
