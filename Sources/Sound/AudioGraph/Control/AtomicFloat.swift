import Synchronization

/// A number that any thread sets and a render thread reads, without locks.
public struct AtomicFloat: ~Copyable, Sendable {
    private let bits: Atomic<UInt32>

    public init(_ value: Float) {
        bits = Atomic(value.bitPattern)
    }

    /// The value; each access is one atomic operation.
    public var value: Float {
        @_noLocks @_noAllocation get { Float(bitPattern: bits.load(ordering: .relaxed)) }
        nonmutating set { bits.store(newValue.bitPattern, ordering: .relaxed) }
    }
}
