import Realtime

/// A distortion: a chain of simple stages with an output between −1 and 1.
///
/// A preset is a chain of stages, and sets all parameters of them; they change the chain further. A
/// change of the preset fades the distorted sound out and in; one of a parameter moves it there in
/// 10 ms.
///
/// Ownership: `shared` may be used by any thread; one thread at a time, which prepares, processes or
/// resets, owns `state`.
package final class Distortion: Effect, Bypassable, @unchecked Sendable {
    /// The valid gains in dB.
    package static let preGainRange: ClosedRange<Float> = -80...20
    /// The valid mixes in percent.
    package static let wetDryMixRange: ClosedRange<Float> = 0...100

    private let shared = SharedSettings(DistortionSettings())
    private let reader: UnsafeMutablePointer<LatestValueReader<DistortionSettings.Coefficients>>
    private let state: UnsafeMutablePointer<DistortionState>

    package init() {
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(to: DistortionState(sampleRate: 1, channelCount: 0))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The stages that were chosen last; setting it sets all their parameters.
    package var preset: DistortionPreset {
        get { shared.value.preset }
        set { shared.change { ($0.preset, $0.chain) = (newValue, newValue.chain) } }
    }

    /// A parameter; values out of range are clamped, NaN is ignored.
    package subscript(parameter: DistortionParameter) -> Float {
        get { parameter.value(in: shared.value) }
        set {
            guard !newValue.isNaN else { return }
            let value = newValue.clamped(to: parameter.range, or: newValue)
            // A preset's number that is read and set again stays as exact as it is.
            shared.change {
                if parameter.value(in: $0) != value { parameter.set(value, in: &$0) }
            }
        }
    }

    /// Sets all parameters as Apple's audio unit begins.
    package func useDefaultsOfAudioUnit() {
        shared.change {
            $0.chain = .ofAudioUnit
            ($0.preGain, $0.wetDryMix) = (-6, 50)
        }
    }

    /// The gain before the stages in dB, −80…20 (−6).
    package var preGain: Float {
        get { shared.value.preGain }
        set {
            shared.change { $0.preGain = newValue.clamped(to: Self.preGainRange, or: $0.preGain) }
        }
    }

    /// The part of the distorted sound in the output, in percent, 0…100 (50).
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
        state.initialize(to: DistortionState(sampleRate: sampleRate, channelCount: channelCount))
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
