import AudioEffects
import Synchronization

/// What compilations remember of nodes and connections, so that a plan continues the one before.
struct CompilerMemory: Sendable {
    /// What decides whether a connection to a mixer continues after a change: the nodes from it up
    /// to the next mixer or source, and their formats.
    struct Branch: Equatable {
        var nodes: [GraphNode] = []
        var formats: [GraphFormat] = []
    }

    struct KnownInput {
        var branch: Branch
        var state: InputState
    }

    struct KnownSplit {
        var state: SplitState
        var cursors: [ObjectIdentifier: SplitCursor] = [:]
        var format: GraphFormat
    }

    /// The states of removed nodes, which the renderer's present plan may still use.
    struct DepartedState {
        weak var state: NodeState?
    }

    var states: [GraphNode: NodeState] = [:]
    var departed: [ObjectIdentifier: DepartedState] = [:]
    var inputs: [ObjectIdentifier: KnownInput] = [:]
    var conversions: [ObjectIdentifier: RateConversionState] = [:]
    var playbackRates: [ObjectIdentifier: PlaybackRateState] = [:]
    var splits: [GraphNode: KnownSplit] = [:]
    /// The nodes of the last plan that another renderer has.
    var taken: [GraphNode] = []
    var planCount = 0

    mutating func forget(_ node: GraphNode) {
        departed = departed.filter { $0.value.state != nil }
        departed[ObjectIdentifier(node)] = states.removeValue(forKey: node).map {
            DepartedState(state: $0)
        }
        splits[node] = nil
    }

    /// Forgets the connections that exist no more.
    mutating func keep(_ connections: [AudioGraph.Connection]) {
        let kept = Set(connections.map { ObjectIdentifier($0.input) })
        inputs = inputs.filter { kept.contains($0.key) }
        conversions = conversions.filter { kept.contains($0.key) }
        playbackRates = playbackRates.filter { kept.contains($0.key) }
        keepCursors(of: kept)
    }

    /// Forgets the positions of all other consumers.
    mutating func keepCursors(of kept: Set<ObjectIdentifier>) {
        splits = splits.mapValues { split in
            var split = split
            split.cursors = split.cursors.filter { kept.contains($0.key) }
            return split
        }
    }
}

/// What a compilation is made for.
public struct CompilerOptions: Sendable {
    /// The node at the end of the graph.
    public var output: GraphNode?
    /// Nodes that render although nothing is connected to them: sinks, and a tapped input.
    public var drains: [GraphNode]
    public var taps: [GraphNode: any GraphTap]
    /// What is called before and after each block of a node.
    public var observers: [GraphNode: any GraphObserver] = [:]
    /// The largest block.
    public var maximumFrameCount: Int

    public init(
        output: GraphNode?, drains: [GraphNode] = [], taps: [GraphNode: any GraphTap] = [:],
        maximumFrameCount: Int
    ) {
        self.output = output
        self.drains = drains
        self.taps = taps
        self.maximumFrameCount = maximumFrameCount
    }
}

extension AudioGraph {
    /// Makes a plan of the nodes that reach the output or a drain, and prepares their kernels.
    ///
    /// - Parameter renderer: The renderer of the plan.
    /// - Returns: The plan, and whether every kernel is prepared: one that another renderer still
    ///   uses is silent in this plan.
    public mutating func compile(
        _ options: CompilerOptions, for renderer: GraphRenderer
    ) -> (plan: RenderPlan, isComplete: Bool) {
        memory.planCount += 1
        memory.keep(connections)
        var compiler = PlanCompiler(graph: self, memory: memory, options, renderer)
        if let output = options.output { setOutputFormat(renderer.format, of: output) }
        let plan = compiler.compile()
        memory = compiler.memory
        memory.taken = compiler.taken
        return (plan, compiler.taken.isEmpty)
    }
}

/// One compilation.
private struct PlanCompiler {
    let graph: AudioGraph
    let index: ConnectionIndex
    var memory: CompilerMemory
    let options: CompilerOptions
    let renderer: GraphRenderer
    /// The nodes that another renderer has.
    var taken: [GraphNode] = []

    private var made: [GraphNode: RenderNode] = [:]
    /// The nodes from the root to the one that is being made: an input from one of them would be a
    /// cycle.
    private var path: Set<GraphNode> = []
    private var inputs: [InputState] = []
    private var states: [NodeState] = []
    private var splits: [SplitState] = []
    private var reachable: Set<GraphNode> = []
    /// Nodes that the plan before did not have.
    private var added: Set<GraphNode> = []
    /// The connections that read a node with several consumers.
    private var readers: Set<ObjectIdentifier> = []

    init(
        graph: AudioGraph, memory: CompilerMemory, _ options: CompilerOptions,
        _ renderer: GraphRenderer
    ) {
        self.graph = graph
        index = ConnectionIndex(graph.connections)
        self.memory = memory
        self.options = options
        self.renderer = renderer
    }

    mutating func compile() -> RenderPlan {
        findReachable()
        var output: RenderNode?
        if let root = options.output, !index.connections(to: root).isEmpty { output = make(root) }
        let drains = options.drains.compactMap { made[$0] == nil ? make($0) : nil }
        // A consumer that is not rendered would come back with old frames, late for good.
        memory.keepCursors(of: readers)
        return RenderPlan(
            number: memory.planCount, output: output, drains: drains, inputs: inputs,
            states: states, splits: splits, maximumFrameCount: options.maximumFrameCount,
            panLaw: graph.panLaw)
    }

    private mutating func findReachable() {
        var waiting = options.drains
        if let output = options.output { waiting.append(output) }
        reachable = Set(waiting)
        while let node = waiting.popLast() {
            for connection in index.connections(to: node)
            where reachable.insert(connection.source).inserted {
                waiting.append(connection.source)
            }
        }
    }

    // MARK: Nodes

    /// Returns a node's step; made once.
    private mutating func make(_ node: GraphNode) -> RenderNode? {
        if let made = made[node] { return made }
        guard path.insert(node).inserted else { return nil }
        defer { path.remove(node) }
        let format = format(of: node)
        guard format.isValid, let state = state(of: node, format) else { return nil }
        states.append(state)
        var step: RenderNode
        switch node.kind {
        case .source(let source): step = SourceRender(source, state)
        case .effect(let effect): step = EffectRender(effect, state, input: input(of: node, format))
        case .timeEffect(let effect):
            step = TimeEffectRender(effect, state, input: input(of: node, format))
        case .mixer, .output:
            step = MixerRender(state, inputs: inputs(of: node, state), spatial: nil)
        case .matrixMixer(let mixer):
            step = MatrixMixerRender(state, mixer, inputs: inputs(of: node, state))
        case .spatialMixer(let mixer):
            step = MixerRender(state, inputs: inputs(of: node, state), spatial: mixer)
        case .selection(let selection):
            step = SelectionRender(input(of: node, at: format), selection.channels, state)
        case .sink(let sink):
            guard let input = input(of: node, format) else { return nil }
            step = SinkRender(input, sink, state)
        }
        if let observer = options.observers[node] { step = ObserverRender(step, observer, state) }
        if let tap = options.taps[node] { step = TapRender(step, tap, state) }
        made[node] = step
        return step
    }

    private func format(of node: GraphNode) -> GraphFormat {
        if case .output = node.kind { return renderer.format }
        if case .sink = node.kind {
            // A sink converts nothing.
            return index.connections(to: node).first.map { graph.outputFormat(of: $0.source) }
                ?? graph.outputFormat(of: node)
        }
        return graph.outputFormat(of: node)
    }

    /// Returns the node's state in the format; prepares its kernel when it is new.
    private mutating func state(of node: GraphNode, _ format: GraphFormat) -> NodeState? {
        let known = memory.states[node]
        if let known, known.format == format,
            known.maximumFrameCount == options.maximumFrameCount
        {
            return known
        }
        guard prepare(node, format, replacing: known ?? departed(node, format)) else {
            taken.append(node)
            return nil
        }
        let state = NodeState(node, format, maximumFrameCount: options.maximumFrameCount)
        memory.states[node] = state
        if known == nil { added.insert(node) }
        return state
    }

    /// Returns the state of a node that was removed and added again, if it has another format: the
    /// renderer's present plan must not call the kernel any more.
    private func departed(_ node: GraphNode, _ format: GraphFormat) -> NodeState? {
        guard let state = memory.departed[ObjectIdentifier(node)]?.state,
            state.format != format || state.maximumFrameCount != options.maximumFrameCount
        else { return nil }
        return state
    }

    private func prepare(
        _ node: GraphNode, _ format: GraphFormat, replacing known: NodeState?
    ) -> Bool {
        let (isFree, owner) = node.owner.compareExchange(
            expected: 0, desired: -1, ordering: .acquiringAndReleasing)
        if isFree {
            prepareKernel(node, format)
            node.owner.store(0, ordering: .releasing)
            return true
        }
        guard owner == renderer.number else { return false }
        return renderer.withTurn {
            known?.revoke()
            prepareKernel(node, format)
        }
    }

    private func prepareKernel(_ node: GraphNode, _ format: GraphFormat) {
        let (rate, channels) = (format.sampleRate, format.channelCount)
        let frames = options.maximumFrameCount
        switch node.kind {
        case .source(let kernel):
            kernel.prepare(sampleRate: rate, channelCount: channels, maximumFrameCount: frames)
        case .effect(let kernel):
            kernel.prepare(sampleRate: rate, channelCount: channels, maximumFrameCount: frames)
        case .timeEffect(let kernel):
            kernel.prepare(sampleRate: rate, channelCount: channels, maximumFrameCount: frames)
        case .spatialMixer(let kernel):
            kernel.prepare(sampleRate: rate, channelCount: channels, maximumFrameCount: frames)
        case .sink(let kernel):
            kernel.prepare(sampleRate: rate, channelCount: channels, maximumFrameCount: frames)
        case .matrixMixer(let mixer): mixer.reset()
        case .mixer, .selection, .output: break
        }
    }

    // MARK: Inputs

    /// Returns the one input of an effect or a sink, in its format.
    private mutating func input(of node: GraphNode, _ format: GraphFormat) -> RenderNode? {
        guard let step = input(of: node, at: format) else { return nil }
        guard step.format.channelCount != format.channelCount else { return step }
        return ChannelRender(
            step, to: format, maximumFrameCount: options.maximumFrameCount)
    }

    /// Returns the one input of a node, with its own channels.
    private mutating func input(of node: GraphNode, at format: GraphFormat) -> RenderNode? {
        guard let connection = index.connections(to: node).first,
            let step = step(for: connection)
        else { return nil }
        return atRate(format.sampleRate, step, connection)
    }

    private mutating func inputs(of node: GraphNode, _ state: NodeState) -> [MixerRender.Input] {
        var made: [MixerRender.Input] = []
        for connection in index.connections(to: node) {
            guard let step = step(for: connection) else { continue }
            var render = atRate(state.format.sampleRate, step, connection)
            if case .spatialMixer = node.kind { render = atPlaybackRate(render, connection) }
            let input = inputState(
                connection, into: state, channelCount: render.format.channelCount)
            inputs.append(input)
            made.append(MixerRender.Input(state: input, render: render, bus: connection.bus))
        }
        return made
    }

    private mutating func inputState(
        _ connection: AudioGraph.Connection, into state: NodeState, channelCount: Int
    ) -> InputState {
        let key = ObjectIdentifier(connection.input)
        var branch = branch(connection.source)
        branch.formats.append(state.format)
        if let known = memory.inputs[key], known.branch == branch { return known.state }
        var spatial: (any SpatialInput)?
        if case .spatialMixer(let mixer) = state.node.kind {
            spatial = mixer.makeInput(connection.input, channelCount: channelCount)
        }
        // A mixer that is new fades in as a whole.
        let frames = renderer.fadeDuration * state.format.sampleRate
        let input = InputState(
            connection.input, fadesIn: !added.contains(state.node),
            fadeFrames: Int(frames.rounded()),
            spatial: spatial)
        memory.inputs[key] = CompilerMemory.KnownInput(branch: branch, state: input)
        return input
    }

    /// Returns what lies above a connection, up to the next mixer or source.
    private func branch(_ source: GraphNode) -> CompilerMemory.Branch {
        var branch = CompilerMemory.Branch()
        var node: GraphNode? = source
        while let present = node, !branch.nodes.contains(present) {
            branch.nodes.append(present)
            branch.formats.append(graph.outputFormat(of: present))
            node = present.isMixer ? nil : index.connections(to: present).first?.source
        }
        return branch
    }

    /// Returns the step of a connection's source; where the source has several consumers, the view
    /// of this one.
    private mutating func step(for connection: AudioGraph.Connection) -> RenderNode? {
        let source = connection.source
        guard let step = make(source) else { return nil }
        let consumers = index.connections(from: source).filter {
            reachable.contains($0.destination)
        }
        var known = memory.splits[source]
        guard consumers.count > 1 || known != nil else { return step }
        let frames = options.maximumFrameCount
        if known?.format != step.format || known?.state.rendered.capacity != frames {
            known = CompilerMemory.KnownSplit(
                state: SplitState(
                    channelCount: step.format.channelCount, maximumFrameCount: frames),
                format: step.format)
        }
        guard var split = known else { return step }
        let key = ObjectIdentifier(connection.input)
        let cursor = split.cursors[key] ?? SplitCursor()
        split.cursors[key] = cursor
        readers.insert(key)
        memory.splits[source] = split
        splits.append(split.state)
        return SplitRender(step, split.state, cursor)
    }

    /// Returns the input at a sample rate.
    private mutating func atRate(
        _ rate: Double, _ step: RenderNode, _ connection: AudioGraph.Connection
    ) -> RenderNode {
        guard step.format.sampleRate != rate else { return step }
        let key = ObjectIdentifier(connection.input)
        var state = memory.conversions[key]
        if state?.input != step.format || state?.outputRate != rate {
            state = RateConversionState(from: step.format, to: rate)
        }
        guard let state else { return step }
        memory.conversions[key] = state
        return RateRender(step, state, maximumFrameCount: options.maximumFrameCount)
    }

    /// Returns an input of a spatial mixer at the playback rate of its parameters.
    private mutating func atPlaybackRate(
        _ step: RenderNode, _ connection: AudioGraph.Connection
    ) -> RenderNode {
        let key = ObjectIdentifier(connection.input)
        var state = memory.playbackRates[key]
        if state?.format != step.format || state?.maximumFrameCount != options.maximumFrameCount {
            state = PlaybackRateState(
                connection.input, step.format, maximumFrameCount: options.maximumFrameCount)
        }
        guard let state else { return step }
        memory.playbackRates[key] = state
        return PlaybackRateRender(step, state)
    }
}
