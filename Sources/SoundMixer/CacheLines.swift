/// Returns memory for elements that begins with a cache line, so that one of whole lines takes no
/// other. Control thread.
///
/// - Parameter capacity: The number of elements; there is room for one at least.
func allocateCacheLines<Element>(
    of type: Element.Type, capacity: Int
) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer.allocate(
        byteCount: max(capacity, 1) * MemoryLayout<Element>.stride, alignment: 64
    ).bindMemory(to: type, capacity: max(capacity, 1))
}
