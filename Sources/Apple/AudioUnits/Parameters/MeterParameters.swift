package import AudioGraph
import CAudioToolbox

extension ChannelMeters {
    /// The parameters of a mixer's meters for some channels, in dB and as linear gains.
    ///
    /// - Parameter hasLinear: Whether the mixer has the linear ones.
    package func unitParameters(channelCount: Int, hasLinear: Bool) -> [UnitParameter] {
        (0..<channelCount).flatMap { channel in
            let kinds: [(AudioUnitParameterID, AudioUnitParameterID, Quantity, Position)] = [
                (
                    kMatrixMixerParam_PreAveragePower, kMatrixMixerParam_PreAveragePowerLinear,
                    .average, .beforeGain
                ),
                (
                    kMatrixMixerParam_PrePeakHoldLevel, kMatrixMixerParam_PrePeakHoldLevelLinear,
                    .peak, .beforeGain
                ),
                (
                    kMatrixMixerParam_PostAveragePower, kMatrixMixerParam_PostAveragePowerLinear,
                    .average, .afterGain
                ),
                (
                    kMatrixMixerParam_PostPeakHoldLevel,
                    kMatrixMixerParam_PostPeakHoldLevelLinear, .peak, .afterGain
                ),
            ]
            return kinds.flatMap { decibels, linear, quantity, position in
                let number = AudioUnitParameterID(channel)
                let name = "\(position == .beforeGain ? "pre" : "post") \(quantity) \(channel + 1)"
                let meter = meter(decibels + number, name, -120...0, .decibels) {
                    min(self.level(quantity, position, channel: channel), 0)
                }
                guard hasLinear else { return [meter] }
                return [
                    meter,
                    self.meter(linear + number, "\(name) linear", 0...100, .linearGain) {
                        self.linearLevel(quantity, position, channel: channel)
                    },
                ]
            }
        }
    }

    private func meter(
        _ id: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>,
        _ unit: AudioUnitParameterUnit, get: @escaping @Sendable () -> Float
    ) -> UnitParameter {
        var parameter = UnitParameter(
            id, name, range, unit, default: range.lowerBound, get: get
        ) { _ in
        }
        (parameter.isReadOnly, parameter.canRamp) = (true, false)
        return parameter
    }
}

extension MatrixMixer {
    /// The parameters of a volume, on the global scope with Apple's element number.
    package func volumeParameter(_ cell: Cell) -> UnitParameter {
        UnitParameter(kMatrixMixerParam_Volume, "volume", 0...1, .linearGain, default: 0) {
            self[cell]
        } set: {
            self[cell] = $0
        }
    }

    /// The parameter that enables an input bus.
    package func inputEnableParameter(bus: Int) -> UnitParameter {
        UnitParameter(kMatrixMixerParam_Enable, "enable", 0...1, .boolean, default: 1) {
            self.isInputEnabled(bus: bus) ? 1 : 0
        } set: {
            if !$0.isNaN { self.setInputEnabled($0 >= 0.5, bus: bus) }
        }
    }

    /// The parameter that enables an output bus.
    package func outputEnableParameter(bus: Int) -> UnitParameter {
        UnitParameter(kMatrixMixerParam_Enable, "enable", 0...1, .boolean, default: 1) {
            self.isOutputEnabled(bus: bus) ? 1 : 0
        } set: {
            if !$0.isNaN { self.setOutputEnabled($0 >= 0.5, bus: bus) }
        }
    }
}
