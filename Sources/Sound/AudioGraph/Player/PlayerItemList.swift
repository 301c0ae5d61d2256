/// A list of items linked through `next`. Nothing is allocated.
struct PlayerItemList: BitwiseCopyable {
    private(set) var first: UnsafeMutablePointer<PlayerItem>?
    private var last: UnsafeMutablePointer<PlayerItem>?

    @_noLocks @_noAllocation
    init() {
        first = nil
        last = nil
    }

    var isEmpty: Bool {
        @_noLocks @_noAllocation get { first == nil }
    }

    /// Appends linked items.
    @_noLocks @_noAllocation
    mutating func append(
        _ head: UnsafeMutablePointer<PlayerItem>, last tail: UnsafeMutablePointer<PlayerItem>
    ) {
        tail.pointee.next = nil
        if let last { last.pointee.next = head } else { first = head }
        last = tail
    }

    /// Moves all items of `other` behind the last one.
    @_noLocks @_noAllocation
    mutating func takeAll(of other: inout PlayerItemList) {
        guard let head = other.first, let tail = other.last else { return }
        append(head, last: tail)
        other.first = nil
        other.last = nil
    }

    /// Removes the first item.
    @_noLocks @_noAllocation
    mutating func removeFirst() -> UnsafeMutablePointer<PlayerItem>? {
        guard let head = first else { return nil }
        first = head.pointee.next
        if first == nil { last = nil }
        head.pointee.next = nil
        return head
    }
}
