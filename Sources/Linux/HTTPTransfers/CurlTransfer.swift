import CCurl
import Glibc
import Synchronization

/// A transfer by libcurl.
///
/// Ownership: `isCancelled` and `isPaused` are atomic; all else is used on the thread of transfers.
final class CurlTransfer: Transfer, @unchecked Sendable {
    /// What a transfer waits for.
    enum Phase {
        case connecting
        case response
        case bytes
    }

    let isCancelled = Atomic(false)
    private let isPausedFlag = Atomic(false)
    private let service: CurlTransfers
    private let receive: @Sendable (TransferEvent) -> Void
    let limits: TransferLimits
    private let request: TransferRequest

    /// The address of the present request, after redirects.
    private(set) var url: String
    private(set) var easy: UnsafeMutableRawPointer?
    private var fields: UnsafeMutableRawPointer?
    private var aliases: UnsafeMutableRawPointer?
    /// What libcurl says about a failure, as a text that ends with a zero.
    private let errorText = UnsafeMutablePointer<CChar>.allocate(
        capacity: Int(SORI_CURL_ERROR_SIZE))
    private var redirectCount = 0
    /// Whether the app's own fields may be sent: not to another server than the first.
    private var isAtFirstServer = true
    private var head = ResponseHead()
    /// Bytes of a redirect's body that have been thrown away.
    private var unusedByteCount = 0
    /// Whether a name has been looked up, or a connection is there.
    private(set) var hasServer = false
    /// Why the transfer has been broken off by a callback.
    private(set) var problem: TransferFailure?
    private(set) var phase = Phase.connecting
    /// When the phase began, or the last byte arrived.
    private(set) var lastSign = curlNow()

    init(
        _ request: TransferRequest, _ service: CurlTransfers,
        _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) {
        self.request = request
        self.service = service
        self.receive = receive
        limits = request.limits
        url = request.url
        errorText.pointee = 0
    }

    deinit {
        if let easy { sori_curl_easy_free(easy) }
        errorText.deallocate()
        if let fields { sori_curl_list_free(fields) }
        if let aliases { sori_curl_list_free(aliases) }
    }

    // MARK: The caller's side

    func pause() {
        isPausedFlag.store(true, ordering: .relaxed)
    }

    func resume() {
        guard isPausedFlag.exchange(false, ordering: .relaxed) else { return }
        service.send(.resume(self))
    }

    func cancel() {
        guard !isCancelled.exchange(true, ordering: .sequentiallyConsistent) else { return }
        service.send(.cancel(self))
    }

    var isPaused: Bool { isPausedFlag.load(ordering: .relaxed) }

    func tell(_ event: TransferEvent) {
        guard !isCancelled.load(ordering: .sequentiallyConsistent) else { return }
        receive(event)
    }

    // MARK: The thread's side

    /// Prepares a request of the present address.
    ///
    /// - Returns: Whether it can be made; `problem` says why not.
    func prepare() -> Bool {
        guard TransferRules.isServed(url) else {
            problem = TransferFailure(
                .unsupportedURL, "The address \(url) is neither http nor https.")
            return false
        }
        guard let easy = easy ?? sori_curl_easy() else {
            problem = TransferFailure(.unknown, "libcurl has no memory for a transfer.")
            return false
        }
        self.easy = easy
        head = ResponseHead()
        unusedByteCount = 0
        phase = .connecting
        hasServer = false
        lastSign = curlNow()
        setFields(easy)
        setCallbacks(easy)
        sori_curl_set_text(easy, Int32(SORI_CURL_URL), TransferRules.encoded(url))
        sori_curl_set_number(
            easy, Int32(SORI_CURL_PROTOCOLS), SORI_CURL_PROTOCOLS_HTTP)
        // One connection a transfer: the server waits when the transfer is paused.
        sori_curl_set_number(
            easy, Int32(SORI_CURL_HTTP_VERSION), SORI_CURL_HTTP_1_1)
        sori_curl_set_number(easy, Int32(SORI_CURL_NO_SIGNAL), 1)
        sori_curl_set_number(easy, Int32(SORI_CURL_SUPPRESS_CONNECT_HEADERS), 1)
        // None is asked for, but some servers keep playlists compressed, and send nothing else.
        sori_curl_set_text(easy, Int32(SORI_CURL_ACCEPT_ENCODING), "")
        if let file = service.authorities.file {
            sori_curl_set_text(easy, Int32(SORI_CURL_CA_FILE), file)
        }
        if let folder = service.authorities.folder {
            sori_curl_set_text(easy, Int32(SORI_CURL_CA_FOLDER), folder)
        }
        // The thread's own limits end a transfer long before.
        sori_curl_set_number(easy, Int32(SORI_CURL_CONNECT_TIMEOUT), 86_400)
        // Since 7.87: a transfer ends without waiting for its lookup of a name.
        let leavesLookups = sori_curl_set_number(easy, Int32(SORI_CURL_QUICK_EXIT), 1)
        hasServer = leavesLookups
        return true
    }

    private func setFields(_ easy: UnsafeMutableRawPointer) {
        if let fields { sori_curl_list_free(fields) }
        fields = nil
        for line in TransferRules.fieldLines(request, isAtFirstServer: isAtFirstServer) {
            if let longer = sori_curl_list_append(fields, line) { fields = longer }
        }
        sori_curl_set_pointer(easy, Int32(SORI_CURL_HTTP_HEADER), fields)
        if aliases == nil { aliases = sori_curl_list_append(nil, "ICY 200 OK") }
        sori_curl_set_pointer(easy, Int32(SORI_CURL_HTTP_200_ALIASES), aliases)
    }

    private func setCallbacks(_ easy: UnsafeMutableRawPointer) {
        let own = Unmanaged.passUnretained(self).toOpaque()
        errorText.pointee = 0
        sori_curl_set_pointer(easy, Int32(SORI_CURL_ERROR_BUFFER), errorText)
        sori_curl_set_pointer(easy, Int32(SORI_CURL_PRIVATE), own)
        sori_curl_set_pointer(easy, Int32(SORI_CURL_WRITE_DATA), own)
        sori_curl_set_pointer(easy, Int32(SORI_CURL_HEADER_DATA), own)
        sori_curl_set_pointer(easy, Int32(SORI_CURL_OPEN_SOCKET_DATA), own)
        sori_curl_set_sink(easy, Int32(SORI_CURL_WRITE_FUNCTION)) {
            bytes, _, count, own in
            guard let bytes, let transfer = CurlTransfer.of(own) else { return 0 }
            return transfer.takeBytes(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        sori_curl_set_sink(easy, Int32(SORI_CURL_HEADER_FUNCTION)) {
            bytes, _, count, own in
            guard let bytes, let transfer = CurlTransfer.of(own) else { return 0 }
            return transfer.takeLine(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        sori_curl_set_connecting(easy) { own in
            guard let transfer = CurlTransfer.of(own) else { return false }
            transfer.hasServer = true
            return !transfer.isCancelled.load(ordering: .relaxed)
        }
    }

    static func of(_ own: UnsafeMutableRawPointer?) -> CurlTransfer? {
        own.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether libcurl would wait for a lookup of a name if the transfer were ended now.
    var isLookingUp: Bool {
        guard let easy, !hasServer else { return false }
        return sori_curl_seconds(easy, Int32(SORI_CURL_INFO_NAME_LOOKUP_TIME)) <= 0
    }

    /// Whether there is a connection.
    var isConnected: Bool {
        easy.map { sori_curl_seconds($0, Int32(SORI_CURL_INFO_CONNECT_TIME)) > 0 } ?? false
    }

    /// What libcurl says about the failure of the transfer; empty for nothing.
    var libraryError: String { String(cString: errorText) }

    func enter(_ phase: Phase) {
        self.phase = phase
        lastSign = curlNow()
    }

    /// Follows the redirect that has arrived.
    ///
    /// - Returns: `false` for none, and for one that is not followed: `problem` says why.
    func takeRedirect() -> Bool {
        guard problem == nil, let location = head.redirect else { return false }
        guard redirectCount < limits.redirectsMax else {
            problem = TransferFailure(
                .tooManyRedirects, "More than \(limits.redirectsMax) redirects, last from \(url).")
            return false
        }
        guard let next = TransferRules.address(location, from: url),
            TransferRules.mayRedirect(from: url, to: next)
        else {
            problem = TransferFailure(
                .redirectRefused, "The redirect from \(url) to \(location) is not followed.")
            return false
        }
        redirectCount += 1
        if TransferRules.origin(next) != TransferRules.origin(url) { isAtFirstServer = false }
        url = next
        tell(.redirected(to: next))
        return true
    }

    private func takeLine(_ line: UnsafeRawBufferPointer) -> Int {
        if phase != .bytes { hasServer = true }
        enter(.bytes)
        switch head.append(line, bytesMax: limits.headerBytesMax) {
        case .incomplete:
            return line.count
        case .tooLong:
            problem = TransferFailure(
                .badServerResponse,
                "The header of the response has more than \(limits.headerBytesMax) bytes.")
            return 0
        case .complete(let status, let headers):
            guard head.redirect == nil else { return line.count }
            var response = TransferResponse(url: url, status: status, headers: headers)
            response.forgetCompressedLengths()
            response.serverAddress = easy.flatMap {
                sori_curl_text($0, Int32(SORI_CURL_INFO_PRIMARY_IP))
            }.map { String(cString: $0) }
            tell(.response(response))
            return line.count
        }
    }

    private func takeBytes(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastSign = curlNow()
        guard head.redirect == nil else {
            unusedByteCount += bytes.count
            return unusedByteCount <= TransferRules.redirectBytesMax ? bytes.count : 0
        }
        guard !isPaused else { return SORI_CURL_WRITE_PAUSE }
        if !bytes.isEmpty { tell(.bytes(Array(bytes))) }
        return bytes.count
    }

    /// Goes on after a pause.
    func goOn() {
        lastSign = curlNow()
        if let easy, !isPaused { sori_curl_pause(easy, false) }
    }
}

/// The time of a clock that never goes back, in nanoseconds.
func curlNow() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
