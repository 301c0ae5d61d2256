import AudioGraph
import AudioModel
import Synchronization

/// The share of the time that rendering takes: 1 for a thread that does nothing else.
///
/// Ownership: atomics; the thread that renders adds, any other reads.
final class UnitLoad: Sendable {
    private let mean = AtomicFloat(0)
    private let largest = AtomicFloat(0)

    /// The part of a new slice in the mean.
    private static let weight: Float = 0.1

    /// Adds a slice that took `time` to render.
    func note(_ time: HostInterval, _ frameCount: Int, at format: GraphFormat) {
        let duration = Double(frameCount) / format.sampleRate
        guard duration > 0 else { return }
        let share = Float(min(max(time.seconds / duration, 0), 1))
        // Two accesses: `+=` would be one that lasts while another thread reads.
        let before = mean.value
        mean.value = before + (share - before) * Self.weight
        if share > largest.value { largest.value = share }
    }

    /// The mean of the last slices.
    var average: Float { mean.value }

    /// The largest since this was asked last.
    func takeLargest() -> Float {
        defer { largest.value = 0 }
        return largest.value
    }
}

extension UnitCore {
    /// The share of the time that the unit's slices take, where it is not the input of another one.
    package var load: Float { state.withLock { $0.rendering }?.load.average ?? 0 }

    /// The largest share since this was asked last.
    package func takeLargestLoad() -> Float {
        state.withLock { $0.rendering }?.load.takeLargest() ?? 0
    }
}
