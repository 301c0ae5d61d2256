package import AudioEffects
import CAudioToolbox

extension Distortion: UnitParameters {
    package var unitParameters: [UnitParameter] {
        DistortionParameter.allCases.map { parameter in
            UnitParameter(
                parameter.id, parameter.name, parameter.range, parameter.unit,
                default: parameter.defaultValue
            ) {
                self[parameter]
            } set: {
                self[parameter] = $0
            }
        }
    }
}

extension DistortionParameter {
    fileprivate var id: AudioUnitParameterID {
        switch self {
        case .delay: kDistortionParam_Delay
        case .decay: kDistortionParam_Decay
        case .delayMix: kDistortionParam_DelayMix
        case .decimation: kDistortionParam_Decimation
        case .rounding: kDistortionParam_Rounding
        case .decimationMix: kDistortionParam_DecimationMix
        case .linearTerm: kDistortionParam_LinearTerm
        case .squaredTerm: kDistortionParam_SquaredTerm
        case .cubicTerm: kDistortionParam_CubicTerm
        case .polynomialMix: kDistortionParam_PolynomialMix
        case .ringModulatorFrequency1: kDistortionParam_RingModFreq1
        case .ringModulatorFrequency2: kDistortionParam_RingModFreq2
        case .ringModulatorBalance: kDistortionParam_RingModBalance
        case .ringModulatorMix: kDistortionParam_RingModMix
        case .softClipGain: kDistortionParam_SoftClipGain
        case .finalMix: kDistortionParam_FinalMix
        }
    }

    fileprivate var name: String {
        switch self {
        case .delay: "delay"
        case .decay: "decay"
        case .delayMix: "delay mix"
        case .decimation: "decimation"
        case .rounding: "rounding"
        case .decimationMix: "decimation mix"
        case .linearTerm: "linear term"
        case .squaredTerm: "squared term"
        case .cubicTerm: "cubic term"
        case .polynomialMix: "polynomial mix"
        case .ringModulatorFrequency1: "ring mod freq 1"
        case .ringModulatorFrequency2: "ring mod freq 2"
        case .ringModulatorBalance: "ring mod balance"
        case .ringModulatorMix: "ring mod mix"
        case .softClipGain: "soft clip gain"
        case .finalMix: "final mix"
        }
    }

    fileprivate var unit: AudioUnitParameterUnit {
        switch self {
        case .delay: .milliseconds
        case .decay: .rate
        case .ringModulatorFrequency1, .ringModulatorFrequency2: .hertz
        case .softClipGain: .decibels
        case .linearTerm, .squaredTerm, .cubicTerm: .linearGain
        case .finalMix: .equalPowerCrossfade
        case .delayMix, .decimation, .rounding, .decimationMix, .polynomialMix,
            .ringModulatorBalance, .ringModulatorMix:
            .percent
        }
    }
}
