import AudioModel
import HostLinux
import MediaControls
import Realtime
import SoundPolicy
import Synchronization

/// Tells the phone when the sink that the player plays through goes: the policy treats it as
/// headphones that are unplugged. Any thread.
final class OutputRoute: Sendable {
    private struct State {
        var current: DeviceNode?
        var previous: DeviceNode?
        /// When the stream was moved from `previous`.
        var movedTime = 0.0
        var isPlugged = false
    }

    /// A sink that goes this soon after the stream was moved from it is why it was moved.
    private static let removalSeconds = 2.0

    private let state = Mutex(State())
    private let send: @Sendable (DeviceEvent) -> Void

    init(send: @escaping @Sendable (DeviceEvent) -> Void) {
        self.send = send
    }

    func receive(_ notice: DeviceNotice) {
        let found = state.withLock { events(of: notice, &$0) }
        for event in found { send(event) }
    }

    private func events(of notice: DeviceNotice, _ state: inout State) -> [DeviceEvent] {
        switch notice {
        case .routeChanged(let node):
            if let current = state.current, current != node {
                state.previous = current
                state.movedTime = monotonicSeconds()
            }
            state.current = node
            guard node != nil, !state.isPlugged else { return [] }
            state.isPlugged = true
            return [.portPlugged(.headphones)]
        case .nodeRemoved(let node):
            let isCurrent = node.name == state.current?.name
            let hasJustMoved =
                node.name == state.previous?.name
                && monotonicSeconds() - state.movedTime < Self.removalSeconds
            guard isCurrent || hasJustMoved, state.isPlugged else { return [] }
            state.previous = nil
            if isCurrent { state.current = nil }
            state.isPlugged = state.current != nil
            // The sink that has taken over is plugged in.
            return [.portUnplugged(.headphones)]
                + (state.isPlugged ? [.portPlugged(.headphones)] : [])
        case .lost, .regained, .defaultChanged, .nodeAdded, .voiceUnprocessed: return []
        }
    }
}
