/// The memory that the two halves of a queue share. It is freed with the second half.
final class SharedMemory<Header: ~Copyable, Element: BitwiseCopyable> {
    let header: UnsafeMutablePointer<Header>
    let elements: UnsafeMutablePointer<Element>

    /// - Parameter capacity: The number of elements; they are not initialised.
    init(_ header: consuming Header, capacity: Int) {
        self.header = .allocate(capacity: 1)
        self.header.initialize(to: header)
        elements = .allocate(capacity: capacity)
    }

    deinit {
        header.deinitialize(count: 1)
        header.deallocate()
        elements.deallocate()
    }
}
