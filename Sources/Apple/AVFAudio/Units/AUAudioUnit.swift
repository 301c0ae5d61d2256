import AudioEffects
import AudioUnits
public import CAudioToolbox
public import Foundation

/// The audio unit of an engine's node: its component and its parameters.
///
/// A node has one from the first use of `auAudioUnit` on. It cannot be rendered by itself, and an app
/// cannot make units of its own. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
public class AUAudioUnit: NSObject, @unchecked Sendable {
    private weak var node: AVAudioNode?
    private let kernel: (any Bypassable)?
    private let tree: AUParameterTree?
    private let parameters: [UnitParameter]

    /// The name of the component: three four-character codes.
    public let componentDescription: AudioComponentDescription

    init(_ node: AVAudioNode) {
        self.node = node
        kernel = (node as? AVAudioUnit)?.bypassableKernel
        parameters = (kernel as? any UnitParameters)?.unitParameters ?? []
        tree = parameters.isEmpty ? nil : AUParameterTree(parameters)
        componentDescription = node.unitDescription
    }

    // MARK: Names

    /// The manufacturer and the name of the component; `nil` for a node that is no `AVAudioUnit`.
    public var componentName: String? { audioUnitName.map { "Apple: \($0)" } }

    /// The name of the unit; `nil` for a node that is no `AVAudioUnit`.
    public var audioUnitName: String? { UnitComponent(componentDescription)?.name }

    /// The name of the manufacturer.
    public var manufacturerName: String? { AVAudioUnitManufacturerNameApple }

    /// The version: 1.0.0 as a hexadecimal number.
    public var componentVersion: UInt32 { UInt32(UnitComponent.version) }

    // MARK: Parameters

    /// The parameters; `nil` for a unit without any.
    public var parameterTree: AUParameterTree? { tree }

    /// Whether the sound passes unchanged; the same as `AVAudioUnitEffect.bypass`. A unit that is no
    /// effect keeps `false`.
    public var shouldBypassEffect: Bool {
        get { kernel?.isBypassed ?? false }
        set { kernel?.isBypassed = newValue }
    }

    /// The component and the values of all parameters, in the form of a preset file.
    ///
    /// Setting what is no preset of this unit has no effect.
    public var fullState: [String: Any]? {
        get {
            UnitPreset.list(parameters, of: componentDescription, name: "Untitled")
        }
        set {
            guard let newValue, let preset = UnitPreset(newValue, of: componentDescription) else {
                return
            }
            restore(preset)
        }
    }

    func restore(_ preset: UnitPreset) {
        for (id, value) in preset.values {
            tree?.parameter(withAddress: AUParameterAddress(id))?.value = value
        }
    }

    // MARK: Rendering

    /// The processing delay in seconds.
    public var latency: TimeInterval { node?.latency ?? 0 }

    /// Drops what sounds on in the unit.
    public func reset() { node?.reset() }
}

extension AVAudioNode {
    /// The component of the node's unit.
    fileprivate var unitDescription: AudioComponentDescription {
        let codes: (type: UInt32, subType: UInt32)
        switch self {
        case let unit as AVAudioUnit: return unit.audioComponentDescription
        case let node as AVAudioIONode:
            codes = (
                UInt32(kAudioUnitType_Output),
                UInt32(
                    node.isVoiceProcessingEnabled
                        ? kAudioUnitSubType_VoiceProcessingIO : kAudioUnitSubType_RemoteIO)
            )
        case is AVAudioEnvironmentNode:
            codes = (UInt32(kAudioUnitType_Mixer), UInt32(kAudioUnitSubType_SpatialMixer))
        case is AVAudioMixerNode:
            codes = (UInt32(kAudioUnitType_Mixer), UInt32(kAudioUnitSubType_MultiChannelMixer))
        default:
            codes = (
                UInt32(kAudioUnitType_Generator), UInt32(kAudioUnitSubType_ScheduledSoundPlayer)
            )
        }
        return AudioComponentDescription(
            componentType: codes.type, componentSubType: codes.subType,
            componentManufacturer: UInt32(kAudioUnitManufacturer_Apple), componentFlags: 0,
            componentFlagsMask: 0)
    }
}
