public import AudioModel
public import SoundPolicy

/// An event that a server has handled.
public struct LoggedEvent: Hashable, Sendable {
    /// The time at which the event was handled.
    public var time: HostTime
    /// The event.
    public var event: PolicyEvent
    /// The refusal of an app's request; `nil` when it was granted or the event was no request.
    public var refusal: SessionError?
}

/// The last events that a server has handled: a ring buffer of bounded size.
struct EventLog {
    /// The number of events kept.
    static let capacity = 1024

    private var ring: [LoggedEvent] = []
    /// The index of the oldest event, once the ring is full.
    private var oldest = 0

    mutating func append(_ entry: LoggedEvent) {
        guard ring.count == EventLog.capacity else { return ring.append(entry) }
        ring[oldest] = entry
        oldest = (oldest + 1) % EventLog.capacity
    }

    /// The events, oldest first.
    var entries: [LoggedEvent] { Array(ring[oldest...] + ring[..<oldest]) }
}
