#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The parameters of a distortion's stages, with Apple's numbers. Apple publishes names and ranges;
/// what a percentage or a rate does is ours.
package enum DistortionParameter: Int, CaseIterable, Sendable {
    /// The time of the echo in milliseconds.
    case delay
    /// How fast the echo's repetitions fall: at r each has 1 / (1 + r) of the level before it.
    case decay
    /// The part of the echo in percent.
    case delayMix
    /// The sample rate that is left: all at 0, 100 Hz at 100, evenly spaced octaves between.
    case decimation
    /// The bits that are left: all at 0; from 16 down to 1 at 100.
    case rounding
    /// The part of the decimated sound in percent.
    case decimationMix
    /// The polynomial's factors of the sample, its square and its cube.
    case linearTerm, squaredTerm, cubicTerm
    /// The part of the polynomial in percent.
    case polynomialMix
    /// The frequencies of the ring modulator in Hz.
    case ringModulatorFrequency1, ringModulatorFrequency2
    /// The part of the second of them in percent.
    case ringModulatorBalance
    /// The part of the modulated sound in percent.
    case ringModulatorMix
    /// The gain before all stages, and so of the soft clip, in dB.
    case softClipGain
    /// The part of the distorted sound in the output in percent.
    case finalMix

    /// The valid values.
    package var range: ClosedRange<Float> {
        switch self {
        case .delay: 0.1...500
        case .decay: 0.1...50
        case .linearTerm: 0...1
        case .squaredTerm, .cubicTerm: 0...20
        case .ringModulatorFrequency1, .ringModulatorFrequency2: 0.5...8000
        case .softClipGain: Distortion.preGainRange
        case .delayMix, .decimation, .rounding, .decimationMix, .polynomialMix,
            .ringModulatorBalance, .ringModulatorMix, .finalMix:
            0...100
        }
    }

    /// The value of Apple's audio unit before a preset is chosen.
    package var defaultValue: Float {
        var settings = DistortionSettings()
        settings.chain = .ofAudioUnit
        return value(in: settings)
    }

    /// The highest rate of held samples, and the factor to the lowest.
    private static let holdRateMax = 48_000.0
    private static let holdRateSpan = 480.0
    /// The bits of the least rounding, and the difference to the most.
    private static let bitsMax = 16.0
    private static let bitsSpan = 15.0

    func value(in settings: DistortionSettings) -> Float {
        let chain = settings.chain
        switch self {
        case .delay: return Float(chain.echo.milliseconds)
        case .decay: return Float(1 / chain.echo.decay - 1)
        case .delayMix: return Float(100 * chain.echo.mix)
        case .decimation:
            guard chain.decimation.holdRate < Self.holdRateMax else { return 0 }
            let factor = Self.holdRateMax / chain.decimation.holdRate
            return Float(100 * log2(factor) / log2(Self.holdRateSpan))
        case .rounding:
            return Float(max(100 * (Self.bitsMax - chain.decimation.bits) / Self.bitsSpan, 0))
        case .decimationMix: return Float(100 * chain.decimation.mix)
        case .linearTerm: return Float(chain.shaper.linear)
        case .squaredTerm: return Float(chain.shaper.squared)
        case .cubicTerm: return Float(chain.shaper.cubic)
        case .polynomialMix: return Float(100 * chain.shaper.mix)
        case .ringModulatorFrequency1: return Float(chain.ring.first)
        case .ringModulatorFrequency2: return Float(chain.ring.second)
        case .ringModulatorBalance: return Float(100 * chain.ring.balance)
        case .ringModulatorMix: return Float(100 * chain.ring.mix)
        case .softClipGain: return settings.preGain
        case .finalMix: return settings.wetDryMix
        }
    }

    /// - Parameter value: A valid value.
    func set(_ value: Float, in settings: inout DistortionSettings) {
        let number = Double(value)
        switch self {
        case .delay: settings.chain.echo.milliseconds = number
        case .decay: settings.chain.echo.decay = 1 / (1 + number)
        case .delayMix: settings.chain.echo.mix = number / 100
        case .decimation:
            settings.chain.decimation.holdRate =
                value > 0 ? Self.holdRateMax * pow(Self.holdRateSpan, -number / 100) : .infinity
        case .rounding:
            settings.chain.decimation.bits =
                value > 0
                ? Self.bitsMax - Self.bitsSpan * number / 100 : DistortionChain.Decimation.bitsMax
        case .decimationMix: settings.chain.decimation.mix = number / 100
        case .linearTerm: settings.chain.shaper.linear = number
        case .squaredTerm: settings.chain.shaper.squared = number
        case .cubicTerm: settings.chain.shaper.cubic = number
        case .polynomialMix: settings.chain.shaper.mix = number / 100
        case .ringModulatorFrequency1: settings.chain.ring.first = number
        case .ringModulatorFrequency2: settings.chain.ring.second = number
        case .ringModulatorBalance: settings.chain.ring.balance = number / 100
        case .ringModulatorMix: settings.chain.ring.mix = number / 100
        case .softClipGain: settings.preGain = value
        case .finalMix: settings.wetDryMix = value
        }
    }
}
