/// Big-endian bytes of a number.
package func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
}

/// Little-endian bytes of a number.
package func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}

/// Bytes of a text in UTF-8.
package func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A WAVE file of 16-bit samples of one channel.
package func wavFile(_ samples: [Int16], rate: UInt32) -> [UInt8] {
    let data = samples.flatMap { littleEndian($0) }
    let format =
        littleEndian(UInt16(1)) + littleEndian(UInt16(1)) + littleEndian(rate)
        + littleEndian(rate * 2) + littleEndian(UInt16(2)) + littleEndian(UInt16(16))
    let chunks =
        ascii("fmt ") + littleEndian(UInt32(16)) + format + ascii("data")
        + littleEndian(UInt32(data.count)) + data
    return ascii("RIFF") + littleEndian(UInt32(4 + chunks.count)) + ascii("WAVE") + chunks
}

/// Four characters as a number, the first in the highest byte.
package func fourCC(_ characters: String) -> UInt32 {
    characters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
}

extension [UInt8] {
    /// The values that the bytes hold, in the machine's byte order. An incomplete last value is left
    /// out.
    package func elements<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> [Value] {
        withUnsafeBytes { bytes in
            (0..<bytes.count / MemoryLayout<Value>.stride).map {
                bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: type)
            }
        }
    }
}

extension Array where Element: BitwiseCopyable {
    /// The elements' memory, in the machine's byte order.
    package var bytes: [UInt8] { withUnsafeBytes { Array<UInt8>($0) } }
}
