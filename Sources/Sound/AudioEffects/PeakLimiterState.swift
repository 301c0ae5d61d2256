/// What a limiter remembers, and its arithmetic.
struct PeakLimiterState {
    private let channelCount: Int
    private let rampFrames: Int
    /// The look-ahead for which there is memory.
    private let lookAheadMax: Int
    /// The delay lines of all channels, one after the other.
    private let lines: UnsafeMutablePointer<Float>
    private let lineFrames: Int
    /// The last gains, as many as are averaged, and their sum: whole numbers, so that the sum is
    /// exact.
    private let gains: UnsafeMutablePointer<Int64>
    private var gainSum: Int64 = 0
    private var gainIndex = 0
    private var peaks: SlidingMaximum
    private var frame = 0

    /// The gain before the average.
    private var gain = 1.0
    private var decay = 0.0
    private var lookAhead = 0
    private var wantedLookAhead = 0
    private var preGain = LinearRamp(at: 1)
    private var mix = WetDryMix()
    /// The level of the limited sound, which is 0 while the look-ahead changes.
    private var fade = LinearRamp(at: 1)
    /// The frames until the delay lines are full after a change, while the fade stays at 0.
    private var fillFramesLeft = 0
    private var isFresh = true

    /// The whole number of gain 1.
    private static let unity: Int64 = 1 << 30

    init(sampleRate: Double, channelCount: Int) {
        let sampleRate = sampleRate.asSampleRate
        self.channelCount = channelCount
        rampFrames = max(Int(sampleRate * settingRampSeconds), 1)
        lookAheadMax = Int((Double(PeakLimiter.attackTimeRange.upperBound) * sampleRate).rounded())
        var lineFrames = 1
        while lineFrames <= lookAheadMax { lineFrames *= 2 }
        self.lineFrames = lineFrames
        lines = .allocate(capacity: max(lineFrames * channelCount, 1))
        lines.initialize(repeating: 0, count: max(lineFrames * channelCount, 1))
        gains = .allocate(capacity: lookAheadMax + 1)
        gains.initialize(repeating: Self.unity, count: lookAheadMax + 1)
        peaks = SlidingMaximum(capacity: lookAheadMax + 1)
    }

    func deallocate() {
        lines.deallocate()
        gains.deallocate()
        peaks.deallocate()
    }

    mutating func reset() { isFresh = true }

    /// Drops the history, with the present look-ahead.
    @_noLocks @_noAllocation
    private mutating func clear() {
        lines.update(repeating: 0, count: lineFrames &* channelCount)
        gains.update(repeating: Self.unity, count: lookAhead &+ 1)
        gainSum = Self.unity &* Int64(lookAhead &+ 1)
        gainIndex = 0
        gain = 1
        peaks.restart(frameCount: lookAhead &+ 1)
    }

    /// Starts moving to the newest settings.
    @_noLocks @_noAllocation
    mutating func update(_ newest: PeakLimiterSettings.Coefficients) {
        let frames = isFresh ? 0 : rampFrames
        mix.update(mix: 1, isBypassed: newest.isBypassed, over: frames)
        preGain.move(to: newest.preGain, over: frames)
        decay = newest.decay
        wantedLookAhead = max(min(newest.lookAheadFrames, lookAheadMax), 0)
        if isFresh {
            lookAhead = wantedLookAhead
            fade.move(to: 1, over: 0)
            fillFramesLeft = 0
            clear()
            isFresh = false
        }
    }

    @_noLocks @_noAllocation
    mutating func process(_ samples: PlanarSamples, frameCount: Int) {
        var start = 0
        while start < frameCount {
            guard !mix.isSilent else { return }
            changeLookAhead()
            var count = preGain.segment(fade.segment(mix.segment(frameCount &- start)))
            if fillFramesLeft > 0 { count = min(count, fillFramesLeft) }
            for index in 0..<count { processFrame(samples, at: start &+ index, index) }
            preGain.advance(by: count)
            fade.advance(by: count)
            fill(count)
            if mix.advance(by: count) { clear() }
            start &+= count
        }
    }

    /// Fades out, changes, waits for the delayed sound, and fades in again.
    @_noLocks @_noAllocation
    private mutating func changeLookAhead() {
        guard fade.isLevel, fillFramesLeft == 0 else { return }
        if fade.target == 0 {
            lookAhead = wantedLookAhead
            clear()
            fillFramesLeft = lookAhead
            if lookAhead == 0 { fade.move(to: 1, over: rampFrames) }
        } else if lookAhead != wantedLookAhead {
            fade.move(to: 0, over: rampFrames)
        }
    }

    @_noLocks @_noAllocation
    private mutating func fill(_ count: Int) {
        guard fillFramesLeft > 0 else { return }
        fillFramesLeft &-= count
        if fillFramesLeft == 0 { fade.move(to: 1, over: rampFrames) }
    }

    /// - Parameter index: The frame from the start of the ramps' segment.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func processFrame(_ samples: PlanarSamples, at place: Int, _ index: Int) {
        let mask = lineFrames &- 1
        let level = preGain.value(at: index)
        var peak: Float = 0
        for channel in 0..<channelCount {
            let sample = samples[channel][place].withoutExtremes * level
            lines[channel &* lineFrames &+ frame & mask] = sample
            peak = max(peak, sample.magnitude)
        }
        let factor = nextGain(peaks.next(peak))
        let part = fade.value(at: index)
        for channel in 0..<channelCount {
            let delayed = lines[channel &* lineFrames &+ (frame &- lookAhead) & mask]
            let limited = min(max(delayed * factor, -1), 1)
            samples[channel][place] = mix.mixed(
                dry: samples[channel][place].withoutExtremes, wet: limited * part, at: index)
        }
        frame &+= 1
    }

    /// Returns the gain of the delayed frame: the mean of those that the peaks since then need, so
    /// that none of them is exceeded.
    ///
    /// - Parameter peak: The largest sample from the delayed frame on.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func nextGain(_ peak: Float) -> Float {
        let needed = peak > 1 ? 1 / Double(peak) : 1
        gain = needed < gain ? needed : needed - (needed - gain) * decay
        let whole = min(Int64(gain * Double(Self.unity)), Self.unity)
        gainSum &+= whole &- gains[gainIndex]
        gains[gainIndex] = whole
        gainIndex = gainIndex == lookAhead ? 0 : gainIndex &+ 1
        return Float(Double(gainSum) / Double(Self.unity &* Int64(lookAhead &+ 1)))
    }
}
