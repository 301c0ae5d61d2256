import Synchronization

/// A bounded single-producer, single-consumer queue of plain values.
///
/// One thread writes and one reads, concurrently; neither ever waits, and after `init` nothing
/// allocates. The methods are generic leaves that are inlined into the render thread's concrete
/// functions, where the compiler checks them.
///
/// Ownership: the writer's thread owns the free slots and `writtenCount`; the reader's thread owns
/// the filled slots and `readCount`.
public struct RingBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    /// The largest number of queued elements.
    public let capacity: Int

    @usableFromInline let indexMask: Int
    @usableFromInline let storage: UnsafeMutablePointer<Element>
    /// The number of elements written so far; only the writer stores it.
    @usableFromInline let writtenCount = Atomic<Int>(0)
    /// The number of elements read so far; only the reader stores it.
    @usableFromInline let readCount = Atomic<Int>(0)

    /// - Parameter capacity: At least 1; memory is allocated for the next power of two.
    public init(capacity: Int) {
        precondition(capacity > 0 && capacity <= 1 << 40, "capacity must be 1 … 2⁴⁰")
        self.capacity = capacity
        var slotCount = 1
        while slotCount < capacity { slotCount *= 2 }
        indexMask = slotCount - 1
        storage = .allocate(capacity: slotCount)
    }

    deinit {
        storage.deallocate()
    }

    /// The number of elements that could be written now. A lower bound for the writer; a snapshot
    /// for other threads.
    @inlinable
    public var writableCount: Int {
        let free = capacity &- readableCount
        return free < 0 ? 0 : free
    }

    /// The number of elements that could be read now. A lower bound for the reader; a snapshot for
    /// other threads.
    @inlinable
    public var readableCount: Int {
        // `readCount` first, `writtenCount` second: the difference is then never negative on any
        // thread.
        let read = readCount.load(ordering: .acquiring)
        return writtenCount.load(ordering: .acquiring) &- read
    }

    /// The number of elements read so far. Any thread.
    @inlinable
    public var takenCount: Int { readCount.load(ordering: .acquiring) }

    /// Writes one element. Writer's thread only.
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

    /// Writes as many of `count` elements as fit, in order. Writer's thread only.
    ///
    /// - Returns: The number of elements written.
    @inlinable
    public func write(_ elements: UnsafePointer<Element>, count: Int) -> Int {
        let written = writtenCount.load(ordering: .relaxed)
        let free = capacity &- (written &- readCount.load(ordering: .acquiring))
        let taken = count < free ? count : free
        guard taken > 0 else { return 0 }
        let index = written & indexMask
        let untilWrap = indexMask &+ 1 &- index
        let firstCount = taken < untilWrap ? taken : untilWrap
        // Copied as bytes: the compiler assumes that `update` may allocate.
        let stride = MemoryLayout<Element>.stride
        UnsafeMutableRawPointer(storage + index)
            .copyMemory(from: elements, byteCount: firstCount &* stride)
        UnsafeMutableRawPointer(storage)
            .copyMemory(from: elements + firstCount, byteCount: (taken &- firstCount) &* stride)
        writtenCount.store(written &+ taken, ordering: .releasing)
        return taken
    }

    /// Reads and removes the oldest element; `nil` when the buffer is empty. Reader's thread only.
    @inlinable
    public func read() -> Element? {
        let read = readCount.load(ordering: .relaxed)
        guard writtenCount.load(ordering: .acquiring) != read else { return nil }
        let element = storage[read & indexMask]
        readCount.store(read &+ 1, ordering: .releasing)
        return element
    }

    /// Returns the oldest elements that are contiguous in memory, without removing them. Reader's
    /// thread only.
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

    /// Removes the oldest `count` elements. Reader's thread only.
    ///
    /// - Parameter count: At most the count of `readable`.
    @inlinable
    public func discard(_ count: Int) {
        readCount.store(readCount.load(ordering: .relaxed) &+ count, ordering: .releasing)
    }
}
