/// Composes messages of rtnetlink as the kernel sends them.
enum NetlinkMessages {
    static let done = message(3, [0, 0, 0, 0])
    static let error = message(2, [0xFF, 0xFF, 0xFF, 0xFF])

    static func link(_ index: Int32, _ name: String, flags: UInt32, hardware: UInt16) -> [UInt8] {
        var body: [UInt8] = [0, 0]
        add(hardware, to: &body)
        add(index, to: &body)
        add(flags, to: &body)
        add(UInt32(0), to: &body)
        return message(16, body + attribute(3, Array(name.utf8) + [0]))
    }

    /// - Parameter flags: As the attribute; the header has their lower byte.
    static func address(
        _ bytes: [UInt8], link: UInt32, scope: UInt8 = 0, flags: UInt32 = 0x80
    ) -> [UInt8] {
        var body: [UInt8] = [bytes.count == 4 ? 2 : 10, 24, UInt8(flags & 0xFF), scope]
        add(link, to: &body)
        var value: [UInt8] = []
        add(flags, to: &value)
        return message(20, body + attribute(1, bytes) + attribute(8, value))
    }

    static func route(
        isIPv6: Bool = false, prefix: UInt8 = 0, link: UInt32?, gateway: [UInt8]? = nil,
        metric: UInt32? = nil, table: UInt32 = 254, kind: UInt8 = 1, hops: [[UInt8]] = []
    ) -> [UInt8] {
        var body: [UInt8] = [
            isIPv6 ? 10 : 2, prefix, 0, 0, UInt8(truncatingIfNeeded: table), 3, 0, kind, 0, 0, 0, 0,
        ]
        func number(_ type: UInt16, _ value: UInt32) {
            var bytes: [UInt8] = []
            add(value, to: &bytes)
            body += attribute(type, bytes)
        }
        number(15, table)
        if let gateway { body += attribute(5, gateway) }
        if let link { number(4, link) }
        if let metric { number(6, metric) }
        if !hops.isEmpty { body += attribute(9, hops.flatMap { $0 }) }
        return message(24, body)
    }

    /// One way of a route with several.
    static func hop(link: Int32, gateway: [UInt8]) -> [UInt8] {
        let gateway = attribute(5, gateway)
        var bytes: [UInt8] = []
        add(UInt16(8 + gateway.count), to: &bytes)
        bytes += [0, 0]
        add(link, to: &bytes)
        return bytes + gateway
    }

    private static func message(_ type: UInt16, _ body: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        add(UInt32(16 + body.count), to: &bytes)
        add(type, to: &bytes)
        add(UInt16(2), to: &bytes)
        add(UInt32(1), to: &bytes)
        add(UInt32(0), to: &bytes)
        return padded(bytes + body)
    }

    private static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        add(UInt16(4 + value.count), to: &bytes)
        add(type, to: &bytes)
        return padded(bytes + value)
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    private static func add(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value) { bytes += $0 }
    }
}
