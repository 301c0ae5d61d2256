import AudioModel
import AudioUnits
import CAudioToolbox
import Foundation
import MIDISynthesis
import SoundClient
import Synchronization

/// The units of a graph as what one music player plays through.
///
/// The player takes part in the slices of the graph's end. Their frames are its time, which stands
/// still while the graph does.
///
/// Ownership: `lock` is held while parts change and while events of a slice are delivered; a mutex
/// guards the destinations.
final class GraphOutput: GraphPlayer, @unchecked Sendable {
    let graph: UnitGraphObject
    /// Whether the graph is the player's own, of the default instrument.
    private let isOwn: Bool
    private let lock = NSRecursiveLock()
    private let state = Mutex(State())
    private let none: GraphDestination
    private let changed: @Sendable () -> Void

    private struct State: Sendable {
        /// The destinations by the addresses of their units' handles.
        var destinations: [UInt: GraphDestination] = [:]
        weak var sequencer: Sequencer?
        /// Whether the player has started the graph.
        var hasStarted = false
    }

    /// - Parameters:
    ///   - isOwn: Whether the graph is that of the default instrument, which plays all tracks.
    ///   - changed: Called when the graph's nodes are others.
    init(
        _ graph: UnitGraphObject, isOwn: Bool = false, changed: @escaping @Sendable () -> Void
    ) {
        self.graph = graph
        self.isOwn = isOwn
        self.changed = changed
        none = GraphDestination(nil, lock)
    }

    // MARK: Control

    deinit {
        if isOwn { graph.close() }
    }

    /// Makes ready to play.
    func load() throws(MusicError) {
        do throws(UnitError) {
            try graph.locked { () throws(UnitError) in
                try graph.open()
                try graph.initialize()
            }
        } catch {
            throw .unit(error)
        }
    }

    /// Whether the device plays, or will.
    var isRunning: Bool { graph.isRunning }

    /// Whether a sequencer plays through the graph, whether that runs or not.
    var isInUse: Bool { state.withLock { $0.sequencer != nil } }

    /// Whether the graph can play no more, after a loss of the media services.
    var isLost: Bool { graph.players.end?.isLost ?? true }

    /// Begins to play what the sequencer has given the destinations.
    func start(_ sequencer: Sequencer) throws(MusicError) {
        sequencer.transport?.expectStart(at: graph.app.environment.now.nanoseconds)
        state.withLock { $0.sequencer = sequencer }
        graph.players.add(self)
        do throws(MusicError) {
            try resume()
        } catch {
            graph.players.remove(self)
            throw error
        }
    }

    /// Has the graph run, which goes on where it was.
    func resume() throws(MusicError) {
        guard !graph.isRunning else { return }
        do throws(UnitError) {
            try graph.start()
        } catch {
            throw .unit(error)
        }
        state.withLock { $0.hasStarted = true }
    }

    /// Ends the playback. The destinations have no parts any more.
    func stop() {
        graph.players.remove(self)
        let hasStarted = state.withLock { state in
            defer { (state.hasStarted, state.sequencer) = (false, nil) }
            return state.hasStarted
        }
        guard hasStarted else { return }
        guard isOwn else { return graph.stop() }
        // Nothing that has been rendered ahead is heard at the next start.
        try? graph.locked { graph.uninitialize() }
        for node in graph.players.nodes { audioUnits[node.unit]?.reset() }
    }

    /// Runs `body`, which changes parts of several destinations, between two slices.
    func betweenSlices(_ body: () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        body()
    }

    /// Tells the sequencer how far it has been heard.
    func noteHeard() {
        guard let frame = (graph.players.end as? OutputUnit)?.heardFrame else { return }
        state.withLock { $0.sequencer }?.transport?.noteHeard(until: frame, at: nil)
    }

    /// Takes over the user events that have been rendered, and hands on those that were heard.
    func noteUserEvents() {
        noteHeard()
        state.withLock { $0.sequencer }?.deliverUserEvents()
    }

    // MARK: Destinations

    /// What plays tracks, by the nodes that they have been given; `nil` for a track without one.
    func destinations(_ nodes: [AUNode?]) -> [any MusicEventDestination] {
        let known = graph.players.nodes
        let usual = known.first(where: \.isMusicDevice)
        return state.withLock { state in
            let units = Set(known.map { UInt(bitPattern: $0.unit) })
            state.destinations = state.destinations.filter { units.contains($0.key) }
            return nodes.map { number in
                let node: GraphUnit?
                if let number, !isOwn {
                    node = known.first { $0.number == number }
                } else {
                    node = usual
                }
                guard let unit = node?.unit else { return none }
                let address = UInt(bitPattern: unit)
                if let destination = state.destinations[address] { return destination }
                let destination = GraphDestination(unit, lock)
                state.destinations[address] = destination
                return destination
            }
        }
    }

    /// What delivers the user events of a track that nothing plays.
    var silentDestination: any MusicEventDestination { none }

    func graphDidChange() { changed() }

    // MARK: Slices

    func willRender(_ slice: UnitSlice) {
        lock.lock()
        defer { lock.unlock() }
        let destinations = state.withLock { Array($0.destinations.values) }
        none.deliver(slice)
        for destination in destinations { destination.deliver(slice) }
    }

    func didRender() { noteUserEvents() }
}
