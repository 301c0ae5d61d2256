package import AudioGraph
package import AudioModel
import CAudioToolbox

// The meters of mixers.

extension UnitCore {
    /// Whether the meters of an element are on.
    ///
    /// - Throws: `invalidProperty` for a unit without meters, or as `checkElement` does.
    package func isMetering(_ scope: UnitScope, _ element: Int) throws(UnitError) -> Bool {
        try metersOf(scope, element).contains { $0.isEnabled }
    }

    /// Switches the meters of an element, those of all elements for the global scope.
    ///
    /// - Throws: As `isMetering`.
    package func setMetering(
        _ isMetering: Bool, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {
        for meters in try metersOf(scope, element) { meters.isEnabled = isMetering }
        listeners.notify(kAudioUnitProperty_MeteringMode, scope, element)
    }

    /// Returns what an element has seen since the last call: an input before its gains, an output
    /// after them.
    ///
    /// - Throws: As `isMetering`.
    package func takeClipping(
        _ scope: UnitScope, _ element: Int
    ) throws(UnitError) -> ChannelMeters.Clipping {
        let position: ChannelMeters.Position = scope == .input ? .beforeGain : .afterGain
        var seen = ChannelMeters.Clipping()
        for meters in try metersOf(scope, element) {
            let clipping = meters.takeClipping(position)
            seen.peak = max(seen.peak, clipping.peak)
            seen.sawInfinity = seen.sawInfinity || clipping.sawInfinity
            seen.sawNotANumber = seen.sawNotANumber || clipping.sawNotANumber
        }
        return seen
    }

    private func metersOf(
        _ scope: UnitScope, _ element: Int
    ) throws(UnitError) -> [ChannelMeters] {
        guard !meters(.global, 0).isEmpty else { throw .invalidProperty }
        try checkElement(scope, element)
        return meters(scope, element)
    }

    /// The meters of a mixer with one output: those of its connections and of its node.
    func mixerMeters(_ scope: UnitScope, _ element: Int) -> [ChannelMeters] {
        let inputs = UnitTopology.read { self.inputs.map { $0.mixing.meters } }
        return switch scope {
        case .global: inputs + [node.meters]
        case .input: inputs.indices.contains(element) ? [inputs[element]] : []
        case .output: element == 0 ? [node.meters] : []
        case .group, .part, .note, .layer, .layerItem: []
        }
    }

    // MARK: Connections of engines

    /// Takes the connection that an engine has made to an input of a mixer for its own: what is set
    /// in one has changed in the other.
    ///
    /// - Parameter mixing: Gets what was set in the unit before.
    package func adopt(_ mixing: MixerInput, _ format: StreamFormat, input: Int) {
        UnitTopology.read {
            guard (0..<Self.elementCountMax).contains(input), isElementCountWritable(.input) else {
                return
            }
            while inputs.count <= input { inputs.append(UnitInput(format: format)) }
            if inputs[input].mixing !== mixing {
                if !inputs[input].isOfEngine {
                    for parameter in inheritedParameters {
                        let value = inputs[input].mixing[parameter]
                        if value != parameter.defaultValue { mixing[parameter] = value }
                    }
                }
                inputs[input].mixing = mixing
                inputs[input].isOfEngine = true
            }
            storeFormat(format, .input, input)
        }
    }
}
