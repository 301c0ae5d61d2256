import Realtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The settings of a filter effect. Those that its kind does not use have no effect.
struct FilterEffectSettings: EffectSettings {
    let kind: FilterEffect.Kind
    var frequency: Float
    var resonance: Float = 0
    var bandwidth: Float = 600
    var quality: Float = 1
    var gain: Float = 0

    func coefficients(sampleRate: Double) -> StateVariableFilter {
        StateVariableFilter(
            kind.type, frequency: Double(frequency), bandwidth: octaves, gain: Double(gain),
            sampleRate: sampleRate)
    }

    /// The bandwidth as the filter's design takes it.
    private var octaves: Double {
        switch kind {
        // At 0 dB the quality is that of a Butterworth filter, 1/√2.
        case .lowPass, .highPass:
            Self.octaves(quality: pow(10, Double(resonance) / 20) / 2.0.squareRoot())
        case .bandPass: Double(bandwidth) / 1200
        case .parametric: Self.octaves(quality: Double(quality))
        case .lowShelf, .highShelf: 1
        }
    }

    /// The bandwidth of an analogue band-pass filter with a quality, in octaves.
    private static func octaves(quality: Double) -> Double {
        2 / log(2) * asinh(1 / (2 * quality))
    }
}

/// One second-order filter of a fixed kind, with the design and the arithmetic of the equaliser.
///
/// A change of a setting moves the filter's numbers in straight lines for 10 ms.
///
/// Ownership: `shared` and `bypass` may be used by any thread; one thread at a time, which prepares,
/// processes or resets, owns `state`.
package final class FilterEffect: Effect, Bypassable, @unchecked Sendable {
    /// What a filter passes or changes.
    package enum Kind: CaseIterable, Sendable {
        /// With `frequency` and `resonance`.
        case lowPass, highPass
        /// With `frequency` and `bandwidth`; gain 1 in the centre.
        case bandPass
        /// With `frequency` and `gain`.
        case highShelf, lowShelf
        /// With `frequency`, `quality` and `gain`.
        case parametric

        var type: FilterType {
            switch self {
            case .lowPass: .resonantLowPass
            case .highPass: .resonantHighPass
            case .bandPass: .bandPass
            case .highShelf: .highShelf
            case .lowShelf: .lowShelf
            case .parametric: .parametric
            }
        }

        /// The valid frequencies in Hz, at the highest sample rate; above half the sample rate a
        /// frequency counts as that.
        package var frequencyRange: ClosedRange<Float> {
            switch self {
            case .lowPass, .highPass: 10...192_000
            case .bandPass, .parametric: 20...192_000
            case .highShelf: 10_000...192_000
            case .lowShelf: 10...200
            }
        }

        /// The frequency of a new filter in Hz.
        package var defaultFrequency: Float {
            switch self {
            case .lowPass, .highPass: 6900
            case .bandPass: 5000
            case .highShelf: 10_000
            case .lowShelf: 80
            case .parametric: 2000
            }
        }

        /// The valid gains in dB.
        package var gainRange: ClosedRange<Float> { self == .parametric ? -20...20 : -40...40 }
    }

    /// The valid resonances in dB.
    package static let resonanceRange: ClosedRange<Float> = -20...40
    /// The valid bandwidths in cents.
    package static let bandwidthRange: ClosedRange<Float> = 100...12_000
    /// The valid qualities.
    package static let qualityRange: ClosedRange<Float> = 0.1...20

    package let kind: Kind
    private let shared: SharedSettings<FilterEffectSettings>
    private let bypass = SharedSettings(EqualizerSettings())
    /// The processing thread's half of `bypass`.
    private let reader: UnsafeMutablePointer<LatestValueReader<EqualizerSettings.Coefficients>>
    private let state: UnsafeMutablePointer<EqualizerState>

    package init(_ kind: Kind) {
        self.kind = kind
        shared = SharedSettings(
            FilterEffectSettings(kind: kind, frequency: kind.defaultFrequency))
        reader = bypass.reader
        state = .allocate(capacity: 1)
        state.initialize(to: EqualizerState(bandCount: 1))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The cutoff or centre frequency in Hz.
    package var frequency: Float {
        get { shared.value.frequency }
        set {
            shared.change {
                $0.frequency = newValue.clamped(to: kind.frequencyRange, or: $0.frequency)
            }
        }
    }

    /// The gain at the cutoff frequency relative to that of a Butterworth filter, in dB, −20…40 (0).
    package var resonance: Float {
        get { shared.value.resonance }
        set {
            shared.change {
                $0.resonance = newValue.clamped(to: Self.resonanceRange, or: $0.resonance)
            }
        }
    }

    /// The distance of the frequencies at −3 dB in cents, 100…12,000 (600).
    package var bandwidth: Float {
        get { shared.value.bandwidth }
        set {
            shared.change {
                $0.bandwidth = newValue.clamped(to: Self.bandwidthRange, or: $0.bandwidth)
            }
        }
    }

    /// The centre frequency divided by the bandwidth at half the gain in dB, 0.1…20 (1).
    package var quality: Float {
        get { shared.value.quality }
        set {
            shared.change { $0.quality = newValue.clamped(to: Self.qualityRange, or: $0.quality) }
        }
    }

    /// The gain of the shelf or of the centre frequency in dB (0).
    package var gain: Float {
        get { shared.value.gain }
        set { shared.change { $0.gain = newValue.clamped(to: kind.gainRange, or: $0.gain) } }
    }

    package var isBypassed: Bool {
        get { bypass.value.isBypassed }
        set { bypass.change { $0.isBypassed = newValue } }
    }

    package var latencyFrames: Int { 0 }

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        shared.prepare(sampleRate: sampleRate)
        bypass.prepare(sampleRate: sampleRate)
        state.pointee.deallocate()
        state.initialize(
            to: EqualizerState(bandCount: 1, channelCount: channelCount, sampleRate: sampleRate))
        state.pointee.filters[0].reader = shared.reader
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func process(_ samples: PlanarSamples, frameCount: Int) {
        let coefficients = reader.pointee.read()
        state.pointee.update(gain: coefficients.gain, isBypassed: coefficients.isBypassed)
        state.pointee.process(samples, frameCount: frameCount)
    }

    package func reset() {
        state.pointee.reset()
    }
}
