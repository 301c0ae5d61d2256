import AudioGraph
import AudioModel
import Foundation
import SoundClient
import SoundServer
import Synchronization

// Starting, stopping and what nodes know of it.

extension EngineCore {
    // MARK: The plan

    /// Makes the renderer, unless there is one, and its first plan. With the mutex held.
    func prepare(_ state: inout EngineState) {
        guard state.renderer == nil else { return }
        followOutputFormat(&state)
        followInputFormat(&state)
        state.graph.forgetRendering()
        let renderer: GraphRenderer
        if let manual = state.manual {
            renderer = manual.renderer
            state.maximumFrameCount = manual.maximumFrameCount
            manual.sampleTime.store(0, ordering: .relaxed)
        } else {
            let fade = Self.fadeDuration.seconds * hardwareOutput.sampleRate
            renderer = GraphRenderer(format: hardwareOutput, fadeFrames: Int(fade.rounded()))
            state.maximumFrameCount = Self.blockFrames
        }
        state.renderer = renderer
        compile(&state)
    }

    /// The length of the fade of a branch that is connected or disconnected.
    static let fadeDuration = HostInterval.milliseconds(10)
    /// The largest block that is rendered to the hardware.
    static let blockFrames = 512

    private func compile(_ state: inout EngineState) {
        guard let renderer = state.renderer else { return }
        followTappedFormats(&state)
        let drains = state.orderedNodes.map(\.graphNode).filter { node in
            if case .sink = node.kind { return true }
            return node == state.input?.graphNode && state.taps[node] != nil
        }
        let (plan, isComplete) = state.graph.compile(
            CompilerOptions(
                output: state.output?.graphNode, drains: drains,
                taps: state.taps, maximumFrameCount: state.maximumFrameCount),
            for: renderer)
        state.isIncomplete = !isComplete
        renderer.publish(plan)
    }

    /// Gives taps the present formats of their buses, which a connection or the hardware has
    /// changed, and what the present kind of rendering needs.
    private func followTappedFormats(_ state: inout EngineState) {
        let mode = state.manual?.mode
        let reserve = Self.tapReserve(mode)
        for (node, tap) in state.taps {
            tap.setOffline(mode == .offline)
            guard let tapped = state.nodes[node] else { continue }
            let format = tapped.busFormat
            let hasChanged =
                tapped.kernelFormat == nil && format.graphFormat != tap.format.graphFormat
                && format.graphFormat.isValid
            guard hasChanged || tap.reserve < reserve else { continue }
            let next = tap.following(hasChanged ? format : tap.format, reserve: reserve)
            next.setOffline(mode == .offline)
            state.taps[node] = next
        }
    }

    /// How much sound a tap keeps until it is collected, in seconds.
    static func tapReserve(_ mode: AVAudioEngineManualRenderingMode?) -> Double {
        // An app may render in real-time mode much faster than in real time.
        mode == .realtime ? 8 : 1
    }

    /// Makes a new plan after a change of the graph. With the mutex held.
    func update(_ state: inout EngineState) {
        if state.renderer != nil { compile(&state) }
    }

    // MARK: Transport

    func start(_ call: String) throws {
        transport.lock()
        defer { transport.unlock() }
        guard !state.withLock({ $0.isLost }) else {
            throw NSError.avfAudio(
                SessionError.mediaServicesFailed.rawValue, failedCall: "AVAudioEngine.\(call)")
        }
        let (rule, nodes, isOffline) = state.withLock {
            state -> (rule: String?, nodes: [AVAudioNode], isOffline: Bool) in
            guard state.output != nil || state.input != nil else {
                return ("inputNode != nullptr || outputNode != nullptr", [], false)
            }
            if state.phase == .running { return (nil, [], false) }
            if let rule = ruleOfInputChain(state) { return (rule, [], false) }
            prepare(&state)
            return (nil, state.orderedNodes, state.manual?.mode == .offline)
        }
        if let rule { return programmerError("AVAudioEngine.\(call)", rule) }
        if state.withLock({ $0.phase == .running }) { return }
        for node in nodes { node.engineWillStart(isOffline: isOffline) }
        if manual == nil { try startStreams() }
        state.withLock { state in
            state.phase = .running
            state.manual?.isRunning.store(true, ordering: .releasing)
        }
        if let manual, manual.mode == .realtime,
            !manual.isServed.exchange(true, ordering: .acquiringAndReleasing)
        {
            serve(manual)
        }
    }

    /// Lets the nodes handle what the app's real-time thread renders, at regular times while the
    /// engine runs.
    private func serve(_ manual: ManualRendering) {
        app.environment.after(Self.serviceInterval) { [weak self, weak manual] in
            guard let manual else { return }
            guard let self, manual.isRunning.load(ordering: .acquiring) else {
                return manual.isServed.store(false, ordering: .releasing)
            }
            afterRendering()
            serve(manual)
        }
    }

    private static let serviceInterval = HostInterval.milliseconds(10)

    func prepare(_ call: String) {
        change(call) { state in
            guard state.output != nil || state.input != nil else {
                return "inputNode != nullptr || outputNode != nullptr"
            }
            if let rule = ruleOfInputChain(state) { return rule }
            prepare(&state)
            if state.phase == .stopped { state.phase = .prepared }
            return nil
        }
    }

    func pause() {
        transport.lock()
        defer { transport.unlock() }
        let nodes = state.withLock { state -> [AVAudioNode] in
            guard state.phase == .running else { return [] }
            state.phase = .paused
            state.manual?.isRunning.store(false, ordering: .releasing)
            return state.orderedNodes
        }
        pauseStreams()
        for node in nodes { node.engineDidStop() }
    }

    /// - Parameter byApp: Whether the app has asked for it, and not a change of the hardware.
    func stop(byApp: Bool = false) {
        transport.lock()
        defer { transport.unlock() }
        stopStreams()
        let nodes = state.withLock { state -> [AVAudioNode] in
            let wasRunning = state.phase == .running || state.phase == .paused
            state.phase = .stopped
            state.stallsPlayers = byApp && stopStallsPlayers && state.manual == nil
            state.manual?.isRunning.store(false, ordering: .releasing)
            state.renderer?.drop()
            state.renderer = nil
            for node in state.nodes.keys { node.forgetRenderTime() }
            return wasRunning ? state.orderedNodes : []
        }
        collectTaps()
        for node in nodes { node.engineDidStop() }
    }

    /// Resets all nodes, and the time of manual rendering.
    func reset() {
        let nodes = state.withLock { $0.orderedNodes }
        for node in nodes { node.reset() }
        state.withLock { state in
            state.renderer?.reset()
            state.manual?.sampleTime.store(0, ordering: .relaxed)
        }
    }

    func reset(_ node: AVAudioNode) {
        state.withLock { $0.renderer }?.reset(node.graphNode)
    }

    // MARK: Times

    func lastRenderTime(of node: AVAudioNode) -> AVAudioTime? {
        let isRendering = state.withLock { state in
            guard state.phase == .running else { return false }
            let ends =
                [state.output?.graphNode].compactMap { $0 }
                + state.nodes.keys.filter { node in
                    if case .sink = node.kind { return true }
                    return false
                }
            return ends.contains { state.graph.reaches(from: node.graphNode, to: $0) }
                || state.taps[node.graphNode] != nil && node === state.input
        }
        guard isRendering else { return nil }
        let rate = node.busFormat.sampleRate
        guard let time = node.graphNode.lastRenderTime else {
            return AVAudioTime(sampleTime: 0, atRate: rate)
        }
        guard let host = time.hostTime else {
            return AVAudioTime(sampleTime: time.sampleTime, atRate: rate)
        }
        return AVAudioTime(
            hostTime: UInt64(max(host.nanoseconds, 0)), sampleTime: time.sampleTime, atRate: rate)
    }

    func presentationLatency(of node: AVAudioIONode) -> TimeInterval {
        guard manual == nil else { return 0 }
        let hardware = SessionHardware.of(app)
        guard node is AVAudioInputNode else { return hardware.outputLatency }
        return hardware.inputLatency(of: app.connection.session)
    }

    func outputPresentationLatency(of node: AVAudioNode) -> TimeInterval {
        state.withLock { state in
            let downstream = state.graph.latency(from: node.graphNode)
            return downstream + (state.manual == nil ? SessionHardware.of(app).outputLatency : 0)
        }
    }
}
