import AudioModel
import SoundPolicy
import Synchronization

/// What the server did, kept until the simulation looks: it may not look while the server decides.
final class StoryLog: Sendable {
    struct Entry {
        var time: HostTime
        var event: PolicyEvent
        var effects: [PolicyEffect]
    }

    private let entries = Mutex<[Entry]>([])

    func append(_ time: HostTime, _ event: PolicyEvent, _ response: PolicyResponse) {
        guard !response.effects.isEmpty else { return }
        entries.withLock { $0.append(Entry(time: time, event: event, effects: response.effects)) }
    }

    func take() -> [Entry] {
        entries.withLock { entries in
            defer { entries.removeAll(keepingCapacity: true) }
            return entries
        }
    }
}

/// Values of the device and of apps over time, for claims about a moment or a span.
struct Timeline<Value: Hashable & Sendable>: Sendable {
    private(set) var changes: [(time: HostTime, value: Value)]

    init(_ initial: Value) {
        changes = [(.zero, initial)]
    }

    mutating func set(_ value: Value, at time: HostTime) {
        guard let last = changes.last, last.value != value else { return }
        if last.time == time {
            changes[changes.count - 1].value = value
        } else {
            changes.append((time, value))
        }
    }

    /// The value at a time, changes of that moment included.
    func value(at time: HostTime) -> Value {
        changes.last { $0.time <= time }?.value ?? changes[0].value
    }

    /// Every value held between two times, both included, with when it began to hold.
    func values(from: HostTime, to: HostTime) -> [(time: HostTime, value: Value)] {
        let first = changes.lastIndex { $0.time <= from } ?? 0
        return changes[first...].filter { $0.time <= to }
    }
}
