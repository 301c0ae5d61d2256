import Realtime
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The settings of a dynamics processor.
struct DynamicsSettings: EffectSettings {
    var threshold: Float = -20
    var headroom: Float = 5
    var expansionRatio: Float = 2
    var expansionThreshold: Float = -100
    var attackTime: Float = 0.001
    var releaseTime: Float = 0.05
    var overallGain: Float = 0
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Equatable, Sendable {
        var curve: DynamicsCurve
        /// The parts of the way to another gain that are left after a frame.
        var attack: Double
        var release: Double
        var gain: Float
        var isBypassed: Bool
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        Coefficients(
            curve: DynamicsCurve(
                threshold: Double(threshold), headroom: Double(headroom),
                expansionRatio: Double(expansionRatio),
                expansionThreshold: Double(expansionThreshold)),
            attack: exp(-1 / (Double(attackTime) * sampleRate)),
            release: exp(-1 / (Double(releaseTime) * sampleRate)),
            gain: Float(pow(10, Double(overallGain) / 20)), isBypassed: isBypassed)
    }
}

/// The static curve of a dynamics processor: how far a constant level is lowered, in dB.
///
/// Above the threshold the excess e becomes headroom × (1 − exp(−e / headroom)): it begins with the
/// ratio 1 and never reaches the headroom. Below the expansion threshold the distance to it is
/// multiplied by the expansion ratio.
package struct DynamicsCurve: BitwiseCopyable, Equatable, Sendable {
    private let threshold: Double
    private let headroom: Double
    private let expansionRatio: Double
    private let expansionThreshold: Double

    package init(
        threshold: Double, headroom: Double, expansionRatio: Double, expansionThreshold: Double
    ) {
        self.threshold = threshold
        self.headroom = headroom
        self.expansionRatio = expansionRatio
        self.expansionThreshold = expansionThreshold
    }

    /// Returns how far compression lowers a level, in dB, at least 0.
    @_noLocks @_noAllocation
    package func compression(of level: Double) -> Double {
        let excess = level - threshold
        guard excess > 0 else { return 0 }
        return excess - headroom * (1 - RealtimeMath.exp2(-excess / headroom * 1.4426950408889634))
    }

    /// Returns how far expansion lowers a level, in dB, at least 0.
    @_noLocks @_noAllocation
    package func expansion(of level: Double) -> Double {
        max(expansionThreshold - level, 0) * (expansionRatio - 1)
    }
}

/// A compressor and expander with one gain for all channels.
///
/// The level is the largest sample of all channels in the last 10 ms, so that it stands still for
/// every tone above 50 Hz; the gain follows `DynamicsCurve` with the attack time while the level
/// rises, and with the release time while it falls.
///
/// Ownership: `shared` and `meters` may be used by any thread; one thread at a time, which prepares,
/// processes or resets, owns `state`.
package final class DynamicsProcessor: Effect, Bypassable, @unchecked Sendable {
    /// The valid thresholds in dB.
    package static let thresholdRange: ClosedRange<Float> = -40...20
    /// The valid headrooms in dB.
    package static let headroomRange: ClosedRange<Float> = 0.1...40
    /// The valid expansion ratios.
    package static let expansionRatioRange: ClosedRange<Float> = 1...50
    /// The valid expansion thresholds in dB.
    package static let expansionThresholdRange: ClosedRange<Float> = -120...0
    /// The valid attack times in seconds.
    package static let attackTimeRange: ClosedRange<Float> = 0.0001...0.2
    /// The valid release times in seconds.
    package static let releaseTimeRange: ClosedRange<Float> = 0.01...3
    /// The valid gains in dB.
    package static let overallGainRange: ClosedRange<Float> = -40...40

    private let shared = SharedSettings(DynamicsSettings())
    private let reader: UnsafeMutablePointer<LatestValueReader<DynamicsSettings.Coefficients>>
    private let state: UnsafeMutablePointer<DynamicsState>
    private let meters: UnsafeMutablePointer<DynamicsMeters>

    package init() {
        reader = shared.reader
        meters = .allocate(capacity: 1)
        meters.initialize(to: DynamicsMeters())
        state = .allocate(capacity: 1)
        state.initialize(to: DynamicsState(sampleRate: 1, channelCount: 0))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
        meters.deinitialize(count: 1)
        meters.deallocate()
    }

    /// The level above which the sound is compressed in dB, −40…20 (−20).
    package var threshold: Float {
        get { shared.value.threshold }
        set { set(\.threshold, newValue, Self.thresholdRange) }
    }

    /// The distance from the threshold that the compressed level does not reach in dB, 0.1…40 (5).
    package var headroom: Float {
        get { shared.value.headroom }
        set { set(\.headroom, newValue, Self.headroomRange) }
    }

    /// The factor of distances below the expansion threshold, 1…50 (2).
    package var expansionRatio: Float {
        get { shared.value.expansionRatio }
        set { set(\.expansionRatio, newValue, Self.expansionRatioRange) }
    }

    /// The level below which the sound is expanded in dB, −120…0 (−100).
    package var expansionThreshold: Float {
        get { shared.value.expansionThreshold }
        set { set(\.expansionThreshold, newValue, Self.expansionThresholdRange) }
    }

    /// The time constant while the level rises in seconds, 0.0001…0.2 (0.001).
    package var attackTime: Float {
        get { shared.value.attackTime }
        set { set(\.attackTime, newValue, Self.attackTimeRange) }
    }

    /// The time constant while the level falls in seconds, 0.01…3 (0.05).
    package var releaseTime: Float {
        get { shared.value.releaseTime }
        set { set(\.releaseTime, newValue, Self.releaseTimeRange) }
    }

    /// The gain after all in dB, −40…40 (0).
    package var overallGain: Float {
        get { shared.value.overallGain }
        set { set(\.overallGain, newValue, Self.overallGainRange) }
    }

    package var isBypassed: Bool {
        get { shared.value.isBypassed }
        set { shared.change { $0.isBypassed = newValue } }
    }

    private func set(
        _ setting: WritableKeyPath<DynamicsSettings, Float>, _ value: Float,
        _ range: ClosedRange<Float>
    ) {
        shared.change { $0[keyPath: setting] = value.clamped(to: range, or: $0[keyPath: setting]) }
    }

    // MARK: Meters

    /// How far the sound was compressed at the end of the last block in dB, at least 0.
    package var compressionAmount: Float { meters.pointee.compression.value }

    /// The level at the end of the last block in dB, at least −120.
    package var inputLevel: Float { meters.pointee.input.value }

    /// The same after all gains.
    package var outputLevel: Float { meters.pointee.output.value }

    package var latencyFrames: Int { 0 }

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        shared.prepare(sampleRate: sampleRate)
        state.pointee.deallocate()
        state.initialize(to: DynamicsState(sampleRate: sampleRate, channelCount: channelCount))
        meters.pointee.clear()
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func process(_ samples: PlanarSamples, frameCount: Int) {
        state.pointee.update(reader.pointee.read())
        state.pointee.process(samples, frameCount: frameCount)
        state.pointee.report(to: meters)
    }

    package func reset() {
        state.pointee.reset()
        meters.pointee.clear()
    }
}

/// What a dynamics processor tells about its sound: written by the thread that processes, read by
/// any other.
struct DynamicsMeters: ~Copyable, Sendable {
    /// A number in dB.
    struct Meter: ~Copyable {
        private let bits: Atomic<UInt32>

        init(_ value: Float) { bits = Atomic(value.bitPattern) }

        var value: Float {
            @_noLocks @_noAllocation get { Float(bitPattern: bits.load(ordering: .relaxed)) }
            @_noLocks @_noAllocation nonmutating set {
                bits.store(newValue.bitPattern, ordering: .relaxed)
            }
        }
    }

    let compression = Meter(0)
    let input = Meter(Float(DynamicsState.levelMin))
    let output = Meter(Float(DynamicsState.levelMin))

    func clear() {
        compression.value = 0
        input.value = Float(DynamicsState.levelMin)
        output.value = Float(DynamicsState.levelMin)
    }
}
