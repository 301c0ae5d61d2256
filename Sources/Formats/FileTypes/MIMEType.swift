/// The form in which MIME types and endings of file names are compared.
enum MIMEType {
    /// The most bytes of a type or an ending that are looked at.
    static let byteCountMax = 255

    /// A type in lower case and without parameters: `audio/mpeg` of `Audio/MPEG; x=1`.
    ///
    /// - Returns: `nil` for a text that is no type: it needs a slash between two names, and no
    ///   character that is neither a letter, a digit nor one of those that RFC 6838 allows.
    static func normalized(_ text: some StringProtocol) -> String? {
        let bare = text.utf8.prefix { $0 != UInt8(ascii: ";") }
        guard bare.count <= byteCountMax else { return nil }
        let name = bare.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        guard name.count(where: { $0 == UInt8(ascii: "/") }) == 1, name.first != UInt8(ascii: "/"),
            name.last != UInt8(ascii: "/"), name.allSatisfy(isAllowed)
        else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/!#$&-^_.+*'%`|~".utf8.contains(byte)
        }
    }

    /// The last ending of a name, or an ending itself, in lower case and without its dot: `gz` of
    /// `x.tar.gz`, `m4a` of `M4A`.
    ///
    /// - Returns: `nil` for an empty ending.
    static func ending(_ name: some StringProtocol) -> String? {
        let file = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let last = file.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard !last.isEmpty, last.utf8.count <= byteCountMax else { return nil }
        return last.lowercased()
    }
}
