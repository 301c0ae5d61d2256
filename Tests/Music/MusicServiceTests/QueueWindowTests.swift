import Playback
import Testing

import MusicService

@Suite("The part of a queue that desktops see")
struct QueueWindowTests {
    private func items(_ ids: some Sequence<Int>) -> [MusicItem] {
        ids.map { MusicItem(id: UInt64($0), albumID: 0, path: nil) }
    }

    @Test("has twenty items on each side of the present one", arguments: [0, 1, 20, 50, 98, 99])
    func sides(_ place: Int) {
        let window = QueueWindow(items(100..<200), around: place, revision: 1)
        let places = max(place - 20, 0)...min(place + 20, 99)
        #expect(window.ids == places.map { String(100 + $0, radix: 16) })
        #expect(window.presentID == String(100 + place, radix: 16))
        #expect(places.allSatisfy { window.place(of: String(100 + $0, radix: 16)) == $0 })
        #expect(window.place(of: "ffff") == nil)
    }

    @Test("is the queue's beginning without a present item")
    func noPresent() {
        let window = QueueWindow(items(0..<100), around: nil, revision: 1)
        #expect(window.presentID == nil && window.ids.count == 21)
        #expect(QueueWindow([], around: nil, revision: 1).ids.isEmpty)
        // A place that the queue no longer has.
        #expect(QueueWindow([], around: 7, revision: 1).presentID == nil)
        #expect(QueueWindow(items(0..<3), around: 7, revision: 1).presentID == nil)
    }

    @Test("tells an item's copies apart, however far it has moved")
    func copies() {
        let queue = items((0..<100).map { $0 % 30 })
        var known: [Int: String] = [:]
        for place in queue.indices {
            let window = QueueWindow(queue, around: place, revision: 1)
            #expect(Set(window.ids).count == window.ids.count)
            for id in window.ids {
                guard let at = window.place(of: id) else {
                    Issue.record("\(id) has no place")
                    continue
                }
                #expect(known[at, default: id] == id)
                known[at] = id
            }
        }
        #expect(known.count == queue.count && Set(known.values).count == queue.count)
    }
}
