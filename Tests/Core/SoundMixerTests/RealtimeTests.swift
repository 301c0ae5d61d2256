import AudioModel
import Foundation
import Realtime
import Testing

@Suite("What crosses to the render thread")
struct RealtimeTests {
    @Test("is a queue that refuses what does not fit and keeps the order")
    func queue() {
        let queue = RingBuffer<Int>(capacity: 3)
        let pushed = [1, 2, 3, 4].map { queue.writer.write($0) }
        let (fullCount, fullFreeCount) = (queue.reader.readableCount, queue.writer.writableCount)
        let first = queue.reader.read()
        let pushedAgain = queue.writer.write(5)
        let rest = (0..<4).map { _ in queue.reader.read() }
        let freeCount = queue.writer.writableCount
        #expect(pushed == [true, true, true, false])
        #expect((fullCount, fullFreeCount) == (3, 0))
        #expect(first == 1)
        #expect(pushedAgain)
        #expect(rest == [2, 3, 5, nil])
        #expect(freeCount == 3)
    }

    @Test("is a ring whose parts join at the wrap")
    func ring() {
        let ring = RingBuffer<Int>(capacity: 5)
        var written = [ring.writer.write([1, 2, 3, 4], count: 4)]
        ring.reader.discard(3)
        written.append(ring.writer.write([5, 6, 7, 8, 9], count: 5))
        var read: [Int] = []
        while case let part = ring.reader.readable(), !part.isEmpty {
            read += part
            ring.reader.discard(part.count)
        }
        written.append(ring.writer.write([1], count: 0))
        written.append(ring.writer.write([1], count: -1))
        #expect(read == [4, 5, 6, 7, 8])
        #expect(written == [4, 4, 0, 0])
    }

    @Test("is the latest value, again and again until there is a newer one")
    func latest() {
        var value = LatestValue(0)
        var read = [value.reader.read()]
        value.writer.publish(1)
        value.writer.publish(2)
        read += [value.reader.read(), value.reader.read()]
        value.writer.publish(3)
        value.writer.publish(9)
        read.append(value.reader.read())
        value.writer.publish(4)
        read.append(value.reader.read())
        #expect(read == [0, 2, 2, 9, 4])
    }

    @Test("crosses between two threads whole, in order, and all of it")
    func queueBetweenThreads() {
        let crossing = Crossing()
        let count = 200_000
        let writer = startThread {
            var next = 0
            while next < count {
                if crossing.queue.writer.write(Pair(first: next, second: ~next)) { next += 1 }
            }
        }
        var expected = 0
        while expected < count {
            guard let pair = crossing.queue.reader.read() else { continue }
            guard pair == Pair(first: expected, second: ~expected) else { break }
            expected += 1
        }
        #expect(expected == count)
        writer.wait()
    }

    @Test("crosses in bulk as in pieces")
    func ringBetweenThreads() {
        let crossing = Crossing()
        let count = 500_000
        let writer = startThread {
            var generator = SeededGenerator(seed: 1)
            var next = 0
            while next < count {
                let wanted = min(Int.random(in: 1...90, using: &generator), count - next)
                next += crossing.ring.writer.write(Array(next..<next + wanted), count: wanted)
            }
        }
        var expected = 0
        var isInOrder = true
        while expected < count, isInOrder {
            let part = crossing.ring.reader.readable()
            for element in part {
                isInOrder = isInOrder && element == expected
                expected += 1
            }
            crossing.ring.reader.discard(part.count)
        }
        #expect(isInOrder)
        writer.wait()
    }

    @Test("is never half of two values, and never goes back")
    func latestBetweenThreads() {
        let crossing = Crossing()
        let count = 300_000
        let writer = startThread {
            for value in 1...count {
                crossing.latestWriter.publish(Pair(first: value, second: ~value))
            }
        }
        var last = 0
        var isWhole = true
        while last < count, isWhole {
            let pair = crossing.latestReader.read()
            isWhole = pair.second == ~pair.first && pair.first >= last
            last = pair.first
        }
        #expect(isWhole)
        writer.wait()
    }
}

private struct Pair: BitwiseCopyable, Equatable {
    var first: Int
    var second: Int
}

/// The queues between two threads.
///
/// Ownership: one thread uses the writing halves, the other one the reading halves.
private final class Crossing: @unchecked Sendable {
    let queue = RingBuffer<Pair>(capacity: 64)
    let ring = RingBuffer<Int>(capacity: 100)
    var latestWriter: LatestValueWriter<Pair>
    var latestReader: LatestValueReader<Pair>

    init() {
        let latest = LatestValue(Pair(first: 0, second: ~0))
        latestWriter = latest.writer
        latestReader = latest.reader
    }
}

/// Runs `body` on a thread of its own; wait for the group before leaving.
func startThread(_ body: @escaping @Sendable () -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    Thread {
        body()
        group.leave()
    }.start()
    return group
}
