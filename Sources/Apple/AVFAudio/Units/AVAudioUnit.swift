import AudioEffects
package import AudioGraph
public import AudioToolbox
import AudioUnits
public import CAudioToolbox
import Foundation

/// A node that is an audio unit: an effect, a change of speed, a generator or an instrument.
///
/// Any thread.
///
/// Ownership: immutable, beside what `AVAudioNode` guards.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    /// The name of the unit's component: three four-character codes.
    public let audioComponentDescription: AudioComponentDescription

    /// - Parameter component: The name of the component, which `audioComponentDescription` tells.
    package init(_ kind: GraphNode.Kind, component: AudioComponentDescription) {
        audioComponentDescription = component
        super.init(kind)
    }

    /// The name of the unit, for people.
    open var name: String {
        UnitComponent(audioComponentDescription)?.name ?? "Audio unit"
    }

    /// The name of the unit's manufacturer, for people.
    open var manufacturerName: String { AVAudioUnitManufacturerNameApple }

    /// The version of the unit: 1.0.0 as a hexadecimal number.
    open var version: Int { UnitComponent.version }

    /// The kernel that can be bypassed; `nil` for generators and instruments.
    var bypassableKernel: (any Bypassable)? { nil }

    /// Loads a preset from a file (aupreset), which the sampler does as `loadInstrument(at:)`.
    ///
    /// What the preset says of parameters that the unit does not have here is ignored.
    ///
    /// - Throws: What reading the file throws, or the status −10851 for a file that is no preset of
    ///   this unit. The unit keeps its parameters then.
    open func loadPreset(at url: URL) throws {
        let data = try Data(contentsOf: url)
        guard data.count <= UnitPreset.bytesMax,
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let preset = (list as? [String: Any]).flatMap({
                UnitPreset($0, of: audioComponentDescription)
            })
        else {
            throw NSError.avfAudio(
                UnitComponent.invalidPropertyValue, failedCall: "loadPreset(at:)")
        }
        auAudioUnit.restore(preset)
    }

    /// Makes a unit by the name of its component.
    ///
    /// - Parameters:
    ///   - audioComponentDescription: The component: an equaliser, a delay, a reverb, a distortion,
    ///     varispeed or time pitch.
    ///   - options: Where the unit's code is to run; always in the app's process.
    ///   - completionHandler: Called before this returns, with the unit or with an error, of the
    ///     code −3000 for a component that does not exist.
    @preconcurrency
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
    ) {
        guard let unit = UnitComponent(audioComponentDescription)?.makeUnit() else {
            return completionHandler(nil, NSError.status(UnitComponent.invalidComponent))
        }
        completionHandler(unit, nil)
    }

    /// Makes a unit by the name of its component.
    ///
    /// - Throws: An error with the code −3000 for a component that does not exist.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        guard let unit = UnitComponent(audioComponentDescription)?.makeUnit() else {
            throw NSError.status(UnitComponent.invalidComponent)
        }
        return unit
    }
}
