import AudioModel
import SoundPolicy

/// A condition under which every category with its options is measured: a given state and an event.
package struct ConformanceCondition: Sendable {
    /// The heading of the condition's column in the table.
    package var name: String
    /// Measures a subject under the condition; the source makes the subject's sound.
    var measure: @Sendable (ConformanceSubject, ConformanceSource) -> ConformanceCell
}

// MARK: Alone

extension ConformanceCondition {
    /// Conditions without another app; the volumes are at full scale unless the name says
    /// otherwise.
    package static let byItself: [ConformanceCondition] = [
        alone("plays") { _, _ in },
        alone("silent mode") { bench, _ in bench.send(.ringSwitchMoved(.silent)) },
        alone("media volume at half") { bench, _ in bench.send(.volumeSet(.media, 0.5)) },
        alone("locked") { bench, _ in bench.send(.locked) },
        alone("in the background") { bench, app in bench.leave(app) },
        alone("locked, without audio mode", backgroundModes: []) { bench, _ in
            bench.send(.locked)
        },
        alone("a call rings") { bench, _ in bench.send(.callArrived) },
        alone("an alarm fires") { bench, _ in bench.send(.alarmFired) },
        recording("records") { _ in },
        recording("records in silent mode") { $0.send(.ringSwitchMoved(.silent)) },
        recording("records while locked") { $0.send(.locked) },
        ConformanceCondition(name: "its system sound") { subject, source in
            let bench = ConformanceBench(source)
            let app = bench.open(subject, "Subject")
            app.activate()
            app.play(.systemSound)
            bench.listen()
            return ConformanceCell(itself: app.measurement)
        },
    ]

    private static func alone(
        _ name: String, backgroundModes: [String] = ["audio"],
        _ event: @escaping @Sendable (ConformanceBench, BenchApp) -> Void
    ) -> ConformanceCondition {
        ConformanceCondition(name: name) { subject, source in
            let bench = ConformanceBench(source)
            let app = bench.open(subject, "Subject", backgroundModes: backgroundModes)
            app.play()
            event(bench, app)
            bench.listen()
            return ConformanceCell(itself: app.measurement)
        }
    }

    private static func recording(
        _ name: String, _ event: @escaping @Sendable (ConformanceBench) -> Void
    ) -> ConformanceCondition {
        ConformanceCondition(name: name) { subject, source in
            let bench = ConformanceBench(source)
            let app = bench.open(subject, "Subject")
            app.record()
            event(bench)
            bench.listen()
            return ConformanceCell(itself: app.measurement)
        }
    }
}

// MARK: Beside another app

extension ConformanceCondition {
    /// Conditions in which another app already plays in the background when the subject begins.
    package static let beside: [ConformanceCondition] = [
        joining(ConformancePlayer("music", ConformanceSubject(.playback))),
        joining(
            ConformancePlayer("spoken audio", ConformanceSubject(.playback, mode: .spokenAudio))),
        joining(
            ConformancePlayer(
                "music that mixes", ConformanceSubject(.playback, options: .mixWithOthers))),
        joining(
            ConformancePlayer(
                "one that ducks", ConformanceSubject(.playback, options: .duckOthers))),
        joining(ConformancePlayer("a recording", ConformanceSubject(.record)) { $0.record() }),
    ]

    private static func joining(_ other: ConformancePlayer) -> ConformanceCondition {
        ConformanceCondition(name: other.name) { subject, source in
            ConformanceCell(of: ConformancePlayer("Subject", subject), joining: other, source)
        }
    }
}

// MARK: Routes

extension ConformanceCondition {
    /// Conditions that measure the route of the subject's session with an accessory attached.
    package static let routes: [ConformanceCondition] =
        [route("nothing", [])]
        + [
            PortKind.headphones, .headset, .bluetoothA2DP, .bluetoothHFP, .usb,
        ].map { route($0.rawValue, [.portPlugged(Port($0))]) }
        + [route("AirPlay picked", [.routePicked(Port(.airplay, name: "Room"))])]

    private static func route(_ name: String, _ events: [DeviceEvent]) -> ConformanceCondition {
        ConformanceCondition(name: name) { subject, source in
            let bench = ConformanceBench(source)
            for event in events { bench.send(event) }
            let app = bench.open(subject, "Subject")
            app.activate()
            return ConformanceCell(route: bench.route)
        }
    }
}
