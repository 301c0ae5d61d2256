import Glibc

/// One entry of a D-Bus dictionary.
package struct DBusEntry: Hashable, Sendable {
    package var key: DBusValue
    package var value: DBusValue

    package init(_ key: DBusValue, _ value: DBusValue) {
        self.key = key
        self.value = value
    }
}

/// A value of a D-Bus message, with its type.
package indirect enum DBusValue: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    case fileDescriptor(DBusFileDescriptor)
    case variant(DBusValue)
    /// An array of bytes.
    case bytes([UInt8])
    /// An array of any other type of element.
    case array(DBusType, [DBusValue])
    case dictionary(key: DBusType, value: DBusType, [DBusEntry])
    case structure([DBusValue])

    /// The value's type.
    package var type: DBusType {
        switch self {
        case .byte: .byte
        case .boolean: .boolean
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .fileDescriptor: .fileDescriptor
        case .variant: .variant
        case .bytes: .array(.byte)
        case .array(let element, _): .array(element)
        case .dictionary(let key, let value, _): .dictionary(key, value)
        case .structure(let members): .structure(members.map(\.type))
        }
    }

    /// An array of strings, `as`.
    package static func strings(_ strings: [String]) -> DBusValue {
        .array(.string, strings.map { .string($0) })
    }

    /// A dictionary from strings to variants, `a{sv}`, in this order.
    package static func properties(_ entries: [(String, DBusValue)]) -> DBusValue {
        .dictionary(
            key: .string, value: .variant,
            entries.map { DBusEntry(.string($0.0), .variant($0.1)) })
    }
}

// What a reader of any message asks for: the value where it has the type, `nil` where it has not.
extension DBusValue {
    /// The value inside of any number of variants.
    package var unwrapped: DBusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text of a string, an object path or a signature.
    package var text: String? {
        switch unwrapped {
        case .string(let text), .objectPath(let text), .signature(let text): text
        default: nil
        }
    }

    package var bool: Bool? {
        if case .boolean(let value) = unwrapped { value } else { nil }
    }

    /// An integer of any width that fits.
    package var integer: Int64? {
        switch unwrapped {
        case .byte(let value): Int64(value)
        case .int16(let value): Int64(value)
        case .uint16(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// A floating-point number, or an integer.
    package var number: Double? {
        if case .double(let value) = unwrapped { return value }
        return integer.map(Double.init)
    }

    /// The elements of an array.
    package var elements: [DBusValue]? {
        switch unwrapped {
        case .array(_, let elements): elements
        case .bytes(let bytes): bytes.map { .byte($0) }
        default: nil
        }
    }

    /// The values of a dictionary from strings; of two entries with one key the last.
    package var members: [String: DBusValue]? {
        guard case .dictionary(_, _, let entries) = unwrapped else { return nil }
        var members: [String: DBusValue] = [:]
        for entry in entries {
            guard let key = entry.key.text else { return nil }
            members[key] = entry.value.unwrapped
        }
        return members
    }
}

/// A file descriptor that travels in a message; closed with the last reference.
package final class DBusFileDescriptor: Hashable, Sendable {
    /// The descriptor, which belongs to this object.
    package let number: Int32

    /// Duplicates a descriptor, which stays the caller's.
    ///
    /// - Returns: `nil` when it is not open, or none is left.
    package init?(duplicating descriptor: Int32) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        number = copy
    }

    deinit { close(number) }

    package static func == (one: DBusFileDescriptor, other: DBusFileDescriptor) -> Bool {
        one === other
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
