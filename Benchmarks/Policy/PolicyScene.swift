package import AudioModel
package import SoundPolicy

/// A device with many apps and streams, for measuring the cost of one event.
///
/// Every other app plays with a session that mixes, the rest play system sounds; one session does
/// not mix, half of the apps that are not active are suspended.
package struct PolicyScene {
    package private(set) var machine = PolicyMachine()
    private var now = HostTime.zero
    private let streamsPerApp: Int

    /// An app that is active, mixes and plays.
    package static let game = AppID(rawValue: 1)
    /// An app that mixes and has only paused players.
    package static let late = AppID(rawValue: 2)
    /// An app that does not mix, and plays.
    package static let music = AppID(rawValue: 3)
    /// An app in front that is not active; its activation would interrupt the music.
    package static let interrupter = AppID(rawValue: 5)

    /// - Parameters:
    ///   - appCount: The number of apps, at least ten.
    ///   - streamCount: The number of streams, a multiple of `appCount`.
    package init(appCount: Int, streamCount: Int) {
        streamsPerApp = streamCount / appCount
        for number in (4...appCount).reversed() {
            if number == appCount / 2 { pass(.seconds(3600)) }
            let app = AppID(rawValue: number)
            launch(app)
            guard app != PolicyScene.interrupter else { continue }
            begin(app, .mixWithOthers, number.isMultiple(of: 2) ? .player : .systemSound)
        }
        for app in [PolicyScene.music, PolicyScene.late, PolicyScene.game] {
            launch(app)
            send(.appOpened(app))
            begin(app, app == PolicyScene.music ? [] : .mixWithOthers, .player)
        }
        send(.appOpened(PolicyScene.interrupter))
        begin(PolicyScene.interrupter, [], .systemSound)
    }

    package var activeCount: Int { machine.activeApps.count }
    package var appCount: Int { machine.apps.count }
    package var streamCount: Int { machine.streams.count }

    @discardableResult
    package mutating func send(_ event: PolicyEvent) -> PolicyResponse {
        machine.handle(event, at: now)
    }

    @discardableResult
    package mutating func ask(_ app: AppID, _ request: AppRequest) -> PolicyResponse {
        send(.app(app, request))
    }

    private mutating func begin(_ app: AppID, _ options: SessionOptions, _ kind: StreamKind) {
        ask(app, .setCategory(.playback, .default, options, .default))
        for number in 1...streamsPerApp {
            ask(
                app,
                app == PolicyScene.late
                    ? .prepareStream(number: number, kind, appVolume: 1)
                    : .startStream(number: number, kind, appVolume: 1))
        }
        if app == PolicyScene.late { ask(app, .deactivate(notifyingOthers: true)) }
    }

    private mutating func launch(_ app: AppID) {
        send(
            .appLaunched(
                app, AppDescription(name: "App \(app.rawValue)", backgroundModes: ["audio"])))
    }

    /// Lets time pass, with everything that is due.
    private mutating func pass(_ interval: HostInterval) {
        let end = now + interval
        while let deadline = machine.nextDeadline, deadline <= end {
            now = deadline
            send(.deadlineReached)
        }
        now = end
    }
}

/// An event to measure, with the events that make it repeatable.
package struct PolicyAct: Sendable {
    package var name: String
    /// Events that are sent in turn and timed.
    package var timed: [PolicyEvent]
    /// Events that are sent after each timed event.
    package var after: [PolicyEvent]

    package static let all: [PolicyAct] = [
        PolicyAct(
            name: "category change",
            timed: [
                .app(PolicyScene.game, .setCategory(.ambient, .default, .mixWithOthers, .default)),
                .app(PolicyScene.game, .setCategory(.playback, .default, .mixWithOthers, .default)),
            ], after: []),
        PolicyAct(
            name: "activation", timed: [.app(PolicyScene.late, .activate)],
            after: [.app(PolicyScene.late, .deactivate(notifyingOthers: true))]),
        PolicyAct(
            name: "activation that interrupts", timed: [.app(PolicyScene.interrupter, .activate)],
            after: [
                .app(PolicyScene.interrupter, .deactivate(notifyingOthers: true)),
                .app(PolicyScene.music, .resumeStream(number: 1)),
            ]),
        PolicyAct(
            name: "volume press",
            timed: [.device(.volumePressed(.down)), .device(.volumePressed(.up))], after: []),
        PolicyAct(
            name: "sound started",
            timed: [
                .app(PolicyScene.music, .startStream(number: 99, .player, appVolume: 1))
            ], after: [.app(PolicyScene.music, .streamEnded(number: 99))]),
    ]
}
