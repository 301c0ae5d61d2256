import AudioModel

import SimulationReports

/// Two streams and the switch: small enough to compare whole outputs.
enum SmallStory {
    static var report: StoryReport {
        var report = StoryReport(title: "A & B", path: "story.scenario", duration: .seconds(2.5))
        var song = StreamLane(app: "Music", name: "song", sound: "tone:440", kind: .player)
        song.spans = [
            StreamSpan(
                from: .zero, to: .seconds(1.5),
                verdict: Verdict(
                    state: .audible,
                    factors: [GainFactor(.appVolume, 0.5), GainFactor(.mediaVolume, 0.8)]), by: nil),
            StreamSpan(
                from: .seconds(1.5), to: .seconds(2.5),
                verdict: Verdict(
                    state: .silent, factors: [GainFactor(.mute, 0)], reasons: [ringSwitch]),
                by: nil),
        ]
        var ping = StreamLane(app: "Mail", name: "ping", sound: "a/ping.caf", kind: .systemSound)
        ping.spans = [
            StreamSpan(
                from: .seconds(0.5), to: .seconds(0.75),
                verdict: Verdict(
                    state: .ducked, factors: [GainFactor(.duck, 0.1)],
                    by: .app(AppID(rawValue: 1))), by: "Music")
        ]
        report.streams = [song, ping]
        report.device = [DeviceRecord(at: .seconds(1.5), change: "switch silent")]
        report.apps = [AppActionRecord(at: .zero, app: "Music", what: "opens")]
        report.told = [
            NotificationRecord(at: .seconds(1.5), app: "Mail", event: "hint.begin", detail: ""),
            NotificationRecord(
                at: .seconds(2.000_000_1), app: "Mail", event: "volume", detail: "0.5"),
        ]
        report.expectations = [
            ExpectationResult(
                line: 4, text: "at 1 Music.song audible", span: .seconds(1) ... .seconds(1),
                isOK: true, found: "audible"),
            ExpectationResult(
                line: 5, text: "at 2 Music.song audible", span: .seconds(2) ... .seconds(2),
                isOK: false, found: "silent because ring-switch"),
        ]
        report.failures = [
            StoryFailure(at: .seconds(0.5), line: 7, message: "Mail: cannot <play> \"ping\"")
        ]
        return report
    }

    static var ringSwitch: Reason {
        Reason(
            .ringSwitch, rule: "switch-mutes", sentence: "the switch is silent",
            cause: "switch silent", since: .seconds(1.5))
    }
}
