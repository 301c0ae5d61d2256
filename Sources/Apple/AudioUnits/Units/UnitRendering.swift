import AudioEffects
import AudioGraph
import AudioModel
import CoreAudioTypes
import SoundClient
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Renders a unit and what its inputs are connected to.
///
/// One slice at a time; the units of the inputs are rendered in the same slice, by one plan.
///
/// Ownership: the thread that has set `isBusy` owns all that is not constant.
package final class UnitRendering: @unchecked Sendable {
    private unowned let unit: UnitCore
    let renderer: GraphRenderer
    private let maximumFrames: Int
    private let outputs: [Output]
    private let samples: PlanarBuffer
    /// The last slice that was rendered on request, for the other outputs.
    private var lastSlice = LastSlice()
    private let isBusy = Atomic<Bool>(false)
    /// The end of the graph, where the unit is not one itself.
    private let last: GraphNode?
    private let lastInput = MixerInput()
    private let busyThread = Atomic<UInt>(0)
    /// The thread that is in `tell`; 0 for none.
    private let tellingThread = Atomic<UInt>(0)
    /// The number of the last change of connections of which nothing former sounds any more.
    private let renderedNumber = Atomic<Int>(-1)
    let load = UnitLoad()

    private var graph = AudioGraph()
    private var nodes: Set<GraphNode> = []
    private var units: [UnitCore] = []
    private var callbacks: [(unit: UnitCore, source: CallbackSource)] = []
    /// Why nothing can be rendered; zero for no reason.
    private var obstacle: (unit: UnitCore, error: UnitError)?
    private var topologyNumber = -1
    /// Whether another renderer has a unit of the plan.
    private var waitsForUnit = false
    /// The nodes of the outputs that are not made of their units' inputs.
    private var independentNodes: [ObjectIdentifier: GraphNode] = [:]
    private var nextSampleTime: Int64?
    /// Whether the kernel has been prepared for `process`.
    private var isPrepared = false

    /// What can be rendered on request.
    private struct Output {
        var layout: BufferListSamples
        var firstChannel: Int
        var memory: BufferListMemory
    }

    /// A slice that all outputs are parts of.
    private struct LastSlice {
        var sampleTime = 0.0
        var frameCount = 0
        var isSilent = false
        /// Whether an output has not been asked for the slice yet.
        var waits: [Bool] = []
    }

    /// - Parameters:
    ///   - format: What the unit's node renders.
    ///   - outputs: The outputs that can be rendered on request.
    ///   - fadeFrames: The length of the fade of a changed branch; 0 for none.
    init(
        _ unit: UnitCore, format: GraphFormat, outputs: [RenderedOutput], maximumFrames: Int,
        fadeFrames: Int = 0
    ) throws(UnitError) {
        guard format.isValid else { throw .formatNotSupported }
        self.unit = unit
        self.maximumFrames = maximumFrames
        var made: [Output] = []
        for output in outputs {
            guard let layout = BufferListSamples(output.format),
                output.firstChannel + layout.channelCount <= format.channelCount
            else { throw .formatNotSupported }
            made.append(
                Output(
                    layout: layout, firstChannel: output.firstChannel,
                    memory: BufferListMemory(layout, frameCount: maximumFrames)))
        }
        self.outputs = made
        lastSlice.waits = [Bool](repeating: false, count: made.count)
        renderer = GraphRenderer(format: format, fadeFrames: fadeFrames)
        samples = PlanarBuffer(channelCount: format.channelCount, capacity: maximumFrames)
        if case .output = unit.node.kind {
            last = nil
        } else {
            last = GraphNode(.output)
        }
    }

    /// Lets the nodes go, so that another renderer may have them.
    func end() { renderer.drop() }

    /// Calls a function of the app that belongs to no slice, so that `waitUntilIdle` waits for it.
    func tell(_ body: () -> Void) {
        tellingThread.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
        defer { tellingThread.store(0, ordering: .releasing) }
        body()
    }

    /// Waits until no slice is being rendered and no function of the app runs, unless the calling
    /// thread does so.
    func waitUntilIdle() {
        let thread = UInt(pthread_self())
        while case let other = tellingThread.load(ordering: .acquiring), other != 0, other != thread
        {
            sched_yield()
        }
        while isBusy.load(ordering: .acquiring), busyThread.load(ordering: .relaxed) != thread {
            sched_yield()
        }
    }

    func reset() { renderer.reset() }

    /// Whether an output is one that slices are rendered for.
    func hasOutput(_ bus: Int) -> Bool { outputs.indices.contains(bus) }

    /// Whether the calling thread renders a slice now, or calls the app for the unit.
    var isOnThisThread: Bool {
        tellingThread.load(ordering: .relaxed) == UInt(pthread_self())
            || isBusy.load(ordering: .acquiring)
                && busyThread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// Whether slices are rendered with a change of connections, and nothing former sounds on.
    func hasRendered(change number: Int) -> Bool {
        renderedNumber.load(ordering: .acquiring) >= number
    }

    // MARK: Rendering

    /// Renders a slice into an app's buffers.
    ///
    /// - Parameters:
    ///   - flags: Tells the functions of the app what kind of slice it is, and receives whether all
    ///     frames are silence.
    ///   - bus: The output. Those of a slice get parts of what was rendered once.
    ///   - list: Buffers of the output's format. Those without memory get the unit's own, valid
    ///     until its next slice.
    func render(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: AudioTimeStamp, bus: Int, frameCount: Int,
        to list: UnitBufferList
    ) -> UnitError? {
        guard outputs.indices.contains(bus) else { return .invalidElement }
        let (layout, memory) = (outputs[bus].layout, outputs[bus].memory)
        guard frameCount <= maximumFrames else { return .tooManyFrames }
        guard layout.fits(list, frameCount: frameCount, allowsNull: true) else {
            return .missingArgument
        }
        guard begin() else { return .cannotDoInCurrentContext }
        defer { isBusy.store(false, ordering: .releasing) }
        // What the app was told of the last slice is not what it asks of this one.
        flags?.pointee &= ~RenderFlags.outputIsSilence
        let outcome = requestSlice(bus, frameCount: frameCount, time, flags?.pointee ?? 0)
        let part = samples.samples + outputs[bus].firstChannel
        for index in 0..<layout.bufferCount {
            if list[index].mData == nil { list[index].mData = memory[index] }
            list[index].mDataByteSize = UInt32(frameCount * layout.bytesPerFrame)
        }
        switch outcome {
        case .success(let isSilent):
            layout.write(part, frameCount: frameCount, to: list)
            if isSilent { flags?.pointee |= RenderFlags.outputIsSilence }
            return nil
        case .failure(let error):
            guard error != .cannotDoInCurrentContext else { return error }
            clear(samples.samples, frameCount)
            layout.write(part, frameCount: frameCount, to: list)
            return error
        }
    }

    /// Renders the slice of an output, unless another output has had it rendered.
    ///
    /// - Returns: Whether all frames are silence.
    private func requestSlice(
        _ bus: Int, frameCount: Int, _ time: AudioTimeStamp, _ flags: UInt32
    ) -> Result<Bool, UnitError> {
        if lastSlice.waits[bus], lastSlice.sampleTime == time.mSampleTime,
            lastSlice.frameCount == frameCount
        {
            lastSlice.waits[bus] = false
            return .success(lastSlice.isSilent)
        }
        let outcome = renderSlice(samples.samples, frameCount: frameCount, time, flags)
        lastSlice.sampleTime = time.mSampleTime
        lastSlice.frameCount = frameCount
        guard case .success(let isSilent) = outcome else {
            for index in outputs.indices { lastSlice.waits[index] = false }
            return outcome
        }
        lastSlice.isSilent = isSilent
        for index in outputs.indices { lastSlice.waits[index] = index != bus }
        return outcome
    }

    /// Renders a slice into planar floats.
    ///
    /// - Parameter isWanted: Whether the slice is still wanted, now that `waitUntilIdle` waits for it.
    func render(
        planar output: PlanarSamples, frameCount: Int, _ time: AudioTimeStamp,
        while isWanted: () -> Bool
    ) -> Result<Bool, UnitError> {
        guard begin() else { return .failure(.cannotDoInCurrentContext) }
        defer { isBusy.store(false, ordering: .releasing) }
        guard isWanted() else { return .failure(.cannotDoInCurrentContext) }
        let outcome = renderSlice(output, frameCount: frameCount, time, 0)
        if case .failure(let error) = outcome, error != .cannotDoInCurrentContext {
            clear(output, frameCount)
        }
        return outcome
    }

    /// Processes the frames of a list in place: an effect gets them instead of what its input is
    /// connected to.
    func process(_ time: AudioTimeStamp, frameCount: Int, in list: UnitBufferList) -> UnitError? {
        guard case .effect(let effect) = unit.node.kind, let layout = outputs.first?.layout else {
            return .unimplemented
        }
        guard layout.fits(list, frameCount: frameCount) else { return .missingArgument }
        guard begin() else { return .cannotDoInCurrentContext }
        defer { isBusy.store(false, ordering: .releasing) }
        if !isPrepared {
            effect.prepare(
                sampleRate: renderer.format.sampleRate, channelCount: layout.channelCount,
                maximumFrameCount: maximumFrames)
            isPrepared = true
        }
        layout.read(list, frameCount: frameCount, into: samples.samples)
        effect.process(samples.samples, frameCount: frameCount)
        layout.write(samples.samples, frameCount: frameCount, to: list)
        return nil
    }

    private func begin() -> Bool {
        guard !isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        busyThread.store(UInt(pthread_self()), ordering: .relaxed)
        return true
    }

    /// - Returns: Whether all frames are silence.
    private func renderSlice(
        _ output: PlanarSamples, frameCount: Int, _ time: AudioTimeStamp, _ flags: UInt32
    ) -> Result<Bool, UnitError> {
        let start = unit.app.environment.now
        defer { load.note(unit.app.environment.now - start, frameCount, at: renderer.format) }
        follow()
        defer {
            if !renderer.isChanging { renderedNumber.store(topologyNumber, ordering: .releasing) }
        }
        let first = time.frameNumber ?? 0
        let hostTime =
            time.mFlags.contains(.hostTimeValid)
            ? HostTime(nanoseconds: Int64(clamping: time.mHostTime)) : nil
        let observers = unit.state.withLock { $0.sliceObservers }
        if !observers.isEmpty {
            let slice = UnitSlice(
                frame: first, frameCount: frameCount, sampleRate: renderer.format.sampleRate,
                hostTime: hostTime, units: obstacle == nil ? units : [])
            for observer in observers { observer.willRender(slice) }
        }
        defer { for observer in observers { observer.didRender() } }
        if let obstacle {
            obstacle.unit.noteRenderError(obstacle.error)
            return .failure(obstacle.error)
        }
        for unit in units where frameCount > unit.maximumFrames {
            unit.noteRenderError(.tooManyFrames)
            return .failure(.tooManyFrames)
        }
        if let nextSampleTime, nextSampleTime != first { renderer.restartTimes() }
        nextSampleTime = first + Int64(frameCount)
        for (_, source) in callbacks { source.flags.store(flags, ordering: .relaxed) }
        let notifies = unit.state.withLock { state in
            state.lastSampleTime = time.mSampleTime
            return state.notifies
        }
        call(notifies, flags | RenderFlags.preRender, time, frameCount, output)
        let outcome = renderer.render(
            output, frameCount: frameCount, sampleTime: first, hostTime: hostTime)
        renderer.collect()
        guard outcome != .busy else { return .failure(.cannotDoInCurrentContext) }
        let error = takeErrors()
        let failed = error == nil ? 0 : RenderFlags.postRenderError
        let silent = outcome == .silence ? RenderFlags.outputIsSilence : 0
        call(notifies, flags | RenderFlags.postRender | failed | silent, time, frameCount, output)
        return error.map { .failure($0) } ?? .success(outcome == .silence)
    }

    /// Takes what the functions of the app have returned.
    ///
    /// - Returns: The first status that is not zero.
    private func takeErrors() -> UnitError? {
        var first: UnitError?
        for (owner, source) in callbacks {
            let status = source.takeStatus()
            guard status != 0 else { continue }
            let error = UnitError(status: status)
            owner.noteRenderError(error)
            if owner !== unit { unit.noteRenderError(error) }
            first = first ?? error
        }
        return first
    }

    private func call(
        _ notifies: [RenderCallback], _ flags: UInt32, _ time: AudioTimeStamp, _ frameCount: Int,
        _ output: PlanarSamples
    ) {
        callNotifies(
            notifies, flags, time, channelCount: renderer.format.channelCount,
            frameCount: frameCount,
            output)
    }

    private func clear(_ output: PlanarSamples, _ frameCount: Int) {
        for channel in 0..<renderer.format.channelCount {
            output[channel].update(repeating: 0, count: frameCount)
        }
    }

    // MARK: The plan

    /// Makes a new plan when connections have changed since the last one, or when a unit that
    /// another renderer had is free.
    private func follow() {
        guard topologyNumber != UnitTopology.number || waitsForUnit && graph.canComplete else {
            return
        }
        var wanted = UnitGraph(independentNodes)
        topologyNumber = UnitTopology.read {
            wanted.build(from: unit, end: last, endInput: lastInput)
            return UnitTopology.number
        }
        waitsForUnit = false
        units = wanted.units
        callbacks = wanted.callbacks
        obstacle = wanted.obstacle
        guard obstacle == nil else { return }
        for node in nodes.subtracting(wanted.nodes) { graph.remove(node) }
        nodes = wanted.nodes
        independentNodes = wanted.independentNodes
        for (node, format) in wanted.formats { graph.setOutputFormat(format, of: node) }
        for node in wanted.order {
            graph.connect(node, to: wanted.destinations[node] ?? [])
        }
        var options = CompilerOptions(
            output: last ?? unit.node, maximumFrameCount: maximumFrames)
        for other in wanted.units where other !== unit {
            other.willBeRendered(waits: !(unit is OutputUnit))
            let sources = wanted.callbacks.filter { $0.unit === other }.map(\.source)
            options.observers[other.node] = UnitObserver(other, sources)
        }
        unit.willBeRendered(waits: !(unit is OutputUnit))
        let (plan, isComplete) = graph.compile(options, for: renderer)
        renderer.publish(plan)
        waitsForUnit = !isComplete
    }
}

/// An output that can be rendered on request: some channels of what a unit's node renders.
struct RenderedOutput {
    var format: StreamFormat
    var firstChannel = 0
}
