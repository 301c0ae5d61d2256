public import AVFAudio

/// Plays a pattern over and over, each hit on its exact frame.
///
/// The players' timelines begin together. A timer, which need not be exact, keeps the steps of the
/// next quarter of a second scheduled; changes of the pattern and the tempo take effect behind them.
/// Interruptions by calls and alarms stop the machine, and it starts again after them.
@MainActor
public final class DrumMachine {
    public struct NoMemory: Error {}

    /// What is played, from the first step on that is not scheduled yet.
    public var pattern: Pattern
    /// The tempo in beats a minute, from the first step on that is not scheduled yet.
    public var tempo: Double {
        didSet {
            timeline.setTempo(tempo)
            tempo = timeline.tempo
        }
    }
    public private(set) var isPlaying = false
    /// The first step since the start that is not scheduled yet.
    public var nextStep: Int { timeline.nextStep }

    private let engine: AVAudioEngine
    private let sampleRate: Double
    private var voices: [Drum: Voices] = [:]
    private var timeline: StepTimeline
    /// Tells a start's timer from those before it.
    private var startCount = 0
    private var wasInterrupted = false
    private var observers: [any NSObjectProtocol] = []

    /// How far ahead steps are scheduled, and how often that is looked after, in seconds.
    private static let aheadSeconds = 0.25
    private static let timerSeconds = 0.05
    /// The delay of the start, in which all players learn of it, in seconds.
    private static let startSeconds = 0.1

    /// - Parameter engine: An engine to play with, which the machine starts and stops.
    public init(
        _ pattern: Pattern = .rock, tempo: Double = 120, engine: AVAudioEngine = AVAudioEngine()
    ) throws {
        self.engine = engine
        self.pattern = pattern
        sampleRate = engine.mainMixerNode.outputFormat(forBus: 0).sampleRate
        timeline = StepTimeline(tempo: tempo, sampleRate: sampleRate)
        self.tempo = timeline.tempo
        guard let format = AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 1)
        else { throw NoMemory() }
        for drum in Drum.allCases { voices[drum] = try Voices(drum, engine, format) }
        try AVAudioSession.sharedInstance().setCategory(.playback)
        observe()
    }

    isolated deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    // MARK: The buttons

    /// Starts with the first step of the pattern.
    public func start() throws {
        guard !isPlaying else { return }
        try AVAudioSession.sharedInstance().setActive(true)
        try engine.start()
        isPlaying = true
        wasInterrupted = false
        timeline = StepTimeline(tempo: tempo, sampleRate: sampleRate)
        scheduleSteps()
        let players = voices.values.flatMap(\.players)
        let now = players.first?.lastRenderTime?.sampleTime ?? 0
        let delay = AVAudioFramePosition(Self.startSeconds * sampleRate)
        let start = AVAudioTime(sampleTime: now + delay, atRate: sampleRate)
        for player in players { player.play(at: start) }
        startCount += 1
        waitForTimer(startCount)
    }

    public func stop() {
        guard isPlaying else { return }
        isPlaying = false
        for player in voices.values.flatMap(\.players) { player.stop() }
        engine.stop()
    }

    // MARK: Scheduling

    private func waitForTimer(_ start: Int) {
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.timerSeconds) { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.isPlaying, self.startCount == start else { return }
                self.scheduleSteps()
                self.waitForTimer(start)
            }
        }
    }

    /// Schedules all steps that begin soon.
    private func scheduleSteps() {
        let horizon = position + AVAudioFramePosition(Self.aheadSeconds * sampleRate)
        while timeline.nextFrame < horizon {
            let frame = timeline.nextFrame
            for drum in Drum.allCases
            where pattern[drum, timeline.nextStep % Pattern.stepCount] {
                voices[drum]?.hit(at: frame)
            }
            timeline.advance()
        }
    }

    /// The frame of the timeline that plays; 0 before the start.
    private var position: AVAudioFramePosition {
        guard let player = voices[.kick]?.players.first, let now = player.lastRenderTime,
            let time = player.playerTime(forNodeTime: now)
        else { return 0 }
        return max(time.sampleTime, 0)
    }

    // MARK: What the system tells

    private func observe() {
        let centre = NotificationCenter.default
        observers.append(
            centre.addObserver(
                forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
            ) { [weak self] notification in
                let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                MainActor.assumeIsolated { self?.handleInterruption(type) }
            })
        observers.append(
            centre.addObserver(
                forName: .AVAudioEngineConfigurationChange, object: engine, queue: .main
            ) { [weak self] _ in
                MainActor.assumeIsolated { self?.restart() }
            })
    }

    private func handleInterruption(_ type: UInt?) {
        switch type.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
        case .began:
            wasInterrupted = isPlaying
            stop()
        case .ended:
            if wasInterrupted { try? start() }
        default: break
        }
    }

    /// The engine has stopped itself because the hardware has another format now.
    private func restart() {
        guard isPlaying else { return }
        stop()
        try? start()
    }
}
