import AudioModel
import Playback
import Testing

@Suite("A music queue")
struct MusicQueueTests {
    private func items(_ ids: ClosedRange<UInt64>, album: (UInt64) -> UInt64 = { _ in 0 })
        -> [MusicItem]
    {
        ids.map { MusicItem(id: $0, albumID: album($0), path: nil) }
    }

    private func order(_ queue: MusicQueue) -> [UInt64] { queue.inPlayingOrder.map(\.id) }

    @Test("ends behind its last item, and before its first")
    func ends() {
        var queue = MusicQueue()
        queue.set(items(1...3))
        #expect(queue.current == nil)
        #expect(queue.place(after: 2, byItself: true) == nil)
        #expect(queue.place(before: 0) == nil)
        queue.repeats = .all
        #expect(queue.place(after: 2, byItself: true) == 0)
        #expect(queue.place(before: 0) == 2)
        queue.repeats = .one
        #expect(queue.place(after: 1, byItself: true) == 1)
        #expect(queue.place(after: 1, byItself: false) == 2)
        #expect(queue.place(after: 2, byItself: false) == nil)
    }

    @Test("takes items behind the present one, and at its end")
    func inserts() {
        var queue = MusicQueue()
        queue.set(items(1...3))
        queue.move(to: 1)
        queue.prepend(items(10...11))
        queue.append(items(20...20))
        #expect(order(queue) == [1, 2, 10, 11, 3, 20])
        #expect(queue.current?.id == 2)
        queue.move(to: nil)
        queue.prepend(items(30...30))
        #expect(order(queue) == [30, 1, 2, 10, 11, 3, 20])
    }

    @Test("keeps the present item when others are removed")
    func removes() {
        var queue = MusicQueue()
        queue.set(items(1...5))
        queue.move(to: 2)
        queue.remove(atPlaces: [0, 2, 4, 9, -1])
        #expect(order(queue) == [2, 3, 4] && queue.current?.id == 3)
    }

    @Test(
        "loses many items at once as it does one by one, in any order",
        arguments: 1...20 as ClosedRange<UInt64>)
    func removesMany(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = MusicQueue(seed: seed)
        queue.set(items(1...40))
        if seed % 2 == 0 { queue.setShuffle(.songs) }
        queue.move(to: Int.random(in: 0..<40, using: &generator))
        let places = (0..<40).filter { _ in Bool.random(using: &generator) }
        var oneByOne = queue
        for place in places.reversed() { oneByOne.remove(atPlaces: [place]) }
        queue.remove(atPlaces: places.shuffled(using: &generator))
        #expect(queue == oneByOne)
    }

    @Test("loses all but the present one of a hundred thousand items")
    func removesAll() {
        var queue = MusicQueue()
        queue.set(items(1...100_000))
        queue.setShuffle(.songs)
        queue.move(to: 70_000)
        let present = queue.current
        queue.remove(atPlaces: Array(0..<100_000))
        #expect(queue.inPlayingOrder == [present] && queue.position == 0)
    }

    @Test("shuffles what follows the present item, and back")
    func shuffles() {
        var queue = MusicQueue(seed: 7)
        queue.set(items(1...20))
        queue.move(to: 4)
        queue.setShuffle(.songs)
        #expect(queue.current?.id == 5 && queue.position == 0)
        #expect(order(queue) != Array(1...20) && order(queue).sorted() == Array(1...20))
        queue.setShuffle(.off)
        #expect(order(queue) == Array(1...20) && queue.position == 4)
    }

    @Test("keeps each album together when albums are shuffled")
    func shufflesAlbums() {
        var queue = MusicQueue(seed: 3)
        queue.set(items(1...12) { $0 % 4 })
        queue.move(to: 5)
        queue.setShuffle(.albums)
        let albums = queue.inPlayingOrder.map(\.albumID)
        let runs = albums.indices.filter { $0 == 0 || albums[$0] != albums[$0 - 1] }.count
        #expect(runs == 4 && albums[0] == 2)
        for album in UInt64(0)...3 {
            let ids = queue.inPlayingOrder.filter { $0.albumID == album }.map(\.id)
            #expect(ids == ids.sorted())
        }
        #expect(queue.current?.id == 6)
    }

    @Test("stays a permutation under random edits", arguments: 0..<50)
    func random(seed: UInt64) {
        var queue = MusicQueue(seed: seed)
        var generator = SeededGenerator(seed: seed)
        var next = UInt64(1)
        for _ in 0..<200 {
            let present = queue.current
            let count = queue.count
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: queue.append(items(next...(next + 2))); next += 3
            case 1: queue.prepend(items(next...next)); next += 1
            case 2: queue.setShuffle([.off, .songs, .albums].randomElement(using: &generator)!)
            case 3: queue.remove(atPlaces: [Int.random(in: -1...10, using: &generator)])
            default:
                queue.move(to: Int.random(in: -1...count, using: &generator))
                continue
            }
            #expect(queue.current == present)
            #expect(Set(queue.inPlayingOrder) == Set(queue.items))
            #expect(queue.inPlayingOrder.count == queue.count)
        }
    }
}
