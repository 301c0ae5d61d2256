public import Foundation
import Glibc

/// An address of version 4.
public struct IPv4Address: Hashable, Sendable {
    /// The address's four bytes.
    public let rawValue: Data

    /// - Parameter rawValue: Four bytes; `nil` for another number.
    public init?(_ rawValue: Data) {
        guard rawValue.count == 4 else { return nil }
        self.rawValue = Data(rawValue)
    }

    /// - Parameter string: Four numbers with dots: `192.168.1.1`.
    public init?(_ string: String) {
        guard let bytes = bytes(of: string, family: AF_INET, count: 4) else { return nil }
        rawValue = bytes
    }
}

/// An address of version 6.
public struct IPv6Address: Hashable, Sendable {
    /// The address's sixteen bytes.
    public let rawValue: Data

    /// - Parameter rawValue: Sixteen bytes; `nil` for another number.
    public init?(_ rawValue: Data) {
        guard rawValue.count == 16 else { return nil }
        self.rawValue = Data(rawValue)
    }

    /// - Parameter string: `fe80::1`, without a zone.
    public init?(_ string: String) {
        guard let bytes = bytes(of: string, family: AF_INET6, count: 16) else { return nil }
        rawValue = bytes
    }
}

extension IPv4Address: CustomDebugStringConvertible {
    public var debugDescription: String { text(of: rawValue, family: AF_INET) }
}

extension IPv6Address: CustomDebugStringConvertible {
    public var debugDescription: String { text(of: rawValue, family: AF_INET6) }
}

private func bytes(of text: String, family: Int32, count: Int) -> Data? {
    var bytes = Data(count: count)
    let isAddress = bytes.withUnsafeMutableBytes { inet_pton(family, text, $0.baseAddress) == 1 }
    return isAddress ? bytes : nil
}

private func text(of bytes: Data, family: Int32) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let isWritten = bytes.withUnsafeBytes {
        inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) != nil
    }
    return isWritten ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) : ""
}
