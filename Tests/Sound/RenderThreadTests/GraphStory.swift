import AudioEffects
import AudioGraph
import AudioModel

/// The control side of a busy graph: branches of all kinds come, change and go while it renders.
struct GraphStory {
    static let format = GraphFormat(sampleRate: 48_000, channelCount: 2)
    static let blockFrames = 256
    private static let rates = [48_000.0, 44_100, 22_050]
    private static let branchesMax = 10

    let renderer = GraphRenderer(format: format, fadeFrames: 480)
    private(set) var branchesAdded = 0
    private(set) var plansPublished = 0
    private(set) var itemsScheduled = 0

    private var graph = AudioGraph()
    private let output = GraphNode(.output)
    private let schedule = ParameterSchedule()
    private let mixer: GraphNode
    private let matrix = MatrixMixer()
    private let matrixSchedule = ParameterSchedule()
    private let matrixNode: GraphNode
    private let environment = EnvironmentMixer()
    private let space: GraphNode
    private let sink = GraphNode(.sink(CountingReceiver()))
    private let microphone = GraphNode(.source(ConstantSource(0.25)))
    private var branches: [GraphBranch] = []
    private var generator: SeededGenerator
    private let buffers = [1, 2].map { NoiseMemory(channelCount: $0, frameCount: 3000) }

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        space = GraphNode(.spatialMixer(environment))
        mixer = GraphNode(.mixer, schedule: schedule)
        matrixNode = GraphNode(.matrixMixer(matrix), schedule: matrixSchedule)
        for node in [mixer, space, matrixNode] { graph.setOutputFormat(Self.format, of: node) }
        graph.setOutputFormat(
            GraphFormat(sampleRate: 44_100, channelCount: 1), of: microphone)
        graph.connect(mixer, to: [.init(output)])
        graph.connect(space, to: [.init(mixer, bus: 0)])
        graph.connect(matrixNode, to: [.init(mixer, bus: 1)])
        matrix[.master] = 1
        for output in 0..<2 { matrix[.output(output)] = 1 }
        matrix.inputMeters[0].isEnabled = true
        mixer.meters.isEnabled = true
        graph.connect(microphone, to: [.init(sink)])
        environment.environment.change { $0.isReverbEnabled = true }
        publish()
    }

    /// What the control side does between two blocks, or while another thread renders.
    mutating func act() {
        renderer.collect()
        for branch in branches { branch.service() }
        switch Int.random(in: 0..<13, using: &generator) {
        case 0:
            if branches.count == Self.branchesMax { removeBranch() }
            addBranch()
            publish()
        case 1:
            removeBranch()
            publish()
        case 2:
            graph.panLaw = PanLaw.allCases.randomElement(using: &generator) ?? .balance
            publish()
        case 3: moveListener()
        case 4: mixer.outputVolume.value = Float.random(in: 0...2, using: &generator)
        case 5: scheduleEvents()
        default: changeBranch()
        }
    }

    // MARK: Structure

    private mutating func addBranch() {
        let rate = Self.rates[Int.random(in: 0..<Self.rates.count, using: &generator)]
        let channelCount = Int.random(in: 1...2, using: &generator)
        let branch = GraphBranch(
            GraphFormat(sampleRate: rate, channelCount: channelCount), using: &generator)
        branchesAdded += 1
        for node in branch.nodes { graph.setOutputFormat(branch.format, of: node) }
        for (source, destination) in zip(branch.nodes, branch.nodes.dropFirst()) {
            graph.connect(source, to: [.init(destination)])
        }
        // Each branch has a bus of its own; some are heard twice.
        let bus = branchesAdded + 1
        let ends: [AudioGraph.InputBus] = [
            .init(mixer, bus: bus), .init(space, bus: bus), .init(matrixNode, bus: bus % 16),
        ]
        let first = Int.random(in: 0..<4, using: &generator)
        graph.connect(
            branch.nodes[branch.nodes.count - 1], to: first == 3 ? ends : [ends[first]],
            values: [.reverbBlend: 0.5, .positionX: Float(bus % 7) - 3])
        branches.append(branch)
    }

    private mutating func removeBranch() {
        guard !branches.isEmpty else { return }
        let branch = branches.remove(at: Int.random(in: 0..<branches.count, using: &generator))
        for node in branch.nodes { graph.remove(node) }
    }

    private mutating func publish() {
        var taps: [GraphNode: any GraphTap] = [mixer: CountingReceiver()]
        if let node = branches.last?.nodes.first { taps[node] = CountingReceiver() }
        let (plan, _) = graph.compile(
            CompilerOptions(
                output: output, drains: [sink], taps: taps, maximumFrameCount: Self.blockFrames),
            for: renderer)
        renderer.publish(plan)
        plansPublished += 1
    }

    // MARK: Parameters

    /// Lets volumes move at frames of the next blocks.
    private mutating func scheduleEvents() {
        let (input, output) = (Int(number(0...20)), Int(number(0...2)))
        matrix[.input(input)] = number(0...1)
        matrix.setInputEnabled(Bool.random(using: &generator), bus: input % 16)
        matrixSchedule.add(
            ScheduledChange(
                .matrix(.crossPoint(input: input, output: output)), from: Int(number(0...300)),
                frameCount: Int(number(0...1000)), startValue: 0, endValue: number(0...1)))
        schedule.add(
            ScheduledChange(
                .outputVolume, from: Int(number(0...300)), frameCount: Int(number(0...500)),
                startValue: mixer.outputVolume.value, endValue: number(0...1)))
        schedule.add(
            ScheduledChange(.pan(bus: 0), at: Int(number(0...300)), value: number(-1...1)))
    }

    private mutating func moveListener() {
        let (x, level) = (number(-5...5), number(-40...10))
        let hasReverb = Int.random(in: 0..<4, using: &generator) != 0
        let formula = DistanceModel.Formula.allCases.randomElement(using: &generator) ?? .linear
        environment.environment.change { settings in
            settings.listener.position.x = x
            settings.listener.turn(forward: SIMD3(x, 0, -1), up: SIMD3(0, 1, 0))
            settings.distance.formula = formula
            settings.isReverbEnabled = hasReverb
            settings.reverbLevel = level
        }
    }

    private mutating func changeBranch() {
        guard let branch = branches.randomElement(using: &generator) else { return }
        if branch.change(buffers, using: &generator) { itemsScheduled += 1 }
        for connection in graph.connections(from: branch.nodes[branch.nodes.count - 1]) {
            let input = connection.input
            input[.volume] = number(0...1)
            input[.pan] = number(-1...1)
            input[.enable] = Int.random(in: 0..<8, using: &generator) == 0 ? 0 : 1
            input.meters.isEnabled = Bool.random(using: &generator)
            input[.reverbBlend] = number(0...1)
            input[.positionX] = number(-20...20)
            input[.positionZ] = number(-20...20)
            input[.obstruction] = number(-100...0)
            input[.occlusion] = number(-100...0)
            input[.renderingAlgorithm] = Float(Int.random(in: 0..<8, using: &generator))
            input[.sourceMode] = Float(Int.random(in: 0..<4, using: &generator))
        }
    }

    private mutating func number(_ range: ClosedRange<Float>) -> Float {
        Float.random(in: range, using: &generator)
    }
}

/// A source, and the effects that it passes.
final class GraphBranch {
    /// In the order of the sound.
    let nodes: [GraphNode]
    let format: GraphFormat
    private let player: PlayerSource?
    private let effects: [EffectOfAnyKind]

    init(_ format: GraphFormat, using generator: inout SeededGenerator) {
        self.format = format
        var player: PlayerSource?
        if Int.random(in: 0..<4, using: &generator) != 0 { player = PlayerSource() }
        self.player = player
        let kinds = EffectOfAnyKind.Kind.allCases.shuffled(using: &generator)
        effects = kinds.prefix(Int.random(in: 0...3, using: &generator)).map(EffectOfAnyKind.init)
        let source: any GraphSource = player ?? ConstantSource(0.1)
        nodes = [GraphNode(.source(source))] + effects.map { GraphNode($0.node) }
        player?.play()
    }

    /// Does what the control side does after blocks.
    func service() {
        _ = player?.service()
        player?.decodeAhead()
        while let completion = player?.nextCompletion() {
            completion.handler(completion.callbackType)
        }
    }

    /// Changes the player or an effect.
    ///
    /// - Returns: Whether the player has one item more.
    func change(_ buffers: [NoiseMemory], using generator: inout SeededGenerator) -> Bool {
        for effect in effects where Bool.random(using: &generator) {
            effect.change(using: &generator)
        }
        guard let player else { return false }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: player.pause()
        case 1: player.stop()
        case 2:
            player.schedule(NoiseFile(frameCount: 20_000), at: .next, handler: { _ in })
            return true
        case 3...5:
            let options: [PlayerItemOptions] = [[], .loops, .interrupts, .interruptsAtLoop]
            guard let buffer = buffers.first(where: { $0.channelCount == format.channelCount })
            else { return false }
            player.schedule(
                buffer.playerBuffer, at: .next,
                options: options.randomElement(using: &generator) ?? [], handler: { _ in })
            return true
        default: player.play()
        }
        return false
    }
}
