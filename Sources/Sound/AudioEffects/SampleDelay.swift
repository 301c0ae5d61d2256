import Realtime

/// The settings of a sample delay.
struct SampleDelaySettings: EffectSettings {
    var frameCount = 0
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Sendable {
        var frameCount: Int
        var isBypassed: Bool
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        Coefficients(frameCount: frameCount, isBypassed: isBypassed)
    }
}

/// A delay by a whole number of frames, without feedback; samples above −400 dB stay the same.
///
/// A change of the delay cross-fades from one to the other. The delay is wanted, so it is no latency.
///
/// Ownership: `shared` may be used by any thread; one thread at a time, which prepares, processes or
/// resets, owns `state`.
package final class SampleDelay: Effect, Bypassable, @unchecked Sendable {
    /// The valid delays in frames.
    package static let frameCountRange = 0...48_000

    private let shared = SharedSettings(SampleDelaySettings())
    private let reader: UnsafeMutablePointer<LatestValueReader<SampleDelaySettings.Coefficients>>
    private let state: UnsafeMutablePointer<DelayState>

    package init() {
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(to: DelayState(sampleRate: 1, channelCount: 0))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The delay in frames, 0…48,000 (0).
    package var frameCount: Int {
        get { shared.value.frameCount }
        set {
            let range = Self.frameCountRange
            shared.change { $0.frameCount = min(max(newValue, range.lowerBound), range.upperBound) }
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
            to: DelayState(
                sampleRate: sampleRate, channelCount: channelCount,
                delayFramesMax: Self.frameCountRange.upperBound))
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func process(_ samples: PlanarSamples, frameCount: Int) {
        let newest = reader.pointee.read()
        state.pointee.update(
            DelaySettings.Coefficients(
                delayFrames: newest.frameCount, feedback: 0, mix: 1,
                isBypassed: newest.isBypassed))
        state.pointee.process(samples, frameCount: frameCount)
    }

    package func reset() {
        state.pointee.reset()
    }
}
