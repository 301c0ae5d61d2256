import Realtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The settings of a peak limiter.
struct PeakLimiterSettings: EffectSettings {
    var attackTime: Float = 0.012
    var decayTime: Float = 0.024
    var preGain: Float = 0
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Sendable {
        var lookAheadFrames: Int
        /// The part of the way to a higher gain that is left after a frame.
        var decay: Double
        var preGain: Float
        var isBypassed: Bool
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        Coefficients(
            lookAheadFrames: lookAheadFrames(sampleRate: sampleRate),
            decay: exp(-1 / (Double(decayTime) * sampleRate)),
            preGain: Float(pow(10, Double(preGain) / 20)), isBypassed: isBypassed)
    }

    func lookAheadFrames(sampleRate: Double) -> Int {
        Int((Double(attackTime) * sampleRate).rounded())
    }
}

/// A limiter: no sample of the output exceeds full scale.
///
/// The sound is delayed by the attack time, in which the gain moves in a nearly straight line to the
/// one that the next peak needs; afterwards it recovers exponentially. All channels have one gain.
/// A change of the attack time fades the sound out and in, because the delay changes.
///
/// Ownership: `shared` may be used by any thread; one thread at a time, which prepares, processes or
/// resets, owns `state`.
package final class PeakLimiter: Effect, Bypassable, @unchecked Sendable {
    /// The valid attack times in seconds.
    package static let attackTimeRange: ClosedRange<Float> = 0.001...0.03
    /// The valid decay times in seconds.
    package static let decayTimeRange: ClosedRange<Float> = 0.001...0.06
    /// The valid gains in dB.
    package static let preGainRange: ClosedRange<Float> = -40...40

    private let shared = SharedSettings(PeakLimiterSettings())
    private let reader: UnsafeMutablePointer<LatestValueReader<PeakLimiterSettings.Coefficients>>
    private let state: UnsafeMutablePointer<PeakLimiterState>

    package init() {
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(to: PeakLimiterState(sampleRate: 1, channelCount: 0))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The time in which the gain falls, and by which the sound is delayed, in seconds,
    /// 0.001…0.03 (0.012).
    package var attackTime: Float {
        get { shared.value.attackTime }
        set {
            shared.change {
                $0.attackTime = newValue.clamped(to: Self.attackTimeRange, or: $0.attackTime)
            }
        }
    }

    /// The time in which 63 % of the gain is recovered, in seconds, 0.001…0.06 (0.024).
    package var decayTime: Float {
        get { shared.value.decayTime }
        set {
            shared.change {
                $0.decayTime = newValue.clamped(to: Self.decayTimeRange, or: $0.decayTime)
            }
        }
    }

    /// The gain before the limiter in dB, −40…40 (0).
    package var preGain: Float {
        get { shared.value.preGain }
        set {
            shared.change { $0.preGain = newValue.clamped(to: Self.preGainRange, or: $0.preGain) }
        }
    }

    package var isBypassed: Bool {
        get { shared.value.isBypassed }
        set { shared.change { $0.isBypassed = newValue } }
    }

    /// The attack time in frames of the sample rate that was prepared last.
    package var latencyFrames: Int {
        shared.value.lookAheadFrames(sampleRate: shared.sampleRate)
    }

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        shared.prepare(sampleRate: sampleRate)
        state.pointee.deallocate()
        state.initialize(to: PeakLimiterState(sampleRate: sampleRate, channelCount: channelCount))
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
