package import AudioUnits
import CAudioToolbox
import Foundation
import Synchronization

// Parameters, states and presets.

extension AUAudioUnit {
    var presentTree: AUParameterTree? {
        let (tree, isSet) = lock.withLock { (own.tree, own.isTreeSet) }
        guard tree == nil, !isSet, let parameters = core?.parameters(.global, 0),
            !parameters.isEmpty
        else { return tree }
        let made = AUParameterTree(parameters)
        return lock.withLock {
            let tree = own.tree ?? made
            own.tree = tree
            return tree
        }
    }

    func setTree(_ tree: AUParameterTree?) {
        for parameter in core?.parameters(.global, 0) ?? [] {
            tree?.parameter(withAddress: AUParameterAddress(parameter.id))?.bind(to: parameter)
        }
        lock.withLock {
            own.tree = tree
            own.isTreeSet = true
        }
    }

    /// The parameters as those of a unit of C. Addresses beyond its numbers are left out.
    package var unitParameters: [UnitParameter] {
        (parameterTree?.allParameters ?? []).compactMap { parameter in
            guard let id = AudioUnitParameterID(exactly: parameter.address),
                parameter.minValue <= parameter.maxValue
            else { return nil }
            var made = UnitParameter(
                id, parameter.displayName, parameter.minValue...parameter.maxValue, parameter.unit
            ) {
                parameter.value
            } set: {
                parameter.value = $0
            }
            made.isReadOnly =
                parameter.flags.contains(.flag_MeterReadOnly)
                || !parameter.flags.isEmpty && !parameter.flags.contains(.flag_IsWritable)
            made.canRamp = parameter.flags.contains(.flag_CanRamp)
            return made
        }
    }

    var presentState: [String: Any] {
        guard let core else {
            return UnitPreset.list(
                [(.global, 0, unitParameters.filter { !$0.isReadOnly })], of: componentDescription,
                name: currentPreset?.name ?? "Untitled")
        }
        return core.presetList
    }

    /// Takes the values of a preset.
    ///
    /// - Returns: Whether it is one of this unit.
    package func restore(_ list: [String: Any]) -> Bool {
        guard let preset = UnitPreset(list, of: componentDescription) else { return false }
        for value in preset.values where value.isUsual {
            parameterTree?.parameter(withAddress: AUParameterAddress(value.id))?.value = value.value
        }
        do throws(UnitError) {
            try core?.restoreFurther(preset, list)
            return true
        } catch { return false }
    }
}

/// The presets that the app's user has saved, by component, while the app runs.
enum UserPresets {
    /// A preset with its component.
    ///
    /// Ownership: immutable, as the property list in it is.
    private struct Saved: @unchecked Sendable {
        let component: [UInt32]
        let number: Int
        let name: String
        /// A property list.
        let state: [String: Any]
    }

    private static let saved = Mutex<[Saved]>([])

    static func all(of description: AudioComponentDescription) -> [AUAudioUnitPreset] {
        let key = description.codes
        let found = saved.withLock { $0.filter { $0.component == key } }
        return found.map { AUAudioUnitPreset(number: $0.number, name: $0.name) }
    }

    static func save(
        _ preset: AUAudioUnitPreset, _ state: [String: Any],
        of description: AudioComponentDescription
    ) throws {
        guard preset.number < 0 else { throw UnitError.invalidPropertyValue.forApps }
        let made = Saved(
            component: description.codes, number: preset.number, name: preset.name, state: state)
        saved.withLock { saved in
            saved.removeAll { $0.component == made.component && $0.number == made.number }
            saved.append(made)
        }
    }

    static func delete(
        _ preset: AUAudioUnitPreset, of description: AudioComponentDescription
    ) throws {
        let (key, number) = (description.codes, preset.number)
        let isFound = saved.withLock { saved in
            let before = saved.count
            saved.removeAll { $0.component == key && $0.number == number }
            return saved.count < before
        }
        guard isFound else { throw UnitError.invalidPropertyValue.forApps }
    }

    static func state(
        of preset: AUAudioUnitPreset, of description: AudioComponentDescription
    ) throws -> [String: Any] {
        let (key, number) = (description.codes, preset.number)
        let found = saved.withLock {
            $0.first { $0.component == key && $0.number == number }
        }
        guard let found else { throw UnitError.invalidPropertyValue.forApps }
        return found.state
    }
}

extension AUAudioUnitPreset {
    convenience init(_ preset: UnitPresetName) {
        self.init(number: Int(preset.number), name: preset.name)
    }
}

extension UnitCore {
    /// The preset that was chosen last; `nil` before the first.
    var chosenPreset: AUAudioUnitPreset? {
        presentPreset == .untitled ? nil : AUAudioUnitPreset(presentPreset)
    }
}
