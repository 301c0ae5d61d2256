import AudioModel
import DeviceConnections
import DeviceProtocol
import SoundServer

/// The device's end of an app's connection: what is on its way to the app, and what the app may
/// still do. Everything is bounded by `limits`; the first violation is kept and ends the connection.
struct AppLink {
    let limits: AppConnectionLimits
    let socket: MessageSocket
    private(set) var failure: AppConnectionFailure?
    /// Levels of its streams by stream number.
    private(set) var levels: [Int: StreamLevel] = [:]
    private var backlog = Backlog()
    private var lastNotification: UInt32 = 0
    /// The numbers of notifications that the app has not acknowledged, with what they call.
    private var unanswered: [(number: UInt32, callback: WatchedCallback?)] = []
    private var live: Set<Int> = []
    /// The parts of a picture that have arrived.
    private var artworkBytes: [UInt8] = []
    private var artwork: NowPlayingArtwork?

    init(_ socket: MessageSocket, limits: AppConnectionLimits) {
        self.socket = socket
        self.limits = limits
    }

    var hasBacklog: Bool { !backlog.isEmpty }

    mutating func fail(_ failure: AppConnectionFailure) {
        if self.failure == nil { self.failure = failure }
    }

    // MARK: To the app

    /// Sends a message, or queues it; does not block.
    mutating func send(_ message: PhoneMessage) {
        guard failure == nil else { return }
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
        guard let page, let bytes = try? message.encoded() else { return send(message) }
        // The first message always has room.
        if case .full = socket.send(bytes, with: page.descriptor) { fail(.doesNotRead) }
    }

    /// Sends as much of the backlog as the socket takes.
    mutating func flush() { backlog.send(over: socket) }

    /// Sends a notification that the app acknowledges by its number.
    mutating func notify(_ notification: AppNotification) {
        lastNotification &+= 1
        unanswered.append((lastNotification, notification.watchedCallback))
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

    /// - Returns: The callback that the acknowledged notification has called, if it is watched.
    mutating func acknowledge(_ number: UInt32) -> WatchedCallback? {
        guard unanswered.first?.number == number else {
            fail(.unexpectedMessage)
            return nil
        }
        return unanswered.removeFirst().callback
    }

    /// Records a request before it is granted.
    ///
    /// - Returns: Whether the stream that it starts is one of the app's already.
    mutating func admit(_ request: AppRequest) -> Bool {
        guard let number = request.startedStream else { return false }
        guard live.insert(number).inserted else { return true }
        if live.count > limits.streamsMax { fail(.tooManyStreams(limits.streamsMax)) }
        return false
    }

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
