package import DBus

// The bus names of players, and the identifiers of tracks.
//
// Source: MPRIS D-Bus Interface Specification 2.2, "Bus Name Policy" and `Track_Id`.

extension MPRIS {
    /// The bus name of a player.
    ///
    /// - Parameters:
    ///   - name: Any text; what a bus name cannot have is left out.
    ///   - instance: The suffix of a further copy; `nil` for the first.
    package static func busName(for name: String, instance: String? = nil) -> String {
        var element = String(
            name.unicodeScalars.filter { isNameScalar($0) }.prefix(elementLengthMax)
                .map(Character.init))
        if element.first.map({ ("0"..."9").contains($0) }) ?? true { element = "_" + element }
        return busNamePrefix + element + (instance.map { ".instance" + $0 } ?? "")
    }

    /// The object path that stands for a track; two tracks have two paths.
    package static func trackPath(for id: String) -> String {
        guard !id.isEmpty else { return noTrack }
        var path = trackPrefix
        for byte in id.utf8.prefix(trackBytesMax) {
            if isNameScalar(Unicode.Scalar(byte)), byte != UInt8(ascii: "_") {
                path.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                path += "_" + hexadecimal(UInt64(byte), digits: 2)
            }
        }
        // The end of a long identifier counts too.
        if id.utf8.count > trackBytesMax {
            path += "__" + hexadecimal(hash(of: id.utf8), digits: 16)
        }
        return path
    }

    private static let trackPrefix = "/org/sori/track/"
    private static let elementLengthMax = 64
    private static let trackBytesMax = 256

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }

    /// The FNV-1a hash.
    package static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
