public import Synchronization

/// A bounded single-producer, single-consumer queue of plain values, as two halves: one for each
/// thread.
///
/// The threads write and read concurrently; neither ever waits, and after `init` nothing allocates.
/// Memory that an element points to must outlive the element; `BitwiseCopyable` excludes
/// references.
@frozen
public struct RingBuffer<Element: BitwiseCopyable>: ~Copyable, Sendable {
    /// The producer's half.
    public let writer: RingBufferWriter<Element>
    /// The consumer's half.
    public let reader: RingBufferReader<Element>

    /// - Parameter capacity: The largest number of queued elements, at least 1; memory is allocated
    ///   for the next power of two.
    public init(capacity: Int) {
        precondition(capacity > 0 && capacity <= 1 << 40, "capacity must be 1 … 2⁴⁰")
        var slotCount = 1
        while slotCount < capacity { slotCount *= 2 }
        let memory = SharedMemory<RingPositions, Element>(RingPositions(), capacity: slotCount)
        let slots = RingSlots(
            capacity: capacity, indexMask: slotCount - 1, elements: memory.elements,
            positions: memory.header)
        writer = RingBufferWriter(slots, memory)
        reader = RingBufferReader(slots, memory)
    }
}

/// The positions of a ring buffer's halves.
@usableFromInline
struct RingPositions: ~Copyable {
    /// The number of elements written so far; only the writer stores it.
    @usableFromInline let written = Atomic<Int>(0)
    /// The number of elements read so far; only the reader stores it.
    @usableFromInline let read = Atomic<Int>(0)
}

/// The memory of a ring buffer, as either half accesses it.
@usableFromInline
struct RingSlots<Element: BitwiseCopyable>: BitwiseCopyable {
    @usableFromInline let capacity: Int
    @usableFromInline let indexMask: Int
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    @usableFromInline let positions: UnsafeMutablePointer<RingPositions>

    /// Returns the slots from a position on, at most `count`, that are contiguous in memory.
    @inlinable @inline(__always)
    func run(
        from position: Int, atMost count: Int
    ) -> (start: UnsafeMutablePointer<Element>, count: Int) {
        let index = position & indexMask
        let untilWrap = indexMask &+ 1 &- index
        return (elements + index, count < untilWrap ? count : untilWrap)
    }
}

/// The producer's half of a ring buffer. Its methods are generic leaves that are inlined into the
/// render thread's concrete functions, where the compiler checks them.
///
/// Ownership: one thread at a time has the half; it owns the free slots and the written position.
public struct RingBufferWriter<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let slots: RingSlots<Element>
    private let memory: SharedMemory<RingPositions, Element>

    init(_ slots: RingSlots<Element>, _ memory: SharedMemory<RingPositions, Element>) {
        self.slots = slots
        self.memory = memory
    }

    /// The largest number of queued elements.
    @inlinable
    public var capacity: Int { slots.capacity }

    /// The number of elements that could be written now: a lower bound.
    @inlinable
    public var writableCount: Int {
        // `read` first, `written` second: the difference is then never negative on any thread.
        let read = takenCount
        return capacity &- (slots.positions.pointee.written.load(ordering: .acquiring) &- read)
    }

    /// The number of elements that the reader has read so far.
    @inlinable
    public var takenCount: Int { slots.positions.pointee.read.load(ordering: .acquiring) }

    /// Writes one element.
    ///
    /// - Returns: Whether there was room.
    @inlinable
    public func write(_ element: Element) -> Bool {
        let written = slots.positions.pointee.written.load(ordering: .relaxed)
        guard written &- takenCount < capacity else { return false }
        slots.elements[written & slots.indexMask] = element
        slots.positions.pointee.written.store(written &+ 1, ordering: .releasing)
        return true
    }

    /// Writes as many of `count` elements as fit, in order.
    ///
    /// - Returns: The number of elements written.
    @inlinable
    public func write(_ elements: UnsafePointer<Element>, count: Int) -> Int {
        let written = slots.positions.pointee.written.load(ordering: .relaxed)
        let free = capacity &- (written &- takenCount)
        let taken = count < free ? count : free
        guard taken > 0 else { return 0 }
        let first = slots.run(from: written, atMost: taken)
        // Copied as bytes: the compiler assumes that `update` may allocate.
        let stride = MemoryLayout<Element>.stride
        UnsafeMutableRawPointer(first.start)
            .copyMemory(from: elements, byteCount: first.count &* stride)
        UnsafeMutableRawPointer(slots.elements)
            .copyMemory(from: elements + first.count, byteCount: (taken &- first.count) &* stride)
        slots.positions.pointee.written.store(written &+ taken, ordering: .releasing)
        return taken
    }

    /// Returns the free slots that are contiguous in memory, to be filled from the first on.
    ///
    /// Empty only when the ring is full. Valid until `commit`.
    @inlinable
    public func writable() -> UnsafeMutableBufferPointer<Element> {
        let written = slots.positions.pointee.written.load(ordering: .relaxed)
        let free = slots.run(from: written, atMost: capacity &- (written &- takenCount))
        return UnsafeMutableBufferPointer(start: free.start, count: free.count)
    }

    /// Hands over the first `count` slots of `writable`, which the caller has filled.
    ///
    /// - Parameter count: At most the count of `writable`; more ends the program.
    @inlinable
    public func commit(_ count: Int) {
        precondition(count >= 0 && count <= writable().count, "more than is writable")
        let written = slots.positions.pointee.written.load(ordering: .relaxed)
        slots.positions.pointee.written.store(written &+ count, ordering: .releasing)
    }
}

/// The consumer's half of a ring buffer; see `RingBufferWriter` about its methods.
///
/// Ownership: one thread at a time has the half; it owns the filled slots and the read position.
public struct RingBufferReader<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let slots: RingSlots<Element>
    private let memory: SharedMemory<RingPositions, Element>

    init(_ slots: RingSlots<Element>, _ memory: SharedMemory<RingPositions, Element>) {
        self.slots = slots
        self.memory = memory
    }

    /// The largest number of queued elements.
    @inlinable
    public var capacity: Int { slots.capacity }

    /// The number of elements that could be read now: a lower bound.
    @inlinable
    public var readableCount: Int {
        let read = takenCount
        return slots.positions.pointee.written.load(ordering: .acquiring) &- read
    }

    /// The number of elements read so far.
    @inlinable
    public var takenCount: Int { slots.positions.pointee.read.load(ordering: .acquiring) }

    /// Reads and removes the oldest element; `nil` when the buffer is empty.
    @inlinable
    public func read() -> Element? {
        let read = takenCount
        guard slots.positions.pointee.written.load(ordering: .acquiring) != read else {
            return nil
        }
        let element = slots.elements[read & slots.indexMask]
        slots.positions.pointee.read.store(read &+ 1, ordering: .releasing)
        return element
    }

    /// Returns the oldest elements that are contiguous in memory, without removing them.
    ///
    /// Empty only when the ring is. Valid until `discard`.
    @inlinable
    public func readable() -> UnsafeBufferPointer<Element> {
        let read = takenCount
        let waiting = slots.positions.pointee.written.load(ordering: .acquiring) &- read
        let oldest = slots.run(from: read, atMost: waiting)
        return UnsafeBufferPointer(start: oldest.start, count: oldest.count)
    }

    /// Removes the oldest `count` elements.
    ///
    /// - Parameter count: At most the count of `readable`.
    @inlinable
    public func discard(_ count: Int) {
        slots.positions.pointee.read.store(takenCount &+ count, ordering: .releasing)
    }
}
