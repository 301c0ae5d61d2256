package import AudioEffects
import CAudioToolbox

extension Reverb: UnitParameters {
    /// The number of the parameter for older systems, which has no name in the headers.
    private static let legacyMode: AudioUnitParameterID = 7

    package var unitParameters: [UnitParameter] { levels + delays + decays + variations }

    private var levels: [UnitParameter] {
        [
            UnitParameter(
                kReverb2Param_DryWetMix, "dry/wet mix", Self.wetDryMixRange, .equalPowerCrossfade,
                default: 100
            ) {
                self.wetDryMix
            } set: {
                self.wetDryMix = $0
            },
            UnitParameter(kReverb2Param_Gain, "gain", Self.gainRange, .decibels, default: 0) {
                self.gain
            } set: {
                self.gain = $0
            },
        ]
    }

    private var delays: [UnitParameter] {
        [
            UnitParameter(
                kReverb2Param_MinDelayTime, "min delay time", Self.delayRange, .seconds,
                default: 0.008
            ) {
                self.minDelay
            } set: {
                self.minDelay = $0
            },
            UnitParameter(
                kReverb2Param_MaxDelayTime, "max delay time", Self.delayRange, .seconds,
                default: 0.05
            ) {
                self.maxDelay
            } set: {
                self.maxDelay = $0
            },
        ]
    }

    private var decays: [UnitParameter] {
        [
            UnitParameter(
                kReverb2Param_DecayTimeAt0Hz, "decay time at 0 Hz", Self.decayRange, .seconds,
                default: 1
            ) {
                self.decayAtZero
            } set: {
                self.decayAtZero = $0
            },
            UnitParameter(
                kReverb2Param_DecayTimeAtNyquist, "decay time at Nyquist", Self.decayRange,
                .seconds, default: 0.5
            ) {
                self.decayAtNyquist
            } set: {
                self.decayAtNyquist = $0
            },
        ]
    }

    private var variations: [UnitParameter] {
        var randomize = UnitParameter(
            kReverb2Param_RandomizeReflections, "randomize reflections", Self.randomizeRange,
            .generic, default: 1
        ) {
            self.randomize
        } set: {
            self.randomize = $0
        }
        randomize.canRamp = false
        var legacy = UnitParameter(Self.legacyMode, "legacy mode", 0...1, .boolean, default: 1) {
            self.isLegacy ? 1 : 0
        } set: {
            if !$0.isNaN { self.isLegacy = $0 >= 0.5 }
        }
        legacy.canRamp = false
        return [randomize, legacy]
    }
}
