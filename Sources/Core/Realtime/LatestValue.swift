public import Synchronization

/// A value that one thread replaces at any time and another reads whole, as two halves: one for
/// each thread. Neither ever waits.
///
/// Triple buffering: one cell is the writer's, one the reader's, and one lies between them and is
/// swapped with either. The reader sees the newest published value, never parts of two.
@frozen
public struct LatestValue<Value: BitwiseCopyable>: ~Copyable, Sendable {
    /// The half that replaces the value.
    public var writer: LatestValueWriter<Value>
    /// The half that reads the value.
    public var reader: LatestValueReader<Value>

    /// Allocates the cells; no method of the halves allocates.
    public init(_ value: Value) {
        let memory = SharedMemory<Atomic<Int>, Value>(Atomic(2), capacity: 3)
        memory.elements.initialize(repeating: value, count: 3)
        writer = LatestValueWriter(cells: TripleBufferHalf(memory, ownCell: 0))
        reader = LatestValueReader(cells: TripleBufferHalf(memory, ownCell: 1))
    }
}

/// The half of a `LatestValue` that replaces the value.
public struct LatestValueWriter<Value: BitwiseCopyable>: ~Copyable, Sendable {
    @usableFromInline var cells: TripleBufferHalf<Value>

    /// Replaces the value.
    @inlinable
    public mutating func publish(_ value: Value) {
        cells.values[cells.ownCell] = value
        cells.swap(setting: TripleBufferHalf<Value>.freshFlag)
    }
}

/// The half of a `LatestValue` that reads the value.
public struct LatestValueReader<Value: BitwiseCopyable>: ~Copyable, Sendable {
    @usableFromInline var cells: TripleBufferHalf<Value>

    /// Returns the value published last.
    @inlinable
    public mutating func read() -> Value {
        if cells.offer.pointee.load(ordering: .relaxed) & TripleBufferHalf<Value>.freshFlag != 0 {
            cells.swap(setting: 0)
        }
        return cells.values[cells.ownCell]
    }
}

/// One thread's view of the three cells.
///
/// Ownership: one thread at a time has the half; it owns `ownCell`.
@usableFromInline
struct TripleBufferHalf<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let values: UnsafeMutablePointer<Value>
    /// The index of the cell in between, with its flag.
    @usableFromInline let offer: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline var ownCell: Int
    private let memory: SharedMemory<Atomic<Int>, Value>

    /// The flag of the cell in between that the reader has not seen it.
    @inlinable static var freshFlag: Int { 4 }

    init(_ memory: SharedMemory<Atomic<Int>, Value>, ownCell: Int) {
        values = memory.elements
        offer = memory.header
        self.ownCell = ownCell
        self.memory = memory
    }

    /// Swaps the own cell with the one in between.
    @inlinable
    mutating func swap(setting flag: Int) {
        let previous = offer.pointee.exchange(ownCell | flag, ordering: .acquiringAndReleasing)
        ownCell = previous & ~Self.freshFlag
    }
}
