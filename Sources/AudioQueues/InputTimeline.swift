import AudioModel
import SoundClient

/// The time of a queue that records: its own frames since the start, lost ones included, and when
/// they were heard.
struct InputTimeline {
    struct Stamp: Hashable, Sendable {
        /// Frames of the queue.
        var frame: Int
        var time: HostTime
    }

    private let inputRate: Double
    private let outputRate: Double

    /// Frames of the device since the start, as heard and as lost.
    private var heardInput = 0
    private var skippedInput = 0
    /// Lost, but behind sound that has not been given yet.
    private var skipBehind = 0
    private var givenFrames = 0
    /// Where the device's next frame should be; `nil` when it cannot be known.
    private var nextPosition: Int?
    /// A frame of the queue of which the time is known.
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

    /// Frames of the queue that the device has heard since the start, lost ones included.
    var heardFrames: Int { outputFrames(heardInput) }

    /// Of the next frame that is given.
    var stamp: Stamp {
        let frame = givenFrames + outputFrames(skippedInput)
        let offset = Double(frame - anchor.frame) / outputRate
        return Stamp(frame: frame, time: anchor.time + .seconds(offset))
    }

    /// What comes next does not follow on what came before.
    mutating func noteDiscontinuity() {
        nextPosition = nil
    }

    /// Takes notice of what the device has heard.
    ///
    /// - Returns: Frames of the device that were lost before it.
    mutating func note(_ sound: CapturedSound) -> Int {
        let lost = max(sound.position - (nextPosition ?? sound.position), 0)
        nextPosition = sound.position + sound.frameCount
        heardInput += lost
        skip(lost)
        anchor = Stamp(frame: heardFrames, time: sound.time)
        heardInput += sound.frameCount
        return lost
    }

    /// So many frames of the device are not given.
    mutating func skip(_ inputFrames: Int) {
        skipBehind += inputFrames
    }

    /// What was heard before has all been given.
    mutating func settle() {
        skippedInput += skipBehind
        skipBehind = 0
    }

    mutating func give(_ frames: Int) {
        givenFrames += frames
    }
}
