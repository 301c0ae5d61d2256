import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer

/// A phone for one measurement: apps with steady sounds, and the levels that reach the output.
///
/// Both volumes are at full scale, so that only the sessions change the levels.
final class ConformanceBench {
    let stage: SimulatedStage
    private var apps: [BenchApp] = []

    private let source: ConformanceSource

    init(_ source: ConformanceSource) {
        self.source = source
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 1
        configuration.ringerVolume = 1
        configuration.profile = .ios17
        // The amount of ducking is measured, not its duration.
        configuration.duckRamp = .milliseconds(5)
        stage = SimulatedStage(configuration)
    }

    /// Opens an app, which then has the front and does nothing yet.
    func open(
        _ subject: ConformanceSubject, _ name: String, backgroundModes: [String] = ["audio"]
    ) -> BenchApp {
        let microphone = VirtualMicrophone(hearing: BenchApp.steadySound)
        let app = BenchApp(
            subject,
            stage.open(
                AppDescription(name: name, backgroundModes: backgroundModes, role: subject.role),
                microphone: microphone),
            source)
        apps.append(app)
        return app
    }

    func send(_ event: DeviceEvent) { stage.server.send(event) }

    func leave(_ app: BenchApp) { stage.server.leave(app.staged.id) }

    /// Waits until changes have settled, then measures for a moment.
    func listen() {
        stage.advance(by: ConformanceBench.settling)
        for app in apps { app.forget() }
        let start = OutputFrames.index(at: stage.now)
        stage.advance(by: ConformanceBench.window)
        let end = OutputFrames.index(at: stage.now)
        for app in apps { app.hear(start..<end) }
    }

    /// Longer than any ramp.
    private static let settling = HostInterval.milliseconds(40)
    /// More than the microphone delivers at a time.
    private static let window = HostInterval.milliseconds(20)

    func outputs(of kind: StreamKind) -> [Port] { stage.server.inspect { $0.outputs(of: kind) } }

    var route: Route { stage.server.inspect { $0.route } }
}

/// An app with one steady sound or recording.
final class BenchApp {
    let staged: StagedApp
    private let subject: ConformanceSubject
    private var refusal: SessionError?
    private var gain: Float = 0
    private let recorded = PeakMeter()
    private let source: ConformanceSource
    private var player: (any StreamPlayer)?

    init(_ subject: ConformanceSubject, _ staged: StagedApp, _ source: ConformanceSource) {
        self.source = source
        self.subject = subject
        self.staged = staged
    }

    /// A constant signal, so that a sample shows the gain; longer than any measurement.
    static let steadySound = SoundBuffer(frameCount: 48_000, channelCount: 1, sampleRate: 48_000) {
        for index in $0.indices { $0[index] = level }
    }
    private static let level: Float = 0.25

    /// Requests the subject's session settings.
    ///
    /// - Returns: Whether they were granted.
    @discardableResult
    func ask() -> Bool {
        attempt {
            () throws(SessionError) in
            try staged.sound.request(
                .setCategory(subject.category, subject.mode, subject.options, .default))
        }
    }

    func activate() {
        guard ask() else { return }
        attempt { () throws(SessionError) in try staged.sound.request(.activate) }
    }

    /// Requests the session, activates it and plays.
    func play() {
        activate()
        guard refusal == nil else { return }
        guard let players = source.players else { return play(source.kind.streamKind) }
        let result = staged.run { () -> Result<any StreamPlayer, SessionError> in
            do throws(SessionError) {
                var sound = PlayerSound(.buffer(BenchApp.steadySound))
                sound.loops = -1
                let player = try players.makePlayer(source.kind, of: sound, in: staged.sound)
                try player.play()
                return .success(player)
            } catch {
                return .failure(error)
            }
        }
        attempt { () throws(SessionError) in player = try result.get() }
    }

    /// Plays, without asking the session.
    func play(_ kind: StreamKind) {
        attempt { () throws(SessionError) in
            _ = try staged.sound.startStream(
                kind, .buffer(BenchApp.steadySound, loopCount: -1)
            ) { _ in }
        }
    }

    /// Requests the session, activates it and records.
    func record() {
        activate()
        guard refusal == nil else { return }
        attempt { () throws(SessionError) in
            _ = try staged.sound.startRecording(
                onCapture: { [recorded] in recorded.take($0) }, ended: { _ in })
        }
    }

    @discardableResult
    private func attempt(_ body: () throws(SessionError) -> Void) -> Bool {
        do throws(SessionError) {
            try body()
            return true
        } catch {
            refusal = error
            return false
        }
    }

    func forget() { _ = recorded.takePeak() }

    func hear(_ frames: Range<Int>) {
        let played = staged.channel(0, frames).reduce(0) { max($0, abs($1)) }
        gain = max(played, recorded.takePeak()) / BenchApp.level
    }

    /// The last measurement beside another app: with the volumes at full scale, a level below the
    /// source's means ducking.
    var measurementBeside: MeasuredSound {
        let measurement = measurement
        guard measurement.outcome == .plays, gain < 0.99 else { return measurement }
        return MeasuredSound(.ducked, gain: gain)
    }

    /// The last measurement.
    var measurement: MeasuredSound {
        if let refusal { return MeasuredSound(.refused, refusal: refusal) }
        // −80 dB, as in a scenario's condition of silence.
        guard gain > 1e-4 else {
            let wasTold = staged.notifications.contains {
                if case .interruptionBegan = $0 { true } else { false }
            }
            return MeasuredSound(wasTold ? .interrupted : .silent)
        }
        return MeasuredSound(.plays, gain: gain)
    }
}
