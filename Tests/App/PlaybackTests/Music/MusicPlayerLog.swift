import Playback
import Synchronization

/// What a player reports, in order.
final class MusicPlayerLog: Sendable {
    private let lines = Mutex<[String]>([])
    private let marks = Mutex<[String]>([])

    /// What happens to the queue, the items and the state.
    var all: [String] { lines.withLock { $0 } }
    /// Where items go on.
    var bookmarks: [String] { marks.withLock { $0.filter { $0 != "prepared" } } }
    /// The number of changes of whether the player is prepared.
    var preparedCount: Int { marks.withLock { $0.count { $0 == "prepared" } } }

    func add(_ event: MusicPlayerEvent) {
        func tenths(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }
        switch event {
        case .stateChanged(let state): note("\(state)")
        case .itemChanged(let item): note("item \(item.map { "\($0.id)" } ?? "none")")
        case .queueChanged: note("queue")
        case .finished(let item): note("finished \(item.id)")
        case .skipped(let item, let second, let isForward):
            note("skipped \(item.id) at \(tenths(second))" + (isForward ? "" : ", backward"))
        case .failed(let item, _): note("failed \(item.id)")
        case .bookmarked(let item, let second):
            marks.withLock { $0.append("\(item.id) at \(tenths(second))") }
        case .preparedChanged: marks.withLock { $0.append("prepared") }
        }
    }

    private func note(_ line: String) { lines.withLock { $0.append(line) } }

    func clear() {
        lines.withLock { $0 = [] }
        marks.withLock { $0 = [] }
    }
}
