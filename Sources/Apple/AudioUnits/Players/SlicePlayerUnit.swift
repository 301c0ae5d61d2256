package import AudioGraph
import AudioModel
package import SoundClient

/// A unit that plays what its app schedules: slices of memory, or regions of files.
package protocol SchedulingUnit: UnitCore {
    /// Starts the time to which the app's times are relative; without effect when it has started.
    func start(at start: PlayerStart)
    /// Frames since the start; −1 before it.
    var playTime: Int64 { get }
}

/// AUScheduledSoundPlayer: plays slices of an app's memory.
///
/// Ownership: that of `UnitCore`; the source synchronises itself.
package final class SlicePlayerUnit: UnitCore, SchedulingUnit, @unchecked Sendable {
    private let source = SliceSource()

    package init(_ app: AppSound) {
        super.init(
            .scheduledSoundPlayer, app, node: GraphNode(.source(source)), inputCount: 0,
            outputCount: 1, format: Self.usualFormat(of: app))
    }

    package func schedule(_ slice: ScheduledSlice) { source.schedule(slice) }
    package func start(at start: PlayerStart) { source.start(at: start) }
    package var playTime: Int64 { source.time ?? -1 }

    package override func reset() {
        source.reset()
        super.reset()
    }
}
