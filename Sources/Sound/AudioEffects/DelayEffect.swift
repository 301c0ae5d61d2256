import Realtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The settings of a delay.
struct DelaySettings: EffectSettings {
    var delayTime: Double = 1
    var feedback: Float = 50
    var lowPassCutoff: Float = 15000
    var wetDryMix: Float = 100
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Sendable {
        var delayFrames: Int
        var feedback: Float
        /// The low-pass filter of order 1.
        var b0: Float = 1
        var b1: Float = 0
        var a1: Float = 0
        var mix: Float
        var isBypassed: Bool

        @_noLocks @_noAllocation
        init(delayFrames: Int, feedback: Float, mix: Float, isBypassed: Bool) {
            self.delayFrames = delayFrames
            self.feedback = feedback
            self.mix = mix
            self.isBypassed = isBypassed
        }
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        var coefficients = Coefficients(
            delayFrames: Int((delayTime * sampleRate).rounded()), feedback: feedback / 100,
            mix: wetDryMix / 100, isBypassed: isBypassed)
        // At half the sample rate the filter passes everything.
        let relative = Double(lowPassCutoff) / sampleRate
        guard relative < 0.5 else { return coefficients }
        let warped = tan(Double.pi * relative)
        coefficients.b0 = Float(warped / (1 + warped))
        coefficients.b1 = coefficients.b0
        coefficients.a1 = Float((warped - 1) / (warped + 1))
        return coefficients
    }
}

/// A delay with feedback and a low-pass filter in its loop, through which each repetition passes.
///
/// The filter is the first-order Butterworth filter by the bilinear transform. A change of the delay
/// time cross-fades from one delay to the other; the pitch does not glide.
///
/// Ownership: `shared` may be used by any thread; one thread at a time, which prepares, processes or
/// resets, owns `state`.
package final class DelayEffect: Effect, Bypassable, @unchecked Sendable {
    /// The valid delays in seconds.
    package static let delayTimeRange = 0.0...2.0
    /// The valid feedback in percent.
    package static let feedbackRange: ClosedRange<Float> = -100...100
    /// The valid cutoff frequencies in Hz, at the highest sample rate.
    package static let lowPassCutoffRange: ClosedRange<Float> = 10...192_000
    /// The valid mixes in percent.
    package static let wetDryMixRange: ClosedRange<Float> = 0...100

    private let shared: SharedSettings<DelaySettings>
    private let reader: UnsafeMutablePointer<LatestValueReader<DelaySettings.Coefficients>>
    private let state: UnsafeMutablePointer<DelayState>

    /// - Parameter wetDryMix: The first mix in percent; Apple's class begins with 100, the audio unit
    ///   with 50.
    package init(wetDryMix: Float = 100) {
        var settings = DelaySettings()
        settings.wetDryMix = wetDryMix.clamped(to: Self.wetDryMixRange, or: settings.wetDryMix)
        shared = SharedSettings(settings)
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(to: DelayState(sampleRate: 1, channelCount: 0))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The delay in seconds, 0…2 (1); rounded to a frame. Without a delay there is no feedback.
    package var delayTime: Double {
        get { shared.value.delayTime }
        set {
            guard !newValue.isNaN else { return }
            let range = Self.delayTimeRange
            shared.change { $0.delayTime = min(max(newValue, range.lowerBound), range.upperBound) }
        }
    }

    /// The part of the delayed sound that is delayed again, in percent, −100…100 (50).
    package var feedback: Float {
        get { shared.value.feedback }
        set {
            shared.change {
                $0.feedback = newValue.clamped(to: Self.feedbackRange, or: $0.feedback)
            }
        }
    }

    /// The cutoff frequency in Hz, 10… (15,000); from half the sample rate on all passes.
    package var lowPassCutoff: Float {
        get { shared.value.lowPassCutoff }
        set {
            shared.change {
                $0.lowPassCutoff = newValue.clamped(
                    to: Self.lowPassCutoffRange, or: $0.lowPassCutoff)
            }
        }
    }

    /// The part of the delayed sound in the output, in percent, 0…100 (100).
    package var wetDryMix: Float {
        get { shared.value.wetDryMix }
        set {
            shared.change {
                $0.wetDryMix = newValue.clamped(to: Self.wetDryMixRange, or: $0.wetDryMix)
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
        state.pointee.deallocate()
        state.initialize(to: DelayState(sampleRate: sampleRate, channelCount: channelCount))
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func process(_ samples: PlanarSamples, frameCount: Int) {
        state.pointee.update(reader.pointee.read())
        state.pointee.process(samples, frameCount: frameCount)
    }

    package func reset() {
        state.pointee.reset()
    }
}
