/// The type of a D-Bus value.
///
/// Source: D-Bus Specification 0.38, "Type System".
package indirect enum DBusType: Hashable, Sendable {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
    case string, objectPath, signature, fileDescriptor
    case variant
    case array(DBusType)
    /// A dictionary; its key is a basic type.
    case dictionary(DBusType, DBusType)
    case structure([DBusType])

    /// A dictionary from strings to variants, `a{sv}`.
    package static let properties = DBusType.dictionary(.string, .variant)
    package static let strings = DBusType.array(.string)

    /// The greatest length of a signature in bytes.
    package static let signatureLengthMax = 255
    /// The greatest depth of nested arrays, and of nested structures.
    package static let depthMax = 32

    /// The type's signature.
    package var signature: String {
        switch self {
        case .array(let element): "a" + element.signature
        case .dictionary(let key, let value): "a{" + key.signature + value.signature + "}"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        default: String(decoding: [code], as: UTF8.self)
        }
    }

    /// The character that a signature has for a basic type or a variant; that which begins any
    /// other type.
    var code: UInt8 {
        switch self {
        case .byte: UInt8(ascii: "y")
        case .boolean: UInt8(ascii: "b")
        case .int16: UInt8(ascii: "n")
        case .uint16: UInt8(ascii: "q")
        case .int32: UInt8(ascii: "i")
        case .uint32: UInt8(ascii: "u")
        case .int64: UInt8(ascii: "x")
        case .uint64: UInt8(ascii: "t")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .objectPath: UInt8(ascii: "o")
        case .signature: UInt8(ascii: "g")
        case .fileDescriptor: UInt8(ascii: "h")
        case .variant: UInt8(ascii: "v")
        case .array, .dictionary: UInt8(ascii: "a")
        case .structure: UInt8(ascii: "r")
        }
    }

    /// Whether the type may be a dictionary's key.
    package var isBasic: Bool {
        switch self {
        case .variant, .array, .dictionary, .structure: false
        default: true
        }
    }

    /// - Returns: `nil` for a character that is no basic type and no variant.
    fileprivate init?(simple code: UInt8) {
        let types: [DBusType] = [
            .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
            .objectPath, .signature, .fileDescriptor, .variant,
        ]
        guard let type = types.first(where: { $0.code == code }) else { return nil }
        self = type
    }

    /// The type with this signature; `nil` unless it is one complete type.
    package init?(signature: String) {
        guard let types = DBusType.list(signature), types.count == 1 else { return nil }
        self = types[0]
    }

    /// The complete types of a signature; `nil` for an invalid one.
    package static func list(_ signature: String) -> [DBusType]? {
        guard signature.utf8.count <= signatureLengthMax else { return nil }
        var parser = SignatureParser(Array(signature.utf8))
        var types: [DBusType] = []
        while !parser.isAtEnd {
            guard let type = parser.type(arrays: 0, structures: 0) else { return nil }
            types.append(type)
        }
        return types
    }

    /// The signature of several values in a row.
    package static func signature(of types: [DBusType]) -> String {
        types.map(\.signature).joined()
    }

    private struct SignatureParser {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position == bytes.count }

        private mutating func next() -> UInt8? {
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return bytes[position]
        }

        private mutating func skip(_ byte: UInt8) -> Bool {
            guard position < bytes.count, bytes[position] == byte else { return false }
            position += 1
            return true
        }

        mutating func type(arrays: Int, structures: Int) -> DBusType? {
            guard arrays <= depthMax, structures <= depthMax, let code = next() else { return nil }
            switch code {
            case UInt8(ascii: "a"):
                if skip(UInt8(ascii: "{")) { return entry(arrays: arrays, structures: structures) }
                return type(arrays: arrays + 1, structures: structures).map { .array($0) }
            case UInt8(ascii: "("):
                var members: [DBusType] = []
                while !skip(UInt8(ascii: ")")) {
                    guard let member = type(arrays: arrays, structures: structures + 1) else {
                        return nil
                    }
                    members.append(member)
                }
                return members.isEmpty ? nil : .structure(members)
            default: return DBusType(simple: code)
            }
        }

        private mutating func entry(arrays: Int, structures: Int) -> DBusType? {
            guard let key = next().flatMap({ DBusType(simple: $0) }), key.isBasic,
                let value = type(arrays: arrays + 1, structures: structures + 1),
                skip(UInt8(ascii: "}"))
            else { return nil }
            return .dictionary(key, value)
        }
    }
}
