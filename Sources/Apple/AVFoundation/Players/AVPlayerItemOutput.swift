public import CoreMedia
public import Foundation
import MediaPlayback
import MediaSources
import Synchronization

/// Receives something of an item as it is played. Any thread.
///
/// Ownership: a mutex guards the item; subclasses guard what they have.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    private struct State {
        weak var item: AVPlayerItem?
        var isAttached = false
        var suppressesRendering = false
    }

    private let state = Mutex(State())

    /// Makes an output that belongs to no item.
    public override init() {
        super.init()
    }

    /// Whether the player leaves out what the output receives; kept only.
    open var suppressesPlayerRendering: Bool {
        get { state.withLock { $0.suppressesRendering } }
        set { state.withLock { $0.suppressesRendering = newValue } }
    }

    /// The item's time at a time of the host's clock; invalid without an item that plays.
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        itemTime(after: hostTimeInSeconds - CMClock.hostTimeClock.time.seconds)
    }

    /// The item's time at a time of the host's clock, in the units of `mach_absolute_time`.
    open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
        itemTime(forHostTime: Double(machAbsoluteTime) / 1e9)
    }

    private func itemTime(after seconds: Double) -> CMTime {
        guard let timebase = item?.timebase, seconds.isFinite else { return .invalid }
        let passed = CMTime(seconds: seconds * timebase.rate, preferredTimescale: 1_000_000_000)
        return timebase.time + passed
    }

    // MARK: The item

    /// The item that has the output.
    var item: AVPlayerItem? { state.withLock { $0.item } }

    /// Notes the item that takes the output.
    ///
    /// - Returns: `false` when one has it.
    func attach(to item: AVPlayerItem) -> Bool {
        state.withLock { state in
            guard !state.isAttached || state.item == nil else { return false }
            state.item = item
            state.isAttached = true
            return true
        }
    }

    func detach() {
        state.withLock { $0 = State(suppressesRendering: $0.suppressesRendering) }
    }

    /// Takes metadata of a time that is played now. Main thread.
    func take(_ metadata: [MediaMetadata], at time: MediaTime, of item: AVPlayerItem) {}

    /// Ends what was taken: the position was moved. Main thread.
    func flush(of item: AVPlayerItem) {}
}
