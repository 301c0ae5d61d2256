import AudioToolbox
import AudioUnits
import CAudioToolbox
import Foundation
import SoundRuntime

extension AVAudioNode {
    /// The component of the node's unit.
    var unitDescription: AudioComponentDescription {
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

    /// What every node adds to its unit.
    var usualUnitCalls: AUNodeCalls {
        AUNodeCalls(
            latency: { [weak self] in self?.latency ?? 0 },
            reset: { [weak self] in self?.reset() })
    }
}

/// The unit of a node with its handle in C, which is valid as long as the node.
///
/// Ownership: immutable.
final class NodeUnit: @unchecked Sendable {
    let core: UnitCore
    let handle: AudioUnit?

    init(_ core: UnitCore) {
        self.core = core
        handle = audioUnits.add(core)
    }

    deinit {
        audioUnits.remove(handle)
        core.dispose()
    }
}

extension AVAudioIONode {
    /// Makes the unit of the engine's input and output.
    func makeNodeUnit() -> NodeUnit {
        let transport = EngineOutputUnit.Transport(
            start: { [weak self] in try self?.engine?.start() },
            stop: { [weak self] in self?.engine?.stop() },
            isRunning: { [weak self] in self?.engine?.isRunning ?? false },
            status: { OSStatus(truncatingIfNeeded: ($0 as NSError).code) })
        let app = core?.app ?? currentApp(isForSound: false)
        let component: UnitComponent =
            unitDescription.componentSubType == kAudioUnitSubType_VoiceProcessingIO
            ? .voiceProcessingIO : .remoteIO
        return NodeUnit(EngineOutputUnit(component, app, transport))
    }
}
