import CCurl
import Glibc

/// What a transfer sends, and where it goes.
enum TransferRules {
    /// Bytes of a redirect's own body that are read for the sake of the connection.
    static let redirectBytesMax = 64 << 10
    /// What names the client, unless the request does.
    static let userAgent = "Sori"

    /// Whether an address is one of HTTP.
    static func isServed(_ url: String) -> Bool {
        ["http", "https"].contains(scheme(url))
    }

    private static func scheme(_ url: String) -> String? {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else {
            return nil
        }
        return url[..<colon].lowercased()
    }

    /// The address with what it cannot hold as it is, blanks and letters beyond ASCII, in
    /// percent-encoding.
    static func encoded(_ url: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in url.utf8 {
            if (0x21...0x7E).contains(byte), !"\"<>\\^`{|}".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a server may send the client from one address to another.
    static func mayRedirect(from url: String, to next: String) -> Bool {
        guard isServed(next) else { return false }
        return scheme(url) != "https" || scheme(next) == "https"
    }

    /// The address to which one leads from another; needs libcurl.
    static func address(_ relative: String, from base: String) -> String? {
        guard let text = sori_curl_address(base, relative) else { return nil }
        defer { sori_curl_address_free(text) }
        return String(cString: text)
    }

    /// The server of an address; needs libcurl.
    static func origin(_ url: String) -> String? {
        guard let text = sori_curl_origin(url) else { return nil }
        defer { sori_curl_address_free(text) }
        return String(cString: text)
    }

    /// The lines of the request's header fields. Fields that would begin another line are left out.
    static func fieldLines(_ request: TransferRequest, isAtFirstServer: Bool) -> [String] {
        var fields = request.headers.filter { isField($0) }
        if !isAtFirstServer {
            fields.removeAll { ["cookie", "authorization"].contains($0.name.lowercased()) }
        }
        func has(_ name: String) -> Bool { fields.contains { $0.name.lowercased() == name } }
        if !has("user-agent") { fields.append(TransferHeader("User-Agent", userAgent)) }
        if !has("accept-encoding") { fields.append(TransferHeader("Accept-Encoding", "identity")) }
        if let first = request.firstByte {
            fields.removeAll { $0.name.lowercased() == "range" }
            let last = request.lastByte.map(String.init) ?? ""
            fields.append(TransferHeader("Range", "bytes=\(first)-\(last)"))
        }
        return fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    }

    private static func isField(_ field: TransferHeader) -> Bool {
        let isName = field.name.utf8.allSatisfy { (33...126).contains($0) && $0 != 58 && $0 != 59 }
        return isName && !field.name.isEmpty
            && field.value.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
    }

    /// The failure that a code of libcurl means.
    ///
    /// - Parameters:
    ///   - systemError: The `errno` of the last connection.
    ///   - details: What libcurl says about it: of a certificate, why it is not trusted.
    static func failure(
        _ code: Int32, systemError: Int, _ details: String, _ url: String
    ) -> TransferFailure {
        let kind = kind(code, systemError)
        var text = String(cString: sori_curl_code_text(code))
        if kind == .insecureConnection, !details.isEmpty { text = details }
        while text.hasSuffix(".") { text.removeLast() }
        return TransferFailure(kind, "\(text) (\(url)).")
    }

    private static func kind(_ code: Int32, _ systemError: Int) -> TransferFailure.Kind {
        switch code {
        case 1, 3: .unsupportedURL
        case 5, 6: hasNetwork() ? .cannotFindHost : .notConnected
        case 7:
            [ENETUNREACH, ENETDOWN].contains(Int32(clamping: systemError))
                ? .notConnected : .cannotConnect
        case 8, 61, 100: .badServerResponse
        case 16, 18, 52, 55, 56, 92: .connectionLost
        case 28: .timedOut
        case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91, 98: .insecureConnection
        default: .unknown
        }
    }

    /// Whether the machine has an address that others can reach.
    static func hasNetwork() -> Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        // What cannot be asked is assumed.
        guard getifaddrs(&first) == 0 else { return true }
        defer { freeifaddrs(first) }
        var next = first
        while let entry = next?.pointee {
            let isUp = entry.ifa_flags & UInt32(IFF_UP) != 0
            let isLoopback = entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0
            let family = entry.ifa_addr.map { Int32($0.pointee.sa_family) }
            if isUp, !isLoopback, family == AF_INET || family == AF_INET6 { return true }
            next = entry.ifa_next
        }
        return false
    }
}
