package import AudioCodecs
import AudioModel
package import HTTPTransfers
import MediaPlaylists
package import SoundClient
import Synchronization

/// HTTP Live Streaming (RFC 8216): the sound of a playlist of segments, or of the variants of one.
///
/// All that is decided is in `HLSMachine`, under one lock; transfers and the reading of segments are
/// outside of it, on a work queue of the source's own.
package final class HLSMedia: MediaSource {
    private struct State {
        var machine = HLSMachine()
        var observer: (@Sendable (MediaChange) -> Void)?
        var list: HLSFetch?
        var media: HLSFetch?
        /// The last format for which there was a decoder.
        var decodable: (format: StreamFormat, cookie: [UInt8]?)?
    }

    private let playlist: [UInt8]
    private let url: String
    private let location: MediaLocation
    private let service: any TransferService
    private let environment: any AppEnvironment
    private let queue: any WorkQueue
    private let shared = Mutex(State())

    /// Creates the source of a playlist that has arrived. `load` begins to load its segments.
    ///
    /// - Parameters:
    ///   - playlist: The bytes of the playlist: `MediaPlaylistKind.hls`.
    ///   - url: The address that has answered, after redirects.
    ///   - location: Header fields for all requests.
    package init(
        playlist: [UInt8], at url: String, location: MediaLocation,
        service: any TransferService, environment: any AppEnvironment
    ) {
        self.playlist = playlist
        self.url = url
        self.location = location
        self.service = service
        self.environment = environment
        queue = environment.makeWorkQueue(label: "sori.media.hls")
    }

    // MARK: MediaSource

    package func load() {
        let isFirst = shared.withLock { state in
            guard case .unopened = state.machine.state, !state.machine.isClosed else {
                return false
            }
            state.machine.state = .opening
            return true
        }
        guard isFirst else { return }
        queue.async { [weak self] in self?.open() }
    }

    package var state: MediaState { shared.withLock { $0.machine.state } }
    package var buffer: MediaBuffer { shared.withLock { $0.machine.buffer } }
    package var transferLog: MediaTransferLog { shared.withLock { $0.machine.log } }

    package func date(at seconds: Double) -> Double? {
        shared.withLock { $0.machine.list?.date(at: seconds) }
    }

    package func seconds(at date: Double) -> Double? {
        shared.withLock { $0.machine.list?.seconds(at: date) }
    }

    package func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {
        shared.withLock { $0.observer = observer }
    }

    package func setPreferences(_ preferences: MediaPreferences) {
        shared.withLock { state in
            state.machine.preferences = preferences
            state.machine.selection?.peakBitRate = preferences.peakBitRate
        }
        stepLater()
    }

    package func setPlaying(_ isPlaying: Bool) {
        shared.withLock { $0.machine.isPlaying = isPlaying }
        stepLater()
    }

    package func makeReader() throws(FormatError) -> any MediaReader {
        let contents = shared.withLock { state -> MediaContents? in
            guard case .ready(let contents) = state.machine.state else { return nil }
            state.machine.jump = nil
            return contents
        }
        guard let contents else { throw FormatError(.missing("audio")) }
        return HLSReader(self, contents)
    }

    package func close() {
        let fetches = shared.withLock { state in
            state.machine.close()
            _ = state.machine.takeActions()
            state.observer = nil
            defer { (state.list, state.media) = (nil, nil) }
            return [state.list, state.media]
        }
        for fetch in fetches { fetch?.cancel() }
    }

    deinit {
        close()
    }

    // MARK: Events

    private func open() {
        let result = Result { () throws(HLSFailure) in try Self.parsed(playlist, at: url, [:]) }
        perform { machine, now in
            guard !machine.isClosed else { return }
            machine.now = now
            switch result {
            case .failure(let failure): machine.fail(failure)
            case .success(let playlist):
                if let failure = machine.open(playlist) {
                    machine.fail(failure)
                } else {
                    machine.start(at: now)
                }
            }
        }
    }

    private static func parsed(
        _ bytes: [UInt8], at url: String, _ variables: [String: String]
    ) throws(HLSFailure) -> HLSPlaylist {
        do throws(MediaPlaylistError) {
            return try HLSPlaylist(parsing: bytes, at: url, variables: variables)
        } catch {
            throw .playlist(error, url: url)
        }
    }

    /// Lets the machine take an event, then does what it wants. On the work queue.
    private func perform(_ event: (inout HLSMachine, HostTime) -> Void) {
        let now = environment.now
        let (actions, changes, observer) = shared.withLock { state in
            event(&state.machine, now)
            return (
                state.machine.takeActions(), state.machine.takeChanges(), state.observer
            )
        }
        for action in actions { perform(action) }
        if let observer {
            for change in changes { observer(change) }
        }
    }

    private func stepLater() {
        queue.async { [weak self] in self?.perform { machine, now in machine.step(now) } }
    }

    private func perform(_ action: HLSAction) {
        switch action {
        case .fetchList(let url, let choice, let token):
            fetchList(url, choice: choice, token: token)
        case .fetchMedia(let request, let token): fetchMedia(request, token: token)
        case .cancelMedia:
            shared.withLock { state in
                defer { state.media = nil }
                return state.media
            }?.cancel()
        case .cancelList:
            shared.withLock { state in
                defer { state.list = nil }
                return state.list
            }?.cancel()
        case .wake(let seconds, let token):
            later(seconds) { machine, now in machine.wake(token: token, at: now) }
        case .retry(let seconds, let token):
            later(seconds) { machine, now in machine.retry(token: token, at: now) }
        }
    }

    private func later(
        _ seconds: Double, _ event: @escaping @Sendable (inout HLSMachine, HostTime) -> Void
    ) {
        environment.after(.seconds(max(seconds, 0))) { [weak self] in
            guard let self else { return }
            queue.async { [weak self] in self?.perform(event) }
        }
    }

    // MARK: Transfers

    private func request(_ url: String, _ bytes: Range<Int64>?) -> TransferRequest {
        var request = TransferRequest(
            url: url, firstByte: bytes?.lowerBound, lastByte: bytes.map { $0.upperBound - 1 })
        request.headers = location.requestHeaders(for: url)
        request.allowsCellularAccess = location.allowsCellularAccess
        return request
    }

    private func fetchList(_ url: String, choice: Int, token: Int) {
        let requestTime = environment.now
        let variables = shared.withLock { $0.machine.variables }
        let fetch = HLSFetch(
            request(url, nil), bytesMax: PlaylistLimits.bytesMax, service: service,
            environment: environment, queue: queue
        ) { [weak self] result in
            let playlist = result.flatMap { body in
                Result { () throws(HLSFailure) in
                    try Self.mediaPlaylist(body, variables)
                }
            }
            self?.perform { machine, now in
                machine.listArrived(
                    playlist, choice: choice, token: token, requestTime: requestTime, at: now)
            }
        }
        keep(fetch, isList: true)
    }

    private static func mediaPlaylist(
        _ body: HLSFetch.Body, _ variables: [String: String]
    ) throws(HLSFailure) -> HLSMediaPlaylist {
        switch try parsed(body.bytes, at: body.url, variables) {
        case .media(let playlist): return playlist
        case .master: throw .playlist(.notAPlaylist, url: body.url)
        }
    }

    private func fetchMedia(_ request: HLSRequest, token: Int) {
        let fetch = HLSFetch(
            self.request(request.url, request.bytes), bytesMax: request.bytesMax,
            service: service, environment: environment, queue: queue
        ) { [weak self] result in
            let body = try? result.get()
            let resource = result.flatMap { body in
                Result { () throws(HLSFailure) in
                    let resource = try Self.resource(request, body)
                    try self?.checkDecoder(of: resource, url: request.url)
                    return resource
                }
            }
            self?.perform { machine, now in
                machine.mediaArrived(
                    resource, url: request.url, byteCount: body?.byteCount ?? 0,
                    seconds: body?.seconds ?? 0, token: token, at: now)
            }
        }
        keep(fetch, isList: false)
    }

    private func keep(_ fetch: HLSFetch, isList: Bool) {
        let isClosed = shared.withLock { state in
            guard !state.machine.isClosed else { return true }
            if isList { state.list = fetch } else { state.media = fetch }
            return false
        }
        if isClosed { fetch.cancel() }
    }

    private static func resource(
        _ request: HLSRequest, _ body: HLSFetch.Body
    ) throws(HLSFailure) -> HLSMachine.Resource {
        do throws(FormatError) {
            switch request.purpose {
            case .key:
                guard body.bytes.count == AESDecryption.blockByteCount else {
                    throw FormatError(.badField("length of its key"))
                }
                return .key(body.bytes)
            case .map(let name, let decryption):
                return .map(name: name, bytes: try decrypted(body.bytes, decryption))
            case .segment(let job):
                let bytes = try decrypted(body.bytes, job.decryption)
                return .sound(try HLSSegmentSound(bytes, initialisation: job.initialisation))
            }
        } catch {
            throw .format(error, url: request.url)
        }
    }

    /// Finds out whether there is a decoder, once for segments of the same format.
    private func checkDecoder(
        of resource: HLSMachine.Resource, url: String
    ) throws(HLSFailure) {
        guard case .sound(let sound) = resource else { return }
        let isKnown = shared.withLock { state in
            state.decodable.map { $0.format == sound.format && $0.cookie == sound.cookie } ?? false
        }
        guard !isKnown else { return }
        do throws(FormatError) {
            _ = try makePacketDecoder(sound.format, magicCookie: sound.cookie)
        } catch {
            throw .format(error, url: url)
        }
        shared.withLock { $0.decodable = (sound.format, sound.cookie) }
    }

    private static func decrypted(
        _ bytes: [UInt8], _ decryption: HLSDecryption?
    ) throws(FormatError) -> [UInt8] {
        guard let decryption else { return bytes }
        return try AESDecryption.decrypted(
            bytes, key: decryption.key, vector: decryption.vector)
    }

    // MARK: The reader

    /// Asks the machine for a reader; what it wants to load then is loaded.
    func ask<Answer: Sendable>(
        _ question: (inout HLSMachine) -> sending Answer
    ) -> Answer {
        let (answer, isMoved) = shared.withLock { state in
            let before = (state.machine.wanted, state.machine.preroll)
            let answer = question(&state.machine)
            let after = (state.machine.wanted, state.machine.preroll)
            return (answer, before != after || !state.machine.changes.isEmpty)
        }
        if isMoved { stepLater() }
        return answer
    }
}

extension MediaLocation {
    /// The header fields of a request; cookies are for the location's own server.
    fileprivate func requestHeaders(for url: String) -> [TransferHeader] {
        var fields = headers.sorted { $0.key < $1.key }.map { TransferHeader($0.key, $0.value) }
        if let cookies, MediaAddress.server(of: url) == MediaAddress.server(of: self.url) {
            fields.append(TransferHeader("Cookie", cookies))
        }
        if let userAgent { fields.append(TransferHeader("User-Agent", userAgent)) }
        return fields
    }
}
