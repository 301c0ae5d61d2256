import AudioModel
import SoundClient

/// The time line of a queue that records: frames since the start, lost ones included, and the host
/// time at which they were captured.
struct InputTimeline {
    struct Stamp: Hashable, Sendable {
        /// Frames of the queue's time.
        var frame: Int
        var time: HostTime
    }

    private let inputRate: Double
    private let outputRate: Double

    /// Captured frames since the start, lost ones included; lost frames before the next packet.
    private var capturedInput = 0
    private var skippedInput = 0
    /// Frames lost after audio that is not in a buffer yet.
    private var skipBehind = 0
    /// Frames of the queue that are in buffers.
    private var givenFrames = 0
    /// Device position expected of the next block; `nil` after a hold.
    private var nextPosition: Int?
    /// A frame of the queue with a known host time.
    private var anchor = Stamp(frame: 0, time: .zero)

    init(from inputRate: Double, to outputRate: Double) {
        self.inputRate = inputRate
        self.outputRate = outputRate
    }

    mutating func reset() {
        self = InputTimeline(from: inputRate, to: outputRate)
    }

    private func outputFrames(_ inputFrames: Int) -> Int {
        Int((Double(inputFrames) * outputRate / inputRate).rounded())
    }

    /// Frames of the queue since the start, lost ones included.
    var capturedFrames: Int { outputFrames(capturedInput) }

    /// Queue time and host time of the next frame that goes into a buffer.
    var stamp: Stamp {
        let frame = givenFrames + outputFrames(skippedInput)
        let offset = Double(frame - anchor.frame) / outputRate
        return Stamp(frame: frame, time: anchor.time + .seconds(offset))
    }

    /// Notes a hold: the next block does not continue the last one.
    mutating func noteDiscontinuity() {
        nextPosition = nil
    }

    /// Notes a block of captured audio.
    ///
    /// - Returns: Device frames that were lost before it.
    mutating func note(_ sound: CapturedSound) -> Int {
        let lost = max(sound.position - (nextPosition ?? sound.position), 0)
        nextPosition = sound.position + sound.frameCount
        capturedInput += lost
        skip(lost)
        anchor = Stamp(frame: capturedFrames, time: sound.time)
        capturedInput += sound.frameCount
        return lost
    }

    /// Leaves `inputFrames` device frames out of the buffers.
    mutating func skip(_ inputFrames: Int) {
        skipBehind += inputFrames
    }

    /// Notes that everything captured before the loss is in buffers.
    mutating func settle() {
        skippedInput += skipBehind
        skipBehind = 0
    }

    mutating func give(_ frames: Int) {
        givenFrames += frames
    }
}
