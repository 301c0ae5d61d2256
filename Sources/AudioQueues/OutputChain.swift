/// What decoded frames go through on their way to the feed: a tap, the time-pitch effect, a tap.
///
/// Interleaved frames of the queue's channels. With the queue's lock held.
struct OutputChain {
    private let channelCount: Int
    private(set) var effect: (any TimePitchEffect)?
    private(set) var tap: ProcessingTap?
    private var isBypassed = false
    /// Whether nothing follows the buffer that is decoded.
    var isLastBuffer = false

    /// Frames given to the effect at a time.
    static let effectFrames = 256

    init(channelCount: Int) {
        self.channelCount = channelCount
    }

    /// Frames that have been taken from the decoder and not given out.
    var readyFrameCount: Int { effect?.readyFrameCount ?? 0 }

    /// Frames that will still come of what has been taken from the decoder.
    var pendingFrameCount: Int { effect?.pendingFrameCount ?? 0 }

    /// Whether speeds and pitches have any effect.
    var isChanging: Bool { effect != nil && !isBypassed }

    /// Times as fast that what is decoded next will be played.
    var rate: Double { isBypassed ? 1 : effect?.rate ?? 1 }

    mutating func setEffect(_ effect: (any TimePitchEffect)?) {
        self.effect = effect
    }

    mutating func setBypassed(_ isBypassed: Bool) {
        if isBypassed { flush() }
        self.isBypassed = isBypassed
    }

    mutating func setTap(_ tap: ProcessingTap?) {
        self.tap = tap
    }

    /// What comes before keeps its speed and pitch to its last frame.
    func setRate(_ rate: Double) { effect?.rate = rate }
    func setPitch(cents: Double) { effect?.pitchCents = cents }

    func reset() {
        effect?.reset()
        tap?.streamBegins()
    }

    /// The next frames are another stream's.
    func flush() {
        // An effect without memory loses what it held: that much is silent.
        _ = effect?.flush()
    }

    /// Makes the next frames.
    ///
    /// - Parameter time: The queue's, of the first of them.
    /// - Returns: Frames made; fewer than asked for where the buffer under way ends.
    func produce(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int, from decoder: BufferDecoder,
        at time: Int
    ) -> Int {
        guard let tap, tap.isAfterEffects else {
            return throughEffect(samples, frameCount, decoder, time)
        }
        return tap.process(samples, frameCount, channelCount: channelCount, at: time) {
            let count = throughEffect($0, $1, decoder, time)
            return (count, isLastBuffer && decoder.remainingFrames == 0 && pendingFrameCount == 0)
        }
    }

    private func throughEffect(
        _ samples: UnsafeMutablePointer<Float>, _ frameCount: Int, _ decoder: BufferDecoder,
        _ time: Int
    ) -> Int {
        guard let effect else { return throughFirstTap(samples, frameCount, decoder, time) }
        if isBypassed {
            // What it held when it was bypassed comes first.
            let held = effect.read(into: samples, frameCount: frameCount)
            return held > 0 ? held : throughFirstTap(samples, frameCount, decoder, time)
        }
        let capacity = Self.effectFrames
        let input = UnsafeMutablePointer<Float>.allocate(capacity: capacity * channelCount)
        defer { input.deallocate() }
        while effect.readyFrameCount < frameCount, decoder.remainingFrames > 0 {
            let count = throughFirstTap(input, capacity, decoder, time)
            guard count > 0, effect.write(input, frameCount: count) else { break }
        }
        return effect.read(into: samples, frameCount: frameCount)
    }

    private func throughFirstTap(
        _ samples: UnsafeMutablePointer<Float>, _ frameCount: Int, _ decoder: BufferDecoder,
        _ time: Int
    ) -> Int {
        let count = min(frameCount, decoder.remainingFrames)
        guard let tap, !tap.isAfterEffects else {
            return decoder.read(into: samples, frameCount: count)
        }
        return tap.process(samples, count, channelCount: channelCount, at: time) {
            let count = decoder.read(into: $0, frameCount: $1)
            return (count, isLastBuffer && decoder.remainingFrames == 0)
        }
    }
}
