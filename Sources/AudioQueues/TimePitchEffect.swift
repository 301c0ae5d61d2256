/// Changes a sound's speed and pitch: frames go in, other frames come out. One thread at a time.
public protocol TimePitchEffect: AnyObject {
    /// Times as fast.
    var rate: Double { get set }
    /// Hundredths of a semitone up.
    var pitchCents: Double { get set }
    /// Frames that `read` would give now.
    var readyFrameCount: Int { get }

    /// Takes all frames. Interleaved, full scale ±1.
    func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Bool
    func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int
    /// Brings out what is still inside; what is written next starts a new sound.
    func flush() -> Bool
    func reset()
}

/// Makes the effect for a queue that has it enabled; `nil` when there is none for these numbers.
public typealias TimePitchMaker =
    @Sendable (
        _ algorithm: TimePitchAlgorithm, _ sampleRate: Double, _ channelCount: Int
    ) -> (any TimePitchEffect)?

/// Raw values are Apple's.
public enum TimePitchAlgorithm: UInt32, CaseIterable, Hashable, Sendable {
    case spectral = 0x7370_6563
    case timeDomain = 0x7469_646F
    case varispeed = 0x7673_7064
    case lowQualityZeroLatency = 0x6C71_7A6C

    /// What a phone has. Source: the public header; a desktop has `spectral`.
    public static let phoneDefault = TimePitchAlgorithm.lowQualityZeroLatency
}

/// Plays faster or slower as a tape does: the pitch goes with the speed. By straight lines between
/// samples.
public final class Varispeed: TimePitchEffect {
    public var rate = 1.0
    /// Counts for nothing.
    public var pitchCents = 0.0

    private let channelCount: Int
    private var input: [Float] = []
    /// Where the next frame comes from, in frames of `input`.
    private var position = 0.0
    private var isFlushed = false

    public init(channelCount: Int) {
        self.channelCount = channelCount
    }

    public var readyFrameCount: Int {
        // A frame needs the one after it too.
        let span = Double(input.count / channelCount - 1) - position
        return span > 0 ? Int((span / rate).rounded(.up)) : 0
    }

    public func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Bool {
        isFlushed = false
        input.append(
            contentsOf: UnsafeBufferPointer(start: samples, count: frameCount * channelCount))
        return true
    }

    public func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        let count = min(frameCount, readyFrameCount)
        for frame in 0..<count {
            let place = position + Double(frame) * rate
            let first = Int(place) * channelCount
            let part = Float(place - place.rounded(.down))
            for channel in 0..<channelCount {
                let before = input[first + channel]
                let after = input[first + channelCount + channel]
                samples[frame * channelCount + channel] = before + (after - before) * part
            }
        }
        position += Double(count) * rate
        let gone = min(Int(position), input.count / channelCount)
        input.removeFirst(gone * channelCount)
        position -= Double(gone)
        if isFlushed, readyFrameCount == 0 { reset() }
        return count
    }

    public func flush() -> Bool {
        guard !isFlushed, input.count >= channelCount else { return true }
        isFlushed = true
        // The last frame has nothing after it but itself.
        input.append(contentsOf: input.suffix(channelCount))
        return true
    }

    public func reset() {
        input = []
        position = 0
        isFlushed = false
    }
}
