/// Numbers in playlists.
enum PlaylistNumber {
    /// A decimal number of seconds that is not negative; `nil` for anything else.
    static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
        guard let value = decimal(text), value >= 0 else { return nil }
        return value
    }

    /// Digits with at most one point among them, and a sign before them where it may be negative.
    static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
        let digitsMax = 40
        var digits = text
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            digits = digits.dropFirst()
        }
        guard (1...digitsMax).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let value = Double(MediaText.decoded(text)), value.isFinite
        else { return nil }
        return value
    }

    /// An integer of digits only, 0…2⁶³ - 1.
    static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
        guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(MediaText.decoded(text))
    }

    /// Bytes in hexadecimal digits behind `0x`; `nil` for anything else, and for more bytes than
    /// `countMax`.
    static func bytes(_ text: String, countMax: Int) -> [UInt8]? {
        var digits = Array(text.utf8)[...]
        guard digits.starts(with: [0x30, 0x78]) || digits.starts(with: [0x30, 0x58]) else {
            return nil
        }
        digits = digits.dropFirst(2)
        guard !digits.isEmpty, digits.count <= countMax * 2 else { return nil }
        var values: [UInt8] = []
        if digits.count % 2 == 1 { digits = [UInt8(ascii: "0")] + digits }
        while let high = digits.popFirst(), let low = digits.popFirst() {
            guard let value = UInt8(MediaText.decoded([high, low]), radix: 16) else { return nil }
            values.append(value)
        }
        return values
    }
}
