/// The places that playlists name, as paths and as URIs.
package enum PlaylistLocation {
    /// The paths that a location may mean, the likeliest first; none for one on the network.
    ///
    /// - Parameter folder: The absolute path of the playlist's folder.
    package static func paths(_ location: String, in folder: String) -> [String] {
        if let scheme = scheme(of: location) {
            guard scheme == "file" else { return [] }
            let rest = withoutHost(location.dropFirst("file:".count))
            return unique([decoded(rest), String(rest)].compactMap { $0 }, in: folder)
        }
        let plain = [location, trimmed(location)]
        let encoded = plain.compactMap { decoded($0[...]) }
        let exact = plain + encoded
        let windows = exact.filter { $0.contains("\\") }.map { path in
            String(path.map { $0 == "\\" ? "/" : $0 })
        }
        return unique(exact + windows, in: folder)
    }

    /// A reference resolved against a base address, both URIs.
    ///
    /// Source: RFC 3986, 5.2, as far as files need it.
    static func resolved(_ reference: String, against base: String) -> String {
        guard scheme(of: reference) == nil, !base.isEmpty else { return reference }
        guard let slashes = base.firstRange(of: "://") else {
            return reference.hasPrefix("/") ? reference : folder(of: base[...]) + reference
        }
        let path = base[slashes.upperBound...].firstIndex(of: "/") ?? base.endIndex
        let root = base[..<path]
        guard !reference.hasPrefix("/") else { return root + reference }
        let folder = folder(of: base[path...])
        return root + (folder.isEmpty ? "/" : folder) + reference
    }

    /// The path of a relative reference; a URI with its scheme stays, as does what is not encoded.
    static func withoutEncoding(_ reference: String) -> String {
        scheme(of: reference) == nil ? decoded(reference[...]) ?? reference : reference
    }

    /// A location as a URI: a path is encoded, and a URI stays.
    static func uri(_ location: String) -> String {
        guard scheme(of: location) == nil else { return escaped(location) }
        let path = encoded(location)
        if location.hasPrefix("/") { return "file://" + path }
        // The first segment of a relative reference has no colon.
        return path.prefix { $0 != "/" }.contains(":") ? "./" + path : path
    }

    /// A location that a line can hold and that is read as it was written.
    static func onOneLine(_ location: String) -> String {
        let isPlain =
            location.unicodeScalars.allSatisfy { $0.value >= 0x20 }
            && location.first?.isWhitespace != true && location.last?.isWhitespace != true
        if isPlain { return location.hasPrefix("#") ? "./" + location : location }
        guard scheme(of: location) == nil else { return escaped(location) }
        return location.hasPrefix("/") ? "file://" + encoded(location) : encoded(location)
    }

    /// The scheme of a URI with an authority, or `file`, in lower case; nil for a path, which may well
    /// have a colon.
    static func scheme(of location: String) -> String? {
        guard let colon = location.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = location[..<colon].lowercased()
        // A letter alone is a drive.
        guard scheme.utf8.count > 1, let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
                    || [0x2B, 0x2D, 0x2E].contains($0)
            })
        else { return nil }
        let rest = location[location.utf8.index(after: colon)...]
        return rest.hasPrefix("//") || scheme == "file" && rest.hasPrefix("/") ? scheme : nil
    }

    private static func withoutHost(_ rest: Substring) -> Substring {
        guard rest.hasPrefix("//") else { return rest }
        let afterSlashes = rest.dropFirst(2)
        // The host is empty or this machine's; some programs leave its slash out.
        return afterSlashes.firstIndex(of: "/").map { afterSlashes[$0...] } ?? afterSlashes
    }

    private static func folder(of path: Substring) -> Substring {
        path.lastIndex(of: "/").map { path[...$0] } ?? ""
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Absolute paths without `.` and `..`.
    private static func unique(_ paths: [String], in folder: String) -> [String] {
        var found: [String] = []
        for path in paths where !path.isEmpty && !path.utf8.contains(0) {
            let whole = normalized(path.hasPrefix("/") ? path : folder + "/" + path)
            if whole != "/", !found.contains(whole) { found.append(whole) }
        }
        return found
    }

    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    // MARK: Percent-encoding

    /// The text without percent-encoding; nil when it has none, or is malformed or not UTF-8.
    static func decoded(_ text: Substring) -> String? {
        let source = Array(text.utf8)
        guard source.contains(UInt8(ascii: "%")) else { return nil }
        var bytes: [UInt8] = []
        var index = 0
        while index < source.count {
            guard source[index] == UInt8(ascii: "%") else {
                bytes.append(source[index])
                index += 1
                continue
            }
            guard index + 2 < source.count, let high = digit(source[index + 1]),
                let low = digit(source[index + 2])
            else { return nil }
            bytes.append(high << 4 | low)
            index += 3
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// A URI with what no URI can hold encoded: control characters and blanks.
    private static func escaped(_ uri: String) -> String {
        guard !uri.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return uri }
        var text = ""
        for scalar in uri.unicodeScalars {
            if scalar.value > 0x20, scalar.value != 0x7F {
                text.unicodeScalars.append(scalar)
            } else {
                text += encoded(String(scalar))
            }
        }
        return text
    }

    /// A path with what a URI cannot hold encoded.
    ///
    /// Source: RFC 3986, 3.3.
    static func encoded(_ path: String) -> String {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in path.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
            case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "!"),
                UInt8(ascii: "$"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "+"),
                UInt8(ascii: ","), UInt8(ascii: "="):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
