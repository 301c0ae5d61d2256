import AudioModel
import DeviceConnections
import DeviceProtocol
import Glibc
import SoundServer
import Synchronization

// The thread that serves an app in a process of its own.

extension ChildApp {
    /// Most messages received before the deadlines are checked.
    private static let messagesATime = 64

    /// Serves the process until it has exited.
    ///
    /// - Parameter output: Descriptor of the program's output.
    func serve(_ process: ChildProcess, _ output: Int32) {
        var allowance = MessageAllowance(limits, at: clock())
        var printed = OutputLog(
            reading: output, path: folder.outputPath, bytesMax: limits.printedMax)
        var readTime = clock() + limits.printInterval
        defer {
            printed.end()
            endOutput()
        }
        var socket: MessageSocket?
        var hungUpAt: HostTime?
        while true {
            awaitEvent(socket, hungUpAt, printed.wantsMore ? output : nil, until: readTime)
            // What it has printed is there before its exit is known.
            let exit = process.exit
            printed.read()
            if let exit {
                while printed.wantsMore, printed.read() {}
                report(printed.report(isOver: true))
                return finish(exit)
            }
            if clock() >= readTime {
                report(printed.report())
                readTime = clock() + limits.printInterval
            }
            if socket == nil, hungUpAt == nil { socket = acceptedSocket() }
            if let socket { state.withLock { $0.backlog.send(over: socket) } }
            if let current = socket, !receiveMessages(from: current, &allowance) {
                socket = nil
                hungUpAt = clock()
                state.withLock { $0.socket = nil }
            }
            if let hungUpAt, clock() >= hungUpAt + limits.disconnectTimeout { fail(.hungUp) }
            handleDeadlines(process)
        }
    }

    private func report(_ output: OutputLog.NewOutput) {
        if output.isCut { report(.printed("more lines than are shown")) }
        for line in output.lines { report(.printed(line)) }
        if output.wasEmptied { report(.printed("more output than is kept; the log was emptied")) }
    }

    /// Waits for a message, a connection, a change or a deadline.
    private func awaitEvent(
        _ socket: MessageSocket?, _ hungUpAt: HostTime?, _ output: Int32?,
        until readTime: HostTime
    ) {
        var wanted = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
        if let socket {
            let hasBacklog = state.withLock { !$0.backlog.isEmpty }
            let events = hasBacklog ? POLLIN | POLLOUT : POLLIN
            wanted.append(pollfd(fd: socket.descriptor, events: Int16(events), revents: 0))
        } else if hungUpAt == nil {
            wanted.append(pollfd(fd: folder.listenerDescriptor, events: Int16(POLLIN), revents: 0))
        }
        if let output { wanted.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0)) }
        var timeout: Int32 = 1000
        let deadlines = [hungUpAt.map { $0 + limits.disconnectTimeout }, nextDeadline, readTime]
        if let deadline = deadlines.compactMap({ $0 }).min() {
            timeout = min(timeout, milliseconds(deadline - clock()))
        }
        poll(&wanted, UInt(wanted.count), timeout)
        wakeUp.reset()
    }

    private func acceptedSocket() -> MessageSocket? {
        guard let socket = folder.acceptConnection() else { return nil }
        guard socket.isPeerSameUser else {
            fail(.notOurs)
            return nil
        }
        return socket
    }

    /// - Returns: Whether the connection still stands.
    private func receiveMessages(
        from socket: MessageSocket, _ allowance: inout MessageAllowance
    ) -> Bool {
        for _ in 0..<Self.messagesATime {
            if state.withLock({ $0.failure != nil }) { return true }
            switch socket.receive() {
            case .nothing: return true
            case .gone: return false
            case .tooLarge: fail(.tooLarge)
            case .message(let bytes):
                guard allowance.take(at: clock()) else {
                    fail(.floods(perSecond: limits.messagesPerSecond))
                    return true
                }
                do throws(MessageError) {
                    handle(try AppMessage(decoding: bytes), from: socket)
                } catch {
                    fail(.garbled(error))
                }
            }
        }
        wakeUp.wake()
        return true
    }

    // MARK: Messages

    private func handle(_ message: AppMessage, from socket: MessageSocket) {
        let isWelcome = state.withLock { $0.socket != nil }
        if case .hello(let version) = message {
            return isWelcome ? fail(.unexpectedMessage) : welcome(version, socket)
        }
        guard isWelcome else { return fail(.unexpectedMessage) }
        switch message {
        case .hello: break
        // The phone knows the apps that it starts.
        case .introduction: fail(.unexpectedMessage)
        case .reportsCallbackReturns: state.withLock { $0.reportsCallbackReturns = true }
        case .request(let question, let request): answer(question, request)
        case .readSession(let question):
            guard let session = connection?.session else { return }
            reply(.session(question: question, session))
        case .readVerdict(let question, let number):
            reply(.verdict(question: question, connection?.verdict(ofStream: number)))
        case .acknowledged(let number): acknowledged(number)
        case .levels(let levels):
            state.withLock { state in
                let live = levels.filter { state.live.contains($0.number) }
                state.levels = Dictionary(live.map { ($0.number, $0) }) { $1 }
            }
        case .outputHeld: stopIfSuspended()
        case .artworkPart(let offset, let bytes): takeArtwork(bytes, at: Int(offset))
        case .report(let report, let artwork): take(report, artwork)
        }
    }

    var connection: (any AppConnection)? { state.withLock { $0.connection } }

    private func reply(_ message: PhoneMessage) {
        state.withLock { send(message, &$0) }
    }

    private func welcome(_ version: ProtocolVersion, _ socket: MessageSocket) {
        guard version == .current, let app = connection?.app else {
            if let bytes = try? PhoneMessage.versionMismatch(.current).encoded() {
                _ = socket.send(bytes)
            }
            return fail(.versionsDiffer)
        }
        state.withLock { state in
            state.socket = socket
            send(.welcome(.current, app), &state)
            for notification in state.kept { notify(notification, &state) }
            state.kept = []
            state.launchingSince = nil
            if case .holding = state.suspension { send(.holdOutput, &state) }
        }
        report(.connected)
    }

    private func answer(_ question: UInt32, _ request: AppRequest) {
        let started = request.startedStream
        let wasLive = started.map { number in state.withLock { $0.live.contains(number) } } ?? false
        guard let connection, admit(request) else { return }
        var refusal: SessionError?
        performSync {
            do throws(SessionError) {
                try connection.request(request)
            } catch {
                refusal = error
            }
        }
        if let ended = request.endedStream, refusal == nil { forget(ended) }
        // A refused request may concern a stream that was started before and plays on.
        if let started, refusal != nil, !wasLive { forget(started) }
        reply(
            refusal.map { .refused(question: question, $0, connection.reason(for: $0)) }
                ?? .granted(question: question))
    }

    /// Records the request.
    ///
    /// - Returns: Whether the limits allow it.
    private func admit(_ request: AppRequest) -> Bool {
        let count = state.withLock { state in
            if case .returned = request { state.reportsCallbackReturns = true }
            if let number = request.startedStream { state.live.insert(number) }
            return state.live.count
        }
        guard request.startedStream != nil, count > limits.streamsMax else { return true }
        fail(.tooManyStreams(limits.streamsMax))
        return false
    }

    private func forget(_ number: Int) {
        state.withLock { state in
            state.live.remove(number)
            state.levels[number] = nil
        }
    }

    private func acknowledged(_ number: UInt32) {
        let (isExpected, callback) = state.withLock { state -> (Bool, WatchedCallback?) in
            guard state.unanswered.first?.number == number else { return (false, nil) }
            let notification = state.unanswered.removeFirst().notification
            return (true, state.reportsCallbackReturns ? nil : notification.watchedCallback)
        }
        guard isExpected else { return fail(.unexpectedMessage) }
        guard let callback, let connection else { return }
        performSync { try? connection.request(.returned(from: callback)) }
    }

    // MARK: Deadlines

    private var nextDeadline: HostTime? {
        state.withLock { state in
            guard state.failure == nil else { return nil }
            var deadlines: [HostTime] = []
            if case .holding(let since) = state.suspension {
                deadlines.append(since + limits.holdTime)
            }
            if let since = state.launchingSince { deadlines.append(since + limits.callTime) }
            if let ending = state.ending, !ending.isKilled {
                deadlines.append(ending.since + limits.endTime)
                if !ending.isAsked { deadlines.append(ending.since + askingTime) }
            } else if let overdue = overdueTime(state) {
                deadlines.append(overdue)
            }
            return deadlines.min()
        }
    }

    /// When the oldest unacknowledged notification becomes overdue.
    private func overdueTime(_ state: borrowing State) -> HostTime? {
        guard state.suspension != .stopped else { return nil }
        return state.unanswered.compactMap { unanswered in
            limits.time(for: unanswered.notification).map { unanswered.since + $0 }
        }.min()
    }

    private var askingTime: HostInterval {
        HostInterval(nanoseconds: limits.endTime.nanoseconds / 2)
    }

    private func handleDeadlines(_ process: ChildProcess) {
        let now = clock()
        if case .holding(let since) = state.withLock({ $0.suspension }),
            now >= since + limits.holdTime
        {
            stopIfSuspended()
        }
        if let since = state.withLock({ $0.launchingSince }), now >= since + limits.callTime {
            state.withLock { $0.launchingSince = nil }
            // Ends the launch for the server: no UIKit will report it.
            performSync { try? connection?.request(.returned(from: .didFinishLaunching)) }
            report(.didNotConnect(seconds: limits.callTime.seconds))
        }
        if state.withLock({ $0.ending != nil }) { return advanceTermination(process, now) }
        let overdue = state.withLock { state -> Unanswered? in
            guard let time = overdueTime(state), now >= time else { return nil }
            return state.unanswered.first { limits.time(for: $0.notification) != nil }
        }
        if let overdue {
            let limit = limits.time(for: overdue.notification) ?? .zero
            fail(.didNotReturnFrom(overdue.notification.words, seconds: limit.seconds))
        }
    }

    private func stopIfSuspended() {
        let isStopped = state.withLock { state in
            guard case .holding = state.suspension, state.end == nil else { return false }
            state.suspension = .stopped
            state.process?.signal(SIGSTOP)
            return true
        }
        if isStopped { report(.suspended) }
    }

    /// Ends an app for the server. A notified app gets `SIGTERM` once it has acknowledged, and
    /// `SIGKILL` after its time; an app that was not notified is killed at once.
    private func advanceTermination(_ process: ChildProcess, _ now: HostTime) {
        let signal = state.withLock { state -> Int32? in
            guard var ending = state.ending, !ending.isKilled else { return nil }
            defer { state.ending = ending }
            let isNotified = ending.reason == nil && (ending.isAsked || state.wasAskedToTerminate)
            if !isNotified || now >= ending.since + limits.endTime {
                ending.isKilled = true
                return SIGKILL
            }
            let isDone = state.unanswered.isEmpty || state.socket == nil
            guard !ending.isAsked, isDone || now >= ending.since + askingTime else { return nil }
            ending.isAsked = true
            return SIGTERM
        }
        if let signal { process.signal(signal) }
    }

    // MARK: Exit

    private func finish(_ exit: ChildProcess.ExitStatus) {
        let (live, connection, end) = state.withLock { state in
            let end = childEnd(exit, state)
            // Disconnecting makes the server end it, which is not the reason.
            if state.ending == nil, state.failure == nil { state.exit = exit }
            defer {
                state.socket = nil
                state.live = []
                state.levels = [:]
                state.kept = []
                state.unanswered = []
                state.heldDirectives = [:]
            }
            return (state.live, state.connection, end)
        }
        // Streams that outlive other apps end too: the process rendered them.
        performSync {
            for number in live.sorted() { try? connection?.request(.streamEnded(number: number)) }
            // The process is gone; disconnecting only updates the server.
            connection?.disconnect(.crashed)
        }
        state.withLock { $0.end = end }
        report(.ended(end))
    }

    private func childEnd(_ exit: ChildProcess.ExitStatus, _ state: borrowing State) -> ChildEnd {
        if let failure = state.failure {
            return ChildEnd(termination: .killed, words: "killed by the phone: \(failure.words)")
        }
        if let ending = state.ending {
            if let reason = ending.reason {
                return ChildEnd(termination: .killed, words: reason.words)
            }
            guard ending.isKilled else {
                return ChildEnd(termination: .quit, words: "ended as asked")
            }
            let words =
                ending.isAsked
                ? "killed by the phone: it kept running for \(limits.endTime.seconds.shortText) s after it was told to end"
                : "killed by the phone without notice"
            return ChildEnd(termination: .killed, words: words)
        }
        if case .signal = exit {
            return ChildEnd(termination: .crashed, words: "crashed: \(exit.words)")
        }
        return ChildEnd(termination: .quit, words: exit.words)
    }
}

extension AppConnectionLimits {
    /// Time allowed to acknowledge a notification; `nil` where the policy has a limit of its own,
    /// and for notifications without one.
    func time(for notification: AppNotification) -> HostInterval? {
        switch notification {
        case .willFinishLaunching, .openURL, .didBecomeActive, .willResignActive,
            .willEnterForeground, .didReceiveMemoryWarning:
            answerTime
        case .didFinishLaunching, .didEnterBackground, .willTerminate, .backgroundTaskExpires:
            nil
        case .interruptionBegan, .interruptionEnded, .routeChanged, .secondaryAudioHint,
            .outputVolumeChanged, .mediaServicesLost, .mediaServicesReset,
            .willChangeStatusBarFrame, .didChangeStatusBarFrame, .changed, .remoteCommand:
            nil
        }
    }
}

extension AppNotification {
    /// The notification's name.
    fileprivate var words: String {
        String("\(self)".prefix { $0 != "(" })
    }
}

extension KillReason {
    /// A clause in the past tense, without a subject, for the user.
    fileprivate var words: String {
        switch self {
        case .hung(let callback):
            "killed by the phone: it did not return from \(callback.rawValue) in time"
        case .backgroundTimeIsOut: "killed by the phone: its background time expired"
        case .memory: "killed by the phone: the phone needed its memory"
        }
    }
}
