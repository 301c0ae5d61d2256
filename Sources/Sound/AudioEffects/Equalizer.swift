import Realtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The settings of one filter of an equaliser.
package struct FilterSettings: Equatable, Sendable {
    /// The kind of filter.
    package var type = FilterType.parametric
    /// The cutoff or centre frequency in Hz; above half the sample rate it counts as that.
    package var frequency: Float = 1000
    /// The bandwidth in octaves.
    package var bandwidth: Float = 1
    /// The gain in dB.
    package var gain: Float = 0
    /// Whether the filter passes everything.
    package var isBypassed = true

    package init() {}

    /// The valid frequencies in Hz, at the highest sample rate.
    package static let frequencyRange: ClosedRange<Float> = 20...192_000
    /// The valid bandwidths in octaves.
    package static let bandwidthRange: ClosedRange<Float> = 0.05...5
    /// The valid gains in dB.
    package static let gainRange: ClosedRange<Float> = -96...24

    /// The settings within Apple's ranges; NaN keeps the former value.
    func clamped(or former: FilterSettings) -> FilterSettings {
        var settings = self
        settings.frequency = frequency.clamped(to: Self.frequencyRange, or: former.frequency)
        settings.bandwidth = bandwidth.clamped(to: Self.bandwidthRange, or: former.bandwidth)
        settings.gain = gain.clamped(to: Self.gainRange, or: former.gain)
        return settings
    }
}

extension FilterSettings: EffectSettings {
    func coefficients(sampleRate: Double) -> StateVariableFilter {
        guard !isBypassed else { return .identity }
        return StateVariableFilter(
            type, frequency: Double(frequency), bandwidth: Double(bandwidth), gain: Double(gain),
            sampleRate: sampleRate)
    }
}

/// One filter of an equaliser. Any thread but the processing one.
package final class EqualizerBand: Sendable {
    let shared = SharedSettings(FilterSettings())

    /// The settings; values out of range are clamped, NaN is ignored.
    package var settings: FilterSettings {
        get { shared.value }
        set { shared.change { $0 = newValue.clamped(or: $0) } }
    }

    /// Changes the settings in one step.
    package func change(_ change: (inout FilterSettings) -> Void) {
        shared.change { settings in
            var changed = settings
            change(&changed)
            settings = changed.clamped(or: settings)
        }
    }
}

/// The settings of a whole equaliser.
struct EqualizerSettings: EffectSettings {
    var globalGain: Float = 0
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Sendable {
        var gain: Float
        var isBypassed: Bool
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        Coefficients(gain: Float(pow(10, Double(globalGain) / 20)), isBypassed: isBypassed)
    }
}

/// A chain of second-order filters and a gain.
///
/// The filters compute in double precision. A change of a setting moves their numbers in straight
/// lines for 10 ms.
///
/// Ownership: `bands` and `shared` may be used by any thread; one thread at a time, which prepares,
/// processes or resets, owns `state`.
package final class Equalizer: Effect, Bypassable, @unchecked Sendable {
    /// The filters, in the order of processing.
    package let bands: [EqualizerBand]
    private let shared = SharedSettings(EqualizerSettings())
    /// The processing thread's half of `shared`.
    private let reader: UnsafeMutablePointer<LatestValueReader<EqualizerSettings.Coefficients>>
    private let state: UnsafeMutablePointer<EqualizerState>

    /// Creates an equaliser of filters that pass everything.
    ///
    /// - Parameter bandCount: The number of filters, 0 or more.
    package init(bandCount: Int) {
        bands = (0..<max(bandCount, 0)).map { _ in EqualizerBand() }
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(to: EqualizerState(bandCount: bands.count))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The valid gains in dB.
    package static let globalGainRange: ClosedRange<Float> = -96...24

    /// The gain after all filters in dB; clamped to −96…24, NaN is ignored.
    package var globalGain: Float {
        get { shared.value.globalGain }
        set {
            shared.change {
                $0.globalGain = newValue.clamped(to: Self.globalGainRange, or: $0.globalGain)
            }
        }
    }

    package var isBypassed: Bool {
        get { shared.value.isBypassed }
        set { shared.change { $0.isBypassed = newValue } }
    }

    package var latencyFrames: Int { 0 }

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        shared.prepare(sampleRate: sampleRate)
        for band in bands { band.shared.prepare(sampleRate: sampleRate) }
        state.pointee.deallocate()
        state.initialize(
            to: EqualizerState(
                bandCount: bands.count, channelCount: channelCount, sampleRate: sampleRate))
        for (index, band) in bands.enumerated() {
            state.pointee.filters[index].reader = band.shared.reader
        }
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
