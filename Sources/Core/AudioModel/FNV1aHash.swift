/// A 64-bit FNV-1a hash: the same in every run, for fingerprints and seeds.
///
/// Source: RFC 9923, "The FNV Non-Cryptographic Hash Algorithm".
package struct FNV1aHash: Hashable, Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte: byte) }
    }

    package mutating func add(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
