package import AudioEffects
import CAudioToolbox

extension FilterEffect: UnitParameters {
    /// Half of the usual sample rate, the end of frequencies that reach it.
    private static let frequencyMax: Float = 22_050

    package var unitParameters: [UnitParameter] {
        switch kind {
        case .lowPass:
            [
                frequency(kLowPassParam_CutoffFrequency, "cutoff frequency"),
                resonance(kLowPassParam_Resonance),
            ]
        case .highPass:
            [
                frequency(kHipassParam_CutoffFrequency, "cutoff frequency"),
                resonance(kHipassParam_Resonance),
            ]
        case .bandPass:
            [frequency(kBandpassParam_CenterFrequency, "center frequency"), bandwidthParameter]
        case .highShelf:
            [
                frequency(kHighShelfParam_CutOffFrequency, "cutoff frequency"),
                gain(kHighShelfParam_Gain),
            ]
        case .lowShelf:
            [
                frequency(kAULowShelfParam_CutoffFrequency, "cutoff frequency"),
                gain(kAULowShelfParam_Gain),
            ]
        case .parametric:
            [
                frequency(kParametricEQParam_CenterFreq, "center frequency"), qualityParameter,
                gain(kParametricEQParam_Gain),
            ]
        }
    }

    private func frequency(_ id: AudioUnitParameterID, _ name: String) -> UnitParameter {
        let range = kind.frequencyRange
        return UnitParameter(
            id, name, range.lowerBound...min(range.upperBound, Self.frequencyMax), .hertz,
            default: kind.defaultFrequency
        ) {
            self.frequency
        } set: {
            self.frequency = $0
        }
    }

    private func resonance(_ id: AudioUnitParameterID) -> UnitParameter {
        UnitParameter(id, "resonance", Self.resonanceRange, .decibels, default: 0) {
            self.resonance
        } set: {
            self.resonance = $0
        }
    }

    private func gain(_ id: AudioUnitParameterID) -> UnitParameter {
        UnitParameter(id, "gain", kind.gainRange, .decibels, default: 0) {
            self.gain
        } set: {
            self.gain = $0
        }
    }

    private var bandwidthParameter: UnitParameter {
        UnitParameter(
            kBandpassParam_Bandwidth, "bandwidth", Self.bandwidthRange, .cents, default: 600
        ) {
            self.bandwidth
        } set: {
            self.bandwidth = $0
        }
    }

    private var qualityParameter: UnitParameter {
        UnitParameter(kParametricEQParam_Q, "Q", Self.qualityRange, .generic, default: 1) {
            self.quality
        } set: {
            self.quality = $0
        }
    }
}

extension SampleDelay: UnitParameters {
    package var unitParameters: [UnitParameter] {
        let range = Self.frameCountRange
        return [
            UnitParameter(
                kSampleDelayParam_DelayFrames, "delay frames",
                Float(range.lowerBound)...Float(range.upperBound), .sampleFrames, default: 0
            ) {
                Float(self.frameCount)
            } set: { value in
                guard !value.isNaN else { return }
                let limited = min(max(value, Float(range.lowerBound)), Float(range.upperBound))
                self.frameCount = Int(limited)
            }
        ]
    }
}
