package import AudioEffects
import CAudioToolbox

extension PeakLimiter: UnitParameters {
    package var unitParameters: [UnitParameter] {
        [
            UnitParameter(
                kLimiterParam_AttackTime, "attack time", Self.attackTimeRange, .seconds,
                default: 0.012
            ) {
                self.attackTime
            } set: {
                self.attackTime = $0
            },
            UnitParameter(
                kLimiterParam_DecayTime, "decay time", Self.decayTimeRange, .seconds,
                default: 0.024
            ) {
                self.decayTime
            } set: {
                self.decayTime = $0
            },
            UnitParameter(
                kLimiterParam_PreGain, "pre-gain", Self.preGainRange, .decibels, default: 0
            ) {
                self.preGain
            } set: {
                self.preGain = $0
            },
        ]
    }
}

extension DynamicsProcessor: UnitParameters {
    package var unitParameters: [UnitParameter] { curve + times + meters }

    private var curve: [UnitParameter] {
        [
            UnitParameter(
                kDynamicsProcessorParam_Threshold, "threshold", Self.thresholdRange, .decibels,
                default: -20
            ) {
                self.threshold
            } set: {
                self.threshold = $0
            },
            UnitParameter(
                kDynamicsProcessorParam_HeadRoom, "head room", Self.headroomRange, .decibels,
                default: 5
            ) {
                self.headroom
            } set: {
                self.headroom = $0
            },
            UnitParameter(
                kDynamicsProcessorParam_ExpansionRatio, "expansion ratio",
                Self.expansionRatioRange, .rate, default: 2
            ) {
                self.expansionRatio
            } set: {
                self.expansionRatio = $0
            },
            UnitParameter(
                kDynamicsProcessorParam_ExpansionThreshold, "expansion threshold",
                Self.expansionThresholdRange, .decibels, default: -100
            ) {
                self.expansionThreshold
            } set: {
                self.expansionThreshold = $0
            },
        ]
    }

    private var times: [UnitParameter] {
        [
            UnitParameter(
                kDynamicsProcessorParam_AttackTime, "attack time", Self.attackTimeRange, .seconds,
                default: 0.001
            ) {
                self.attackTime
            } set: {
                self.attackTime = $0
            },
            UnitParameter(
                kDynamicsProcessorParam_ReleaseTime, "release time", Self.releaseTimeRange,
                .seconds, default: 0.05
            ) {
                self.releaseTime
            } set: {
                self.releaseTime = $0
            },
            UnitParameter(
                kDynamicsProcessorParam_OverallGain, "overall gain", Self.overallGainRange,
                .decibels, default: 0
            ) {
                self.overallGain
            } set: {
                self.overallGain = $0
            },
        ]
    }

    private var meters: [UnitParameter] {
        [
            meter(kDynamicsProcessorParam_CompressionAmount, "compression amount", 0...120, 0) {
                self.compressionAmount
            },
            meter(kDynamicsProcessorParam_InputAmplitude, "input amplitude", -120...40, -120) {
                self.inputLevel
            },
            meter(kDynamicsProcessorParam_OutputAmplitude, "output amplitude", -120...40, -120) {
                self.outputLevel
            },
        ]
    }

    private func meter(
        _ id: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>,
        _ silence: Float, get: @escaping @Sendable () -> Float
    ) -> UnitParameter {
        var parameter = UnitParameter(id, name, range, .decibels, default: silence, get: get) { _ in
        }
        (parameter.isReadOnly, parameter.canRamp) = (true, false)
        return parameter
    }
}
