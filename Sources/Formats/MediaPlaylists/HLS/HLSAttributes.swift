/// The attribute list of a tag: `NAME=value,NAME="quoted value"`.
///
/// Source: RFC 8216, 4.2, "Attribute Lists".
struct HLSAttributes {
    private(set) var pairs: [(name: String, value: String)] = []

    private static let pairsMax = 64

    init(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, pairs.count < Self.pairsMax {
            rest = rest.drop { $0 == 0x20 || $0 == UInt8(ascii: ",") }
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return }
            let name = MediaText.decoded(MediaText.trimmed(rest[..<equals]))
            rest = rest[(equals + 1)...]
            let value: ArraySlice<UInt8>
            if rest.first == UInt8(ascii: "\"") {
                rest = rest.dropFirst()
                value = rest.prefix { $0 != UInt8(ascii: "\"") }
                rest = rest[value.endIndex...].drop { $0 != UInt8(ascii: ",") }
            } else {
                value = MediaText.trimmed(rest.prefix { $0 != UInt8(ascii: ",") })
                rest = rest.drop { $0 != UInt8(ascii: ",") }
            }
            pairs.append((name, MediaText.decoded(value)))
        }
    }

    /// The first value of a name.
    subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    func isYes(_ name: String) -> Bool { self[name] == "YES" }

    /// A decimal integer of 0…2⁶³ - 1.
    func integer(_ name: String) -> Int64? {
        self[name].flatMap { PlaylistNumber.integer(Array($0.utf8)[...]) }
    }

    /// A decimal number, which may be negative.
    func decimal(_ name: String) -> Double? {
        self[name].flatMap { PlaylistNumber.decimal(Array($0.utf8)[...]) }
    }
}
