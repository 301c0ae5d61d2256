import AudioUnits
import CAudioToolbox
import Synchronization

/// What plays through a graph: a music player, which takes part in the slices of the graph's end.
protocol GraphPlayer: UnitSliceObserver {
    /// The graph's nodes may be others now, or have other units.
    func graphDidChange()
}

extension UnitGraphObject {
    /// Whether there is such a node, also one that an update has still to make heard.
    func hasNode(_ number: AUNode) -> Bool {
        (try? locked { () throws(UnitError) in try node(number) }) != nil
    }
}

/// The music players of a graph, and the nodes as they know them: those of the last update.
///
/// Any thread. Players are called without the mutex.
final class GraphPlayers: Sendable {
    private let state = Mutex(State())

    private struct State: Sendable {
        /// The unit at the graph's end.
        var end: UnitCore?
        var nodes: [GraphUnit] = []
        var players: [any GraphPlayer] = []
    }

    /// The nodes, in the order in which they were added.
    var nodes: [GraphUnit] { state.withLock { $0.nodes } }

    /// The unit at the graph's end.
    var end: UnitCore? { state.withLock { $0.end } }

    func add(_ player: any GraphPlayer) {
        let end = state.withLock { state in
            state.players.removeAll { $0 === player }
            state.players.append(player)
            return state.end
        }
        end?.addSliceObserver(player)
    }

    func remove(_ player: any GraphPlayer) {
        let end = state.withLock { state in
            state.players.removeAll { $0 === player }
            return state.end
        }
        end?.removeSliceObserver(player)
    }

    /// Has the players take part in the slices of another end.
    func follow(_ end: UnitCore?) {
        let (former, players) = state.withLock { state in
            defer { state.end = end }
            return (state.end, state.players)
        }
        guard former !== end else { return }
        for player in players {
            former?.removeSliceObserver(player)
            end?.addSliceObserver(player)
        }
    }

    /// Tells the players of the nodes as they are now.
    func note(_ nodes: [GraphUnit]) {
        let players = state.withLock { state in
            state.nodes = nodes
            return state.players
        }
        for player in players { player.graphDidChange() }
    }
}
