import AudioModel
package import SoundClient

/// Numbers the frames of a stream by the times of its blocks, so that frames of the same number in
/// two streams belong together.
package struct FrameNumbers {
    private let sampleRate: Double
    private var next: Int?

    /// How far a block's time may be off before its frames are taken as being elsewhere, in seconds:
    /// more than the clocks of devices jitter.
    private static let toleranceSeconds = 0.005

    package init(sampleRate: Double) { self.sampleRate = sampleRate }

    /// Returns the number of a block's first frame.
    package mutating func first(of sound: CapturedSound) -> Int {
        let byTime = Int((sound.time.seconds * sampleRate).rounded())
        let tolerance = Int(Self.toleranceSeconds * sampleRate)
        let first = next.map { abs($0 - byTime) <= tolerance ? $0 : byTime } ?? byTime
        next = first + sound.frameCount
        return first
    }
}

/// What a device has played lately, as one channel; silence where nothing is known.
package struct EchoReference {
    private var samples = [Float](repeating: 0, count: EchoReference.capacity)
    private var numbers: FrameNumbers
    /// The number behind the last frame; `nil` before the first block.
    package private(set) var end: Int?
    /// The number of frames of the last block.
    package private(set) var blockFrames = 0

    /// The number of frames that are kept, a power of two: more than a second.
    private static let capacity = 1 << 16
    private static let mask = capacity - 1

    package init(sampleRate: Double) { numbers = FrameNumbers(sampleRate: sampleRate) }

    /// Adds a block, the mean of its channels.
    package mutating func add(_ sound: CapturedSound) {
        let first = numbers.first(of: sound)
        // What is between two blocks was not played.
        if let end, first > end {
            for frame in end..<min(first, end + Self.capacity) { samples[frame & Self.mask] = 0 }
        }
        sound.withMean { frame, mean in samples[(first + frame) & Self.mask] = mean }
        end = first + sound.frameCount
        blockFrames = sound.frameCount
    }

    /// Copies the frames with the numbers from `first` on.
    package func read(from first: Int, count: Int, into output: UnsafeMutablePointer<Float>) {
        guard let end else { return output.update(repeating: 0, count: count) }
        let known = end - Self.capacity..<end
        for frame in 0..<count {
            let number = first + frame
            output[frame] = known.contains(number) ? samples[number & Self.mask] : 0
        }
    }
}

extension CapturedSound {
    /// Calls `body` for each frame with the mean of its channels; zero in place of NaN and infinities,
    /// which another program may play: they would stay in what is learnt of the echo.
    func withMean(_ body: (_ frame: Int, _ mean: Float) -> Void) {
        let scale = 1 / Float(channelCount)
        for frame in 0..<frameCount {
            var sum: Float = 0
            for channel in 0..<channelCount { sum += samples[frame * channelCount + channel] }
            body(frame, sum.isFinite ? sum * scale : 0)
        }
    }
}
