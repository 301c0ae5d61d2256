import AudioCodecs
import AudioFormats
import AudioModel
import HTTPTransfers
import MediaPlaylists
import SoundClient

// What the media is: a stream, a playlist, a file that is read as a whole, or one with its tables last.
extension NetworkWork {
    /// Playlists that lead to playlists.
    private static let depthMax = 4
    /// Bytes of a file that is read as a whole.
    private static let fileByteCountMax = 64 << 20
    /// Bytes of the tables behind the packets.
    private static let tableByteCountMax = 64 << 20
    /// Bytes that are waited for rather than asked for.
    private static let nearByteCount: Int64 = 64 << 10

    func inspect(isEnd: Bool) {
        guard let server else { return }
        let isSound = head.contains { $0 < 0x20 && !(0x09...0x0D).contains($0) }
        guard isEnd || isSound || head.count >= MediaPlaylistKind.headBytesMax else { return }
        guard !head.isEmpty else { return fail(MediaFailure(FormatError(.empty), url: server.url)) }
        let mimeType = location.mimeType ?? server.mimeType
        if let kind = MediaPlaylistKind(head: head, mimeType: mimeType, url: server.url) {
            phase = .playlist(kind)
            return
        }
        let hint = ServerFacts.hint(mimeType: mimeType, url: server.url)
        hasHint = hint != nil
        feed = StreamFeed(hint: hint, byteCount: server.byteCount)
        phase = .streaming
        let bytes = head
        head = []
        takeStream(bytes[...])
    }

    /// Keeps bytes of a playlist or a file until it is complete.
    func gather(_ bytes: ArraySlice<UInt8>) {
        head += bytes
        let isFile = phase == .file
        guard head.count <= (isFile ? Self.fileByteCountMax : PlaylistLimits.bytesMax) else {
            let part = isFile ? "size" : "playlist"
            return fail(MediaFailure(FormatError(.tooLarge(part)), url: server?.url))
        }
    }

    // MARK: Playlists

    func finishPlaylist(_ kind: MediaPlaylistKind) {
        guard let server else { return }
        guard depth < Self.depthMax else {
            return fail(
                MediaFailure(
                    TransferFailure(.tooManyRedirects, "Playlists lead to playlists."),
                    url: server.url))
        }
        switch kind {
        case .hls:
            replace(
                by: HLSMedia(
                    playlist: head, at: server.url, location: location, service: service,
                    environment: environment))
        case .m3u, .pls:
            let list = try? PlainPlaylist(parsing: head, kind: kind)
            guard let entry = list?.entries.first?.location,
                let url = MediaAddress.resolve(entry, against: server.url)
            else { return fail(MediaFailure(FormatError(.unknownContainer), url: server.url)) }
            var next = location
            next.url = url
            next.mimeType = nil
            if Self.host(url) != Self.host(location.url) { next.cookies = nil }
            replace(by: NetworkMedia(next, for: app, service: service, depth: depth + 1))
        }
    }

    private static func host(_ url: String) -> Substring? {
        url.split(separator: "/", maxSplits: 3).dropFirst().first
    }

    /// Has another source take this one's place.
    private func replace(by other: any MediaSource) {
        phase = .over
        inbox.close()
        head = []
        let (isClosed, preferences, isPlaying) = board.with { state in
            state.other = other
            return (state.isClosed, state.preferences, state.isPlaying)
        }
        guard !isClosed else { return other.close() }
        other.setObserver { [weak board] change in board?.change([change]) { _ in } }
        other.setPreferences(preferences)
        other.setPlaying(isPlaying)
        other.load()
    }

    // MARK: Files that are read as a whole

    /// Reads a file as a whole: its container is not read piecewise.
    func startFile(_ error: FormatError) {
        guard let server, let beginning, server.byteCount ?? 0 <= Int64(Self.fileByteCountMax),
            !server.isLive
        else { return fail(MediaFailure(error, url: location.url)) }
        head = beginning
        feed = nil
        phase = .file
    }

    func finishFile() {
        let bytes = MemoryBytes(head)
        replace(
            by: FileMedia(url: location.url, for: app) { () throws(FormatError) in
                try AudioFileReader(bytes)
            })
    }

    // MARK: Tables behind the packets

    func startTables(_ error: FormatError) {
        guard let server, let beginning else {
            return fail(MediaFailure(error, url: location.url))
        }
        guard server.hasRanges, let total = server.byteCount else {
            return fail(.needsRanges(url: server.url))
        }
        let sparse = SparseBytes(byteCount: total)
        guard sparse.append(beginning[...], at: 0) else { return }
        self.sparse = sparse
        feed = nil
        phase = .tables
        readTables()
    }

    func takeTables(_ bytes: ArraySlice<UInt8>) {
        guard let sparse, sparse.heldByteCount <= Self.tableByteCountMax,
            sparse.append(bytes, at: nextByte - Int64(bytes.count))
        else { return fail(MediaFailure(FormatError(.tooLarge("header")), url: location.url)) }
        readTables()
    }

    /// Reads the tables, or asks for what they take.
    private func readTables() {
        guard let sparse else { return }
        do throws(FormatError) {
            let reader = try AudioFileReader(sparse)
            let feed = try TableFeed(reader, sparse)
            self.feed = feed
            phase = .streaming
            beginning = nil
            // The bytes of the packets.
            do throws(AudioStreamError) {
                request(from: try feed.seek(toPacket: 0))
                try drain()
            } catch {
                fail(MediaFailure(error, url: location.url))
            }
        } catch {
            guard let missing = error.missingByte else {
                return fail(MediaFailure(error, url: location.url))
            }
            let isComing = nextByte <= missing && missing - nextByte < Self.nearByteCount
            if !isComing { request(from: missing) }
        }
    }

    func finishTables() {
        fail(MediaFailure(FormatError(.missing("audio")), url: location.url))
    }
}
