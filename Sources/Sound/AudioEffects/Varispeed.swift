import Realtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The settings of a varispeed: one speed, as it was set and as its other view.
struct VarispeedSettings: EffectSettings {
    var rate: Float = 1
    var cents: Float = 0
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Sendable {
        var rate: Double
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        Coefficients(rate: isBypassed ? 1 : Double(rate))
    }
}

/// A change of speed that the pitch follows, as on a tape.
///
/// Each output frame is a sum of input frames weighted by a windowed sinc function, which is
/// stretched when the sound is speeded up so that nothing aliases. The speed glides to a new one in
/// 10 ms. At rate 1 the sound passes unchanged, to the bit.
///
/// Ownership: `shared` may be used by any thread; one thread at a time, which prepares, processes or
/// resets, owns `state`.
package final class Varispeed: TimeEffect, Bypassable, @unchecked Sendable {
    /// The valid speeds.
    package static let rateRange: ClosedRange<Float> = 0.25...4
    /// The same in cents.
    package static let centsRange: ClosedRange<Float> = -2400...2400

    private let shared = SharedSettings(VarispeedSettings())
    private let reader: UnsafeMutablePointer<LatestValueReader<VarispeedSettings.Coefficients>>
    private let state: UnsafeMutablePointer<VarispeedState>

    package init() {
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(
            to: VarispeedState(sampleRate: 1, channelCount: 0, maximumFrameCount: 0))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The speed as a factor, 0.25…4 (1).
    package var rate: Float {
        get { shared.value.rate }
        set {
            guard !newValue.isNaN else { return }
            shared.change {
                $0.rate = newValue.clamped(to: Self.rateRange, or: $0.rate)
                $0.cents = Float(1200 * log2(Double($0.rate)))
            }
        }
    }

    /// The speed as a change of pitch in cents, −2400…2400 (0).
    package var cents: Float {
        get { shared.value.cents }
        set {
            guard !newValue.isNaN else { return }
            shared.change {
                $0.cents = newValue.clamped(to: Self.centsRange, or: $0.cents)
                $0.rate = Float(exp2(Double($0.cents) / 1200))
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
        state.initialize(
            to: VarispeedState(
                sampleRate: sampleRate, channelCount: channelCount,
                maximumFrameCount: maximumFrameCount))
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func neededInputFrames(for outputFrameCount: Int) -> Int {
        state.pointee.update(rate: reader.pointee.read().rate)
        return state.pointee.neededInputFrames(for: outputFrameCount)
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func append(_ input: PlanarSamples, frameCount: Int) {
        state.pointee.append(input, frameCount: frameCount)
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func read(_ output: PlanarSamples, frameCount: Int) {
        state.pointee.read(output, frameCount: frameCount)
    }

    package func reset() {
        state.pointee.reset()
    }
}
