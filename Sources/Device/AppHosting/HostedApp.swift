import AudioModel
import DeviceProtocol
import SoundServer

/// An app in another process, as the device serves it: the server decides what the process requests,
/// and the link carries the answer. Messages are handled on the thread of the sockets.
protocol HostedApp: AnyObject, Sendable {
    /// The app's connection to the server; `nil` before there is one.
    var connection: (any AppConnection)? { get }
    /// The app's session, for it to read without a message; `nil` for an app that asks.
    var page: SessionPage? { get }
    /// Runs a closure that makes the server decide, and waits for it.
    var performSync: @Sendable (() -> Void) -> Void { get }

    func withLink<Result: Sendable>(_ body: (inout AppLink) -> Result) -> Result
    /// Called when the app's output has stopped after `PhoneMessage.holdOutput`.
    func outputHeld()
}

extension HostedApp {
    var hasBacklog: Bool { withLink { $0.hasBacklog } }
    var failure: AppConnectionFailure? { withLink { $0.failure } }

    func flush() { withLink { $0.flush() } }

    /// Whether the app was shown its session after the last decision.
    var isPageCurrent: Bool { page?.isCurrent ?? true }

    /// Shows the app its session as it is now. With the device.
    func updatePage() {
        guard let page, !page.isCurrent, let connection else { return }
        page.show(connection)
    }

    func handle(_ message: AppMessage) {
        guard let connection else { return }
        switch message {
        case .hello, .introduction: withLink { $0.fail(.unexpectedMessage) }
        case .reportsCallbackReturns: withLink { $0.reportsCallbackReturns = true }
        case .request(let question, let request):
            performSync { answer(question, request, connection) }
        case .readSession(let question):
            send(.session(question: question, connection.session))
        case .readVerdict(let question, let number):
            send(.verdict(question: question, connection.verdict(ofStream: number)))
        case .acknowledged(let number):
            guard let callback = withLink({ $0.acknowledge(number) }) else { return }
            performSync { try? connection.request(.returned(from: callback)) }
        case .levels(let levels): withLink { $0.take(levels) }
        case .outputHeld: outputHeld()
        case .artworkPart(let offset, let bytes):
            withLink { $0.takeArtwork(bytes, at: Int(offset)) }
        case .report(let report, let artwork):
            let whole = withLink { $0.completed(report, artwork) }
            performSync { connection.report(whole) }
        }
    }

    private func send(_ message: PhoneMessage) { withLink { $0.send(message) } }

    private func answer(
        _ question: UInt32, _ request: AppRequest, _ connection: any AppConnection
    ) {
        let (wasLive, isAdmitted) = withLink { link in
            let wasLive = link.admit(request)
            return (wasLive, link.failure == nil)
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
        page?.show(connection)
        withLink { link in
            if let ended = request.endedStream, refusal == nil { link.forget(ended) }
            // A refused request may concern a stream that was started before and plays on.
            if let started = request.startedStream, refusal != nil, !wasLive {
                link.forget(started)
            }
            link.send(
                refusal.map { .refused(question: question, $0, reason) }
                    ?? .granted(question: question))
        }
    }
}
