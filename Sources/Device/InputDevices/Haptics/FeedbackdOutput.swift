package import AudioModel
package import DBus
import Synchronization

/// The motor of a phone, through the feedback daemon: `org.sigxcpu.Feedback` on the session bus.
///
/// The daemon's theme chooses the lengths. Every request has the hint `quiet`, without which the
/// daemon plays sounds of its own instead of vibrating. Its property `Profile` is neither read nor
/// set: setting it succeeds and changes nothing where dconf is missing.
///
/// Source: feedbackd 0.0.3, `org.sigxcpu.Feedback.xml`, its default theme, and feedbackd(8): the
/// events of a program end with its connection to the bus.
package final class FeedbackdOutput: HapticOutput {
    package enum Names {
        package static let busName = "org.sigxcpu.Feedback"
        package static let path = "/org/sigxcpu/Feedback"
        package static let interface = "org.sigxcpu.Feedback"
        /// Vibrates once, for 150 ms in the default theme.
        package static let singleEvent = "message-new-instant"
        /// Vibrates periodically until it ends.
        package static let repeatingEvent = "phone-incoming-call"
    }

    /// The greatest number of the daemon's events that are not known to have ended.
    package static let eventsMax = 16

    private struct State {
        var lock = HapticGate()
        /// Events that have not ended, oldest first.
        var events: [UInt32] = []
        /// Incremented by `cancel` and by each pattern that replaces others: an event of an earlier
        /// generation is ended as soon as its number is known.
        var generation = 0
        var openCallCount = 0
        var isClosed = false
    }

    private let connection: DBusConnection
    private let appID: String
    private let now: @Sendable () -> HostTime
    private let unavailable: @Sendable (HapticPattern, DBusError) -> Void
    private let state = Mutex(State())
    private let subscription: DBusSubscription?

    /// - Parameters:
    ///   - connection: A connection to the session bus.
    ///   - appID: The identifier of the program, as the daemon knows it.
    ///   - now: The present time.
    ///   - unavailable: Called on the connection's thread with a pattern that could not be played,
    ///     such as when there is no daemon.
    package init(
        on connection: DBusConnection, appID: String = "org.sori.Device",
        now: @escaping @Sendable () -> HostTime,
        unavailable: @escaping @Sendable (HapticPattern, DBusError) -> Void = { _, _ in }
    ) {
        self.connection = connection
        self.appID = appID
        self.now = now
        self.unavailable = unavailable
        let owner = WeakOutput()
        subscription = connection.subscribe(
            to: DBusMatchRule(
                sender: Names.busName, path: Names.path, interface: Names.interface,
                member: "FeedbackEnded")
        ) { signal in
            guard case .uint32(let event)? = signal.arguments.first else { return }
            owner.value?.noteEnded(event)
        }
        owner.set(self)
    }

    package func play(_ pattern: HapticPattern) {
        let pattern = pattern.bounded
        let time = now()
        let begun = state.withLock { state -> (generation: Int, ended: [UInt32])? in
            guard !state.isClosed, state.openCallCount < Self.eventsMax,
                state.lock.admits(pattern, at: time)
            else { return nil }
            state.generation += 1
            state.openCallCount += 1
            defer { state.events = [] }
            return (state.generation, state.events)
        }
        guard let begun else { return }
        for event in begun.ended { end(event) }
        let isSingle = if case .single = pattern { true } else { false }
        let call = DBusMethodCall(
            to: Names.busName, path: Names.path, interface: Names.interface,
            member: "TriggerFeedback",
            arguments: [
                .string(appID),
                .string(isSingle ? Names.singleEvent : Names.repeatingEvent),
                .properties([("profile", .string("quiet"))]),
                // Each feedback of the event once, or all of them again and again.
                .int32(isSingle ? -1 : 0),
            ])
        connection.call(call) { [weak self] result in
            self?.answered(result, pattern, begun.generation)
        }
    }

    private func answered(
        _ result: Result<[DBusValue], DBusError>, _ pattern: HapticPattern, _ generation: Int
    ) {
        let isLate: Bool
        let event: UInt32?
        switch result {
        case .success(let values):
            if case .uint32(let number)? = values.first { event = number } else { event = nil }
            isLate = state.withLock { state in
                state.openCallCount -= 1
                guard state.generation == generation, !state.isClosed else { return true }
                if let event {
                    state.events.append(event)
                    if state.events.count > Self.eventsMax { state.events.removeFirst() }
                }
                return false
            }
        case .failure(let error):
            let isWanted = state.withLock { state in
                state.openCallCount -= 1
                return state.generation == generation && !state.isClosed
            }
            if isWanted { unavailable(pattern, error) }
            return
        }
        if isLate, let event { end(event) }
    }

    private func noteEnded(_ event: UInt32) {
        state.withLock { $0.events.removeAll { $0 == event } }
    }

    private func end(_ event: UInt32) {
        connection.call(
            DBusMethodCall(
                to: Names.busName, path: Names.path, interface: Names.interface,
                member: "EndFeedback", arguments: [.uint32(event)])
        ) { _ in }
    }

    package func cancel() { endAll(closes: false) }

    package func close() {
        endAll(closes: true)
        subscription?.cancel()
    }

    private func endAll(closes: Bool) {
        let events = state.withLock { state in
            state.generation += 1
            state.lock.cancel()
            state.isClosed = state.isClosed || closes
            defer { state.events = [] }
            return state.events
        }
        for event in events { end(event) }
    }
}

/// The output, for a handler that is made before it.
private final class WeakOutput: Sendable {
    private struct Reference: Sendable { weak var output: FeedbackdOutput? }
    private let reference = Mutex(Reference())

    var value: FeedbackdOutput? { reference.withLock { $0.output } }
    func set(_ output: FeedbackdOutput) { reference.withLock { $0.output = output } }
}
