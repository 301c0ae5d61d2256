import Realtime

/// The settings of a reverb.
struct ReverbSettings: EffectSettings {
    var preset = ReverbPreset.mediumHall
    var wetDryMix: Float = 0
    var isBypassed = false

    struct Coefficients: BitwiseCopyable, Sendable {
        var preset: Int
        var tank: ReverbTank
        var mix: Float
        var isBypassed: Bool
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        Coefficients(
            preset: preset.rawValue, tank: ReverbTank(preset.room, sampleRate: sampleRate),
            mix: wetDryMix / 100, isBypassed: isBypassed)
    }
}

/// A reverb: a feedback delay network of 16 lines, with diffused input and first reflections.
///
/// The lines are mixed by an orthogonal matrix without zeros and lose only what their decay asks
/// for, so the network is stable and the decay exact. The two channels of a pair hear different
/// lines; a change of the room fades the reverberation out and in. More than two channels are
/// several pairs, each with a room of its own.
///
/// Ownership: `shared` may be used by any thread; one thread at a time, which prepares, processes or
/// resets, owns `state`.
package final class Reverb: Effect, Bypassable, @unchecked Sendable {
    /// The valid mixes in percent.
    package static let wetDryMixRange: ClosedRange<Float> = 0...100

    private let shared = SharedSettings(ReverbSettings())
    private let reader: UnsafeMutablePointer<LatestValueReader<ReverbSettings.Coefficients>>
    private let state: UnsafeMutablePointer<ReverbState>

    package init() {
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(to: ReverbState(sampleRate: 1, channelCount: 0))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The room.
    package var preset: ReverbPreset {
        get { shared.value.preset }
        set { shared.change { $0.preset = newValue } }
    }

    /// The part of the reverberation in the output, in percent, 0…100 (0).
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
        state.initialize(to: ReverbState(sampleRate: sampleRate, channelCount: channelCount))
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func process(_ samples: PlanarSamples, frameCount: Int) {
        let newest = reader.pointee.read()
        state.pointee.update(newest)
        state.pointee.process(samples, frameCount: frameCount)
    }

    package func reset() {
        state.pointee.reset()
    }
}
