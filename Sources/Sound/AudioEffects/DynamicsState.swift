/// What a dynamics processor remembers, and its arithmetic.
struct DynamicsState {
    private let channelCount: Int
    private let rampFrames: Int
    private var peaks: SlidingMaximum
    private let windowFrames: Int

    private var newest: DynamicsSettings.Coefficients?
    private var mix = WetDryMix()
    private var overallGain = LinearRamp(at: 1)
    /// The largest sample of the window, and what the curve says about it.
    private var peak: Float = -1
    private var level = DynamicsState.levelMin
    private var wantedCompression = 0.0
    private var wantedExpansion = 0.0
    /// How far the sound is lowered in dB.
    private var compression = 0.0
    private var expansion = 0.0
    /// The gain of these.
    private var gain: Float = 1

    /// The lowest level in dB.
    static let levelMin = -120.0
    /// The time in which the largest sample counts as the level.
    private static let windowSeconds = 0.01
    /// A distance in dB that ends a movement.
    private static let precision = 1e-6

    init(sampleRate: Double, channelCount: Int) {
        let sampleRate = sampleRate.asSampleRate
        self.channelCount = channelCount
        rampFrames = max(Int(sampleRate * settingRampSeconds), 1)
        windowFrames = max(Int((Self.windowSeconds * sampleRate).rounded(.up)) + 1, 1)
        peaks = SlidingMaximum(capacity: windowFrames)
        peaks.restart(frameCount: windowFrames)
    }

    func deallocate() { peaks.deallocate() }

    mutating func reset() {
        clear()
        newest = nil
    }

    @_noLocks @_noAllocation
    private mutating func clear() {
        peaks.restart(frameCount: windowFrames)
        (peak, level) = (-1, Self.levelMin)
        (wantedCompression, wantedExpansion) = (0, 0)
        (compression, expansion, gain) = (0, 0, 1)
    }

    /// Starts moving to the newest settings.
    @_noLocks @_noAllocation
    mutating func update(_ read: DynamicsSettings.Coefficients) {
        var frames = 0
        if case .some = newest { frames = rampFrames }
        newest = read
        mix.update(mix: 1, isBypassed: read.isBypassed, over: frames)
        overallGain.move(to: read.gain, over: frames)
        // The next frame asks the curve again.
        peak = -1
    }

    @_noLocks @_noAllocation
    mutating func process(_ samples: PlanarSamples, frameCount: Int) {
        guard let settings = newest else { return }
        var start = 0
        while start < frameCount {
            guard !mix.isSilent else { return }
            let count = overallGain.segment(mix.segment(frameCount &- start))
            for index in 0..<count {
                processFrame(samples, at: start &+ index, index, settings)
            }
            overallGain.advance(by: count)
            if mix.advance(by: count) { clear() }
            start &+= count
        }
    }

    /// - Parameter index: The frame from the start of the ramps' segment.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func processFrame(
        _ samples: PlanarSamples, at place: Int, _ index: Int,
        _ settings: DynamicsSettings.Coefficients
    ) {
        var loudest: Float = 0
        for channel in 0..<channelCount {
            loudest = max(loudest, samples[channel][place].withoutExtremes.magnitude)
        }
        follow(peaks.next(loudest), settings)
        let factor = gain * overallGain.value(at: index)
        for channel in 0..<channelCount {
            let dry = samples[channel][place].withoutExtremes
            samples[channel][place] = mix.mixed(dry: dry, wet: dry * factor, at: index)
        }
    }

    /// Moves the gain by a frame.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func follow(_ newPeak: Float, _ settings: DynamicsSettings.Coefficients) {
        if newPeak != peak {
            peak = newPeak
            level = Self.decibels(newPeak)
            wantedCompression = settings.curve.compression(of: level)
            wantedExpansion = settings.curve.expansion(of: level)
        }
        guard compression != wantedCompression || expansion != wantedExpansion else { return }
        // Compression rises with the level, expansion falls.
        let isLouder = wantedCompression > compression
        compression = moved(
            compression, to: wantedCompression, isLouder ? settings.attack : settings.release)
        let isOpening = wantedExpansion < expansion
        expansion = moved(
            expansion, to: wantedExpansion, isOpening ? settings.attack : settings.release)
        gain = Float(RealtimeMath.gain(decibels: -(compression + expansion)))
    }

    @inline(__always) @_noLocks @_noAllocation
    private func moved(_ value: Double, to target: Double, _ left: Double) -> Double {
        let distance = (value - target) * left
        return distance.magnitude < Self.precision ? target : target + distance
    }

    /// The level of a sample in dB.
    @_noLocks @_noAllocation
    private static func decibels(_ sample: Float) -> Double {
        guard sample > 1e-6 else { return levelMin }
        return max(RealtimeMath.log2(Double(sample)) * 6.020599913279624, levelMin)
    }

    /// Publishes the state after a block.
    @_noLocks @_noAllocation
    func report(to meters: UnsafeMutablePointer<DynamicsMeters>) {
        let lowered = level - compression - expansion
        let overall = Self.decibels(overallGain.value(at: 0))
        meters.pointee.compression.value = Float(compression)
        meters.pointee.input.value = Float(level)
        meters.pointee.output.value = Float(max(lowered + overall, Self.levelMin))
    }
}
