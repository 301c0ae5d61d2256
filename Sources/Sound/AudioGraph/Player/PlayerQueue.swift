/// A first-in, first-out queue on the control side; removing takes constant time on average.
struct PlayerQueue<Element> {
    private var elements: [Element] = []
    private var removedCount = 0

    var count: Int { elements.count - removedCount }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[removedCount] }

    var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

    /// Accesses the element with the given number of elements before it.
    subscript(index: Int) -> Element {
        get { elements[removedCount + index] }
        set { elements[removedCount + index] = newValue }
    }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func removeFirst() -> Element? {
        guard let element = first else { return nil }
        removedCount += 1
        // Also the last reference to what the removed elements hold goes soon.
        if removedCount * 2 >= elements.count {
            elements.removeFirst(removedCount)
            removedCount = 0
        }
        return element
    }

    /// Replaces the last element of a queue that is not empty.
    mutating func replaceLast(with element: Element) {
        elements[elements.count - 1] = element
    }
}
