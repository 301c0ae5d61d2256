/// A four-character code: four bytes, first character in the most significant byte.
public struct FourCC: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

extension FourCC: ExpressibleByStringLiteral {
    /// - Precondition: The literal is four ASCII characters.
    public init(stringLiteral text: StaticString) {
        precondition(text.utf8CodeUnitCount == 4, "a four-character code has four characters")
        rawValue = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

extension FourCC: CustomStringConvertible {
    /// The four characters; bytes outside printable ASCII become `\xNN`.
    public var description: String {
        var text = ""
        for shift in [24, 16, 8, 0] as [UInt32] {
            let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
            if (0x20..<0x7F).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "\\x" + (digits.count == 1 ? "0" + digits : digits)
            }
        }
        return text
    }
}
