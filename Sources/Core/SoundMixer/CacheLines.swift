/// Returns memory for elements that begins with a cache line: an element of whole lines takes no
/// other, and reading eight weights that lie in two lines takes twice as long. Control thread.
///
/// - Parameter capacity: The number of elements; there is room for one at least.
func allocateCacheLines<Element>(
    of type: Element.Type, capacity: Int
) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer.allocate(
        byteCount: max(capacity, 1) * MemoryLayout<Element>.stride, alignment: 64
    ).bindMemory(to: type, capacity: max(capacity, 1))
}
