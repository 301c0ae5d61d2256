import AudioEffects
import AudioGraph
import CAudioToolbox
package import CoreAudioTypes
import Foundation
import Synchronization

// What a unit keeps for its app.

extension UnitCore {
    /// Whether the formats of a bus can be set, while the unit is not initialised.
    package func isFormatSettable(_ scope: UnitScope, _ element: Int) -> Bool {
        isFormatWritable(scope, element)
    }

    /// The values of all parameters and what else the unit has, in the form of a preset file.
    package var presetList: [String: Any] {
        let further = furtherElements.map { scope, element in
            (scope, element, parameters(scope, element).filter { !$0.isReadOnly })
        }
        let list = UnitPreset.list(
            [(.global, 0, parameters(.global, 0))] + further, of: componentDescription,
            name: presentPreset.name)
        return list.merging(contentList) { own, _ in own }
    }

    /// Takes the values of a preset file, and what else it says.
    ///
    /// - Throws: `invalidPropertyValue` for the preset of another unit; what loading an instrument
    ///   throws.
    package func restore(preset list: [String: Any]) throws(UnitError) {
        guard let preset = UnitPreset(list, of: componentDescription) else {
            throw .invalidPropertyValue
        }
        for value in preset.values where value.isUsual {
            try? setParameter(value.id, .global, 0, to: value.value)
        }
        try restoreFurther(preset, list)
    }

    /// Takes of a preset file what does not belong to the first element of the global scope.
    ///
    /// - Throws: What loading an instrument throws.
    package func restoreFurther(
        _ preset: UnitPreset, _ list: [String: Any]
    ) throws(UnitError) {
        for value in preset.values where !value.isUsual {
            try? setParameter(value.id, value.scope, value.element, to: value.value)
        }
        if let name = list[UnitPreset.nameKey] as? String {
            presentPreset = UnitPresetName(number: -1, name: name)
        }
        try restore(content: list)
    }

    /// The value of a property that is a number: the one that was set last.
    package func keptNumber(_ property: UInt32) -> UInt32 {
        state.withLock { $0.keptNumbers[property] ?? Self.usualNumbers[property] ?? 0 }
    }

    package func keepNumber(_ number: UInt32, of property: UInt32) throws(UnitError) {
        state.withLock { $0.keptNumbers[property] = number }
        (self as? OutputUnit)?.followVoiceSettings()
        listeners.notify(property, .global, 0)
    }

    private static let usualNumbers: [UInt32: UInt32] = [
        kAudioUnitProperty_RenderQuality: UInt32(kRenderQuality_Max),
        kAudioUnitProperty_ShouldAllocateBuffer: 1,
        // The code of the normal algorithm.
        kAudioUnitProperty_SampleRateConverterComplexity: 0x6E6F_726D,
        kAUVoiceIOProperty_VoiceProcessingEnableAGC: 1,
        kAUVoiceIOProperty_DuckNonVoiceAudio: 1,
        kAUVoiceIOProperty_VoiceProcessingQuality: UInt32(kRenderQuality_Max),
    ]

    /// The channels of an element in another order; −1 for silence. Empty where none was set.
    package func channelMap(element: Int) -> [Int32] {
        state.withLock { $0.channelMaps[element] ?? [] }
    }

    /// Whether the unit has a map of channels: an output unit, and the converter.
    package var hasChannelMap: Bool { self is OutputUnit || component == .converter }

    /// Puts the channels of an element into another order: those of the input of element 0, and
    /// those that are recorded of element 1.
    ///
    /// - Parameter map: The source's channel for each of the unit's, −1 for silence; empty for the
    ///   source's own order.
    /// - Throws: `invalidElement`, `invalidPropertyValue` for too many channels.
    package func setChannelMap(_ map: [Int32], element: Int) throws(UnitError) {
        try checkElement(.input, element)
        guard map.count <= GraphFormat.channelCountMax else { throw .invalidPropertyValue }
        state.withLock { $0.channelMaps[element] = map }
        channelMapDidChange(map.map { Int($0) }, element)
        listeners.notify(kAudioOutputUnitProperty_ChannelMap, .global, element)
    }

    /// Processes frames in place, without the unit's inputs.
    ///
    /// - Throws: `invalidProperty` for a unit that is no effect.
    package func process(
        _ time: AudioTimeStamp, frameCount: Int, in list: UnitBufferList
    ) throws(UnitError) {
        guard case .effect(_) = node.kind else { throw .unimplemented }
        guard let rendering = state.withLock({ $0.rendering }) else { throw .uninitialized }
        guard frameCount <= maximumFrames else { throw .tooManyFrames }
        guard let error = rendering.process(time, frameCount: frameCount, in: list) else { return }
        throw error
    }
}
