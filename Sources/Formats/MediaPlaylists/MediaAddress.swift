/// Addresses of media, as text.
package enum MediaAddress {
    /// Resolves a reference against the address of the playlist that has it.
    ///
    /// Blanks and characters beyond ASCII are written in percent-encoding.
    ///
    /// - Parameter base: An absolute address: that after redirects.
    /// - Returns: `nil` when the base is not absolute, for a reference that is longer than
    ///   `PlaylistLimits.addressBytesMax`, and for one to the user's files or to another scheme that
    ///   neither the base has nor `http` is.
    ///
    /// Source: RFC 3986, 5.2, "Relative Resolution".
    package static func resolve(_ reference: String, against base: String) -> String? {
        guard reference.utf8.count <= PlaylistLimits.addressBytesMax,
            base.utf8.count <= PlaylistLimits.addressBytesMax
        else { return nil }
        let base = Parts(encoded(base)[...])
        let reference = Parts(encoded(reference)[...])
        guard let baseScheme = base.scheme else { return nil }
        var target = reference
        target.fragment = nil
        if let scheme = reference.scheme {
            guard [baseScheme, "http", "https"].contains(scheme) else { return nil }
        } else {
            target.scheme = baseScheme
            if reference.authority == nil {
                target.authority = base.authority
                if reference.path.isEmpty {
                    target.path = base.path
                    target.query = reference.query ?? base.query
                } else if reference.path.first != UInt8(ascii: "/") {
                    target.path = base.merged(with: reference.path)
                }
            }
        }
        target.path = withoutDots(target.path)
        let text = target.text
        return text.utf8.count <= PlaylistLimits.addressBytesMax ? text : nil
    }

    /// The scheme and the server of an address, with its port, in small letters.
    package static func server(of url: String) -> String {
        let parts = Parts(encoded(url)[...])
        let authority = MediaText.decoded(parts.authority ?? []).lowercased()
        return (parts.scheme ?? "") + "://" + authority
    }

    /// Percent-encodes what an address cannot hold as it is.
    private static func encoded(_ text: String) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x00...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "<"),
                UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
                UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    /// Source: RFC 3986, 5.2.4, "Remove Dot Segments".
    private static func withoutDots(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        let dot = UInt8(ascii: ".")
        guard path.contains(dot) else { return path }
        var kept: [ArraySlice<UInt8>] = []
        let isAbsolute = path.first == slash
        let segments = (isAbsolute ? path.dropFirst() : path)
            .split(separator: slash, omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual([dot]) {
                if isLast { kept.append([]) }
            } else if segment.elementsEqual([dot, dot]) {
                _ = kept.popLast()
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return (isAbsolute ? [slash] : []) + kept.joined(separator: [slash])
    }

    /// The parts of an address.
    ///
    /// Source: RFC 3986, 3, "Syntax Components", and appendix B.
    private struct Parts {
        var scheme: String?
        var authority: ArraySlice<UInt8>?
        var path: ArraySlice<UInt8>
        var query: ArraySlice<UInt8>?
        var fragment: ArraySlice<UInt8>?

        init(_ text: ArraySlice<UInt8>) {
            var rest = text
            if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
                fragment = rest[(hash + 1)...]
                rest = rest[..<hash]
            }
            if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
                query = rest[(mark + 1)...]
                rest = rest[..<mark]
            }
            if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
                scheme = MediaText.decoded(rest[..<colon]).lowercased()
                rest = rest[(colon + 1)...]
            }
            if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
                authority = rest[..<end]
                rest = rest[end...]
            }
            path = rest
        }

        private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
            guard let first = text.first.map(MediaText.lowercase),
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
            else { return false }
            return text.allSatisfy { byte in
                switch MediaText.lowercase(byte) {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        }

        /// Source: RFC 3986, 5.2.3, "Merge Paths".
        func merged(with path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            let slash = UInt8(ascii: "/")
            if authority != nil, self.path.isEmpty { return [slash] + path }
            guard let last = self.path.lastIndex(of: slash) else { return path }
            return self.path[...last] + path
        }

        var text: String {
            var bytes: [UInt8] = []
            if let scheme { bytes += Array((scheme + ":").utf8) }
            if let authority { bytes += Array("//".utf8) + authority }
            bytes += path
            if let query { bytes += [UInt8(ascii: "?")] + query }
            if let fragment { bytes += [UInt8(ascii: "#")] + fragment }
            return MediaText.decoded(bytes)
        }
    }
}
