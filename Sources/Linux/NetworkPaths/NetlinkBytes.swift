/// Bytes of rtnetlink, in the machine's order: every read is checked.
struct NetlinkBytes: Sendable {
    private(set) var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    func integer<Value: FixedWidthInteger>(at offset: Int) -> Value? {
        let size = MemoryLayout<Value>.size
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        return bytes.dropFirst(offset).prefix(size).withUnsafeBytes {
            $0.loadUnaligned(as: Value.self)
        }
    }

    /// Takes bytes from the front, and what fills them up to a multiple of four.
    mutating func take(_ count: Int) -> NetlinkBytes? {
        guard count > 0, count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst((count + 3) & ~3) }
        return NetlinkBytes(bytes.prefix(count))
    }

    /// Takes a message with its header of 16 bytes.
    mutating func takeMessage() -> (type: UInt16, body: NetlinkBytes)? {
        guard let length: UInt32 = integer(at: 0), let type: UInt16 = integer(at: 4), length >= 16,
            let message = take(Int(length))
        else { return nil }
        return (type, NetlinkBytes(message.bytes.dropFirst(16)))
    }

    /// The attributes from an offset on.
    func attributes(from offset: Int) -> [(type: UInt16, value: NetlinkBytes)] {
        var found: [(type: UInt16, value: NetlinkBytes)] = []
        var rest = NetlinkBytes(bytes.dropFirst(offset))
        while let length: UInt16 = rest.integer(at: 0), let type: UInt16 = rest.integer(at: 2),
            length >= 4, let attribute = rest.take(Int(length))
        {
            // The upper bits say how a value is coded.
            found.append((type & 0x3FFF, NetlinkBytes(attribute.bytes.dropFirst(4))))
        }
        return found
    }

    /// A text up to its zero.
    var text: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

    /// An address of IPv4 or IPv6 as a text; `nil` for other bytes.
    var address: String? {
        switch bytes.count {
        case 4: return bytes.map { "\($0)" }.joined(separator: ".")
        case 16:
            let bytes = Array(bytes)
            let groups = stride(from: 0, to: 16, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return Self.text(of: groups)
        default: return nil
        }
    }

    /// The shortest text of an IPv6 address (RFC 5952).
    private static func text(of groups: [UInt16]) -> String {
        var longest = 0..<0
        var index = 0
        while index < 8 {
            let end = groups[index...].firstIndex { $0 != 0 } ?? 8
            if end - index > max(longest.count, 1) { longest = index..<end }
            index = max(end, index + 1)
        }
        func words(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !longest.isEmpty else { return words(groups[...]) }
        return words(groups[..<longest.lowerBound]) + "::" + words(groups[longest.upperBound...])
    }
}
