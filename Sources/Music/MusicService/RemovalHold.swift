package import HostLinux
package import Playback
package import SoundClient
import Synchronization

/// Pauses a player when the sink that it plays through is removed, and keeps its output silent until
/// it plays again: nothing is heard from the sink that the stream is moved to. Any thread.
package final class RemovalHold: Sendable {
    #if PipeWire
        private struct State {
            weak var output: PipeWireOutput?
            weak var player: MusicPlayer?
            /// Whether the player still plays as before the removal.
            var isPausePending = false
        }

        private let state = Mutex(State())

        package init() {}

        /// Follows a player and its output, which was made with `holdsOnRemoval`.
        package func follow(_ player: MusicPlayer, on output: any OutputDevice) {
            guard let output = output as? PipeWireOutput else { return }
            state.withLock { ($0.output, $0.player) = (output, player) }
            _ = player.addObserver { [weak self] _ in self?.playbackChanged() }
        }

        /// Takes a notice of the output.
        package func receive(_ notice: DeviceNotice) {
            guard case .nodeRemoved = notice else { return }
            let (output, player) = state.withLock { ($0.output, $0.player) }
            guard output?.removedSink != nil, let player else { return }
            state.withLock { $0.isPausePending = true }
            player.pause()
            playbackChanged()
        }

        private func playbackChanged() {
            let (output, player) = state.withLock { ($0.output, $0.player) }
            guard let output, let player else { return }
            let isUnderWay = player.playbackState.isUnderWay
            let mayRelease = state.withLock { state in
                if !isUnderWay { state.isPausePending = false }
                return isUnderWay && !state.isPausePending
            }
            if mayRelease, output.removedSink != nil { output.release() }
        }
    #else
        package init() {}
        package func follow(_ player: MusicPlayer, on output: any OutputDevice) {}
        package func receive(_ notice: DeviceNotice) {}
    #endif
}
