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
                    inputs.indices.contains(element) ? inputs[element].mixing : nil
                })
            else { return [] }
            return inputParameters(input)
        case .output:
            let node = node
            return [
                UnitParameter(
                    kMultiChannelMixerParam_Volume, "volume", 0...1, .linearGain
                ) {
                    node.outputVolume.value
                } set: {
                    node.outputVolume.value = $0
                }
            ]
        case .global, .group, .part, .note, .layer, .layerItem: return []
        }
    }

    private func inputParameters(_ input: MixerInput) -> [UnitParameter] {
        [
            UnitParameter(kMultiChannelMixerParam_Volume, "volume", 0...1, .linearGain) {
                input[.volume]
            } set: {
                input[.volume] = $0
            },
            UnitParameter(kMultiChannelMixerParam_Enable, "enable", 0...1, .boolean) {
                input[.enable]
            } set: {
                input[.enable] = $0 >= 0.5 ? 1 : 0
            },
            UnitParameter(kMultiChannelMixerParam_Pan, "pan", -1...1, .pan) {
                input[.pan]
            } set: {
                input[.pan] = $0
            },
        ]
    }
}
