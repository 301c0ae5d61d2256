/// The kinds of playlists that lead to media.
package enum MediaPlaylistKind: Hashable, Sendable {
    /// Segments or variants by RFC 8216.
    case hls
    /// A list of addresses, one a line.
    case m3u
    /// Winamp's list with numbered keys.
    case pls

    /// The largest number of bytes at a playlist's beginning that its kind is told by.
    package static let headBytesMax = 4096

    /// Recognises a playlist: by its content, then by its MIME type, then by the extension of its
    /// address.
    ///
    /// - Parameters:
    ///   - head: The first bytes, `headBytesMax` of them or all.
    ///   - mimeType: The value of `Content-Type`, with or without parameters.
    ///   - url: The address after redirects.
    /// - Returns: `nil` for everything that is no playlist: sound first of all.
    package init?(head: [UInt8], mimeType: String?, url: String) {
        if let kind = Self.kind(of: head.prefix(Self.headBytesMax)) {
            self = kind
            return
        }
        // Sound behind a wrong name is sound.
        guard Self.isText(head.prefix(Self.headBytesMax)) else { return nil }
        let type = mimeType?.prefix { $0 != ";" && $0 != " " }.lowercased()
        switch type {
        case "application/vnd.apple.mpegurl", "application/mpegurl", "application/x-mpegurl",
            "audio/mpegurl", "audio/x-mpegurl":
            self = .m3u
        case "audio/x-scpls", "audio/scpls", "application/pls+xml": self = .pls
        default:
            switch Self.pathExtension(of: url) {
            case "m3u", "m3u8": self = .m3u
            case "pls": self = .pls
            default: return nil
            }
        }
    }

    private static func kind(of head: ArraySlice<UInt8>) -> MediaPlaylistKind? {
        var kind: MediaPlaylistKind?
        var isFirst = true
        MediaText.forEachLine(of: Array(head)) { line in
            defer { isFirst = false }
            if isFirst, MediaText.line(line, behind: "#EXTM3U") != nil { kind = .m3u }
            if isFirst, MediaText.line(line, behind: "[playlist]") != nil { kind = .pls }
            if kind == .m3u, MediaText.line(line, behind: "#EXT-X-") != nil { kind = .hls }
        }
        return kind
    }

    private static func isText(_ head: ArraySlice<UInt8>) -> Bool {
        !head.isEmpty && head.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    }

    private static func pathExtension(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }
}
