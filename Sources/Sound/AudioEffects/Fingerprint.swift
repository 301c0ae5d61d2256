/// A number that stands for other numbers, so that the processing thread sees by one comparison
/// whether any of them has changed: FNV-1a over their bits.
struct Fingerprint {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ number: Double) { add(number.bitPattern) }

    mutating func add(_ number: Float) { add(UInt64(number.bitPattern)) }

    mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    private mutating func add(_ bits: UInt64) {
        value = (value ^ bits) &* 0x100_0000_01b3
    }
}
