import AudioFormats
import HTTPTransfers
import MediaPlaylists

/// What the first response tells of the media and its server.
struct ServerFacts {
    /// The address that has answered, after redirects.
    var url: String
    /// The length of the media in bytes; `nil` while unknown.
    var byteCount: Int64?
    var hasRanges: Bool
    /// What tells this version of the media from others: an entity tag, or a date.
    var validator: String?
    var mimeType: String?
    /// Bytes of sound between titles; `nil` without titles.
    var titleInterval: Int?
    /// Whether it is a radio: without end, joined where it is.
    var isLive: Bool
    var serverAddress: String?

    init(_ response: TransferResponse) {
        url = response.url
        byteCount = response.totalByteCount
        hasRanges = response.acceptsRanges && response.totalByteCount != nil
        mimeType = response.value(of: "Content-Type")
        serverAddress = response.serverAddress
        titleInterval = response.value(of: "icy-metaint").flatMap { Int($0) }
            .flatMap { PlaylistLimits.icyInterval.contains($0) ? $0 : nil }
        isLive =
            byteCount == nil
            && response.headers.contains { $0.name.lowercased().hasPrefix("icy-") }
        if titleInterval != nil { hasRanges = false }
        validator = Self.validator(response)
    }

    /// A weak tag compares no bytes.
    static func validator(_ response: TransferResponse) -> String? {
        if let tag = response.value(of: "ETag"), !tag.hasPrefix("W/") { return tag }
        return response.value(of: "Last-Modified")
    }

    /// The kind of container to assume where the first bytes tell none.
    static func hint(mimeType: String?, url: String) -> ContainerKind? {
        switch mimeType?.prefix(while: { $0 != ";" && $0 != " " }).lowercased() {
        case "audio/mpeg", "audio/mp3", "audio/mpg", "audio/x-mpeg", "audio/mpeg3": return .mp3
        case "audio/aac", "audio/aacp", "audio/x-aac", "audio/x-aacp": return .adts
        default: break
        }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        switch path.split(separator: ".").last?.lowercased() {
        case "mp3": return .mp3
        case "aac": return .adts
        default: return nil
        }
    }
}
