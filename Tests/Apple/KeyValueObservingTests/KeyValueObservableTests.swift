import Foundation
import KeyValueObserving
import Synchronization
import Testing

@Suite("A property that is observed by a key path")
struct KeyValueObservableTests {
    private let player = Player()
    private let log = Log()

    @Test("is told each time it is set, also to the same value")
    func set() {
        let observation = player.observe(\.rate, options: [.old, .new]) { [log] _, change in
            log.add("\(change.oldValue ?? -1) \(change.newValue ?? -1)")
        }
        player.rate = 1
        player.rate = 1
        player.item = Item()
        #expect(log.lines == ["0.0 1.0", "1.0 1.0"])
        withExtendedLifetime(observation) {}
    }

    @Test("is the same one for subclasses of the framework and of the app")
    func subclasses() {
        let queue = Queue()
        let observation = queue.observe(\.rate, options: .new) { [log] queue, change in
            log.add("\(type(of: queue)) \(change.newValue ?? -1)")
        }
        let base = (queue as Player).observe(\.rate) { [log] _, _ in log.add("base") }
        queue.rate = 1
        queue.rate = 1
        #expect(log.lines == ["Queue 1.0", "base", "Queue 1.0", "base"])
        withExtendedLifetime((observation, base)) {}
    }

    @Test("further on is told when it leads to another value, objects by their identity")
    func furtherOn() {
        let texts = player.observe(\.item?.title, options: .new) { [log] _, change in
            log.add("title \(change.newValue.flatMap { $0 } ?? "-")")
        }
        let covers = player.observe(\.item?.cover) { [log] _, _ in log.add("cover") }
        let plain = player.observe(\.item?.pair) { [log] _, _ in log.add("pair") }
        let item = Item()
        item.title = "One"
        player.item = item
        player.item = item
        item.cover = Cover()
        item.pair = (3, 4)
        player.rate = 1
        player.rate = 0
        item.title = "Two"
        player.didChange()
        item.cover = nil
        player.item = nil
        #expect(
            log.lines == ["title One", "cover", "title Two", "title -", "cover"])
        withExtendedLifetime((texts, covers, plain)) {}
    }

    @Test("is given before the call returns, and before each change, when that is asked for")
    func options() {
        player.rate = 2
        let observation = player.observe(
            \.rate, options: [.initial, .new, .old, .prior]
        ) { [log] _, change in
            let values = [change.oldValue, change.newValue].map { $0.map { "\($0)" } ?? "-" }
            log.add((change.isPrior ? "prior " : "") + values.joined(separator: " "))
        }
        #expect(log.lines == ["- 2.0"])
        player.rate = 3
        #expect(log.lines == ["- 2.0", "prior 2.0 -", "2.0 3.0"])
        withExtendedLifetime(observation) {}
    }

    @Test("is told with the value of that time, also when it has gone on")
    func valueOfThatTime() {
        let observation = player.observe(\.rate, options: .new) { [log] player, change in
            log.add("\(change.newValue ?? -1) \(player.rate)")
        }
        player.rate = 3
        player.didSet(\.rate, to: 1)
        player.didSet(\.rate, to: 1, ifChanged: true)
        #expect(log.lines == ["3.0 3.0", "1.0 3.0"])
        withExtendedLifetime(observation) {}
    }

    @Test("may end its observation and release the object from within the handler")
    func ends() {
        let held = Mutex<(Player, NSKeyValueObservation?)?>((player, nil))
        let second = Mutex<NSKeyValueObservation?>(nil)
        let observation = player.observe(\.rate) { [log] _, _ in
            log.add("first")
            held.withLock { $0?.1 }?.invalidate()
            second.withLock { $0.take() }?.invalidate()
            held.withLock { $0 = nil }
        }
        held.withLock { $0?.1 = observation }
        let other = player.observe(\.rate) { [log] _, _ in log.add("second") }
        second.withLock { $0 = other }
        player.rate = 1
        player.rate = 2
        #expect(log.lines == ["first"])
    }

    @Test("is told what has changed while the first call ran")
    func changesMeanwhile() {
        let observation = player.observe(
            \.rate, options: [.initial, .new]
        ) { [log] player, change in
            log.add("\(change.newValue ?? -1)")
            if player.rate == 0 { player.rate = 1 }
        }
        #expect(log.lines == ["0.0", "1.0"])
        withExtendedLifetime(observation) {}
    }

    @Test("does not keep the object, and outlives it without harm")
    func outlives() {
        weak var weakly: Player?
        let observation: NSKeyValueObservation
        do {
            let short = Player()
            weakly = short
            observation = short.observe(\.rate) { _, _ in }
        }
        #expect(weakly == nil)
        observation.invalidate()
    }

    @Test("is a sequence of values, which begins with the present one and ends with the object")
    func sequence() async {
        var short: Player? = Player()
        guard let values = short?.values(for: \.rate) else { return }
        short?.rate = 1
        short?.rate = 1
        short?.rate = 2
        short = nil
        var seen: [Float] = []
        for await value in values { seen.append(value) }
        #expect(seen == [0, 1, 1, 2])
    }

    @Test("is observed no more when its sequence is let go")
    func sequenceEnds() async {
        do {
            var values = player.values(for: \.rate).makeAsyncIterator()
            #expect(await values.next() == 0)
            #expect(!player.keyValueObservers.isEmpty)
        }
        #expect(player.keyValueObservers.isEmpty)
    }
}

/// The lines that handlers have written.
private final class Log: Sendable {
    private let state = Mutex<[String]>([])

    func add(_ line: String) { state.withLock { $0.append(line) } }
    var lines: [String] { state.withLock { $0 } }
}

/// Ownership: one test.
private class Player: KeyValueObservable, @unchecked Sendable {
    let keyValueObservers = KeyValueObservers()
    var rate: Float = 0 { didSet { didSet(\.rate, to: rate) } }
    var item: Item? { didSet { didSet(\.item, to: item) } }
}

extension KeyValueObservable where Self: Player {
    static var notifyingKeyPaths: [AnyKeyPath] { [\Self.rate, \Self.item] }
}

/// Ownership: as its superclass.
private final class Queue: Player, @unchecked Sendable {}

private final class Cover {}

/// Ownership: one test.
private final class Item: @unchecked Sendable {
    var title: String?
    var cover: Cover?
    var pair = (1, 2)
}
