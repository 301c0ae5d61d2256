/// Reads bits from bytes, most significant bit first.
package struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads an unsigned number.
    ///
    /// - Parameter count: Number of bits, 1…32.
    /// - Returns: nil, without advancing, when fewer than `count` bits remain.
    package mutating func read(_ count: Int) -> UInt32? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// Advances to the next byte boundary.
    mutating func align() {
        position = (position + 7) / 8 * 8
    }

    /// The bits between this reader's position and that of `later`.
    ///
    /// - Parameter later: The same reader at a later position.
    func bits(upTo later: BitReader) -> [Bool] {
        (position..<max(position, later.position)).map {
            let shift = UInt8(7 - $0 % 8)
            return bytes[$0 / 8] >> shift & 1 == 1
        }
    }
}
