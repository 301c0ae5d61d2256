import AudioModel
import SoundPolicy
import Synchronization

/// The server's events and responses, kept until the phone reads them; it must not call the server
/// while the server decides.
package final class ActivityLog: Sendable {
    struct Entry {
        var time: HostTime
        var event: PolicyEvent
        var response: PolicyResponse
    }

    private struct State {
        var entries: [Entry] = []
        var lostCount = 0
    }

    private let state = Mutex(State())
    private let start: HostTime

    /// Limit of entries between two reads; further ones are counted, not kept.
    static let entriesMax = 2_000

    init(start: HostTime) {
        self.start = start
    }

    func append(_ time: HostTime, _ event: PolicyEvent, _ response: PolicyResponse) {
        guard !response.effects.isEmpty || response.refusal != nil else { return }
        state.withLock { state in
            guard state.entries.count < Self.entriesMax else { return state.lostCount += 1 }
            state.entries.append(Entry(time: time, event: event, response: response))
        }
    }

    func take() -> (entries: [Entry], lostCount: Int) {
        state.withLock { state in
            defer { state = State() }
            return (state.entries, state.lostCount)
        }
    }
}

/// The names of the most recent streams.
struct StreamNames {
    private var names: [StreamID: String] = [:]
    private var order: [StreamID] = []

    static let namesMax = 4_000

    subscript(stream: StreamID) -> String? { names[stream] }

    mutating func set(_ name: String, of stream: StreamID) {
        if names.updateValue(name, forKey: stream) == nil { order.append(stream) }
        guard order.count > Self.namesMax else { return }
        for old in order.prefix(Self.namesMax / 2) { names[old] = nil }
        order.removeFirst(Self.namesMax / 2)
    }
}
