package import AudioModel
package import DeviceProtocol
import SoundClient
import SoundServer
import Synchronization

/// An app in a process that the device has not started, and that has connected to it. Any thread.
///
/// The device hears of its end by the end of the connection; it neither stops nor kills the process.
package final class ConnectedApp: Sendable {
    /// What the app has said of itself.
    package let introduction: AppIntroduction
    /// The process that has connected, as the kernel knows it.
    package let processID: Int32

    private let state: Mutex<State>
    /// The app's session, for it to read; `nil` when the system has no memory for it.
    private let page = SessionPage()
    private let decisions: DecisionCount
    private let wake: @Sendable () -> Void

    private struct State {
        var link: AppLink
        var connection: (any AppConnection)?
        /// Whether its library reports when the app's code has returned (`AppRequest.returned`).
        var reportsCallbackReturns: Bool
        var isHeld = false
        /// The decisions after which the page was written.
        var shownDecisions: UInt64?
    }

    /// - Parameters:
    ///   - decisions: What the device has decided, for all apps.
    ///   - wake: Wakes the thread that serves the sockets.
    init(
        _ introduction: AppIntroduction, processID: Int32, over link: AppLink,
        reportsCallbackReturns: Bool,
        decisions: DecisionCount, wake: @escaping @Sendable () -> Void
    ) {
        self.decisions = decisions
        self.introduction = introduction
        self.processID = processID
        self.wake = wake
        state = Mutex(State(link: link, reportsCallbackReturns: reportsCallbackReturns))
    }

    /// The app's identifier on the server; `.phone` before it is known.
    package var app: AppID { state.withLock { $0.connection?.app } ?? .phone }

    /// The description under which the server knows the app.
    package var description: AppDescription {
        var description = AppDescription(
            name: introduction.name, backgroundModes: introduction.backgroundModes)
        description.exitsOnSuspend = introduction.exitsOnSuspend
        return description
    }

    /// Linear peak of a stream's latest samples after all gains; 0 for an unknown stream.
    package func level(ofStream number: Int) -> Float {
        state.withLock { $0.link.levels[number]?.outputPeak ?? 0 }
    }

    // MARK: The thread of the sockets

    var hasBacklog: Bool { state.withLock { $0.link.hasBacklog } }
    var failure: AppConnectionFailure? { state.withLock { $0.link.failure } }

    func flush() { state.withLock { $0.link.flush() } }

    func fail(_ failure: AppConnectionFailure) { state.withLock { $0.link.fail(failure) } }

    /// Welcomes the app, which the server has connected.
    func welcome(_ connection: any AppConnection) {
        show(connection)
        state.withLock { state in
            state.connection = connection
            state.link.welcome(connection.app, showing: page)
        }
    }

    /// Shows the app its session as it is now. With the device, on the thread of the sockets.
    func updatePage() {
        guard !isPageCurrent, let connection = state.withLock({ $0.connection }) else { return }
        show(connection)
    }

    /// Whether the app was shown its session after the last decision.
    var isPageCurrent: Bool {
        let current = decisions.current
        return page == nil || state.withLock { $0.shownDecisions == current }
    }

    /// With the device, on the thread of the sockets.
    private func show(_ connection: any AppConnection) {
        guard let page else { return }
        let current = decisions.current
        page.write(connection.session)
        state.withLock { $0.shownDecisions = current }
    }

    /// Tells the server that the process is gone.
    func disconnect() {
        state.withLock { $0.connection }?.disconnect(.killed)
    }

    func handle(_ message: AppMessage) {
        guard let connection = state.withLock({ $0.connection }) else { return }
        switch message {
        case .hello, .introduction: fail(.unexpectedMessage)
        case .reportsCallbackReturns: state.withLock { $0.reportsCallbackReturns = true }
        case .request(let question, let request): answer(question, request, connection)
        case .readSession(let question):
            reply(.session(question: question, connection.session))
        case .readVerdict(let question, let number):
            reply(.verdict(question: question, connection.verdict(ofStream: number)))
        case .acknowledged(let number):
            let callback = state.withLock { state in
                let callback = state.link.acknowledge(number)
                return state.reportsCallbackReturns ? nil : callback
            }
            if let callback { try? connection.request(.returned(from: callback)) }
        case .levels(let levels): state.withLock { $0.link.take(levels) }
        case .outputHeld: break
        case .artworkPart(let offset, let bytes):
            state.withLock { $0.link.takeArtwork(bytes, at: Int(offset)) }
        case .report(let report, let artwork):
            let whole = state.withLock { $0.link.completed(report, artwork) }
            connection.report(whole)
        }
    }

    private func reply(_ message: PhoneMessage) { state.withLock { $0.link.send(message) } }

    private func answer(_ question: UInt32, _ request: AppRequest, _ connection: any AppConnection)
    {
        let (wasLive, isAdmitted) = state.withLock { state in
            if case .returned = request { state.reportsCallbackReturns = true }
            let wasLive = state.link.admit(request)
            return (wasLive, state.link.failure == nil)
        }
        guard isAdmitted else { return }
        var refusal: SessionError?
        do throws(SessionError) {
            try connection.request(request)
        } catch {
            refusal = error
        }
        let reason = refusal.flatMap { connection.reason(for: $0) }
        // Before the answer, behind which the app may read it.
        show(connection)
        state.withLock { state in
            if let ended = request.endedStream, refusal == nil { state.link.forget(ended) }
            // A refused request may concern a stream that was started before and plays on.
            if let started = request.startedStream, refusal != nil, !wasLive {
                state.link.forget(started)
            }
            state.link.send(
                refusal.map { .refused(question: question, $0, reason) }
                    ?? .granted(question: question))
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let needsThread = state.withLock { state in
            body(&state)
            return state.link.hasBacklog || state.link.failure != nil
        }
        if needsThread { wake() }
    }
}

extension ConnectedApp: AppReceiver {
    package func apply(_ directive: StreamDirective, toStream number: Int) {
        change { $0.link.apply(directive, toStream: number) }
    }

    package func receive(_ notification: AppNotification) {
        change { $0.link.notify(notification) }
    }

    package func follow(_ appState: AppState) {
        change { state in
            switch appState {
            case .notRunning: state.link.fail(.endedByDevice)
            case .suspended:
                guard !state.isHeld else { return }
                state.isHeld = true
                state.link.send(.holdOutput)
            case .background, .inactive, .active:
                guard state.isHeld else { return }
                state.isHeld = false
                state.link.send(.resumeOutput)
            }
        }
    }
}
