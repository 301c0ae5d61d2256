import AudioCodecs
import Synchronization

/// Locates packets by parsing from the nearest of a bounded number of anchors.
///
/// Anchors are recorded on the first pass. When their number reaches the limit, every second one is
/// removed, so the memory is bounded for files of any length.
final class SparsePacketIndex<Parser: PacketParser>: PacketLocator {
    private let source: any ByteSource
    private let memory: Mutex<Memory>

    private struct Memory {
        /// Anchors `spacing` packets apart, starting with the first packet.
        var anchors: [Parser]
        var spacing: Int64 = 64
        /// Positions of the last readers, the most recent last.
        var recent: [Cursor] = []
        var totals: PacketTotals?
    }

    private struct Cursor {
        var parser: Parser
        var readers: ParserReaders
    }

    init(_ source: any ByteSource, start: Parser) {
        self.source = source
        memory = Mutex(Memory(anchors: [start]))
    }

    func visit(
        from index: Int64, _ visitor: (PacketRange) throws(FormatError) -> Bool
    ) throws(FormatError) {
        guard index >= 0 else { return }
        try parse(from: takeCursor(before: index)) { place throws(FormatError) in
            place.index < index ? true : try visitor(place)
        }
    }

    func place(ofFrame frame: Int64) throws(FormatError) -> PacketRange? {
        let anchor = memory.withLock { memory in
            let after = firstIndex(in: memory.anchors) { $0.frame > frame }
            return memory.anchors[max(after - 1, 0)]
        }
        var found: PacketRange?
        try parse(from: Cursor(parser: anchor, readers: ParserReaders(source))) { place in
            guard frame < place.firstFrame + place.frameCount else { return true }
            found = place
            return false
        }
        return found
    }

    func totals() throws(FormatError) -> PacketTotals {
        if let known = memory.withLock({ $0.totals }) { return known }
        let first = memory.withLock { $0.anchors[0] }
        var totals = PacketTotals()
        let last = try parse(from: Cursor(parser: first, readers: ParserReaders(source))) { place in
            totals.packetCount += 1
            totals.byteCount += place.byteCount
            totals.frameCount = place.firstFrame + place.frameCount
            totals.largestByteCount = max(totals.largestByteCount, place.byteCount)
            totals.end = place.offset + place.byteCount
            return true
        }
        totals.remainderFrames = last.remainderFrames
        memory.withLock { $0.totals = totals }
        return totals
    }

    /// Parses without holding the lock, so that readers do not wait for each other's I/O.
    ///
    /// - Returns: The position where it stopped.
    @discardableResult
    private func parse(
        from start: Cursor, _ visitor: (PacketRange) throws(FormatError) -> Bool
    ) throws(FormatError) -> Parser {
        var cursor = start
        var passed: [Parser] = []
        var nextAnchor = memory.withLock { Int64($0.anchors.count) * $0.spacing }
        while true {
            let before = cursor.parser
            if before.index == nextAnchor {
                passed.append(before)
                nextAnchor = before.index + SparsePacketIndexLimits.spacing
                if passed.count == SparsePacketIndexLimits.passedMax {
                    nextAnchor = remember(passed)
                    passed = []
                }
            }
            let place = try cursor.parser.next(in: &cursor.readers)
            if let place, try visitor(place) { continue }
            if place != nil || !cursor.parser.isOver { cursor.parser = before }
            break
        }
        _ = remember(passed)
        remember(cursor)
        return cursor.parser
    }

    private func takeCursor(before index: Int64) -> Cursor {
        let (recent, anchor) = memory.withLock { memory in
            let anchor = memory.anchors[
                Int(min(index / memory.spacing, Int64(memory.anchors.count - 1)))]
            // A recent position at or before the packet, and nearer than the anchor.
            let recent = memory.recent.last {
                $0.parser.index <= index && $0.parser.index >= anchor.index
            }
            return (recent, anchor)
        }
        return recent ?? Cursor(parser: anchor, readers: ParserReaders(source))
    }

    /// Records anchors.
    ///
    /// - Returns: Index of the packet at which the next anchor is due.
    private func remember(_ passed: [Parser]) -> Int64 {
        memory.withLock { memory in
            for parser in passed
            where parser.index == Int64(memory.anchors.count) * memory.spacing {
                memory.anchors.append(parser)
                guard memory.anchors.count == SparsePacketIndexLimits.anchorsMax else { continue }
                memory.anchors = stride(from: 0, to: memory.anchors.count, by: 2).map {
                    memory.anchors[$0]
                }
                memory.spacing *= 2
            }
            return Int64(memory.anchors.count) * memory.spacing
        }
    }

    private func remember(_ cursor: Cursor) {
        memory.withLock { memory in
            if memory.recent.count == SparsePacketIndexLimits.recentMax {
                memory.recent.removeFirst()
            }
            memory.recent.append(cursor)
        }
    }
}

private enum SparsePacketIndexLimits {
    static let anchorsMax = 16_384
    /// Minimum distance between anchors, in packets.
    static let spacing: Int64 = 64
    /// Number of positions kept, one per concurrent sequential reader.
    static let recentMax = 4
    /// Number of anchors recorded at a time.
    static let passedMax = 256
}

/// Binary search: index of the first element that satisfies a monotonic predicate.
private func firstIndex<Element>(
    in list: [Element], where fits: (Element) -> Bool
) -> Int {
    var low = 0
    var high = list.count
    while low < high {
        let middle = (low + high) / 2
        if fits(list[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
}
