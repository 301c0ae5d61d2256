/// An address of the web, in the form in which a simulated network compares it.
package struct NetworkAddress: Hashable, Sendable {
    package var scheme: String
    /// The host in lower case.
    package var host: String
    /// The port, where it is not the scheme's.
    package var port: Int?
    /// The path with the query; begins with `/`.
    package var path: String

    /// Limit of an address's length in bytes.
    private static let bytesMax = 64 << 10

    /// - Parameter text: An absolute address; its fragment is left out. `nil` for one without a
    ///   host.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax, let colon = text.firstIndex(of: ":"),
            text[colon...].hasPrefix("://")
        else { return nil }
        scheme = text[..<colon].lowercased()
        let rest = text[colon...].dropFirst(3).prefix { $0 != "#" }
        let pathStart = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        var authority = rest[..<pathStart]
        if let at = authority.lastIndex(of: "@") { authority = authority[at...].dropFirst() }
        let path = rest[pathStart...]
        self.path = path.hasPrefix("/") ? String(path) : "/" + path
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            guard let number = Int(authority[colon...].dropFirst()), (0...65_535).contains(number)
            else { return nil }
            port = number == (scheme == "https" ? 443 : 80) ? nil : number
            authority = authority[..<colon]
        }
        host = authority.lowercased()
        guard !host.isEmpty else { return nil }
    }

    /// The address as a text.
    package var text: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)" }

    /// The address that a redirect names: an absolute one, or another path of the same server.
    func redirected(to target: String) -> NetworkAddress? {
        if let absolute = NetworkAddress(target) { return absolute }
        guard !target.contains("://") else { return nil }
        var address = self
        if target.hasPrefix("/") {
            address.path = target
        } else {
            let folder = path.prefix { $0 != "?" }.lastIndex(of: "/").map { path[...$0] } ?? "/"
            address.path = folder + target
        }
        return address
    }
}
