import Glibc

/// A socket of rtnetlink.
final class NetlinkSocket: Sendable {
    let descriptor: Int32

    /// The groups of changes of links, addresses and routes.
    static let changes: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

    /// Longest wait for the kernel's answer, in milliseconds; it answers at once.
    private static let answerMilliseconds: Int32 = 1000

    /// - Parameter groups: The changes that it is told of; 0 for none.
    /// - Returns: `nil` where the system has no such sockets.
    init?(groups: UInt32) {
        descriptor = socket(16, Int32(SOCK_RAW.rawValue) | 0o2000000, 0)
        guard descriptor >= 0 else { return nil }
        var address = [UInt8](repeating: 0, count: 12)
        withUnsafeBytes(of: UInt16(16)) { address.replaceSubrange(0..<2, with: $0) }
        withUnsafeBytes(of: groups) { address.replaceSubrange(8..<12, with: $0) }
        let isBound = address.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, 12) == 0 }
        }
        if !isBound {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Asks for the links, addresses and routes.
    ///
    /// - Returns: `nil` when the kernel does not answer.
    static func readTables() -> NetlinkTables? {
        guard let socket = NetlinkSocket(groups: 0) else { return nil }
        var tables = NetlinkTables()
        // Links, addresses, routes, each with the length of its own header.
        for (type, size) in [(UInt16(18), 16), (22, 8), (26, 12)] {
            guard socket.ask(type, bodySize: size), socket.read(into: &tables) else { return nil }
        }
        return tables
    }

    private func ask(_ type: UInt16, bodySize: Int) -> Bool {
        var message: [UInt8] = []
        func add(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value) { message += $0 }
        }
        add(UInt32(16 + bodySize))
        add(type)
        // A request for all entries.
        add(UInt16(0x301))
        add(UInt32(type))
        add(UInt32(0))
        message += [UInt8](repeating: 0, count: bodySize)
        return send(descriptor, message, message.count, 0) == message.count
    }

    private func read(into tables: inout NetlinkTables) -> Bool {
        while true {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, Self.answerMilliseconds) > 0 else { return false }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            if tables.take(Array(buffer.prefix(count))) { return !tables.hasFailed }
        }
    }

    /// Reads and forgets what has come.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        // An overrun of the socket is an error that a change has been lost, and tells of one too.
        while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0
            || errno == ENOBUFS || errno == EINTR
        {
            errno = 0
        }
    }
}
