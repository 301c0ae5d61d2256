import AudioUnits
import CAudioToolbox
import CoreFoundation
import Foundation
import Synchronization

/// The presets of units in C's form: arrays of pointers to structures, which stay until the process
/// ends.
enum FactoryPresetList {
    /// The addresses of the structures, by the presets.
    private static let structures = Mutex<[UnitPresetName: UInt]>([:])

    /// Makes an array of pointers to `AUPreset`, which neither retains nor releases them.
    static func array(_ presets: [UnitPresetName]) -> AnyObject? {
        var pointers = presets.map { UnsafeRawPointer(bitPattern: address($0)) }
        return pointers.withUnsafeMutableBufferPointer { pointers in
            CFArrayCreate(nil, pointers.baseAddress, pointers.count, nil)
        }
    }

    private static func address(_ preset: UnitPresetName) -> UInt {
        structures.withLock { structures in
            if let known = structures[preset] { return known }
            let name = UnsafeRawPointer(Unmanaged.passRetained(preset.name as NSString).toOpaque())
            let made = UnsafeMutablePointer<AUPreset>.allocate(capacity: 1)
            var value = AUPreset()
            value.presetNumber = preset.number
            value.__presetName = name
            made.initialize(to: value)
            let address = UInt(bitPattern: made)
            structures[preset] = address
            return address
        }
    }
}
