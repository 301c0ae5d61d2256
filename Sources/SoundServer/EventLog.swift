import AudioModel
import SoundPolicy

/// An event that a server took.
public struct LoggedEvent: Hashable, Sendable {
    public var time: HostTime
    public var event: PolicyEvent
    /// Why an app's request was refused; `nil` when it was granted, or was no request.
    public var refusal: SessionError?
}

/// The last events that a server took: a ring, which takes no more memory in a year than in a day.
struct EventLog {
    /// So many are kept.
    static let capacity = 1024

    private var ring: [LoggedEvent] = []
    /// Where the oldest is, once the ring is full.
    private var oldest = 0

    mutating func append(_ entry: LoggedEvent) {
        guard ring.count == EventLog.capacity else { return ring.append(entry) }
        ring[oldest] = entry
        oldest = (oldest + 1) % EventLog.capacity
    }

    /// The oldest first.
    var entries: [LoggedEvent] { Array(ring[oldest...] + ring[..<oldest]) }
}
