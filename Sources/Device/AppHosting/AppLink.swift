import AudioModel
import DeviceConnections
import DeviceProtocol

/// The device's end of an app's connection: what is on its way to the app, and what the app may
/// still do. Everything is bounded by `limits`; the first violation is kept and ends the connection.
struct AppLink {
    let limits: AppConnectionLimits
    private(set) var failure: AppConnectionFailure?
    /// Levels of its streams by stream number.
    private(set) var levels: [Int: StreamLevel] = [:]
    /// Whether its library reports when the app's code has returned (`AppRequest.returned`);
    /// otherwise the acknowledgement of a notification counts as the return.
    var reportsCallbackReturns = false
    /// `nil` before the app has connected and after it has hung up: nothing is sent then.
    private var socket: MessageSocket?
    private var backlog = Backlog()
    private var lastNotification: UInt32 = 0
    private var unanswered: [Unanswered] = []
    private var live: Set<Int> = []
    /// The parts of a picture that have arrived.
    private var artworkBytes: [UInt8] = []
    /// The picture of the last report.
    private var artwork: NowPlayingArtwork?

    /// A notification that the app has not acknowledged.
    private struct Unanswered {
        var number: UInt32
        var notification: AppNotification
        var since: HostTime
    }

    init(_ socket: MessageSocket? = nil, limits: AppConnectionLimits) {
        self.socket = socket
        self.limits = limits
    }

    var isConnected: Bool { socket != nil }
    var hasBacklog: Bool { isConnected && !backlog.isEmpty }
    /// Whether the app may still acknowledge a notification.
    var awaitsAcknowledgement: Bool { isConnected && !unanswered.isEmpty }

    mutating func fail(_ failure: AppConnectionFailure) {
        if self.failure == nil { self.failure = failure }
    }

    // MARK: Connection

    mutating func connect(over socket: MessageSocket) { self.socket = socket }

    /// Notes that the app has closed its connection.
    mutating func hangUp() { socket = nil }

    /// Notes that the app's process is gone.
    ///
    /// - Returns: The streams that it has left behind, in order.
    mutating func end() -> [Int] {
        defer {
            socket = nil
            live = []
            levels = [:]
            unanswered = []
        }
        return live.sorted()
    }

    // MARK: To the app

    /// Sends a message, or queues it; does not block.
    mutating func send(_ message: PhoneMessage) {
        guard let socket, failure == nil else { return }
        guard let bytes = try? message.encoded() else { return fail(.tooLarge) }
        if backlog.isEmpty {
            // A broken connection is detected where messages are received.
            guard case .full = socket.send(bytes) else { return }
        }
        backlog.append(bytes)
        if backlog.count > limits.backlogMax { fail(.doesNotRead) }
    }

    /// Sends the first message, with the descriptor of what the app may read.
    mutating func welcome(_ app: AppID, showing page: SessionPage?) {
        let message = PhoneMessage.welcome(.current, app)
        guard let socket, let page, let bytes = try? message.encoded() else { return send(message) }
        // The first message always has room.
        if case .full = socket.send(bytes, with: page.descriptor) { fail(.doesNotRead) }
    }

    /// Sends as much of the backlog as the socket takes.
    mutating func flush() {
        if let socket { backlog.send(over: socket) }
    }

    /// Sends a notification that the app acknowledges by its number.
    mutating func notify(_ notification: AppNotification, at now: HostTime) {
        lastNotification &+= 1
        unanswered.append(
            Unanswered(number: lastNotification, notification: notification, since: now))
        if unanswered.count > limits.unansweredMax {
            fail(.doesNotAcknowledge(notifications: limits.unansweredMax))
        }
        send(.notification(number: lastNotification, notification))
    }

    mutating func apply(_ directive: StreamDirective, toStream number: Int) {
        if directive.transport == .ended { forget(number) }
        send(.directive(streamNumber: number, directive))
    }

    // MARK: From the app

    /// - Returns: The callback from which the app has returned by its acknowledgement, if it is
    ///   watched.
    mutating func acknowledge(_ number: UInt32) -> WatchedCallback? {
        guard unanswered.first?.number == number else {
            fail(.unexpectedMessage)
            return nil
        }
        let callback = unanswered.removeFirst().notification.watchedCallback
        return reportsCallbackReturns ? nil : callback
    }

    /// The oldest unacknowledged notification with a time limit, and when that is over.
    var oldestLimited: (notification: AppNotification, limit: HostInterval, deadline: HostTime)? {
        for entry in unanswered {
            guard let limit = limits.time(for: entry.notification) else { continue }
            return (entry.notification, limit, entry.since + limit)
        }
        return nil
    }

    /// Records a request before it is granted.
    ///
    /// - Returns: Whether the stream that it starts is one of the app's already.
    mutating func admit(_ request: AppRequest) -> Bool {
        if case .returned = request { reportsCallbackReturns = true }
        guard let number = request.startedStream else { return false }
        guard live.insert(number).inserted else { return true }
        if live.count > limits.streamsMax { fail(.tooManyStreams(limits.streamsMax)) }
        return false
    }

    func isLive(_ number: Int) -> Bool { live.contains(number) }

    mutating func forget(_ number: Int) {
        live.remove(number)
        levels[number] = nil
    }

    mutating func take(_ levels: [StreamLevel]) {
        let known = levels.filter { live.contains($0.number) }
        self.levels = Dictionary(known.map { ($0.number, $0) }) { $1 }
    }

    /// Adds a part of a picture. Parts come in order.
    mutating func takeArtwork(_ bytes: [UInt8], at offset: Int) {
        if offset == 0 { artworkBytes = [] }
        guard offset == artworkBytes.count,
            offset + bytes.count <= NowPlayingArtwork.bytesMax
        else { return fail(.unexpectedMessage) }
        artworkBytes += bytes
    }

    /// Completes a report with the picture that it refers to.
    mutating func completed(_ report: AppReport, _ reference: ArtworkReference?) -> AppReport {
        guard case .nowPlaying(var info?) = report else { return report }
        let arrived = NowPlayingArtwork(artworkBytes)
        artworkBytes = []
        artwork = [arrived, artwork].compactMap { $0 }.first {
            $0.hash == reference?.hash && $0.bytes.count == reference.map { Int($0.byteCount) }
        }
        info.artwork = artwork
        return .nowPlaying(info)
    }
}
