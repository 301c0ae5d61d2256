import AudioModel
import SoundPolicy

/// A policy machine with a clock, and methods for the usual events.
struct Phone {
    private(set) var machine: PolicyMachine
    private(set) var now = HostTime.zero

    init(_ configuration: PolicyConfiguration = PolicyConfiguration()) {
        machine = PolicyMachine(configuration)
    }

    @discardableResult
    mutating func after(_ interval: HostInterval, _ event: PolicyEvent) -> PolicyResponse {
        now = now + interval
        return machine.handle(event, at: now)
    }

    @discardableResult
    mutating func send(_ event: DeviceEvent) -> PolicyResponse { after(.zero, .device(event)) }

    /// Starts an app, brings it to the foreground and gives it an inactive session.
    mutating func launch(
        _ app: AppID, _ session: Session? = nil, modes: [String] = [], role: AppRole = .ordinary
    ) {
        let description = AppDescription(
            name: app == .music ? "Music" : "Game", backgroundModes: modes, role: role)
        after(.zero, .appLaunched(app, description))
        after(.zero, .appOpened(app))
        guard let session else { return }
        let request = AppRequest.setCategory(
            session.category, session.mode, session.options, session.routeSharingPolicy)
        after(.zero, .app(app, request))
    }

    @discardableResult
    mutating func start(_ stream: StreamID, _ kind: StreamKind = .player) -> PolicyResponse {
        after(.zero, .app(stream.app, .startStream(number: stream.number, kind, appVolume: 1)))
    }

    /// Advances the time, handling the deadlines that pass.
    mutating func wait(_ interval: HostInterval) -> [PolicyEffect] {
        let end = now + interval
        var effects: [PolicyEffect] = []
        while let deadline = machine.nextDeadline, deadline <= end {
            effects += after(deadline - now, .deadlineReached).effects
        }
        now = end
        return effects
    }
}

extension AppID {
    static let game = AppID(rawValue: 1)
    static let music = AppID(rawValue: 2)
}

extension StreamID {
    static let shot = StreamID(app: .game, number: 1)
    static let song = StreamID(app: .music, number: 1)
}

extension PolicyResponse {
    var vibrates: Bool { effects.contains { if case .vibrate = $0 { true } else { false } } }

    func notifications(to app: AppID) -> [AppNotification] { effects.notifications(to: app) }
}

extension [PolicyEffect] {
    func notifications(to app: AppID) -> [AppNotification] {
        compactMap { effect in
            if case .notify(app, let notification) = effect { notification } else { nil }
        }
    }

    var verdicts: [StreamID: StreamState] {
        reduce(into: [:]) { states, effect in
            if case .verdict(let stream, let verdict, _) = effect { states[stream] = verdict.state }
        }
    }
}
