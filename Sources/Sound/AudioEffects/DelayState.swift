/// What a delay remembers, and its arithmetic.
struct DelayState {
    /// The filter of one channel.
    private struct LowPass: BitwiseCopyable {
        var input: Float = 0
        var output: Float = 0
    }

    private let channelCount: Int
    private let rampFrames: Int
    /// The number of frames of a line, a power of two.
    private let lineFrames: Int
    /// The lines of all channels, one after the other.
    private let lines: UnsafeMutablePointer<Float>
    private let lowPasses: UnsafeMutablePointer<LowPass>
    /// The next frame of the lines to be written.
    private var writeFrame = 0

    private var mix = WetDryMix()
    private var feedback = LinearRamp(at: 0)
    private var b0 = LinearRamp(at: 1)
    private var b1 = LinearRamp(at: 0)
    private var a1 = LinearRamp(at: 0)
    /// The delay before and after a change, and the part of the latter.
    private var formerDelay = 0
    private var delay = 0
    private var delayFade = LinearRamp(at: 1)
    /// The delay to change to when the present change is complete.
    private var wantedDelay = 0
    private var isFresh = true

    /// - Parameter delayFramesMax: The longest delay; `nil` for that of a delay effect.
    init(sampleRate: Double, channelCount: Int, delayFramesMax: Int? = nil) {
        let sampleRate = sampleRate.asSampleRate
        self.channelCount = channelCount
        rampFrames = max(Int(sampleRate * settingRampSeconds), 1)
        let longest =
            delayFramesMax
            ?? Int((DelayEffect.delayTimeRange.upperBound * sampleRate).rounded())
        var lineFrames = 1
        while lineFrames <= longest { lineFrames *= 2 }
        self.lineFrames = lineFrames
        lines = .allocate(capacity: max(lineFrames * channelCount, 1))
        lines.initialize(repeating: 0, count: max(lineFrames * channelCount, 1))
        lowPasses = .allocate(capacity: max(channelCount, 1))
        lowPasses.initialize(repeating: LowPass(), count: max(channelCount, 1))
    }

    func deallocate() {
        lines.deallocate()
        lowPasses.deallocate()
    }

    mutating func reset() {
        clear()
        isFresh = true
    }

    @_noLocks @_noAllocation
    private func clear() {
        lines.update(repeating: 0, count: lineFrames &* channelCount)
        for channel in 0..<channelCount {
            lowPasses[channel].input = 0
            lowPasses[channel].output = 0
        }
    }

    /// Starts moving to the newest settings.
    @_noLocks @_noAllocation
    mutating func update(_ newest: DelaySettings.Coefficients) {
        let frames = isFresh ? 0 : rampFrames
        mix.update(mix: newest.mix, isBypassed: newest.isBypassed, over: frames)
        feedback.move(to: newest.feedback, over: frames)
        b0.move(to: newest.b0, over: frames)
        b1.move(to: newest.b1, over: frames)
        a1.move(to: newest.a1, over: frames)
        wantedDelay = min(newest.delayFrames, lineFrames &- 1)
        if isFresh {
            (formerDelay, delay) = (wantedDelay, wantedDelay)
            delayFade.move(to: 1, over: 0)
            isFresh = false
        }
    }

    @_noLocks @_noAllocation
    mutating func process(_ samples: PlanarSamples, frameCount: Int) {
        var frame = 0
        while frame < frameCount {
            guard !mix.isSilent else { return }
            startDelayChange()
            var count = mix.segment(frameCount &- frame)
            count = delayFade.segment(feedback.segment(count))
            count = b0.segment(b1.segment(a1.segment(count)))
            for channel in 0..<channelCount {
                processSegment(samples[channel] + frame, channel, count)
            }
            advance(by: count)
            frame &+= count
        }
    }

    @_noLocks @_noAllocation
    private mutating func startDelayChange() {
        guard delayFade.isLevel, delay != wantedDelay else { return }
        (formerDelay, delay) = (delay, wantedDelay)
        delayFade.move(to: 0, over: 0)
        delayFade.move(to: 1, over: rampFrames)
    }

    @_noLocks @_noAllocation
    private mutating func advance(by count: Int) {
        writeFrame = (writeFrame &+ count) & (lineFrames &- 1)
        feedback.advance(by: count)
        b0.advance(by: count)
        b1.advance(by: count)
        a1.advance(by: count)
        delayFade.advance(by: count)
        if mix.advance(by: count) { clear() }
    }

    @_noLocks @_noAllocation
    private func processSegment(
        _ samples: UnsafeMutablePointer<Float>, _ channel: Int, _ count: Int
    ) {
        let line = lines + channel &* lineFrames
        let mask = lineFrames &- 1
        let isFading = !delayFade.isLevel
        // Feedback of undelayed sound would be an equation, not a loop.
        let hasLoop = delay > 0 && (!isFading || formerDelay > 0)
        var filter = lowPasses[channel]
        for index in 0..<count {
            let frame = writeFrame &+ index
            let dry = samples[index].withoutExtremes
            var tap = delay == 0 ? dry : line[(frame &- delay) & mask]
            if isFading {
                let former = formerDelay == 0 ? dry : line[(frame &- formerDelay) & mask]
                tap = former + (tap - former) * delayFade.value(at: index)
            }
            let wet =
                (b0.value(at: index) * tap + b1.value(at: index) * filter.input
                - a1.value(at: index) * filter.output).forFeedback
            filter.input = tap
            filter.output = wet
            let repeated = hasLoop ? feedback.value(at: index) * wet : 0
            line[frame & mask] = (dry + repeated).forFeedback
            samples[index] = mix.mixed(dry: dry, wet: wet, at: index)
        }
        lowPasses[channel] = filter
    }
}
