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
    /// The number of steps up to 1 to which samples are rounded; 0 where they are not.
    var levels: Float = 0

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
    /// Stands for all of them.
    private(set) var fingerprint: UInt64 = 0

    init(_ chain: DistortionChain, sampleRate: Double) {
        drive = Float(chain.drive)
        let (ring, decimation, shaper) = (chain.ring, chain.decimation, chain.shaper)
        ringMix = Float(ring.mix)
        ringBalance = ring.balance
        firstRotation = Self.rotation(ring.first / sampleRate)
        secondRotation = Self.rotation(ring.second / sampleRate)
        decimationMix = Float(decimation.mix)
        holdStep = min(decimation.holdRate / sampleRate, 1)
        levels =
            decimation.bits < DistortionChain.Decimation.bitsMax
            ? Float(exp2(decimation.bits - 1)) : 0
        shaperMix = Float(shaper.mix)
        linear = Float(shaper.linear)
        squared = Float(shaper.squared)
        cubic = Float(shaper.cubic)
        echoMix = Float(chain.echo.mix)
        echoDecay = Float(chain.echo.decay)
        echoFrames = max(Int((chain.echo.milliseconds * sampleRate / 1000).rounded()), 1)
        if let band = chain.band {
            hasBand = true
            highPass = StateVariableFilter(
                .highPass, frequency: band.highPass, bandwidth: 1, gain: 0, sampleRate: sampleRate)
            lowPass = StateVariableFilter(
                .lowPass, frequency: band.lowPass, bandwidth: 1, gain: 0, sampleRate: sampleRate)
        }
        fingerprint = sum
    }

    /// The fingerprint of all numbers but the filters', which change with the preset only.
    private var sum: UInt64 {
        var sum = Fingerprint()
        for number in [
            ringMix, decimationMix, levels, shaperMix, linear, squared, cubic, echoMix, echoDecay,
            drive,
        ] {
            sum.add(number)
        }
        for number in [ringBalance, firstRotation[1], secondRotation[1], holdStep] {
            sum.add(number)
        }
        // Two rotations may have one sine.
        sum.add(firstRotation[0])
        sum.add(secondRotation[0])
        sum.add(echoFrames)
        return sum.value
    }

    /// Returns these stages with mixes and levels between them and others'.
    ///
    /// Oscillators, held samples and their rounding do not click: they are these stages'.
    ///
    /// - Parameter part: The part of the others, 0…1.
    @inline(__always) @_noLocks @_noAllocation
    func blended(with other: DistortionStages, _ part: Float) -> DistortionStages {
        var stages = self
        stages.ringMix += (other.ringMix - ringMix) * part
        stages.ringBalance += (other.ringBalance - ringBalance) * Double(part)
        stages.decimationMix += (other.decimationMix - decimationMix) * part
        stages.shaperMix += (other.shaperMix - shaperMix) * part
        stages.linear += (other.linear - linear) * part
        stages.squared += (other.squared - squared) * part
        stages.cubic += (other.cubic - cubic) * part
        stages.echoMix += (other.echoMix - echoMix) * part
        stages.echoDecay += (other.echoDecay - echoDecay) * part
        stages.drive += (other.drive - drive) * part
        return stages
    }

    private static func rotation(_ cyclesPerFrame: Double) -> SIMD2<Double> {
        let angle = 2 * Double.pi * cyclesPerFrame
        return SIMD2(cos(angle), sin(angle))
    }
}

/// The settings of a distortion.
struct DistortionSettings: EffectSettings {
    var preset = DistortionPreset.drumsBitBrush
    var chain = DistortionPreset.drumsBitBrush.chain
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
            stages: DistortionStages(chain, sampleRate: sampleRate),
            preGain: Float(pow(10, Double(preGain) / 20)), mix: wetDryMix / 100,
            isBypassed: isBypassed)
    }
}
