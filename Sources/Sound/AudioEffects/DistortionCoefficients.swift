#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The numbers of a distortion's stages at one sample rate. A stage with the mix 0 is left out.
struct DistortionStages: BitwiseCopyable, Sendable {
    var ringMix: Float = 0
    var ringBalance = 0.0
    /// The rotations of the two oscillators in one frame: cosine and sine.
    var firstRotation = SIMD2<Double>(1, 0)
    var secondRotation = SIMD2<Double>(1, 0)

    var decimationMix: Float = 0
    /// The number of held samples for one frame, at most 1.
    var holdStep = 1.0
    var levels: Float = 1

    var shaperMix: Float = 0
    var linear: Float = 0
    var squared: Float = 0
    var cubic: Float = 0

    var echoMix: Float = 0
    var echoDecay: Float = 0
    var echoFrames = 1

    var hasBand = false
    var highPass = StateVariableFilter.identity
    var lowPass = StateVariableFilter.identity

    var drive: Float

    init(_ chain: DistortionChain, sampleRate: Double) {
        drive = Float(chain.drive)
        if let ring = chain.ring {
            ringMix = Float(ring.mix)
            ringBalance = ring.balance
            firstRotation = Self.rotation(ring.first / sampleRate)
            secondRotation = Self.rotation(ring.second / sampleRate)
        }
        if let decimation = chain.decimation {
            decimationMix = Float(decimation.mix)
            holdStep = min(decimation.holdRate / sampleRate, 1)
            levels = Float(1 << (decimation.bits - 1))
        }
        if let shaper = chain.shaper {
            shaperMix = Float(shaper.mix)
            let sum = shaper.linear + shaper.squared + shaper.cubic
            linear = Float(shaper.linear / sum)
            squared = Float(shaper.squared / sum)
            cubic = Float(shaper.cubic / sum)
        }
        if let echo = chain.echo {
            echoMix = Float(echo.mix)
            echoDecay = Float(echo.decay)
            echoFrames = max(Int((echo.milliseconds * sampleRate / 1000).rounded()), 1)
        }
        if let band = chain.band {
            hasBand = true
            highPass = StateVariableFilter(
                .highPass, frequency: band.highPass, bandwidth: 1, gain: 0, sampleRate: sampleRate)
            lowPass = StateVariableFilter(
                .lowPass, frequency: band.lowPass, bandwidth: 1, gain: 0, sampleRate: sampleRate)
        }
    }

    private static func rotation(_ cyclesPerFrame: Double) -> SIMD2<Double> {
        let angle = 2 * Double.pi * cyclesPerFrame
        return SIMD2(cos(angle), sin(angle))
    }
}

/// The settings of a distortion.
struct DistortionSettings: EffectSettings {
    var preset = DistortionPreset.drumsBitBrush
    var preGain: Float = -6
    var wetDryMix: Float = 50
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Sendable {
        var preset: Int
        var stages: DistortionStages
        var preGain: Float
        var mix: Float
        var isBypassed: Bool
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        Coefficients(
            preset: preset.rawValue,
            stages: DistortionStages(preset.chain, sampleRate: sampleRate),
            preGain: Float(pow(10, Double(preGain) / 20)), mix: wetDryMix / 100,
            isBypassed: isBypassed)
    }
}
