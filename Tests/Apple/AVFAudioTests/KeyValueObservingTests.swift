import AudioModel
import AVFAudio
import Simulation
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("An observed property of the audio session")
struct KeyValueObservingTests {
    private let stage: SimulatedStage
    private let app: StagedApp
    private let session: AVAudioSession

    init() {
        stage = SimulatedStage()
        app = stage.open("App")
        session = app.run { AVAudioSession.sharedInstance() }
    }

    /// What an observer was given, as text.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var entries: [String] { lines.withLock { $0 } }
    }

    private func observe<Value>(
        _ keyPath: KeyPath<AVAudioSession, Value>, _ options: NSKeyValueObservingOptions
    ) -> (Log, NSKeyValueObservation) {
        let log = Log()
        let observation = app.run {
            session.observe(keyPath, options: options) { _, change in
                #expect(change.kind == .setting && change.indexes == nil)
                let values = [change.oldValue, change.newValue].map { $0.map { "\($0)" } ?? "-" }
                log.add((change.isPrior ? "prior " : "") + values.joined(separator: " "))
            }
        }
        return (log, observation)
    }

    @Test(
        "comes with what the options ask for",
        arguments: zip(
            [[], .new, .old, [.old, .new], .initial, [.initial, .new], [.prior, .old, .new]]
                as [NSKeyValueObservingOptions],
            [
                ["- -"], ["- 10.0"], ["0.0 -"], ["0.0 10.0"], ["- -", "- -"],
                ["- 0.0", "- 10.0"], ["prior 0.0 -", "0.0 10.0"],
            ] as [[String]]))
    func options(options: NSKeyValueObservingOptions, expected: [String]) throws {
        let (log, observation) = observe(\.preferredSampleRate, options)
        try app.run {
            try session.setPreferredSampleRate(10)
            // The same once more is no change.
            try session.setPreferredSampleRate(10)
        }
        #expect(log.entries == expected)
        withExtendedLifetime(observation) {}
    }

    @Test("is told before the app's own call returns")
    func ownCall() throws {
        let (log, observation) = observe(\.category.rawValue, [.old, .new])
        try app.run {
            try session.setCategory(.playback)
            #expect(log.entries.count == 1)
            #expect(throws: (any Error).self) {
                try session.setCategory(.init(rawValue: "Unknown"))
            }
            try session.setCategory(.record)
        }
        #expect(
            log.entries == [
                "AVAudioSessionCategorySoloAmbient AVAudioSessionCategoryPlayback",
                "AVAudioSessionCategoryPlayback AVAudioSessionCategoryRecord",
            ])
        withExtendedLifetime(observation) {}
    }

    @Test("of the route and the inputs changes when something is plugged in")
    func route() throws {
        try app.run {
            try session.setCategory(.playAndRecord)
            try session.setActive(true)
        }
        stage.advance(by: .milliseconds(10))
        let (inputs, first) = observe(\.availableInputs, [.old, .new])
        let (ports, second) = observe(\.currentRoute.outputs.first?.portType.rawValue, .new)
        let (routes, third) = observe(\.currentRoute, [])
        stage.server.send(.portPlugged(.headset))
        stage.advance(by: .milliseconds(10))
        #expect(inputs.entries.count == 1)
        #expect(ports.entries == ["- Optional(\"Headphones\")"])
        #expect(routes.entries == ["- -"])
        withExtendedLifetime((first, second, third)) {}
    }

    @Test("tells every volume in turn, also when the session has gone on")
    func volumes() {
        let (log, observation) = observe(\.outputVolume, [.old, .new])
        for volume: Float in [0.5, 0.25, 0.75] {
            stage.server.send(.volumeSet(.media, volume))
        }
        stage.advance(by: .milliseconds(10))
        #expect(log.entries == ["0.8 0.5", "0.5 0.25", "0.25 0.75"])
        withExtendedLifetime(observation) {}
    }

    @Test("is told no more once it is invalidated, or nobody holds the observation")
    func ends() throws {
        let (first, observation) = observe(\.mode, .new)
        var held: NSKeyValueObservation?
        let (second, other) = observe(\.mode, .new)
        held = other
        withExtendedLifetime(held) {}
        observation.invalidate()
        observation.invalidate()
        held = nil
        let (third, kept) = observe(\.mode, .new)
        try app.run { try session.setCategory(.playback, mode: .moviePlayback) }
        #expect(first.entries == [])
        #expect(third.entries.count == 1)
        _ = second
        withExtendedLifetime(kept) {}
    }

    @Test("may be anything that the session has, and never changes when it cannot be compared")
    func incomparable() throws {
        let (log, observation) = observe(\.delegate, .new)
        let (hints, second) = observe(\.secondaryAudioShouldBeSilencedHint, .new)
        let (others, third) = observe(\.isOtherAudioPlaying, .new)
        let (inputs, fourth) = observe(\.isInputAvailable, .new)
        try app.run { try session.setActive(true) }
        #expect(log.entries + hints.entries + others.entries + inputs.entries == [])
        withExtendedLifetime((observation, second, third, fourth)) {}
    }
}
