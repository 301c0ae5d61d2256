import Synchronization

/// A bounded pipe of plain values from one writing thread to one reading thread.
///
/// One thread writes and one reads, at the same time if they like; neither ever waits, and after
/// `init` nothing allocates. Written as generic leaves that are inlined into the render thread's
/// concrete functions, where the compiler checks them.
public struct RingBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    /// Elements that may wait at most.
    public let capacity: Int

    @usableFromInline let indexMask: Int
    @usableFromInline let storage: UnsafeMutablePointer<Element>
    /// Elements ever written; only the writer stores it.
    @usableFromInline let writtenCount = Atomic<Int>(0)
    /// Elements ever read; only the reader stores it.
    @usableFromInline let readCount = Atomic<Int>(0)

    /// - Parameter capacity: At least 1; memory is taken for the next power of two.
    public init(capacity: Int) {
        precondition(capacity > 0 && capacity <= 1 << 40, "a ring holds something")
        self.capacity = capacity
        var slotCount = 1
        while slotCount < capacity { slotCount *= 2 }
        indexMask = slotCount - 1
        storage = .allocate(capacity: slotCount)
    }

    deinit {
        storage.deallocate()
    }

    /// Elements that could be written now. The writer may count on them; for others it is a glance.
    @inlinable
    public var writableCount: Int {
        let free = capacity &- readableCount
        return free < 0 ? 0 : free
    }

    /// Elements that could be read now. The reader may count on them; for others it is a glance.
    @inlinable
    public var readableCount: Int {
        // Read first, written second: the difference is then never negative, whoever asks.
        let read = readCount.load(ordering: .acquiring)
        return writtenCount.load(ordering: .acquiring) &- read
    }

    /// Elements ever taken out. Any thread.
    @inlinable
    public var takenCount: Int { readCount.load(ordering: .acquiring) }

    /// Appends one element. Writer's thread only.
    ///
    /// - Returns: Whether there was room.
    @inlinable
    public func write(_ element: Element) -> Bool {
        let written = writtenCount.load(ordering: .relaxed)
        guard written &- readCount.load(ordering: .acquiring) < capacity else { return false }
        storage[written & indexMask] = element
        writtenCount.store(written &+ 1, ordering: .releasing)
        return true
    }

    /// Appends as many of `count` elements as fit, in order. Writer's thread only.
    ///
    /// - Returns: Elements taken.
    @inlinable
    public func write(_ elements: UnsafePointer<Element>, count: Int) -> Int {
        let written = writtenCount.load(ordering: .relaxed)
        let free = capacity &- (written &- readCount.load(ordering: .acquiring))
        let taken = count < free ? count : free
        guard taken > 0 else { return 0 }
        let index = written & indexMask
        let untilWrap = indexMask &+ 1 &- index
        let firstCount = taken < untilWrap ? taken : untilWrap
        // As bytes: `update` may allocate, in the compiler's eyes.
        let stride = MemoryLayout<Element>.stride
        UnsafeMutableRawPointer(storage + index)
            .copyMemory(from: elements, byteCount: firstCount &* stride)
        UnsafeMutableRawPointer(storage)
            .copyMemory(from: elements + firstCount, byteCount: (taken &- firstCount) &* stride)
        writtenCount.store(written &+ taken, ordering: .releasing)
        return taken
    }

    /// Takes the oldest element. Reader's thread only.
    @inlinable
    public func read() -> Element? {
        let read = readCount.load(ordering: .relaxed)
        guard writtenCount.load(ordering: .acquiring) != read else { return nil }
        let element = storage[read & indexMask]
        readCount.store(read &+ 1, ordering: .releasing)
        return element
    }

    /// The oldest elements that lie side by side, without taking them. Reader's thread only.
    ///
    /// Empty only when the ring is. Valid until `discard`.
    @inlinable
    public func readable() -> UnsafeBufferPointer<Element> {
        let read = readCount.load(ordering: .relaxed)
        let waiting = writtenCount.load(ordering: .acquiring) &- read
        let index = read & indexMask
        let untilWrap = indexMask &+ 1 &- index
        return UnsafeBufferPointer(
            start: storage + index, count: waiting < untilWrap ? waiting : untilWrap)
    }

    /// Gives the oldest `count` elements' room back to the writer. Reader's thread only.
    ///
    /// - Parameter count: At most what `readable` showed.
    @inlinable
    public func discard(_ count: Int) {
        readCount.store(readCount.load(ordering: .relaxed) &+ count, ordering: .releasing)
    }
}
