import Synchronization

/// A value that one thread replaces at any time and another reads whole; neither ever waits.
///
/// Triple buffering: one cell is the writer's, one the reader's, and one lies between them and is
/// swapped with either. The reader sees the newest published value, never parts of two.
///
/// Ownership: the writer's thread owns the first cell of `ownCells`, the reader's thread the
/// second; `offer` hands over the third.
public struct LatestValue<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let cells: UnsafeMutablePointer<Value>
    /// The index of the writer's cell (at 0) and of the reader's cell (at 1).
    @usableFromInline let ownCells: UnsafeMutablePointer<Int>
    /// The index of the cell in between; `freshFlag` is set when the reader has not seen it.
    @usableFromInline let offer = Atomic<Int>(2)

    @inlinable static var freshFlag: Int { 4 }

    /// Allocates the cells; no other method allocates.
    public init(_ value: Value) {
        cells = .allocate(capacity: 3)
        cells.initialize(repeating: value, count: 3)
        ownCells = .allocate(capacity: 2)
        ownCells[0] = 0
        ownCells[1] = 1
    }

    deinit {
        cells.deallocate()
        ownCells.deallocate()
    }

    /// Replaces the value. Writer's thread only.
    @inlinable
    public func publish(_ value: Value) {
        cells[ownCells[0]] = value
        let previous = offer.exchange(
            ownCells[0] | Self.freshFlag, ordering: .acquiringAndReleasing)
        ownCells[0] = previous & ~Self.freshFlag
    }

    /// Returns the value published last. Reader's thread only.
    @inlinable
    public func read() -> Value {
        if offer.load(ordering: .relaxed) & Self.freshFlag != 0 {
            let previous = offer.exchange(ownCells[1], ordering: .acquiringAndReleasing)
            ownCells[1] = previous & ~Self.freshFlag
        }
        return cells[ownCells[1]]
    }

    /// Resets all cells to `value`. Only while neither thread uses it.
    public func reset(to value: Value) {
        cells.update(repeating: value, count: 3)
        offer.store(offer.load(ordering: .relaxed) & ~Self.freshFlag, ordering: .relaxed)
    }
}
