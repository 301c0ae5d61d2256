import AudioModel

extension [UInt8] {
    @inline(__always)
    mutating func appendLittleEndian<Number: FixedWidthInteger>(_ number: Number) {
        var bits = number.littleEndian
        Swift.withUnsafeBytes(of: &bits) { append(contentsOf: $0) }
    }

    @inline(__always)
    mutating func appendBigEndian<Number: FixedWidthInteger>(_ number: Number) {
        appendLittleEndian(number.byteSwapped)
    }

    mutating func append(_ code: FourCC) {
        appendBigEndian(code.rawValue)
    }
}
