import AudioCodecs
import AudioFormats
import AudioModel
import HTTPTransfers
import MediaPlaylists
import SoundClient

/// The work of a network source: it asks the server, finds out what the media is, cuts its packets, and
/// keeps as many as are wanted ahead of the reader.
///
/// Ownership: all state is used on `queue`; what other threads share is in `board` and `inbox`.
final class NetworkWork: @unchecked Sendable {
    /// What is done with the bytes that arrive.
    enum Phase: Equatable {
        case idle
        /// They may be a playlist.
        case inspecting
        case playlist(MediaPlaylistKind)
        /// They are a file that cannot be read before it is complete.
        case file
        /// They are the tables behind the packets.
        case tables
        case streaming
        case over
    }

    let location: MediaLocation
    let app: AppSound
    let service: any TransferService
    let queue: any WorkQueue
    let board: MediaBoard
    let inbox: TransferInbox
    /// The number of playlists that have led here.
    let depth: Int

    var phase = Phase.idle
    /// Bytes of a beginning that is inspected, of a playlist, or of a file.
    var head: [UInt8] = []
    /// The first bytes of the stream, for its tags; `nil` when they are too many.
    var beginning: [UInt8]? = []
    var server: ServerFacts?
    var splitter: ICYSplitter?
    var feed: (any PacketFeed)?
    var hasHint = false
    var sparse: SparseBytes?
    var packets: ArrivedPackets?
    /// Whether the source is ready: the header and the first packets are there.
    var isReady = false
    /// Whether the published length is one that more packets refute.
    var isEndProvisional = false
    var hasMoved = false
    /// The packet that was asked for, the one that was aimed at, and the number of attempts.
    var target: (packet: Int64, aim: Int64, attempts: Int)?
    /// The offset of the byte that comes next.
    var nextByte: Int64 = 0
    /// Bytes that the server sends once more.
    var skippedCount: Int64 = 0
    /// Whether the bytes that were asked for are behind the end.
    var isBehindEnd = false
    var isDiscontinuous = false
    /// Numbers the requests: events and timers of earlier ones are of no use.
    var requestNumber = 0
    var retryCount = 0
    /// Why the connection was lost first.
    var loss: TransferFailure?
    var meter = ArrivalMeter()
    var isHeld = false
    /// Whether the connection was lost while nothing was wanted of it: it is made again when something is.
    var isParked = false
    var byteCount: Int64 = 0
    /// Titles before the first packet.
    var earlyTitles: [ICYMetadata] = []

    init(
        _ location: MediaLocation, app: AppSound, service: any TransferService, board: MediaBoard,
        depth: Int
    ) {
        self.location = location
        self.app = app
        self.service = service
        self.board = board
        self.depth = depth
        queue = MediaWork.of(app).next()
        inbox = TransferInbox(service)
    }

    var environment: any AppEnvironment { app.environment }

    /// Has something done on the queue.
    func run(_ body: @escaping @Sendable (NetworkWork) -> Void) {
        queue.async { [weak self] in
            if let self { body(self) }
        }
    }

    func begin() {
        guard phase == .idle else { return }
        inbox.setAnnouncement { [weak self] in self?.run { $0.takeEvents() } }
        phase = .inspecting
        request(from: 0)
    }

    // MARK: Requests

    /// Asks for the bytes from an offset on.
    func request(from offset: Int64) {
        requestNumber += 1
        nextByte = offset
        skippedCount = 0
        isBehindEnd = false
        isParked = false
        let isLive = server?.isLive ?? false
        var request = TransferRequest(
            url: location.url, firstByte: isLive && offset == 0 ? nil : offset)
        request.allowsCellularAccess = location.allowsCellularAccess
        request.headers = location.headers.sorted { $0.key < $1.key }
            .map { TransferHeader($0.key, $0.value) }
        set("User-Agent", location.userAgent, in: &request)
        set("Cookie", location.cookies, in: &request)
        if server == nil || splitter != nil { set("Icy-MetaData", "1", in: &request) }
        if offset > 0 { set("If-Range", server?.validator, in: &request) }
        logRequest()
        inbox.start(request)
    }

    private func set(_ name: String, _ value: String?, in request: inout TransferRequest) {
        let isThere = request.headers.contains { $0.name.lowercased() == name.lowercased() }
        guard let value, !isThere else { return }
        request.headers.append(TransferHeader(name, value))
    }

    func takeEvents() {
        guard phase != .over else { return }
        let number = requestNumber
        for event in inbox.takeEvents() {
            handle(event)
            // The rest is of a transfer that has been ended.
            guard phase != .over, requestNumber == number else { break }
        }
        guard phase != .over else { return }
        updateFlow()
        publishBuffer()
    }

    private func handle(_ event: TransferEvent) {
        switch event {
        case .redirected: break
        case .response(let response): take(response)
        case .bytes(let bytes): take(bytes)
        case .finished: end()
        case .failed(let failure): lose(failure)
        }
    }

    private func take(_ bytes: [UInt8]) {
        guard !isBehindEnd else { return }
        (retryCount, loss) = (0, nil)
        byteCount += Int64(bytes.count)
        meter.add(bytes.count, at: environment.now)
        var rest = bytes[...]
        let skipped = min(skippedCount, Int64(rest.count))
        skippedCount -= skipped
        rest = rest.dropFirst(Int(skipped))
        nextByte += Int64(rest.count)
        guard !rest.isEmpty else { return }
        guard splitter != nil else { return takeSound(rest) }
        let number = requestNumber
        for part in splitter?.split(Array(rest)) ?? [] {
            switch part {
            case .sound(let bytes): takeSound(bytes[...])
            case .metadata(let metadata): publish(metadata)
            }
            guard phase != .over, requestNumber == number else { return }
        }
    }

    private func takeSound(_ bytes: ArraySlice<UInt8>) {
        switch phase {
        case .inspecting:
            head += bytes
            inspect(isEnd: false)
        case .playlist, .file: gather(bytes)
        case .tables: takeTables(bytes)
        case .streaming: takeStream(bytes)
        case .idle, .over: break
        }
    }

    private func end() {
        // A server that states more than it sends is one that has been lost.
        if let total = server?.byteCount, nextByte < total, !isBehindEnd {
            return lose(
                TransferFailure(.connectionLost, "The server has ended the connection early."))
        }
        if phase == .inspecting { inspect(isEnd: true) }
        switch phase {
        case .playlist(let kind): finishPlaylist(kind)
        case .file: finishFile()
        case .tables: finishTables()
        case .streaming: completeStream()
        case .idle, .inspecting, .over: break
        }
    }

    // MARK: Failures

    /// Ends a source that has not become ready.
    func fail(_ failure: MediaFailure) {
        phase = .over
        inbox.close()
        (feed, sparse, head) = (nil, nil, [])
        board.change([.state]) { $0.state = .failed(failure) }
    }

    /// Ends the stream where its packets end. A seek may open it again.
    func giveUp(_ failure: MediaFailure) {
        guard isReady, let packets else { return fail(failure) }
        requestNumber += 1
        inbox.cancel()
        packets.fail(failure)
        publishBuffer()
        board.change([.buffer]) { _ in }
    }
}
