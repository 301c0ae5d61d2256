package import AudioGraph
import AudioModel
import CAudioToolbox
package import SoundClient

/// A mixer of any number of inputs, or with one input a converter of formats.
///
/// Ownership: that of `UnitCore`.
package final class MixerUnit: UnitCore, @unchecked Sendable {
    private let isConverter: Bool

    /// The number of inputs of a fresh mixer.
    private static let usualInputCount = 8

    package init(_ component: UnitComponent, _ app: AppSound, node: GraphNode? = nil) {
        isConverter = component == .converter
        super.init(
            component, app, node: node ?? GraphNode(.mixer, schedule: ParameterSchedule()),
            inputCount: isConverter ? 1 : Self.usualInputCount, outputCount: 1,
            format: Self.usualFormat(of: app))
    }

    override var countableScopes: Set<UnitScope> { isConverter ? [] : [.input] }

    package override func parameters(_ scope: UnitScope, _ element: Int) -> [UnitParameter] {
        guard !isConverter else { return [] }
        switch scope {
        case .input:
            guard
                let input = UnitTopology.read({
                    inputs.indices.contains(element) ? inputs[element] : nil
                })
            else { return [] }
            return inputParameters(input.mixing)
                + input.mixing.meters.unitParameters(
                    channelCount: Int(input.format.channelCount), hasLinear: false)
        case .output:
            guard element == 0, let format = try? format(.output, 0) else { return [] }
            return outputParameters
                + node.meters.unitParameters(
                    channelCount: Int(format.channelCount), hasLinear: false)
        case .global, .group, .part, .note, .layer, .layerItem: return []
        }
    }

    private var outputParameters: [UnitParameter] {
        let node = node
        return [
            UnitParameter(kMultiChannelMixerParam_Volume, "volume", 0...1, .linearGain, default: 1)
            {
                node.outputVolume.value
            } set: {
                node.outputVolume.value = $0
            },
            UnitParameter(kMultiChannelMixerParam_Enable, "enable", 0...1, .boolean, default: 1) {
                node.outputEnable.value == 0 ? 0 : 1
            } set: {
                if !$0.isNaN { node.outputEnable.value = $0 >= 0.5 ? 1 : 0 }
            },
        ]
    }

    private func inputParameters(_ input: MixerInput) -> [UnitParameter] {
        [
            UnitParameter(kMultiChannelMixerParam_Volume, "volume", 0...1, .linearGain, default: 1)
            {
                input[.volume]
            } set: {
                input[.volume] = $0
            },
            UnitParameter(kMultiChannelMixerParam_Enable, "enable", 0...1, .boolean, default: 1) {
                input[.enable]
            } set: {
                if !$0.isNaN { input[.enable] = $0 >= 0.5 ? 1 : 0 }
            },
            UnitParameter(kMultiChannelMixerParam_Pan, "pan", -1...1, .pan, default: 0) {
                input[.pan]
            } set: {
                input[.pan] = $0
            },
        ]
    }

    override func scheduleTarget(
        _ id: AudioUnitParameterID, _ scope: UnitScope, _ element: Int
    ) -> ScheduledChange.Target? {
        switch (scope, id) {
        case (.input, UInt32(kMultiChannelMixerParam_Volume)): .volume(bus: element)
        case (.input, UInt32(kMultiChannelMixerParam_Pan)): .pan(bus: element)
        case (.output, UInt32(kMultiChannelMixerParam_Volume)): .outputVolume
        default: nil
        }
    }

    override func meters(_ scope: UnitScope, _ element: Int) -> [ChannelMeters] {
        isConverter ? [] : mixerMeters(scope, element)
    }
}
