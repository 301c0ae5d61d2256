/// One of several equal parts of a long work: `2/8` is the second of eight.
package struct Shard: Equatable, Sendable {
    /// The number of the part, from 1.
    package var number: Int
    package var count: Int

    private static let countMax = 10_000

    /// - Parameter text: `2/8`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
            (1...Self.countMax).contains(count), (1...count).contains(number)
        else { return nil }
        self.number = number
        self.count = count
    }

    /// The elements of this part: every `count`th, so that neighbours are spread over the parts.
    package func part<Element>(of elements: [Element]) -> [Element] {
        stride(from: number - 1, to: elements.count, by: count).map { elements[$0] }
    }

    /// The numbers of this part, which follow each other; `nil` if there are none.
    package func part(of range: ClosedRange<UInt64>) -> ClosedRange<UInt64>? {
        let total = range.upperBound - range.lowerBound + 1
        func start(_ part: Int) -> UInt64 {
            let (high, low) = total.multipliedFullWidth(by: UInt64(part))
            return range.lowerBound + UInt64(count).dividingFullWidth((high, low)).quotient
        }
        let (first, next) = (start(number - 1), start(number))
        return first < next ? first...(next - 1) : nil
    }
}

extension Arguments {
    /// Parses `--shard`.
    package func shard() throws(ProgramError) -> Shard? {
        guard let text = value("--shard") else { return nil }
        guard let shard = Shard(text) else {
            throw wrongUse(
                "--shard takes a part, from 1, and the number of parts, not '\(text)'",
                advice: "write --shard 2/8 for the second of eight")
        }
        return shard
    }
}
