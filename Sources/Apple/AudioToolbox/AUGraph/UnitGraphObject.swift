import AudioCallbacks
import AudioModel
import AudioUnits
import CAudioToolbox
import Foundation
import SoundClient
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A graph of units as an app builds it: nodes and what leads to their inputs.
///
/// While it is initialised, changes are kept until `update`, which makes them as one change of the
/// units' connections. Otherwise, and on the thread that renders, they are made at once.
///
/// Any thread.
///
/// Ownership: `lock` guards all that changes; it is not held while anything waits for a slice.
final class UnitGraphObject: @unchecked Sendable {
    let app: AppSound
    private let lock = NSRecursiveLock()
    private(set) var nodes: [GraphUnit] = []
    /// Nodes that were removed and may still sound.
    private var leaving: [GraphUnit] = []
    /// What the app has made of the graph.
    private(set) var interactions: [GraphInteraction] = []
    /// What the units know of it.
    private var applied: [GraphInteraction] = []
    private var notifies: [RenderCallback] = []
    private var lastNode: AUNode = 0
    private var lastInteraction = 0
    private(set) var isOpen = false
    private(set) var isInitialized = false
    /// Whether changes wait for `update`.
    private var isPending = false
    /// The number of the last change that the units have got.
    private var change = 0
    /// The music players that play through the graph.
    let players = GraphPlayers()
    /// The end, for threads that cannot wait for the lock.
    private let endState = Mutex(End())
    private let work: any WorkQueue

    private struct End {
        var unit: UnitCore?
        /// Whether an output that has no device was started.
        var isPulled = false
    }

    init(_ app: AppSound) {
        self.app = app
        work = app.environment.makeWorkQueue(label: "sori.augraph")
    }

    // MARK: The lock

    /// Runs `body` while no other thread uses the graph.
    ///
    /// - Throws: `cannotDoInCurrentContext` when another thread uses it, and the calling one renders.
    func locked<Value>(_ body: () throws(UnitError) -> Value) throws(UnitError) -> Value {
        if !lock.try() {
            guard !isRenderedOnThisThread else { throw .cannotDoInCurrentContext }
            lock.lock()
        }
        defer { lock.unlock() }
        return try body()
    }

    private var isRenderedOnThisThread: Bool {
        end?.isRenderedOnThisThread ?? false
    }

    /// The unit at the end.
    private var end: UnitCore? { endState.withLock { $0.unit } }

    // MARK: Nodes

    func add(_ description: AudioComponentDescription) throws(UnitError) -> AUNode {
        guard let component = ComponentRegistry.handles(description).first else {
            throw .invalidUnit
        }
        var found = AudioComponentDescription()
        AudioComponentGetDescription(component, &found)
        var node = GraphUnit(number: lastNode + 1, component: component, description: found)
        guard !node.isOutput || output == nil else { throw .outputNode }
        if isOpen { try open(&node) }
        lastNode += 1
        nodes.append(node)
        noteEnd()
        if !isInitialized { players.note(nodes) }
        return node.number
    }

    func remove(_ number: AUNode) throws(UnitError) {
        let node = try node(number)
        if node.isOutput { stop() }
        interactions.removeAll { $0.involves(number) }
        nodes.removeAll { $0.number == number }
        leaving.append(node)
        noteEnd()
        // Without its end nothing of the graph sounds.
        try didChange(atOnce: node.isOutput)
    }

    func node(_ number: AUNode) throws(UnitError) -> GraphUnit {
        guard let node = nodes.first(where: { $0.number == number }) else { throw .nodeNotFound }
        return node
    }

    /// The node at the end.
    private var output: GraphUnit? { nodes.first(where: \.isOutput) }

    private func noteEnd() {
        let unit = output.flatMap { audioUnits[$0.unit] }
        endState.withLock { $0.unit = unit }
        players.follow(unit)
    }

    private func open(_ node: inout GraphUnit) throws(UnitError) {
        let status = AudioComponentInstanceNew(node.component, &node.unit)
        guard status == 0 else { throw UnitError(status: status) }
        guard node.isOutput, let unit = audioUnits[node.unit] else { return }
        for notify in notifies { unit.addRenderNotify(notify) }
    }

    private func core(_ number: AUNode) throws(UnitError) -> UnitCore {
        guard let node = (nodes + leaving).first(where: { $0.number == number }) else {
            throw .nodeNotFound
        }
        return try unit(node.unit)
    }

    // MARK: Connections

    /// - Throws: `invalidConnection` for an input that has a source, and for a circle.
    func connect(
        _ source: AUNode, output: UInt32, to destination: AUNode, input: UInt32
    ) throws(UnitError) {
        _ = try (node(source), node(destination))
        let isRecorded = isRecorded(source, output)
        guard sourceIndex(destination, input) == nil,
            isRecorded
                || !interactions.lead(
                    from: destination, to: source,
                    besides: { self.isRecorded($0, $1) })
        else { throw .invalidConnection }
        if isOpen {
            try core(destination).checkConnection(
                to: core(source), output: Int(output), input: Int(input))
        }
        try append(.output(source, bus: output), to: destination, input)
    }

    /// - Throws: `invalidConnection` for an input that is connected.
    func setCallback(
        _ callback: AURenderCallbackStruct, of destination: AUNode, input: UInt32
    ) throws(UnitError) {
        _ = try node(destination)
        if isOpen { try core(destination).checkElement(.input, Int(input)) }
        if let index = sourceIndex(destination, input) {
            guard case .callback = interactions[index].source else { throw .invalidConnection }
            interactions.remove(at: index)
        }
        guard callback.inputProc != nil else { return try didChange() }
        try append(.callback(callback), to: destination, input)
    }

    private func append(
        _ source: GraphInteraction.Source, to destination: AUNode, _ input: UInt32
    ) throws(UnitError) {
        lastInteraction += 1
        interactions.append(
            GraphInteraction(
                number: lastInteraction, source: source, destination: destination, bus: input))
        do throws(UnitError) {
            try didChange()
        } catch {
            interactions.removeAll { $0.number == lastInteraction }
            throw error
        }
    }

    /// - Throws: `invalidConnection` for an input without a source.
    func disconnect(_ destination: AUNode, input: UInt32) throws(UnitError) {
        _ = try node(destination)
        guard let index = sourceIndex(destination, input) else { throw .invalidConnection }
        interactions.remove(at: index)
        try didChange()
    }

    func disconnectAll() throws(UnitError) {
        interactions = []
        try didChange()
    }

    private func sourceIndex(_ node: AUNode, _ input: UInt32) -> Int? {
        interactions.firstIndex { $0.destination == node && $0.bus == input }
    }

    // MARK: Changes

    private func didChange(atOnce: Bool = false) throws(UnitError) {
        isPending = true
        guard atOnce || !isInitialized || isRenderedOnThisThread else { return }
        try apply()
        if atOnce || !isInitialized { disposeLeft() }
    }

    /// Gives the units what the app has made of the graph, as one change.
    private func apply() throws(UnitError) {
        isPending = false
        guard isOpen else { return leaving = [] }
        try UnitTopology.change { () throws(UnitError) in
            let wanted = Set(interactions.map(\.number))
            for former in applied where !wanted.contains(former.number) {
                try? core(former.destination).connect(nil, input: Int(former.bus))
            }
            applied.removeAll { !wanted.contains($0.number) }
            let known = Set(applied.map(\.number))
            for new in interactions where !known.contains(new.number) {
                try apply(new)
                applied.append(new)
            }
            if isInitialized { try initializeInvolved() }
        }
        change = UnitTopology.number
        players.note(nodes)
    }

    private func apply(_ interaction: GraphInteraction) throws(UnitError) {
        let destination = try core(interaction.destination)
        switch interaction.source {
        case .output(let node, let bus):
            let source = try core(node)
            try destination.checkConnection(
                to: source, output: Int(bus), input: Int(interaction.bus))
            do throws(UnitError) {
                try destination.connect(source, output: Int(bus), input: Int(interaction.bus))
            } catch {
                throw error == .invalidPropertyValue ? .invalidConnection : error
            }
        case .callback(let callback):
            try destination.setCallback(
                RenderCallback(callback.inputProc, callback.inputProcRefCon),
                input: Int(interaction.bus))
        }
    }

    private func initializeInvolved() throws(UnitError) {
        for node in nodes
        where node.isOutput || interactions.contains(where: { $0.involves(node.number) }) {
            try core(node.number).initialize()
        }
    }

    /// Disposes of the units that were removed, when they do not sound any more.
    private func disposeLeft() {
        let units = leaving.compactMap(\.unit)
        leaving = []
        for unit in units { AudioComponentInstanceDispose(unit) }
    }

    /// Makes the changes that wait.
    ///
    /// - Parameter waits: Whether to wait until they are heard, where that can be waited for.
    /// - Returns: Whether they are heard.
    func update(waits: Bool) throws(UnitError) -> Bool {
        let number = try locked { () throws(UnitError) in
            if isPending { try apply() }
            return change
        }
        var isHeard = isHeard(number)
        if waits, !isRenderedOnThisThread, work.runsWhileCallersWait {
            let deadline = app.environment.now + Self.waitMax
            while !isHeard, app.environment.now < deadline {
                sched_yield()
                isHeard = self.isHeard(number)
            }
        }
        if isHeard, !isRenderedOnThisThread { try locked { disposeLeft() } }
        return isHeard
    }

    private func isHeard(_ number: Int) -> Bool {
        guard isRunning, let unit = end else { return true }
        return unit.hasRendered(change: number)
    }

    /// The longest wait for a slice: an output that does not render is not waited for.
    private static let waitMax = HostInterval.seconds(2)

    // MARK: Life

    func open() throws(UnitError) {
        guard !isOpen else { return }
        do throws(UnitError) {
            for index in nodes.indices { try open(&nodes[index]) }
            isOpen = true
            noteEnd()
            try apply()
        } catch {
            close()
            throw error
        }
    }

    func close() {
        uninitialize()
        disposeLeft()
        for index in nodes.indices {
            AudioComponentInstanceDispose(nodes[index].unit)
            nodes[index].unit = nil
        }
        applied = []
        isOpen = false
        noteEnd()
        players.note(nodes)
    }

    func initialize() throws(UnitError) {
        guard isOpen else { throw .uninitialized }
        guard !isInitialized else { return }
        do throws(UnitError) {
            // Formats of outputs may have been set after the connections were made.
            for interaction in applied {
                if case .output = interaction.source { try apply(interaction) }
            }
            try initializeInvolved()
            isInitialized = true
        } catch {
            for node in nodes { try? core(node.number).uninitialize() }
            throw error
        }
    }

    func uninitialize() {
        stop()
        isInitialized = false
        for node in nodes { try? core(node.number).uninitialize() }
        try? apply()
        disposeLeft()
    }

    /// - Throws: `outputNode` without an output, `uninitialized`, and the session's refusals.
    func start() throws(UnitError) {
        let unit = try locked { () throws(UnitError) in
            guard let output else { throw .outputNode }
            guard isInitialized else { throw .uninitialized }
            return try core(output.number)
        }
        guard let unit = unit as? OutputUnit else {
            return endState.withLock { $0.isPulled = true }
        }
        try unit.start()
    }

    func stop() {
        let unit = endState.withLock { end in
            end.isPulled = false
            return end.unit
        }
        (unit as? OutputUnit)?.stop()
    }

    var isRunning: Bool {
        let (unit, isPulled) = endState.withLock { ($0.unit, $0.isPulled) }
        return (unit as? OutputUnit)?.isRunning ?? isPulled
    }

    // MARK: The end's slices

    func addNotify(_ notify: RenderCallback) {
        notifies.append(notify)
        end?.addRenderNotify(notify)
    }

    func removeNotify(procedure: UInt, argument: UInt) {
        notifies.removeAll { $0.procedure == procedure && $0.argument == argument }
        end?.removeRenderNotify(procedure: procedure, argument: argument)
    }

    var load: Float { end?.load ?? 0 }
    func takeLargestLoad() -> Float { end?.takeLargestLoad() ?? 0 }
}
