package import AudioEffects
package import CAudioToolbox

/// A parameter of an audio unit, as presets and parameter trees see it.
package struct UnitParameter: Sendable {
    /// The number of the parameter.
    package var id: AudioUnitParameterID
    /// The name for people.
    package var name: String
    /// The valid values.
    package var range: ClosedRange<Float>
    package var unit: AudioUnitParameterUnit
    package var get: @Sendable () -> Float
    /// Sets a value of any size, which is limited to the range.
    package var set: @Sendable (Float) -> Void
    /// The value of a fresh unit.
    package var defaultValue: Float
    /// Whether an app can only read it: a meter.
    package var isReadOnly = false
    /// Whether a ramp can change it.
    package var canRamp = true

    /// - Parameter defaultValue: The value of a fresh unit; `nil` for the present one.
    package init<Number: BinaryInteger>(
        _ id: Number, _ name: String, _ range: ClosedRange<Float>, _ unit: AudioUnitParameterUnit,
        default defaultValue: Float? = nil,
        get: @escaping @Sendable () -> Float, set: @escaping @Sendable (Float) -> Void
    ) {
        self.id = AudioUnitParameterID(truncatingIfNeeded: id)
        self.name = name
        self.range = range
        self.unit = unit
        self.get = get
        self.set = set
        self.defaultValue = defaultValue ?? get()
    }

    /// The valid value that is nearest.
    package func limited(_ value: Float) -> Float {
        min(max(value, range.lowerBound), range.upperBound)
    }
}

/// A kernel that tells its parameters.
///
/// Source: the numbers are those of Apple's `AudioUnitParameters.h`.
package protocol UnitParameters {
    var unitParameters: [UnitParameter] { get }
}

extension DelayEffect: UnitParameters {
    package var unitParameters: [UnitParameter] {
        [
            UnitParameter(kDelayParam_WetDryMix, "dry/wet mix", 0...100, .equalPowerCrossfade) {
                self.wetDryMix
            } set: {
                self.wetDryMix = $0
            },
            UnitParameter(kDelayParam_DelayTime, "delay time", 0...2, .seconds) {
                Float(self.delayTime)
            } set: {
                self.delayTime = Double($0)
            },
            UnitParameter(kDelayParam_Feedback, "feedback", -100...100, .percent) {
                self.feedback
            } set: {
                self.feedback = $0
            },
            UnitParameter(kDelayParam_LopassCutoff, "lowpass cutoff", 10...22_050, .hertz) {
                self.lowPassCutoff
            } set: {
                self.lowPassCutoff = $0
            },
        ]
    }
}

extension Varispeed: UnitParameters {
    package var unitParameters: [UnitParameter] {
        [
            UnitParameter(kVarispeedParam_PlaybackRate, "playback rate", 0.25...4, .rate) {
                self.rate
            } set: {
                self.rate = $0
            },
            UnitParameter(kVarispeedParam_PlaybackCents, "playback cents", -2400...2400, .cents) {
                self.cents
            } set: {
                self.cents = $0
            },
        ]
    }
}

extension TimePitchEffect: UnitParameters {
    package var unitParameters: [UnitParameter] {
        [
            UnitParameter(kNewTimePitchParam_Rate, "rate", 1.0 / 32...32, .rate) {
                self.rate
            } set: {
                self.rate = $0
            },
            UnitParameter(kNewTimePitchParam_Pitch, "pitch", -2400...2400, .cents) {
                self.pitch
            } set: {
                self.pitch = $0
            },
            UnitParameter(kNewTimePitchParam_Overlap, "overlap", 3...32, .generic) {
                self.overlap
            } set: {
                self.overlap = $0
            },
            UnitParameter(
                kNewTimePitchParam_EnablePeakLocking, "peak locking", 0...1, .boolean, default: 1
            ) {
                self.isPeakLocking ? 1 : 0
            } set: {
                if !$0.isNaN { self.isPeakLocking = $0 >= 0.5 }
            },
        ]
    }
}

extension Equalizer: UnitParameters {
    /// The bands that have numbers of their own between the kinds of parameters.
    private static let numberedBandCount = 1000

    package var unitParameters: [UnitParameter] {
        let gain = UnitParameter(kAUNBandEQParam_GlobalGain, "global gain", -96...24, .decibels) {
            self.globalGain
        } set: {
            self.globalGain = $0
        }
        let numbered = bands.prefix(Self.numberedBandCount).enumerated()
        return [gain] + numbered.flatMap { $0.element.unitParameters($0.offset) }
    }
}

extension EqualizerBand {
    /// The parameters of the band with an index.
    fileprivate func unitParameters(_ index: Int) -> [UnitParameter] {
        let number = AudioUnitParameterID(index)
        return [
            UnitParameter(
                kAUNBandEQParam_BypassBand + number, "bypass \(index + 1)", 0...1, .boolean
            ) {
                self.settings.isBypassed ? 1 : 0
            } set: { value in
                self.change { $0.isBypassed = value >= 0.5 }
            },
            UnitParameter(
                kAUNBandEQParam_FilterType + number, "filter type \(index + 1)", 0...10, .indexed
            ) {
                Float(self.settings.type.rawValue)
            } set: { value in
                guard let type = Int(exactly: value.rounded()).flatMap(FilterType.init) else {
                    return
                }
                self.change { $0.type = type }
            },
            UnitParameter(
                kAUNBandEQParam_Frequency + number, "frequency \(index + 1)", 20...22_050, .hertz
            ) {
                self.settings.frequency
            } set: { value in
                self.change { $0.frequency = value }
            },
            UnitParameter(
                kAUNBandEQParam_Gain + number, "gain \(index + 1)", -96...24, .decibels
            ) {
                self.settings.gain
            } set: { value in
                self.change { $0.gain = value }
            },
            UnitParameter(
                kAUNBandEQParam_Bandwidth + number, "bandwidth \(index + 1)", 0.05...5, .octaves
            ) {
                self.settings.bandwidth
            } set: { value in
                self.change { $0.bandwidth = value }
            },
        ]
    }
}

extension PitchEffect: UnitParameters {
    /// The parameters of the time pitch without the rate, which an effect does not have.
    package var unitParameters: [UnitParameter] {
        timePitch.unitParameters.filter { $0.id != AudioUnitParameterID(kNewTimePitchParam_Rate) }
    }
}
