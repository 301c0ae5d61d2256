/// A set of event codes, as the kernel writes it: a bit for each code.
package struct InputBits: Hashable, Sendable {
    private var words: [UInt64]
    /// Number of codes for which there are bits.
    package let count: Int

    /// - Parameter count: Number of codes; greater codes are never in the set.
    package init(count: Int) {
        self.count = count
        words = [UInt64](repeating: 0, count: (max(count, 0) + 63) / 64)
    }

    package init(_ codes: [UInt16], count: Int) {
        self.init(count: count)
        for code in codes { insert(code) }
    }

    package func contains(_ code: UInt16) -> Bool {
        Int(code) < count && words[Int(code) / 64] & (1 << (UInt64(code) % 64)) != 0
    }

    package mutating func insert(_ code: UInt16) { set(code, true) }
    package mutating func remove(_ code: UInt16) { set(code, false) }

    package mutating func set(_ code: UInt16, _ isIn: Bool) {
        guard Int(code) < count else { return }
        let bit: UInt64 = 1 << (UInt64(code) % 64)
        if isIn { words[Int(code) / 64] |= bit } else { words[Int(code) / 64] &= ~bit }
    }

    package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The codes in the set, in ascending order.
    package var codes: [UInt16] {
        (0..<count).compactMap { UInt16(exactly: $0) }.filter(contains)
    }

    package func containsAny(_ codes: some Sequence<UInt16>) -> Bool {
        codes.contains(where: contains)
    }

    /// Lets a closure read or write the bits as the kernel has them on this machine. Bits beyond
    /// `count` are ignored.
    mutating func withKernelBytes<Result>(
        _ body: (UnsafeMutableRawBufferPointer) -> Result
    ) -> Result {
        words.withUnsafeMutableBytes(body)
    }
}
