import CommandLineTool

/// An address of a sound on a server: `http` or `https`.
package struct WebAddress: Hashable, Sendable {
    /// The address as the user gave it.
    package let text: String
    /// The server, with its port.
    package let host: String

    /// - Returns: `nil` for a path.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"),
            ["http", "https"].contains(text[..<colon].lowercased())
        else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty else { return nil }
        self.text = text
        self.host = String(host)
    }

    /// The address without a user and a password in it, for messages.
    package var shown: String {
        guard let start = text.firstRange(of: "//"),
            let at = text[start.upperBound...].prefix(while: { !"/?#".contains($0) })
                .lastIndex(of: "@")
        else { return text }
        return String(text[..<start.upperBound] + text[text.index(after: at)...])
    }

    /// The last part of the path, or else the server.
    package var name: String {
        let path = shown.dropFirst(shown.prefix { $0 != "/" }.count + 2)
            .prefix { !"?#".contains($0) }
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[parts.count - 1]) : host
    }

    /// A path or an address as messages show it.
    package static func shown(_ path: String) -> String {
        WebAddress(path)?.shown ?? StreamPath.name(of: path)
    }
}
