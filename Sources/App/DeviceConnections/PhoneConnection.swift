package import AudioModel
package import DeviceProtocol
import Dispatch
import Glibc
import HostLinux
import SoundClient
package import SoundServer
import Synchronization

/// An app's connection to a phone, or to a device service, in another process. Any thread.
///
/// Requests are answered within `answerTime` or refused. After the first timeout, and when the
/// other process is gone, the connection is lost for good, and every later request is refused with
/// `mediaServicesFailed`. With a phone all streams end then, and the app is notified that the media
/// services were lost; after the loss of a device service its owner decides what becomes of the app.
package final class PhoneConnection: AppConnection {
    package let app: AppID

    private let socket: MessageSocket
    private let state = Mutex(State())
    /// Delivers notifications to the app, one at a time.
    private let notifications = DispatchQueue(label: "sori.phone.notifications")
    private let reader = WorkerSlot()
    /// Held by the thread that receives: messages are obeyed in their order.
    private let receiving = CriticalSection()
    /// Held by the thread that waits for an answer, and receives meanwhile.
    private let asking = CriticalSection()
    private let isAsking = Atomic(false)
    /// Wakes the thread that waits when another has received its answer.
    private let answered = WakeUp()
    private let answerSlices: Int
    /// Serialises reports; the value is the picture that the phone has.
    private let reports = Mutex<ArtworkReference?>(nil)
    /// Whether the app outlives the connection: it has connected to a device service.
    private let appGoesOn: Bool
    /// The session as the service shows it; `nil` for a phone, which is asked.
    private let sessionPage: SessionPageReader?

    private struct State {
        var receiver: (any AppReceiver)?
        var isLost = false
        var lastQuestion: UInt32 = 0
        /// The question that waits for an answer, and the answer.
        var question: UInt32?
        var answer: PhoneMessage?
        var live: Set<Int> = []
        var session: SessionSnapshot?
        /// Why the last refused request was refused.
        var refusal: RefusalReason?
        var events = PhoneConnectionEvents()
    }

    /// The environment variable with the path of the phone's socket.
    package static let socketVariable = "SORI_PHONE_SOCKET"

    /// Time allowed for the phone's answer.
    package static let answerTime = HostInterval.seconds(2)
    /// The timeout is counted in slices, so that a process that was stopped meanwhile still finds
    /// its answer.
    private static let answerSlice = HostInterval.milliseconds(50)

    /// Connects to the phone.
    ///
    /// - Parameters:
    ///   - path: The phone's socket.
    ///   - answerTime: Timeout of each request.
    ///   - reportsCallbackReturns: Whether the app's code will send `AppRequest.returned`.
    ///   - introduction: What the app says of itself to a device service; `nil` for a phone, which
    ///     knows the app.
    package init(
        to path: String, answerTime: HostInterval = PhoneConnection.answerTime,
        reportsCallbackReturns: Bool = false, introducedBy introduction: AppIntroduction? = nil
    ) throws(PhoneConnectionError) {
        socket = try connectedSocket(to: path)
        answerSlices = max(1, Int(answerTime.nanoseconds / Self.answerSlice.nanoseconds))
        appGoesOn = introduction != nil
        var messages: [AppMessage] = [.hello(.current)]
        if reportsCallbackReturns { messages.append(.reportsCallbackReturns) }
        if let introduction { messages.append(.introduction(introduction)) }
        (app, sessionPage) = try welcomed(over: socket, within: answerTime, after: messages)
    }

    /// Whether the connection is lost.
    package var isLost: Bool { state.withLock { $0.isLost } }

    /// Starts receiving messages. To be called once.
    package func attach(
        _ receiver: any AppReceiver, events: PhoneConnectionEvents = PhoneConnectionEvents()
    ) {
        state.withLock {
            $0.receiver = receiver
            $0.events = events
        }
        do throws(DeviceError) {
            try reader.start(for: "the connection to the phone") { [self] _ in read() }
        } catch {
            lose(.silent)
        }
    }

    // MARK: Requests

    package func request(_ request: AppRequest) throws(SessionError) {
        // Before the answer: the phone may end the stream at once.
        if let number = request.startedStream { state.withLock { _ = $0.live.insert(number) } }
        let answer = ask { .request(question: $0, request) }
        guard case .granted = answer else {
            if let number = request.startedStream { state.withLock { _ = $0.live.remove(number) } }
            if case .refused(_, let error, let reason) = answer {
                state.withLock { $0.refusal = reason }
                throw error
            }
            throw .mediaServicesFailed
        }
        if let number = request.endedStream { state.withLock { _ = $0.live.remove(number) } }
        if request.startedStream != nil { state.withLock { $0.events }.streamStarted() }
    }

    package var lastRefusal: RefusalReason? { state.withLock { $0.refusal } }

    package func verdict(ofStream number: Int) -> Verdict? {
        guard
            case .verdict(_, let verdict) = ask({ .readVerdict(question: $0, streamNumber: number) }
            )
        else { return nil }
        return verdict
    }

    /// The session's state; the last known one when the connection is lost.
    package var session: SessionSnapshot {
        if let session = sessionPage?.session { return session }
        if case .session(_, let session) = ask({ .readSession(question: $0) }) {
            state.withLock { $0.session = session }
            return session
        }
        return state.withLock { $0.session } ?? .ofAnAppAlone
    }

    /// Closes the connection; the phone sees how the process ends.
    package func disconnect(_ termination: Termination) { lose(.closed) }

    /// Reports levels of streams; dropped when the phone does not read.
    package func reportLevels(_ levels: [StreamLevel]) {
        send(.levels(Array(levels.prefix(MessageLimits.levelsMax))))
    }

    /// Reports that the output has stopped after `holdOutput`.
    package func reportOutputHeld() { sendReliably(.outputHeld) }

    /// Sends a report, and its picture unless the phone has it.
    package func report(_ report: AppReport) {
        guard state.withLock({ !$0.isLost }) else { return }
        guard case .nowPlaying(let info?) = report else {
            sendReliably(.report(report, artwork: nil))
            return
        }
        // In one turn: the parts of two pictures must not mix.
        reports.withLock { sentArtwork in
            let reference = info.artwork.map {
                ArtworkReference(hash: $0.hash, byteCount: UInt32($0.bytes.count))
            }
            if let artwork = info.artwork, reference != sentArtwork {
                let size = MessageLimits.artworkPartBytesMax
                for offset in stride(from: 0, to: artwork.bytes.count, by: size) {
                    let part = artwork.bytes[offset...].prefix(size)
                    guard sendReliably(.artworkPart(offset: UInt32(offset), Array(part)))
                    else { return }
                }
            }
            sentArtwork = reference
            sendReliably(.report(.nowPlaying(info.bounded), artwork: reference))
        }
    }

    private func send(_ message: AppMessage) {
        if let bytes = try? message.encoded() { _ = socket.send(bytes) }
    }

    /// - Returns: Whether the message was sent; if not, the connection is lost.
    @discardableResult
    private func sendReliably(_ message: AppMessage) -> Bool {
        guard let bytes = try? message.encoded() else { return false }
        for _ in 0..<answerSlices {
            switch socket.send(bytes) {
            case .sent: return true
            case .full: sleep(until: LinuxClock.now + Self.answerSlice)
            case .gone:
                lose(.closed)
                return false
            }
        }
        lose(.silent)
        return false
    }

    private func ask(_ message: (UInt32) -> AppMessage) -> PhoneMessage? {
        asking.withLock {
            let question = state.withLock { state -> UInt32? in
                guard !state.isLost else { return nil }
                state.lastQuestion &+= 1
                state.question = state.lastQuestion
                state.answer = nil
                return state.lastQuestion
            }
            guard let question else { return nil }
            isAsking.store(true, ordering: .sequentiallyConsistent)
            defer { isAsking.store(false, ordering: .sequentiallyConsistent) }
            return sendReliably(message(question)) ? awaitAnswer() : nil
        }
    }

    /// Receives until the answer is there: to wait for another thread's receiving would take twice
    /// as long.
    private func awaitAnswer() -> PhoneMessage? {
        for _ in 0..<answerSlices {
            answered.awaitWake(or: socket, for: Self.answerSlice)
            guard receiveAll(untilAnswered: true) else { return nil }
            if let answer = state.withLock({ $0.answer }) { return answer }
        }
        lose(.silent)
        return nil
    }

    // MARK: Receiving

    private func read() {
        while receiveAll() {
            // Its answer may have been among the messages.
            if isAsking.load(ordering: .sequentiallyConsistent) { answered.wake() }
            _ = socket.awaitMessage(for: .seconds(60))
            // A thread that waits for an answer receives; another may follow soon.
            while isAsking.load(ordering: .sequentiallyConsistent) {
                poll(nil, 0, Self.restTime)
            }
        }
    }

    /// Time for which the reader leaves receiving to others, in milliseconds.
    private static let restTime: Int32 = 1

    /// Obeys all messages that have arrived.
    ///
    /// - Parameter untilAnswered: Whether to leave what is behind the answer to the reader.
    /// - Returns: Whether the connection still stands.
    private func receiveAll(untilAnswered: Bool = false) -> Bool {
        let failure = receiving.withLock { receiveInTurn(untilAnswered) }
        // Without the lock: the owner of a lost connection may wait for a thread that asks.
        if let failure { lose(failure) }
        return state.withLock { !$0.isLost }
    }

    private func receiveInTurn(_ untilAnswered: Bool) -> PhoneConnectionError? {
        while true {
            if untilAnswered, state.withLock({ $0.answer != nil }) { return nil }
            switch socket.receive() {
            case .nothing: return nil
            case .gone, .tooLarge: return .closed
            case .message(let bytes):
                do throws(MessageError) {
                    handle(try PhoneMessage(decoding: bytes))
                } catch {
                    return .garbled(error)
                }
            }
        }
    }

    private func handle(_ message: PhoneMessage) {
        switch message {
        case .granted(let question), .refused(let question, _, _), .session(let question, _),
            .verdict(let question, _):
            state.withLock { state in
                if state.question == question { (state.question, state.answer) = (nil, message) }
            }
        case .directive(let number, let directive):
            let receiver = state.withLock { state in
                if directive.transport == .ended { state.live.remove(number) }
                return state.receiver
            }
            receiver?.apply(directive, toStream: number)
        case .notification(let number, let notification):
            let receiver = state.withLock { $0.receiver }
            notifications.async { [self] in
                receiver?.receive(notification)
                sendReliably(.acknowledged(notification: number))
            }
        case .holdOutput: state.withLock { $0.events }.holdOutput()
        case .resumeOutput: state.withLock { $0.events }.resumeOutput()
        case .welcome, .versionMismatch: break  // Once is enough.
        }
    }

    // MARK: Loss of the connection

    private func lose(_ why: PhoneConnectionError) {
        let lost = state.withLock { state -> State? in
            guard !state.isLost else { return nil }
            let before = state
            state.isLost = true
            state.receiver = nil
            state.live = []
            state.question = nil
            state.events = PhoneConnectionEvents()
            return before
        }
        guard let lost else { return }
        socket.shutDown()
        answered.wake()
        if !appGoesOn {
            let ended = StreamDirective(transport: .ended, sessionGain: 0)
            for number in lost.live.sorted() { lost.receiver?.apply(ended, toStream: number) }
        }
        lost.events.lost(why)
        if !appGoesOn, let receiver = lost.receiver {
            notifications.async { receiver.receive(.mediaServicesLost) }
        }
    }
}

/// Callbacks of a phone connection. They run on its threads, at most one at a time of each, and
/// must not wait for the phone.
package struct PhoneConnectionEvents: Sendable {
    /// The phone has granted a stream.
    package var streamStarted: @Sendable () -> Void = {}
    /// The app is about to be suspended: it must stop its output and then call `reportOutputHeld`.
    package var holdOutput: @Sendable () -> Void = {}
    /// The app was resumed: its output may go on.
    package var resumeOutput: @Sendable () -> Void = {}
    /// The connection was lost.
    package var lost: @Sendable (PhoneConnectionError) -> Void = { _ in }

    package init() {}
}

extension SessionSnapshot {
    /// The session state of an app that never reached its phone.
    static let ofAnAppAlone = SessionSnapshot(
        category: .soloAmbient, mode: .default, options: [], isActive: false,
        isOtherAudioPlaying: false, secondaryAudioShouldBeSilencedHint: false,
        route: Route(outputs: [.speaker]), outputVolume: 0)
}

// MARK: Connecting

private func connectedSocket(to path: String) throws(PhoneConnectionError) -> MessageSocket {
    guard let address = socketAddress(path) else {
        throw .unreachable(errno: ENAMETOOLONG)
    }
    // Non-blocking: a full accept queue gives `EAGAIN` at once.
    let descriptor = socket(
        AF_UNIX,
        Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw .unreachable(errno: errno) }
    let socket = MessageSocket(descriptor)
    let error = withSocketAddress(address) { Glibc.connect(descriptor, $0, $1) }
    guard error == 0 else { throw .unreachable(errno: errno) }
    guard socket.isPeerSameUser else { throw .notOurs }
    return socket
}

private func welcomed(
    over socket: MessageSocket, within interval: HostInterval, after messages: [AppMessage]
) throws(PhoneConnectionError) -> (AppID, SessionPageReader?) {
    for message in messages {
        guard let bytes = try? message.encoded(), case .sent = socket.send(bytes) else {
            throw .closed
        }
    }
    guard socket.awaitMessage(for: interval) else { throw .silent }
    let (received, descriptor) = socket.receiveWithDescriptor()
    let page = descriptor.flatMap { SessionPageReader($0) }
    guard case .message(let bytes) = received else { throw .closed }
    do throws(MessageError) {
        if case .welcome(.current, let app) = try PhoneMessage(decoding: bytes) {
            return (app, page)
        }
    } catch {
        throw .garbled(error)
    }
    throw .versionsDiffer
}
