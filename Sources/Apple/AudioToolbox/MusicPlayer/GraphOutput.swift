import AudioModel
import AudioUnits
import CAudioToolbox
import Foundation
import MIDISynthesis
import SoundClient
import Synchronization

/// The units of a graph as what one music player plays through.
///
/// The player takes part in the slices of the graph's end, whose frames are its time: it stands
/// still while the graph does.
///
/// Ownership: `lock` is held while parts change and while events of a slice are delivered; a mutex
/// guards the destinations.
final class GraphOutput: MusicOutput, GraphPlayer, @unchecked Sendable {
    let graph: UnitGraphObject
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

    /// - Parameter changed: Called when the graph's nodes are others.
    init(_ graph: UnitGraphObject, changed: @escaping @Sendable () -> Void) {
        self.graph = graph
        self.changed = changed
        none = GraphDestination(nil, lock)
    }

    // MARK: Control

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

    var isRunning: Bool { graph.isRunning }

    func start(_ sequencer: Sequencer) throws(MusicError) {
        sequencer.transport?.expectStart(at: graph.app.environment.now.nanoseconds)
        state.withLock { $0.sequencer = sequencer }
        graph.players.add(self)
        do throws(MusicError) {
            _ = try resume()
        } catch {
            graph.players.remove(self)
            throw error
        }
    }

    func resume() throws(MusicError) -> Bool {
        guard !graph.isRunning else { return true }
        do throws(UnitError) {
            try graph.start()
        } catch {
            throw .unit(error)
        }
        state.withLock { $0.hasStarted = true }
        return true
    }

    func stop() {
        graph.players.remove(self)
        let hasStarted = state.withLock { state in
            defer { (state.hasStarted, state.sequencer) = (false, nil) }
            return state.hasStarted
        }
        if hasStarted { graph.stop() }
    }

    func betweenSlices(_ body: () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        body()
    }

    func noteHeard() {
        guard let frame = (graph.players.end as? OutputUnit)?.heardFrame else { return }
        state.withLock { $0.sequencer }?.transport?.noteHeard(until: frame, at: nil)
    }

    func noteUserEvents() {
        noteHeard()
        state.withLock { $0.sequencer }?.deliverUserEvents()
    }

    // MARK: Destinations

    func destinations(_ nodes: [AUNode?]) -> [any MusicEventDestination] {
        let known = graph.players.nodes
        let usual = known.first(where: \.isMusicDevice)
        return state.withLock { state in
            let units = Set(known.map { UInt(bitPattern: $0.unit) })
            state.destinations = state.destinations.filter { units.contains($0.key) }
            return nodes.map { number in
                let node = number.map { number in known.first { $0.number == number } } ?? usual
                guard let unit = node?.unit else { return none }
                let address = UInt(bitPattern: unit)
                if let destination = state.destinations[address] { return destination }
                let destination = GraphDestination(unit, lock)
                state.destinations[address] = destination
                return destination
            }
        }
    }

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
