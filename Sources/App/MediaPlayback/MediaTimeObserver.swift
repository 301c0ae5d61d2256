import SoundClient
import Synchronization

/// A time observer of a player; it ends when it is released.
package final class MediaTimeObserver: Sendable {
    /// Schedules a call on a queue; it must return at once, since a player's lock is held.
    package typealias Deliver = @Sendable (_ call: @escaping @Sendable () -> Void) -> Void

    let record: ObserverRecord

    init(_ record: ObserverRecord) {
        self.record = record
    }

    deinit { record.end() }
}

/// What a player knows of a time observer. Any thread.
final class ObserverRecord: Sendable {
    /// When an observer is called.
    enum Kind: Sendable {
        case periodic(MediaTime, @Sendable (MediaTime) -> Void)
        case boundary([MediaTime], @Sendable () -> Void)
    }

    let kind: Kind
    private let deliver: MediaTimeObserver.Deliver
    private let isActive = Atomic(true)

    init(_ kind: Kind, deliver: @escaping MediaTimeObserver.Deliver) {
        self.kind = kind
        self.deliver = deliver
    }

    var hasEnded: Bool { !isActive.load(ordering: .acquiring) }

    /// Ends the observer: no later call begins.
    func end() { isActive.store(false, ordering: .releasing) }

    /// Calls the observer where it wants it.
    func call(_ body: @escaping @Sendable () -> Void) {
        deliver { [self] in
            if !hasEnded { body() }
        }
    }
}

/// The time observers of a player, and how far they have followed its current item.
struct MediaTimeObservers {
    private struct Entry {
        let record: ObserverRecord
        /// The multiple of a periodic observer's interval that comes next.
        var next: Int64 = 0
    }

    private var entries: [Entry] = []
    /// The frame of the item up to which boundaries have been passed.
    private var followedFrame: Int64 = -1

    mutating func add(_ record: ObserverRecord, at time: MediaTime) {
        entries.removeAll { $0.record.hasEnded }
        var entry = Entry(record: record)
        entry.next = Self.multiple(after: time, of: record)
        entries.append(entry)
    }

    mutating func remove(_ record: ObserverRecord) -> Bool {
        record.end()
        let count = entries.count
        entries.removeAll { $0.record === record }
        return entries.count < count
    }

    /// The first multiple of an observer's interval behind a time.
    private static func multiple(after time: MediaTime, of record: ObserverRecord) -> Int64 {
        guard case .periodic(let interval, _) = record.kind else { return 0 }
        // value / timescale ÷ (interval.value / interval.timescale), rounded down.
        let dividend = Int128(time.value) * Int128(interval.timescale)
        let divisor = Int128(time.timescale) * Int128(interval.value)
        return Int64(clamping: max(dividend, 0) / divisor) &+ 1
    }

    private static func time(_ multiple: Int64, _ interval: MediaTime) -> MediaTime {
        let (value, isOver) = multiple.multipliedReportingOverflow(by: interval.value)
        return isOver ? .distantFuture : MediaTime(value: value, timescale: interval.timescale)
    }

    /// Follows playback up to a frame of the item.
    mutating func follow(to frame: Int64, sampleRate: Double) {
        guard frame > followedFrame else { return }
        let now = MediaTime(frame: frame, sampleRate: sampleRate)
        for index in entries.indices {
            let record = entries[index].record
            switch record.kind {
            case .periodic(let interval, let block):
                let last = Self.time(entries[index].next, interval)
                guard last.frame(atSampleRate: sampleRate) <= frame else { continue }
                // A device that has been late calls once, for the last time that has passed.
                let next = Self.multiple(after: now, of: record)
                let time = max(last, Self.time(next - 1, interval))
                entries[index].next = max(next, entries[index].next + 1)
                record.call { block(time) }
            case .boundary(let times, let block):
                for time in times {
                    let boundary = time.frame(atSampleRate: sampleRate)
                    if followedFrame < boundary, boundary <= frame { record.call(block) }
                }
            }
        }
        followedFrame = frame
    }

    /// Follows a start, a stop or a jump: periodic observers are called with the time.
    ///
    /// - Parameter isJump: Whether boundaries begin again from there.
    mutating func mark(_ time: MediaTime, frame: Int64, isJump: Bool) {
        entries.removeAll { $0.record.hasEnded }
        if isJump { followedFrame = frame - 1 }
        for index in entries.indices {
            let record = entries[index].record
            guard case .periodic(_, let block) = record.kind else { continue }
            entries[index].next = Self.multiple(after: time, of: record)
            record.call { block(time) }
        }
    }

    /// Begins with another item at a frame; nothing is called.
    mutating func begin(at time: MediaTime, frame: Int64) {
        followedFrame = frame - 1
        for index in entries.indices {
            entries[index].next = Self.multiple(after: time, of: entries[index].record)
        }
    }

    /// The next frame of the item at which an observer is to be called; `nil` for none.
    func nextFrame(sampleRate: Double) -> Int64? {
        entries.lazy.filter { !$0.record.hasEnded }.compactMap { entry -> Int64? in
            switch entry.record.kind {
            case .periodic(let interval, _):
                return Self.time(entry.next, interval).frame(atSampleRate: sampleRate)
            case .boundary(let times, _):
                return times.lazy.map { $0.frame(atSampleRate: sampleRate) }
                    .filter { $0 > followedFrame }.min()
            }
        }.min()
    }
}

extension MediaItemPlayer {
    /// Adds an observer of the time, which is called at multiples of an interval of the item's time,
    /// and when playback starts, stops and jumps.
    ///
    /// - Parameters:
    ///   - interval: More than zero; less is taken for a hundredth of a second.
    ///   - deliver: Schedules a call where the observer wants it; `nil` for the main thread.
    ///   - block: Receives the item's time.
    /// - Returns: A token: the observer ends with `removeTimeObserver`, or when it is released.
    package func addPeriodicObserver(
        interval: MediaTime, deliver: MediaTimeObserver.Deliver? = nil,
        _ block: @escaping @Sendable (MediaTime) -> Void
    ) -> MediaTimeObserver {
        let interval = interval > .zero ? interval : MediaTime(value: 1, timescale: 100)
        return add(.periodic(interval, block), deliver)
    }

    /// Adds an observer that is called when playback passes one of some times of the current item.
    package func addBoundaryObserver(
        at times: [MediaTime], deliver: MediaTimeObserver.Deliver? = nil,
        _ block: @escaping @Sendable () -> Void
    ) -> MediaTimeObserver {
        add(.boundary(times, block), deliver)
    }

    private func add(
        _ kind: ObserverRecord.Kind, _ deliver: MediaTimeObserver.Deliver?
    ) -> MediaTimeObserver {
        let record = ObserverRecord(
            kind, deliver: deliver ?? { [environment] call in environment.onMain(call) })
        let time = currentTime
        state.withLock { $0.observers.add(record, at: time) }
        schedulePump()
        return MediaTimeObserver(record)
    }

    /// Ends an observer: no later call begins.
    ///
    /// - Returns: `false` for one that this player does not have.
    @discardableResult
    package func removeTimeObserver(_ observer: MediaTimeObserver) -> Bool {
        state.withLock { $0.observers.remove(observer.record) }
    }
}
