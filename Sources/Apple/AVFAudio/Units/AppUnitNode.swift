import AudioEffects
import AudioToolbox
import AudioUnits
import CAudioToolbox

/// One of the app's own units, and the kernel that renders it in an engine.
struct AppUnitNode: Sendable {
    let unit: AUAudioUnit
    let kernel: AppUnitKernel

    init(_ unit: AUAudioUnit) {
        self.unit = unit
        kernel = unit.makeKernel()
    }

    /// Makes a unit that the app has registered, of a type that a node's class can have.
    ///
    /// - Returns: `nil` for another component, and when the unit cannot be made.
    init?(_ description: AudioComponentDescription, types: [UInt32]) {
        guard types.contains(description.componentType),
            let unit = (try? AUAudioUnit.makeRegistered(description)) ?? nil
        else { return nil }
        self.init(unit)
    }

    /// Makes the node of the component's class.
    func makeNode() -> AVAudioUnit {
        let type = unit.componentDescription.componentType
        if Self.effectTypes.contains(type) { return AVAudioUnitEffect(self) }
        if Self.timeEffectTypes.contains(type) { return AVAudioUnitTimeEffect(self) }
        if Self.generatorTypes.contains(type) { return AVAudioUnitGenerator(self) }
        if Self.instrumentTypes.contains(type) { return AVAudioUnitMIDIInstrument(self) }
        return AVAudioUnit(self)
    }

    static let effectTypes = [kAudioUnitType_Effect, kAudioUnitType_MusicEffect]
    static let timeEffectTypes = [kAudioUnitType_FormatConverter]
    static let generatorTypes = [kAudioUnitType_Generator]
    static let instrumentTypes = [kAudioUnitType_MusicDevice]
}
