package import AudioGraph
package import AudioModel
package import CAudioToolbox

// Formats, numbers of elements, connections and parameters.

extension UnitCore {
    // MARK: Formats

    /// The number of elements of a scope.
    package func elementCount(_ scope: UnitScope) -> Int {
        switch scope {
        case .global: 1
        case .input: UnitTopology.read { inputs.count }
        case .output: UnitTopology.read { outputs.count }
        case .group, .part, .note, .layer, .layerItem: 0
        }
    }

    /// The format of all that the node renders, for all outputs.
    package var renderedFormat: GraphFormat? { UnitTopology.read { nodeFormat } }

    /// The channels of an output among those that the node renders; none for one that is not there.
    package func channels(ofOutput output: Int) -> Range<Int> {
        UnitTopology.read {
            guard outputs.indices.contains(output) else { return 0..<0 }
            return part(output: output) ?? 0..<Int(clamping: outputs[output].format.channelCount)
        }
    }

    package func isElementCountWritable(_ scope: UnitScope) -> Bool {
        countableScopes.contains(scope)
    }

    /// Sets the number of buses of a scope; new ones have the format of the first.
    package func setElementCount(_ count: Int, _ scope: UnitScope) throws(UnitError) {
        guard countableScopes.contains(scope) else { throw .notWritable }
        guard (1...Self.elementCountMax).contains(count) else { throw .invalidPropertyValue }
        guard !isInitialized else { throw .initialized }
        UnitTopology.change {
            switch scope {
            case .input:
                let format = inputs.first?.format ?? Self.usualFormat(of: app)
                if inputs.count > count { inputs.removeLast(inputs.count - count) }
                while inputs.count < count { inputs.append(UnitInput(format: format)) }
            case .output:
                let format = outputs.first?.format ?? Self.usualFormat(of: app)
                if outputs.count > count { outputs.removeLast(outputs.count - count) }
                while outputs.count < count { outputs.append(UnitOutput(format: format)) }
            case .global, .group, .part, .note, .layer, .layerItem: break
            }
            busesDidChange()
        }
        listeners.notify(kAudioUnitProperty_ElementCount, scope, 0)
    }

    /// Sets the format of a bus.
    ///
    /// - Throws: `initialized`, `notWritable`, `formatNotSupported`, or as `format` does.
    package func setFormat(
        _ format: StreamFormat, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {
        try checkElement(scope, element)
        guard isFormatWritable(scope, element) else { throw .notWritable }
        guard GraphFormat(format).isValid, BufferListSamples(format) != nil else {
            throw .formatNotSupported
        }
        try changeFormat(format, scope, element)
        listeners.notify(kAudioUnitProperty_StreamFormat, scope, element)
        listeners.notify(kAudioUnitProperty_SampleRate, scope, element)
    }

    /// Stores a format; with the topology's lock held.
    func storeFormat(_ format: StreamFormat, _ scope: UnitScope, _ element: Int) {
        switch scope {
        case .input:
            inputs[element].format = format
            if case .callback(let callback, _, _) = inputs[element].source {
                inputs[element].source = Self.source(callback, format, element)
            }
        case .output: outputs[element].format = format
        case .global, .group, .part, .note, .layer, .layerItem: break
        }
        busesDidChange()
    }

    /// - Throws: `invalidScope` for a scope without buses, `invalidElement`.
    package func checkElement(_ scope: UnitScope, _ element: Int) throws(UnitError) {
        switch scope {
        case .global, .input, .output:
            guard (0..<elementCount(scope)).contains(element) else { throw .invalidElement }
        case .group, .part, .note, .layer, .layerItem: throw .invalidScope
        }
    }

    /// - Throws: `formatNotSupported` where the first input and the first output have different
    ///   rates or numbers of channels.
    func checkEndsAreEqual() throws(UnitError) {
        let (input, output) = UnitTopology.read { (inputs[0].format, outputs[0].format) }
        guard input.sampleRate == output.sampleRate, input.channelCount == output.channelCount
        else { throw .formatNotSupported }
    }

    /// - Throws: `formatNotSupported` for all but 32-bit floats in a buffer for each channel.
    func checkPlanarFloats(_ format: StreamFormat) throws(UnitError) {
        guard SampleType(format) == .float32, format.flags.contains(.nonInterleaved) else {
            throw .formatNotSupported
        }
    }

    // MARK: Connections

    /// Whether the unit is another one, or gets sound of it. With the topology's lock held.
    func isFed(by other: UnitCore) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var waiting = [self]
        while let unit = waiting.popLast() {
            if unit === other { return true }
            guard seen.insert(ObjectIdentifier(unit)).inserted else { continue }
            for case .unit(let source, let output)? in unit.inputs.map(\.source)
            where !source.isIndependent(output: output) {
                waiting.append(source)
            }
        }
        return false
    }

    static func source(
        _ callback: RenderCallback, _ format: StreamFormat, _ input: Int
    ) -> UnitSource? {
        CallbackSource(callback, format, bus: input).map { source in
            .callback(callback, source, GraphNode(.source(source)))
        }
    }

    // MARK: Parameters

    /// - Throws: `invalidParameter`, `invalidElement`, `invalidScope`.
    package func parameter(
        _ id: AudioUnitParameterID, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) -> UnitParameter {
        try checkParameterElement(scope, element)
        guard let found = parameters(scope, element).first(where: { $0.id == id }) else {
            throw .invalidParameter
        }
        return found
    }

    /// Sets a parameter; a value out of range is limited, and one that is not a number ignored.
    package func setParameter(
        _ id: AudioUnitParameterID, _ scope: UnitScope, _ element: Int, to value: Float
    ) throws(UnitError) {
        let parameter = try parameter(id, scope, element)
        guard !value.isNaN else { return }
        parameter.set(parameter.limited(value))
    }
}

extension GraphFormat {
    /// The rate and the number of channels of a stream.
    init(_ format: StreamFormat) {
        self.init(sampleRate: format.sampleRate, channelCount: Int(clamping: format.channelCount))
    }
}
