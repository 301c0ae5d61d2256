package import AudioGraph
public import AudioToolbox
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
    open var manufacturerName: String { "Apple" }

    /// The version of the unit: 1.0.0 as a hexadecimal number.
    open var version: Int { 0x10000 }

    /// Loads a preset from a file.
    ///
    /// The presets of Apple's units hold their parameters in a form that is not published, so this
    /// throws in any case: what reading the file throws, or the status −10851 for a file that is
    /// there.
    open func loadPreset(at url: URL) throws {
        _ = try Data(contentsOf: url)
        throw NSError.avfAudio(UnitComponent.invalidPropertyValue, failedCall: "loadPreset(at:)")
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
        guard let component = UnitComponent(audioComponentDescription) else {
            return completionHandler(nil, NSError.status(UnitComponent.invalidComponent))
        }
        completionHandler(component.makeUnit(), nil)
    }

    /// Makes a unit by the name of its component.
    ///
    /// - Throws: An error with the code −3000 for a component that does not exist.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        guard let component = UnitComponent(audioComponentDescription) else {
            throw NSError.status(UnitComponent.invalidComponent)
        }
        return component.makeUnit()
    }
}
