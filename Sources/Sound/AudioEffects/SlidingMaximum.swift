/// The largest of the last values of a sequence, in constant time a value on average.
///
/// Keeps the values that can still become the largest, which fall from the first to the last.
///
/// Ownership: the owner frees it with `deallocate`.
struct SlidingMaximum {
    private struct Entry: BitwiseCopyable {
        var frame: Int
        var value: Float
    }

    /// The number of values that are compared.
    private(set) var frameCount: Int
    private let entries: UnsafeMutablePointer<Entry>
    private let mask: Int
    /// The positions of the largest value and behind the newest one.
    private var first = 0
    private var end = 0
    private var frame = 0

    /// - Parameter capacity: The largest number of values that are compared, at least 1.
    init(capacity: Int) {
        var count = 1
        while count < capacity { count *= 2 }
        entries = .allocate(capacity: count)
        entries.initialize(repeating: Entry(frame: 0, value: 0), count: count)
        mask = count - 1
        frameCount = capacity
    }

    func deallocate() { entries.deallocate() }

    /// Forgets all values.
    ///
    /// - Parameter frameCount: The number of values to compare from now on, at most the capacity.
    @_noLocks @_noAllocation
    mutating func restart(frameCount: Int) {
        (first, end, frame) = (0, 0, 0)
        self.frameCount = max(min(frameCount, mask &+ 1), 1)
    }

    /// Adds a value.
    ///
    /// - Returns: The largest of the last `frameCount` values.
    @inline(__always) @_noLocks @_noAllocation
    mutating func next(_ value: Float) -> Float {
        if end != first, frame &- entries[first & mask].frame >= frameCount { first &+= 1 }
        while end != first, entries[(end &- 1) & mask].value <= value { end &-= 1 }
        entries[end & mask] = Entry(frame: frame, value: value)
        end &+= 1
        frame &+= 1
        return entries[first & mask].value
    }
}
