import Synchronization

/// Keeps what has arrived until the audio unit plays it: packets come in bursts, and a unit wants its
/// frames at an even pace.
///
/// The lock is held for as long as it takes to copy a packet, so that the audio unit never waits for
/// the network.
final class JitterBuffer: Sendable {
    private struct State {
        var frames: [Int16] = []
        /// Whether enough has come to begin.
        var isFlowing = false
    }

    private let state = Mutex(State())
    /// The number of frames that are kept before the first is played.
    private let reserve: Int
    /// The number of frames from which on the oldest are dropped, so that no delay stays.
    private let limit: Int

    init(reserveSeconds: Double) {
        reserve = Int(reserveSeconds * VoiceFormat.sampleRate)
        limit = 4 * reserve
    }

    func write(_ packet: [Int16]) {
        state.withLock { state in
            state.frames += packet
            if state.frames.count > limit {
                state.frames.removeFirst(state.frames.count - reserve)
            }
        }
    }

    /// Reads frames, and silence for those that have not come.
    ///
    /// - Returns: Whether anything was there.
    func read(into output: UnsafeMutableBufferPointer<Int16>) -> Bool {
        state.withLock { state in
            if state.frames.count >= reserve { state.isFlowing = true }
            let count = state.isFlowing ? min(state.frames.count, output.count) : 0
            for frame in 0..<count { output[frame] = state.frames[frame] }
            for frame in count..<output.count { output[frame] = 0 }
            state.frames.removeFirst(count)
            if state.frames.isEmpty { state.isFlowing = false }
            return count > 0
        }
    }

    func clear() {
        state.withLock { $0 = State() }
    }
}
