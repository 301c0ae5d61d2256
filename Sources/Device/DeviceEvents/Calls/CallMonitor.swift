import AudioModel
import Dispatch
import SoundPolicy

/// The calls of all services, and the way to answer them.
///
/// Ownership: `queue`.
final class CallMonitor: @unchecked Sendable {
    let queue: DispatchQueue
    private var book: CallBook
    private var services: [CallSource: any CallService] = [:]
    private let now: @Sendable () -> HostTime
    private let act: @Sendable (DeviceEvent) -> Void
    /// The call that the device's user has ended last.
    private var hungUpCall: CallID?

    init(
        _ book: CallBook, queue: DispatchQueue, now: @escaping @Sendable () -> HostTime,
        act: @escaping @Sendable (DeviceEvent) -> Void
    ) {
        self.book = book
        self.queue = queue
        self.now = now
        self.act = act
    }

    func add(_ service: any CallService, for source: CallSource) { services[source] = service }

    /// Releases the services.
    func stop() { services = [:] }

    // MARK: Reports

    func set(_ report: CallReport) { perform(book.set(report, at: now())) }

    func end(_ id: CallID, by party: EndingParty = .unknown) {
        let party = id == hungUpCall ? .user : party
        if id == hungUpCall { hungUpCall = nil }
        perform(book.end(id, by: party, at: now()))
    }

    func replaceCalls(
        of source: CallSource, modem: String? = nil, with reports: [CallReport] = []
    ) {
        perform(book.replaceCalls(of: source, modem: modem, with: reports, at: now()))
    }

    private func perform(_ events: [DeviceEvent]) {
        for event in events { act(event) }
    }

    // MARK: The device's user

    func answer() {
        guard let call = book.ringingCall else { return }
        services[call.id.source]?.answer(call, holdsOther: book.hasOtherCall(beside: call))
    }

    /// Declines the call that rings, or hangs up.
    func hangUp() {
        guard let call = book.state == .ringing ? book.ringingCall : book.connectedCall else {
            return
        }
        hungUpCall = call.id
        services[call.id.source]?.hangUp(call)
    }
}

/// A service that can answer and end its calls. Its methods are called on the monitor's queue.
protocol CallService: Sendable {
    /// - Parameter holdsOther: Whether another call of the modem is connected, and has to be held.
    func answer(_ call: CallReport, holdsOther: Bool)
    /// Declines a call that rings, or hangs up.
    func hangUp(_ call: CallReport)
}
