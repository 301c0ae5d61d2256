import AudioModel

/// Values of the device or an app over time, for conditions about a moment or a span.
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

    /// The value at a time, after the changes of that moment.
    func value(at time: HostTime) -> Value {
        changes.last { $0.time <= time }?.value ?? changes[0].value
    }

    /// All values from `from` through `to`, each with the time at which it began.
    func values(from: HostTime, to: HostTime) -> [(time: HostTime, value: Value)] {
        let first = changes.lastIndex { $0.time <= from } ?? 0
        return changes[first...].filter { $0.time <= to }
    }
}
