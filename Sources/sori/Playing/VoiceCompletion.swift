import AudioFormats
import AudioModel
import Dispatch
import HostLinux
import Synchronization

/// A voice's end, passed from its threads to its player.
final class VoiceCompletion: Sendable {
    private struct State {
        /// Time at which its last frame has been heard; `nil` while it runs.
        var heardAt: HostTime?
        var failure: FormatError?
    }

    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter untilHeard: Time for which the device still holds frames.
    func end(untilHeard: HostInterval) {
        state.withLock { $0.heardAt = LinuxClock.now + untilHeard }
        ended.signal()
    }

    func fail(_ error: FormatError) {
        state.withLock { $0.failure = error }
    }

    var heardAt: HostTime? { state.withLock { $0.heardAt } }
    var failure: FormatError? { state.withLock { $0.failure } }

    /// Waits until the voice has ended.
    ///
    /// - Returns: Whether it ended before the timeout.
    @discardableResult
    func wait(atMost timeout: HostInterval) -> Bool {
        guard heardAt == nil else { return true }
        return ended.wait(timeout: .now() + .nanoseconds(Int(timeout.nanoseconds))) == .success
    }
}
