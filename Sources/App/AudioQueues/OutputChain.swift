/// The processing between decoder and feed: tap before effects, time-pitch effect, tap after
/// effects. Interleaved frames of the queue's channels. With the queue's lock held.
struct OutputChain {
    private let channelCount: Int
    private(set) var effect: (any TimePitchProcessor)?
    private(set) var tap: ProcessingTap?
    private var isBypassed = false
    /// Whether no buffer follows the one being decoded.
    var isLastBuffer = false

    /// Frames written to the effect at a time.
    static let effectFrames = 256

    init(channelCount: Int) {
        self.channelCount = channelCount
    }

    /// Frames that can be read from the effect now.
    var readyFrameCount: Int { effect?.readyFrameCount ?? 0 }

    /// Frames that will still come from input already decoded.
    var pendingFrameCount: Int { effect?.pendingFrameCount ?? 0 }

    /// Whether play rate and pitch have any effect.
    var isChanging: Bool { effect != nil && !isBypassed }

    /// Play rate of what is decoded next: 1 is the original speed.
    var rate: Double { isBypassed ? 1 : effect?.rate ?? 1 }

    mutating func setEffect(_ effect: (any TimePitchProcessor)?) {
        self.effect = effect
    }

    mutating func setBypassed(_ isBypassed: Bool) {
        if isBypassed { flush() }
        self.isBypassed = isBypassed
    }

    mutating func setTap(_ tap: ProcessingTap?) {
        self.tap = tap
    }

    /// Changes the play rate or pitch (in cents) of frames decoded from now on.
    func setRate(_ rate: Double) { effect?.rate = rate }
    func setPitch(cents: Double) { effect?.pitchCents = cents }

    func reset() {
        effect?.reset()
        tap?.streamBegins()
    }

    /// Drains the effect: the next frames belong to another stream.
    func flush() {
        // A failed flush loses the frames held inside the effect.
        _ = effect?.flush()
    }

    /// Produces the next frames.
    ///
    /// - Parameter time: Queue time of the first of them.
    /// - Returns: Frames produced; fewer than asked for where the current buffer ends.
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
            // Frames held when the effect was bypassed come first.
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
