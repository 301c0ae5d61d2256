/// What a distortion remembers, and its arithmetic.
struct DistortionState {
    /// The memory of one channel.
    private struct Channel: BitwiseCopyable {
        var held: Float = 0
        var highPass = FilterHistory()
        var lowPass = FilterHistory()
    }

    private let channelCount: Int
    private let rampFrames: Int
    private let channels: UnsafeMutablePointer<Channel>
    /// The echo lines of all channels, one after the other.
    private let lines: UnsafeMutablePointer<Float>
    private let lineFrames: Int
    private var frame = 0

    private var firstOscillator = SIMD2<Double>(1, 0)
    private var secondOscillator = SIMD2<Double>(1, 0)
    /// The part of the next held sample that has passed.
    private var holdPhase = 1.0

    private var mix = WetDryMix()
    private var preGain = LinearRamp(at: 1)
    /// The level of the distorted sound, which is 0 while the preset changes.
    private var fade = LinearRamp(at: 1)
    private var preset = 0
    private var wantedPreset = 0
    private var stages = DistortionStages(DistortionChain(), sampleRate: 44100)
    private var wantedStages = DistortionStages(DistortionChain(), sampleRate: 44100)
    /// The stages before a change of their parameters, and the part of the newest ones.
    private var formerStages = DistortionStages(DistortionChain(), sampleRate: 44100)
    private var stageMove = LinearRamp(at: 1)
    private var isFresh = true

    init(sampleRate: Double, channelCount: Int) {
        let sampleRate = sampleRate.asSampleRate
        self.channelCount = channelCount
        rampFrames = max(Int(sampleRate * settingRampSeconds), 1)
        var lineFrames = 1
        let longest = Int(DistortionChain.echoMillisecondsMax * sampleRate / 1000)
        while lineFrames <= longest { lineFrames *= 2 }
        self.lineFrames = lineFrames
        lines = .allocate(capacity: max(lineFrames * channelCount, 1))
        lines.initialize(repeating: 0, count: max(lineFrames * channelCount, 1))
        channels = .allocate(capacity: max(channelCount, 1))
        channels.initialize(repeating: Channel(), count: max(channelCount, 1))
    }

    func deallocate() {
        channels.deallocate()
        lines.deallocate()
    }

    mutating func reset() {
        clear()
        isFresh = true
    }

    @_noLocks @_noAllocation
    private mutating func clear() {
        lines.update(repeating: 0, count: lineFrames &* channelCount)
        for channel in 0..<channelCount {
            channels[channel].held = 0
            channels[channel].highPass = FilterHistory()
            channels[channel].lowPass = FilterHistory()
        }
        firstOscillator = SIMD2(1, 0)
        secondOscillator = SIMD2(1, 0)
        holdPhase = 1
    }

    /// Starts moving to the newest settings.
    @_noLocks @_noAllocation
    mutating func update(_ newest: DistortionSettings.Coefficients) {
        let frames = isFresh ? 0 : rampFrames
        mix.update(mix: newest.mix, isBypassed: newest.isBypassed, over: frames)
        preGain.move(to: newest.preGain, over: frames)
        (wantedPreset, wantedStages) = (newest.preset, newest.stages)
        if isFresh {
            (preset, stages) = (wantedPreset, wantedStages)
            fade.move(to: 1, over: 0)
            stageMove.move(to: 1, over: 0)
            isFresh = false
        }
    }

    @_noLocks @_noAllocation
    mutating func process(_ samples: PlanarSamples, frameCount: Int) {
        var start = 0
        while start < frameCount {
            guard !mix.isSilent else { return }
            changePreset()
            let segment = fade.segment(mix.segment(frameCount &- start))
            let count = stageMove.segment(preGain.segment(segment))
            if stageMove.isLevel {
                for index in 0..<count { processFrame(samples, at: start &+ index, index, stages) }
            } else {
                for index in 0..<count {
                    let part = stageMove.value(at: index)
                    processFrame(
                        samples, at: start &+ index, index,
                        stages.blended(with: formerStages, 1 - part))
                }
            }
            stageMove.advance(by: count)
            preGain.advance(by: count)
            fade.advance(by: count)
            if mix.advance(by: count) { clear() }
            start &+= count
        }
    }

    /// Fades out, changes the preset, and fades in again; or starts moving to other parameters.
    @_noLocks @_noAllocation
    private mutating func changePreset() {
        guard fade.isLevel else { return }
        if fade.target == 0 {
            clear()
            (preset, stages) = (wantedPreset, wantedStages)
            stageMove.move(to: 1, over: 0)
            fade.move(to: 1, over: rampFrames)
        } else if preset != wantedPreset {
            fade.move(to: 0, over: rampFrames)
        } else if stageMove.isLevel, stages.fingerprint != wantedStages.fingerprint {
            (formerStages, stages) = (stages, wantedStages)
            stageMove.move(to: 0, over: 0)
            stageMove.move(to: 1, over: rampFrames)
        }
    }

    /// - Parameters:
    ///   - index: The frame from the start of the ramps' segment.
    ///   - stages: The stages at the frame.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func processFrame(
        _ samples: PlanarSamples, at place: Int, _ index: Int, _ stages: DistortionStages
    ) {
        let modulator = stages.ringMix > 0 ? nextModulator(stages) : 0
        holdPhase += stages.holdStep
        let isTaken = holdPhase >= 1
        if isTaken { holdPhase -= 1 }
        let (gain, level) = (preGain.value(at: index), fade.value(at: index))
        for channel in 0..<channelCount {
            let dry = samples[channel][place].withoutExtremes
            var wet = dry * gain
            if stages.ringMix > 0 { wet += (wet * modulator - wet) * stages.ringMix }
            if stages.decimationMix > 0 {
                if isTaken { channels[channel].held = rounded(wet, stages) }
                wet += (channels[channel].held - wet) * stages.decimationMix
            }
            if stages.shaperMix > 0 { wet = shaped(wet, stages) }
            if stages.echoMix > 0 { wet = echoed(wet, channel, stages, index) }
            if stages.hasBand { wet = filtered(wet, channel, stages) }
            wet = softClipped(wet * stages.drive)
            samples[channel][place] = mix.mixed(dry: dry, wet: wet * level, at: index)
        }
        frame &+= 1
    }

    /// Returns the ring modulator's next sample and turns its oscillators.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func nextModulator(_ stages: DistortionStages) -> Float {
        let value =
            firstOscillator[1] * (1 - stages.ringBalance)
            + secondOscillator[1] * stages.ringBalance
        firstOscillator = turned(firstOscillator, by: stages.firstRotation)
        secondOscillator = turned(secondOscillator, by: stages.secondRotation)
        return Float(value)
    }

    @inline(__always) @_noLocks @_noAllocation
    private func turned(_ vector: SIMD2<Double>, by rotation: SIMD2<Double>) -> SIMD2<Double> {
        let (x, y) = (vector[0], vector[1])
        // Keeps the length at 1, against rounding errors that add up.
        let correction = 1.5 - 0.5 * (x * x + y * y)
        return SIMD2(
            (x * rotation[0] - y * rotation[1]) * correction,
            (x * rotation[1] + y * rotation[0]) * correction)
    }

    @inline(__always) @_noLocks @_noAllocation
    private func rounded(_ sample: Float, _ stages: DistortionStages) -> Float {
        guard stages.levels > 0 else { return sample }
        let scaled = min(max(sample * stages.levels, -0x1p22), 0x1p22)
        // The sum has no bits for a fraction.
        return ((scaled + 0x1.8p23) - 0x1.8p23) / stages.levels
    }

    @inline(__always) @_noLocks @_noAllocation
    private func shaped(_ sample: Float, _ stages: DistortionStages) -> Float {
        let limited = min(max(sample, -1), 1)
        let square = limited * limited
        let polynomial =
            stages.linear * limited + stages.squared * square + stages.cubic * square * limited
        return sample + (polynomial - sample) * stages.shaperMix
    }

    @inline(__always) @_noLocks @_noAllocation
    private func echoed(
        _ sample: Float, _ channel: Int, _ stages: DistortionStages, _ index: Int
    ) -> Float {
        let line = lines + channel &* lineFrames
        var repetition = line[(frame &- stages.echoFrames) & (lineFrames &- 1)]
        if !stageMove.isLevel, formerStages.echoFrames != stages.echoFrames {
            let former = line[(frame &- formerStages.echoFrames) & (lineFrames &- 1)]
            repetition = former + (repetition - former) * stageMove.value(at: index)
        }
        line[frame & (lineFrames &- 1)] = (sample + stages.echoDecay * repetition).forFeedback
        return sample + (repetition - sample) * stages.echoMix
    }

    @inline(__always) @_noLocks @_noAllocation
    private func filtered(
        _ sample: Float, _ channel: Int, _ stages: DistortionStages
    ) -> Float {
        let input = SIMD2(Double(sample), 0)
        let high = stages.highPass.steps.output(input, &channels[channel].highPass)
        channels[channel].highPass.flush()
        let output = stages.lowPass.steps.output(high, &channels[channel].lowPass)
        channels[channel].lowPass.flush()
        return Float(output[0])
    }

    /// A rational approximation of the hyperbolic tangent, which reaches ±1 at ±3.
    @inline(__always) @_noLocks @_noAllocation
    private func softClipped(_ sample: Float) -> Float {
        let limited = min(max(sample, -3), 3)
        let square = limited * limited
        return min(max(limited * (27 + square) / (27 + 9 * square), -1), 1)
    }
}
