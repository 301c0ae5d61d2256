import AudioGraph
import AudioModel
import SoundClient
import SoundServer

// Attaching and connecting. With the engine's mutex held.

extension EngineCore {
    /// The format of the output: that of manual rendering, or the hardware's.
    func outputFormat(_ state: EngineState) -> AVAudioFormat {
        state.manual?.format ?? .standard(hardwareOutput)
    }

    /// The hardware's output format.
    var hardwareOutput: GraphFormat { hardware() }

    /// The hardware's input format; no channels when the session has no input.
    var hardwareInput: GraphFormat {
        let hardware = SessionHardware.of(app)
        let count = hardware.inputChannelCount(of: app.connection.session)
        return GraphFormat(
            sampleRate: count > 0 ? app.inputSampleRate : 0, channelCount: count)
    }

    // MARK: Nodes

    func attach(_ node: AVAudioNode, _ state: inout EngineState) {
        state.nodes[node.graphNode] = node
        state.attachmentCount += 1
        node.attachment = state.attachmentCount
        node.core = self
        state.graph.setOutputFormat(
            node.kernelFormat ?? node.busFormat.graphFormat, of: node.graphNode)
    }

    func outputNode(_ state: inout EngineState) -> AVAudioOutputNode {
        if let output = state.output { return output }
        let output = AVAudioOutputNode()
        state.output = output
        attach(output, &state)
        followOutputFormat(&state)
        return output
    }

    func inputNode(_ state: inout EngineState) -> AVAudioInputNode {
        if let input = state.input { return input }
        let input = AVAudioInputNode()
        state.input = input
        followInputFormat(&state)
        attach(input, &state)
        return input
    }

    func mainMixerNode(_ state: inout EngineState) -> AVAudioMixerNode {
        if let mixer = state.mainMixer { return mixer }
        let output = outputNode(&state)
        let mixer = AVAudioMixerNode()
        state.mainMixer = mixer
        attach(mixer, &state)
        if state.graph.connections(to: output.graphNode).isEmpty {
            state.isMainMixerFollowing = true
            state.graph.connect(mixer.graphNode, to: [AudioGraph.InputBus(output.graphNode)])
        }
        followOutputFormat(&state)
        return mixer
    }

    /// Gives the output node, and the main mixer if it follows, the output's present format.
    func followOutputFormat(_ state: inout EngineState) {
        let format = outputFormat(state)
        guard let output = state.output else { return }
        let standard = AVAudioFormat.standard(format.graphFormat)
        output.setOutputFormat(standard)
        state.graph.setOutputFormat(format.graphFormat, of: output.graphNode)
        let isConnected = !state.graph.connections(to: output.graphNode).isEmpty
        guard !isConnected || state.isMainMixerFollowing else { return }
        output.setInputFormat(standard, forBus: 0)
        guard state.isMainMixerFollowing, let mixer = state.mainMixer else { return }
        mixer.setOutputFormat(standard)
        state.graph.setOutputFormat(format.graphFormat, of: mixer.graphNode)
    }

    /// Gives the input node the input's present format.
    func followInputFormat(_ state: inout EngineState) {
        guard let input = state.input else { return }
        let format: AVAudioFormat
        if let manual = state.manual {
            format = manual.inputFormat ?? AVAudioFormat()
        } else {
            format = .standard(hardwareInput)
        }
        input.setOutputFormat(.standard(format.graphFormat))
        input.setInputFormat(format, forBus: 0)
        state.graph.setOutputFormat(format.graphFormat, of: input.graphNode)
    }

    /// Removes a node with its connections; the neighbours of an effect are connected.
    func detach(_ node: AVAudioNode, _ state: inout EngineState) {
        let own = node.graphNode
        let above = state.graph.connections(to: own).first
        let below = state.graph.connections(from: own)
        state.graph.disconnectInputs(of: own)
        switch own.kind {
        case .effect, .timeEffect:
            guard let source = above?.source, !below.isEmpty,
                let sourceNode = state.nodes[source]
            else { break }
            let kept = state.graph.connections(from: source)
                .map { AudioGraph.InputBus($0.destination, bus: $0.bus) }
            let joined = below.map { AudioGraph.InputBus($0.destination, bus: $0.bus) }
            state.graph.connect(source, to: kept + joined, values: sourceNode.mixingValues)
        default: break
        }
        state.removeParts(of: own)
        state.graph.remove(own)
        if let tap = state.taps.removeValue(forKey: own) { state.removedTaps.append(tap) }
        state.nodes[own] = nil
        if state.mainMixer === node { state.mainMixer = nil }
        state.released.append(node)
        node.core = nil
    }

    // MARK: Connections

    /// Connects an output bus to all input buses of a list, instead of those that it was connected
    /// to.
    ///
    /// - Parameters:
    ///   - keepsParameters: Whether connections that exist already keep their parameters.
    ///   - format: `nil` for the present format of the source's output.
    /// - Returns: The violated rule, if any.
    func connect(
        _ source: AVAudioNode, _ bus: AVAudioNodeBus = 0,
        to ends: [(node: AVAudioNode, bus: AVAudioNodeBus)],
        format: AVAudioFormat?, keepsParameters: Bool, _ state: inout EngineState
    ) -> String? {
        guard bus >= 0, bus < max(source.outputCount, 1) else {
            return "bus1 < node1.numberOfOutputs"
        }
        let isAwaited = format == nil && isInputFormatAwaited(source, state)
        // Until the app sets the input's format, the destinations take that of the rendering.
        let format =
            format
            ?? (isAwaited
                ? .standard(outputFormat(state).graphFormat)
                : bus == 0 ? source.busFormat : source.outputFormat(forBus: bus))
        if let rule = violatedRule(source, ends, format, state) { return rule }
        let isToOutput = ends.contains { $0.node === state.output }
        let isDivided = source.outputCount > 1 || state.parts[source.graphNode] != nil
        let output =
            isDivided ? prepareOutput(bus, of: source, format, &state) : source.graphNode
        if !keepsParameters { state.graph.disconnectOutput(of: output) }
        state.graph.connect(
            output, to: ends.map { AudioGraph.InputBus($0.node.graphNode, bus: $0.bus) },
            values: source.mixingValues)
        if !isAwaited, !isDivided {
            source.setOutputFormat(format)
            state.graph.setOutputFormat(
                source.kernelFormat ?? format.graphFormat, of: source.graphNode)
        }
        for (node, bus) in ends {
            node.setInputFormat(format, forBus: bus)
            let end = AudioGraph.InputBus(node.graphNode, bus: bus)
            if let input = state.graph.connection(to: end)?.input {
                node.didConnect(format, input, bus: bus)
            }
            state.graph.setOutputFormat(
                node.busFormat.graphFormat, of: node.graphNode)
            followOutputs(of: node, &state)
        }
        if isToOutput || source === state.mainMixer { state.isMainMixerFollowing = false }
        return nil
    }

    /// Whether a node is the input of manual rendering, and the app has not set its format yet: it
    /// is silent until then.
    private func isInputFormatAwaited(_ source: AVAudioNode, _ state: EngineState) -> Bool {
        guard let manual = state.manual, source === state.input else { return false }
        return manual.inputFormat == nil && !source.busFormat.graphFormat.isValid
    }

    private func violatedRule(
        _ source: AVAudioNode, _ ends: [(node: AVAudioNode, bus: AVAudioNodeBus)],
        _ format: AVAudioFormat, _ state: EngineState
    ) -> String? {
        guard state.nodes[source.graphNode] === source else {
            return "[_nodes containsObject: node1]"
        }
        switch source.graphNode.kind {
        case .sink, .output: return "node1.numberOfOutputs > 0"
        default: break
        }
        for (node, bus) in ends {
            guard state.nodes[node.graphNode] === node else {
                return "[_nodes containsObject: node2]"
            }
            let isMixer = node.graphNode.isMixer
            if case .source = node.graphNode.kind { return "node2.numberOfInputs > 0" }
            guard bus >= 0, isMixer ? bus < Self.inputBusesMax : bus == 0 else {
                return "bus < node2.numberOfInputs"
            }
            guard !state.graph.reaches(from: node.graphNode, to: source.graphNode) else {
                return "!destNodeMixer->reaches(srcNode)"
            }
        }
        guard format.graphFormat.isValid else {
            return "IsFormatSampleRateAndChannelCountValid(format)"
        }
        guard format.isStandard else { return "format.isStandard (error -10868)" }
        if source === state.input, state.manual == nil {
            let hardware = hardwareInput
            guard hardware.channelCount > 0, format.sampleRate == hardware.sampleRate else {
                return "format.sampleRate == inputHWFormat.sampleRate"
            }
        }
        return state.phase == .running ? ruleOfInputChain(source, ends.map(\.node), state) : nil
    }

    /// The largest number of input buses of a mixer.
    static let inputBusesMax = 1024
}

extension EngineCore {
    func ruleOfDisconnecting(_ node: AVAudioNode, _ state: EngineState) -> String? {
        guard node === state.output else { return nil }
        return state.phase == .running ? "!IsRunning()" : nil
    }

    /// - Parameter bus: `nil` for all output buses.
    func disconnectOutput(
        _ bus: AVAudioNodeBus?, of node: AVAudioNode, _ state: inout EngineState
    ) -> String? {
        let ends = state.connections(from: node)
        if let output = state.output,
            ends.contains(where: { $0.destination == output.graphNode }),
            let rule = ruleOfDisconnecting(output, state)
        {
            return rule
        }
        if let bus {
            guard let output = state.output(bus, of: node) else { return nil }
            state.graph.disconnectOutput(of: output)
        } else {
            for connection in ends { state.graph.disconnectOutput(of: connection.source) }
        }
        return nil
    }
}

// The input chain: what the hardware's input passes before a mixer. It converts nothing, because
// the input delivers as many frames as the output takes.

extension EngineCore {
    private static let inputChainRule = "false == isInputConnToConverter"

    /// - Returns: The violated rule when a time effect is in the input chain.
    func ruleOfInputChain(_ state: EngineState) -> String? {
        guard state.manual == nil, let input = state.input?.graphNode else { return nil }
        return hasTimeEffect(below: input, state) ? Self.inputChainRule : nil
    }

    /// - Returns: The violated rule when a connection would put a time effect into the input chain.
    private func ruleOfInputChain(
        _ source: AVAudioNode, _ ends: [AVAudioNode], _ state: EngineState
    ) -> String? {
        guard state.manual == nil, let input = state.input?.graphNode,
            isInInputChain(source.graphNode, input, state)
        else { return nil }
        let isViolated = ends.contains { node in
            if case .timeEffect = node.graphNode.kind { return true }
            return hasTimeEffect(below: node.graphNode, state)
        }
        return isViolated ? Self.inputChainRule : nil
    }

    /// Whether a node is the input, or an effect that only effects separate from it.
    private func isInInputChain(
        _ node: GraphNode, _ input: GraphNode, _ state: EngineState
    ) -> Bool {
        var node = node
        while node != input {
            switch node.kind {
            case .effect, .timeEffect: break
            default: return false
            }
            guard let above = state.graph.connections(to: node).first?.source else { return false }
            node = above
        }
        return true
    }

    /// Whether a time effect follows a node before any mixer does.
    private func hasTimeEffect(below node: GraphNode, _ state: EngineState) -> Bool {
        if node.isMixer { return false }
        return state.graph.connections(from: node).contains { connection in
            if case .timeEffect = connection.destination.kind { return true }
            return hasTimeEffect(below: connection.destination, state)
        }
    }
}
