import AudioModel
import SoundPolicy

/// A device with many apps, for measuring the cost of one event.
package struct PolicyScene {
    package private(set) var machine = PolicyMachine()
    private var now = HostTime.zero

    /// An app that is active, mixes and plays.
    package static let game = AppID(rawValue: 1)
    /// An app that mixes and has only a paused player.
    package static let late = AppID(rawValue: 2)
    /// An app that does not mix, and plays.
    package static let music = AppID(rawValue: 3)
    /// An app in front that is not active; its activation would interrupt the music.
    package static let rival = AppID(rawValue: 5)

    /// Number of active sessions in `few(among:)`.
    package static let fewCount = 4

    /// Makes a scene with four active sessions, three of which play. The other apps were used and
    /// left; half of them are suspended.
    ///
    /// - Parameter appCount: Number of apps, at least five.
    package static func few(among appCount: Int) -> PolicyScene {
        var scene = PolicyScene()
        let others = 5...max(appCount, 5)
        for number in others.reversed() {
            if number == appCount / 2 { scene.pass(.seconds(3600)) }
            let app = AppID(rawValue: number)
            scene.launch(app)
            scene.ask(app, .setCategory(.playback, .default, [], .default))
        }
        for app in [music, AppID(rawValue: 4), late, game] {
            scene.launch(app)
            scene.send(.appOpened(app))
            scene.ask(
                app,
                .setCategory(
                    .playback, .default, app == music ? [] : .mixWithOthers, .default))
            scene.beginPlayer(of: app)
        }
        scene.send(.appOpened(rival))
        return scene
    }

    /// Makes a scene in which every app has an active session that mixes, and plays.
    package static func allActive(_ appCount: Int) -> PolicyScene {
        var scene = PolicyScene()
        for number in (1...max(appCount, 5)).reversed() {
            let app = AppID(rawValue: number)
            scene.launch(app)
            scene.ask(app, .setCategory(.playback, .default, .mixWithOthers, .default))
            scene.beginPlayer(of: app)
        }
        scene.send(.appOpened(game))
        return scene
    }

    package var activeCount: Int { machine.activeApps.count }

    @discardableResult
    package mutating func send(_ event: PolicyEvent) -> PolicyResponse {
        machine.handle(event, at: now)
    }

    @discardableResult
    package mutating func ask(_ app: AppID, _ request: AppRequest) -> PolicyResponse {
        send(.app(app, request))
    }

    private mutating func beginPlayer(of app: AppID) {
        ask(
            app,
            app == Self.late
                ? .prepareStream(number: 1, .player)
                : .startStream(number: 1, .player, appVolume: 1))
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
    /// Whether there is a goal; other results are only reported.
    package var isJudged = true
    /// Whether it applies where every session mixes.
    package var isForMixing = true

    package static let all: [PolicyAct] = [
        PolicyAct(
            name: "category change",
            timed: [
                .app(
                    PolicyScene.game,
                    .setCategory(.ambient, .default, .mixWithOthers, .default)),
                .app(
                    PolicyScene.game,
                    .setCategory(.playback, .default, .mixWithOthers, .default)),
            ], after: []),
        PolicyAct(
            name: "activation", timed: [.app(PolicyScene.late, .activate)],
            after: [.app(PolicyScene.late, .deactivate(notifyingOthers: true))]),
        PolicyAct(
            name: "activation that interrupts", timed: [.app(PolicyScene.rival, .activate)],
            after: [
                .app(PolicyScene.rival, .deactivate(notifyingOthers: true)),
                .app(PolicyScene.music, .resumeStream(number: 1)),
            ], isJudged: false, isForMixing: false),
        PolicyAct(
            name: "volume press",
            timed: [.device(.volumePressed(.down)), .device(.volumePressed(.up))], after: []),
        PolicyAct(
            name: "sound started",
            timed: [
                .app(PolicyScene.music, .startStream(number: 2, .player, appVolume: 1))
            ], after: [.app(PolicyScene.music, .streamEnded(number: 2))], isJudged: false),
    ]
}
