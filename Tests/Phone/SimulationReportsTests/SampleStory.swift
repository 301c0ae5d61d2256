import AudioModel
import Glibc
import SimulationReports

/// A hand-made report: music, a game, the switch, a call, an unplug; every state occurs.
enum SampleStory {
    static func time(_ seconds: Double) -> HostTime { .seconds(seconds) }

    static let duration = HostInterval.seconds(20)

    static var report: StoryReport {
        var report = StoryReport(
            title: "Music on headphones, a call, then the plug is pulled",
            path: "examples/scenarios/headphones.scenario", duration: duration)
        report.streams = [music, navigation, gameEffect, gameTune, ringtone]
        report.device = [
            DeviceRecord(at: .zero, change: "route headphones"),
            DeviceRecord(at: time(6), change: "switch silent"),
            DeviceRecord(at: time(10), change: "call arrives"),
            DeviceRecord(at: time(10), change: "vibrates"),
            DeviceRecord(at: time(10.6), change: "media 0.75"),
            DeviceRecord(at: time(11), change: "call is answered"),
            DeviceRecord(at: time(14), change: "call ends"),
            DeviceRecord(at: time(17.5), change: "unplug headphones"),
            DeviceRecord(at: time(17.5), change: "route speaker"),
            DeviceRecord(at: time(19.8), change: "switch ring"),
        ]
        report.apps = [
            AppActionRecord(at: .zero, app: "Player", what: "opens"),
            AppActionRecord(at: .zero, app: "Player", what: "activates"),
            AppActionRecord(at: time(3), app: "Guide", what: "activates"),
            AppActionRecord(at: time(7), app: "Game", what: "opens"),
        ]
        report.told = [
            NotificationRecord(at: time(7), app: "Game", event: "hint.begin", detail: ""),
            NotificationRecord(
                at: time(10), app: "Player", event: "interruption.began", detail: "reason default"),
            NotificationRecord(
                at: time(14), app: "Player", event: "interruption.ended", detail: "shouldResume"),
            NotificationRecord(
                at: time(17.5), app: "Player", event: "route-change",
                detail: "oldDeviceUnavailable"),
            NotificationRecord(
                at: time(10), app: "Game", event: "interruption.began", detail: "reason default"),
        ]
        report.expectations = [
            ExpectationResult(
                line: 9, text: "0.5 .. 2.5 Player.song audible", span: time(0.5)...time(2.5),
                isOK: true, found: "audible, -1.9 dB"),
            ExpectationResult(
                line: 12, text: "3.5 .. 4.5 Player.song ducked by Guide",
                span: time(3.5)...time(4.5), isOK: true, found: "ducked by Guide"),
            ExpectationResult(
                line: 14, text: "at 7.5 Game.tune silent because ring-switch",
                span: time(7.5)...time(7.5), isOK: true, found: "silent: ring-switch at 7.500"),
            ExpectationResult(
                line: 17, text: "18 .. 19 Player.song audible", span: time(18)...time(19),
                isOK: false, found: "paused from 17.500 because route-lost"),
            ExpectationResult(
                line: 18, text: "never clicks", isOK: true, found: "no step too large"),
        ]
        return report
    }

    /// The same report without anything that fails.
    static var goodReport: StoryReport {
        var report = report
        report.expectations.removeAll { !$0.isOK }
        return report
    }

    private static let media = GainFactor(.mediaVolume, 0.8)

    private static var ringSwitch: Reason {
        Reason(
            .ringSwitch, rule: "ring-switch-mutes",
            sentence: "the ring switch is silent and the category obeys it",
            cause: "switch silent", since: time(6))
    }

    private static func callInterrupts(_ app: String) -> Reason {
        Reason(
            .interrupted, rule: "call-interrupts", sentence: "a call interrupts \(app)",
            cause: "call arrives", since: time(10))
    }

    private static var music: StreamLane {
        let plays = Verdict(state: .audible, factors: [GainFactor(.appVolume, 1), media])
        let ducks = Verdict(
            state: .ducked, factors: [GainFactor(.appVolume, 1), GainFactor(.duck, 0.125), media],
            by: .app(AppID(rawValue: 2)))
        let interrupted = Verdict(
            state: .interrupted, factors: [media, GainFactor(.mute, 0)],
            reasons: [callInterrupts("Player")], by: .system(.call))
        let unplugged = Verdict(
            state: .paused, factors: [media, GainFactor(.mute, 0)],
            reasons: [
                Reason(
                    .routeLost, rule: "unplug-pauses", sentence: "its headphones were pulled out",
                    cause: "unplug headphones", since: time(17.5))
            ])
        var lane = lane(
            "Player", "song", "sounds/song.wav", .player,
            [
                (0, 3, plays, nil), (3, 5, ducks, "Guide"), (5, 7, plays, nil),
                (
                    7, 10,
                    Verdict(
                        state: .interrupted,
                        reasons: [
                            Reason(
                                .interrupted, rule: "non-mixable-interrupts",
                                sentence: "Game does not mix and interrupts Player",
                                cause: "Game activates", since: time(7))
                        ]), "Game"
                ),
                (10, 14, interrupted, "call"), (14, 17.5, plays, nil), (17.5, 20, unplugged, nil),
            ])
        fillPeaks(of: &lane) { 0.35 + 0.3 * sin($0 * 2.1) * sin($0 * 7.3) }
        return lane
    }

    private static var navigation: StreamLane {
        var lane = lane(
            "Guide", "turnLeft", "sounds/turn left.caf", .queue,
            [(3, 5, Verdict(state: .audible, factors: [media]), nil)])
        fillPeaks(of: &lane) { 0.55 * abs(sin($0 * 11)) * abs(sin($0 * 3)) }
        return lane
    }

    private static var gameEffect: StreamLane {
        var lane = lane(
            "Game", "jump", "tone:880/1.5", .systemSound,
            [
                (
                    7.2, 8.7,
                    Verdict(
                        state: .silent, factors: [GainFactor(.mute, 0)], reasons: [ringSwitch]), nil
                )
            ])
        fillPeaks(of: &lane) { _ in 0.25 }
        return lane
    }

    private static var gameTune: StreamLane {
        var lane = lane(
            "Game", "tune", "tone:440", .player,
            [
                (
                    7, 10,
                    Verdict(
                        state: .silent, factors: [media, GainFactor(.mute, 0)],
                        reasons: [ringSwitch]), nil
                ),
                (
                    10, 14,
                    Verdict(
                        state: .interrupted, factors: [media, GainFactor(.mute, 0)],
                        reasons: [callInterrupts("Game"), ringSwitch], by: .system(.call)), "call"
                ),
                (
                    14, 20,
                    Verdict(
                        state: .stopped,
                        reasons: [
                            Reason(.stopped, rule: "stopped", sentence: "the app stopped it")
                        ]), nil
                ),
            ])
        fillPeaks(of: &lane) { _ in 0.25 }
        return lane
    }

    private static var ringtone: StreamLane {
        var lane = lane(
            "phone", "ringtone", "tone:600", .ringtone,
            [
                (
                    10, 11,
                    Verdict(
                        state: .silent,
                        factors: [GainFactor(.ringerVolume, 0.6), GainFactor(.mute, 0)],
                        reasons: [ringSwitch]), nil
                )
            ])
        fillPeaks(of: &lane) { 0.5 * abs(sin($0 * 20)) }
        return lane
    }

    private static func lane(
        _ app: String, _ name: String, _ sound: String, _ kind: StreamKind,
        _ spans: [(Double, Double, Verdict, String?)]
    ) -> StreamLane {
        var lane = StreamLane(app: app, name: name, sound: sound, kind: kind)
        lane.spans = spans.map {
            StreamSpan(from: time($0.0), to: time($0.1), verdict: $0.2, by: $0.3)
        }
        return lane
    }

    /// Fills the peaks: the source plays wherever it runs, and the output follows the verdicts'
    /// gains.
    private static func fillPeaks(of lane: inout StreamLane, _ level: (Double) -> Double) {
        guard let first = lane.spans.first, let last = lane.spans.last else { return }
        lane.waveformStart = first.from
        let count = Int((last.to - first.from).seconds * 100)
        for step in 0..<count {
            let now = first.from + .milliseconds(Int64(step) * 10)
            let verdict = lane.spans.last { $0.from <= now }?.verdict
            let runs = verdict.map { [.audible, .ducked, .silent].contains($0.state) } ?? false
            let source = runs ? Float(abs(level(now.seconds))) : 0
            lane.sourcePeaks.append(source)
            let isAudible = verdict.map { $0.state == .audible || $0.state == .ducked } ?? false
            lane.outputPeaks.append(isAudible ? source * (verdict?.gain ?? 0) : 0)
        }
    }
}
