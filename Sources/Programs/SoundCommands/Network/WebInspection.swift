import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import CommandLineTool
import Dispatch
import HTTPTransfers
import MediaPlaylists
import MediaSources
import SoundRuntime
import Terminal

/// What `sori info` finds out about an address: of what the server sends first only as much as tells
/// it.
struct WebInspection {
    let path: String
    private let contents: MediaContents
    private let response: TransferResponse
    private let isPlaylist: Bool
    private let master: HLSMasterPlaylist?
    /// What the stream says about itself at present.
    private let about: SoundAbout
    private let tags: [(key: String, value: String)]

    /// Seconds to wait for the first title of a radio.
    private static let titleSeconds = 3.0
    /// Variants that are listed.
    private static let variantsMax = 100

    init(_ address: WebAddress, isCancelled: () -> Bool) throws(ProgramError) {
        path = address.shown
        let phone = EmbeddedPhone(outputRate: ConnectingOutput.sampleRate)
        guard let service = address.service(for: phone.app) else { throw .noNetwork(address) }
        let fetch = WebFetch(address, service, headers: [TransferHeader("Icy-MetaData", "1")])
        response = try fetch.response(isCancelled)
        let head = try fetch.body(atLeast: MediaPlaylistKind.headBytesMax, isCancelled)
        let kind = MediaPlaylistKind(
            head: head, mimeType: response.value(of: "Content-Type"), url: response.url)
        isPlaylist = kind != nil
        master = kind == .hls ? try Self.master(head, fetch, response, isCancelled) : nil
        fetch.cancel()
        let titles: [MediaMetadata]
        (contents, titles) = try Self.contents(address, response)
        tags = contents.tags?.texts ?? []
        var about = SoundAbout(contents.tags ?? FileTags())
        about.take(titles)
        self.about = about
    }

    /// Opens the sound, and waits for the first titles of a radio.
    private static func contents(
        _ address: WebAddress, _ response: TransferResponse
    ) throws(ProgramError) -> (MediaContents, [MediaMetadata]) {
        do throws(ProgramError) {
            let input = try WebInput(address)
            let hasTitles = response.value(of: "icy-metaint") != nil
            return (input.contents, hasTitles ? input.firstTitles(seconds: titleSeconds) : [])
        } catch {
            guard error.isOfUnknownSound,
                let reader = try? WebReader(address, isCancelled: { false }),
                let input = try? StreamInput(reader, isWaitedFor: true)
            else { throw describing(error, response) }
            var contents = MediaContents(
                format: input.format, channelLayout: input.channelLayout, frameCount: nil)
            contents.isLive =
                response.contentLength == nil
                && response.headers.contains { $0.name.lowercased().hasPrefix("icy-") }
            contents.isSeekable = false
            contents.tags = input.tags
            return (contents, [])
        }
    }

    /// Says of what is no sound what the server calls it.
    private static func describing(
        _ error: ProgramError, _ response: TransferResponse
    ) -> ProgramError {
        guard error.isOfUnknownSound else { return error }
        var error = error
        if let type = response.value(of: "Content-Type") { error.what += " (\(type))" }
        error.advice = "open it in a browser, which shows what the server sends"
        return error
    }

    private static func master(
        _ head: [UInt8], _ fetch: WebFetch, _ response: TransferResponse, _ isCancelled: () -> Bool
    ) throws(ProgramError) -> HLSMasterPlaylist? {
        let rest = try fetch.body(atLeast: PlaylistLimits.bytesMax - head.count, isCancelled)
        guard case .master(let master) = try? HLSPlaylist(parsing: head + rest, at: response.url)
        else { return nil }
        return master
    }

    // MARK: Facts

    private var mimeType: String? { response.value(of: "Content-Type") }

    /// Bits a second, as the server or the length states them.
    private var bitRate: Double? {
        if let stated = response.value(of: "icy-br").flatMap({ Double($0) }), stated > 0 {
            return stated * 1000
        }
        guard !isPlaylist, let bytes = response.contentLength, let duration = contents.duration,
            duration > 0, !contents.isLive
        else { return nil }
        return Double(bytes) * 8 / duration
    }

    private var channels: String? { contents.channelLayout?.plainName }

    private func address(of variant: HLSVariant) -> String {
        master.flatMap { MediaAddress.resolve(variant.uri, against: $0.url) } ?? variant.uri
    }

    /// One aligned line per known fact.
    var text: String {
        let final = WebAddress(response.url)?.shown
        var facts: [(name: String, value: String?)] = [
            ("type", mimeType),
            ("leads to", final == path ? nil : final),
            ("format", "\(contents.format.codingName), \(contents.format.words)"),
            ("channels", channels),
            (
                "duration",
                contents.isLive
                    ? "live" : contents.duration.map { Numeral.fixed($0, places: 3) + " s" }
            ),
            ("bit rate", bitRate.map { Numeral.short($0 / 1000, places: 1) + " kbit/s" }),
            ("seeks", contents.isLive ? nil : contents.isSeekable ? "yes" : "no"),
            ("station", response.value(of: "icy-name")),
            ("genre", response.value(of: "icy-genre")),
            ("now", contents.isLive ? about.title : nil),
        ]
        facts += tags.map { ("tag " + $0.key, $0.value) }
        for variant in (master?.variants ?? []).prefix(Self.variantsMax) {
            let rate = Numeral.short(variant.bandwidth / 1000, places: 1) + " kbit/s"
            let words = [rate] + variant.codecs + [address(of: variant)]
            facts.append(("variant", words.joined(separator: ", ")))
        }
        for rendition in (master?.renditions ?? []).prefix(Self.variantsMax) {
            let words = [rendition.name, rendition.language, rendition.isDefault ? "default" : nil]
            facts.append(("rendition", words.compactMap { $0 }.joined(separator: ", ")))
        }
        let known = facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
        return factLines(under: path, known)
    }

    var json: JSONValue {
        let variants: [JSONValue] = (master?.variants ?? []).prefix(Self.variantsMax).map {
            .object([
                ("bandwidth", .decimal($0.bandwidth, places: 0)),
                ("codecs", .array($0.codecs.map { .string($0) })),
                ("address", .string(address(of: $0))),
            ])
        }
        return .object([
            ("path", .string(path)),
            ("address", .string(WebAddress(response.url)?.shown ?? response.url)),
            ("mimeType", .optional(mimeType)),
            ("format", contents.format.json),
            ("channelLayout", .optional(channels)),
            ("live", .bool(contents.isLive)),
            ("seekable", .bool(contents.isSeekable)),
            ("duration", contents.duration.map { .decimal($0, places: 6) } ?? .null),
            ("bitRate", bitRate.map { .decimal($0, places: 3) } ?? .null),
            ("station", .optional(response.value(of: "icy-name"))),
            ("title", .optional(about.title)),
            ("artist", .optional(about.artist)),
            ("variants", .array(variants)),
        ])
    }
}
