import AudioGraph
import AudioModel
import AudioUnits
public import Foundation
import SimulatedTime
import SoundClient
import SoundMixer
import SoundRuntime
import SoundServer
import Synchronization

// Rendering to the hardware: the streams of the app, interruptions and changes of the hardware.

extension EngineCore {
    /// The app's streams while the engine runs on the hardware.
    struct Streams {
        var run: LiveRun
        /// The number of the output's stream; `nil` without an output.
        var output: Int?
        /// The number of the input's stream; `nil` without an input.
        var input: Int?
        /// The formats of the hardware at the start.
        var outputFormat: GraphFormat
        var inputFormat: GraphFormat
    }

    /// Starts the streams, or resumes them after a pause.
    ///
    /// - Throws: The session's refusal.
    func startStreams() throws {
        noteSound(of: app)
        AVAudioSession.prepare(for: app)
        let (streams, wantsOutput, wantsInput) = state.withLock {
            state -> (Streams?, Bool, Bool) in
            let hasOutput =
                state.output.map { !state.graph.connections(to: $0.graphNode).isEmpty } ?? false
            return (state.live, hasOutput || !isInputUsed(state), isInputUsed(state))
        }
        var present = try streams ?? makeStreams()
        present.run.resume()
        do throws(SessionError) {
            if wantsInput, present.input == nil {
                present.input = try startInput(present.run)
            }
            if wantsOutput {
                if let output = present.output {
                    try app.resumeStream(output)
                } else {
                    present.output = try startOutput(present.run)
                }
            }
        } catch {
            present.run.pause()
            if let input = present.input { try? app.stopStream(input) }
            present.input = nil
            state.withLock { $0.live = present }
            throw NSError.avfAudio(
                error.rawValue, failedCall: "AVAudioEngine.start()",
                reason: app.connection.reason(for: error))
        }
        let voice = state.withLock { state in
            state.live = present
            return state.voice.processing
        }
        // It may have changed while the input opened.
        if let voice, let input = present.input { app.setVoiceProcessing(voice, ofStream: input) }
        followDucking()
        if present.output != nil { scheduleFill(present.run) }
    }

    /// Lowers other sound while the input records with voice processing.
    private func followDucking() {
        let (isOn, stream) = state.withLock { state in
            (state.voice.isEnabled && state.live?.input != nil, state.live?.output)
        }
        if isOn { ducking.begin(stream: stream) } else { ducking.end() }
    }

    private func makeStreams() throws -> Streams {
        guard let renderer = state.withLock({ $0.renderer }) else {
            throw NSError.avfAudio(AudioUnitStatus.badParam, failedCall: "AVAudioEngine.start()")
        }
        let rate = renderer.format.sampleRate
        let (hardware, ducking) = (SessionHardware.of(app), ducking)
        return Streams(
            run: LiveRun(
                renderer.format, blockFrames: Self.blockFrames, app.environment,
                followsDevice: hardware.hasDevice,
                deviceFrames: { hardware.deviceFrames(at: rate) },
                bufferFrames: { hardware.leadFrames(at: rate) }
            ) { output, frameCount, sampleTime, hostTime in
                defer {
                    ducking.hear(
                        played: output, frameCount: frameCount,
                        channelCount: renderer.format.channelCount, sampleRate: rate)
                }
                return renderer.render(
                    output, frameCount: frameCount, sampleTime: sampleTime, hostTime: hostTime)
            },
            outputFormat: hardwareOutput, inputFormat: hardwareInput)
    }

    /// Whether something takes the input's sound. With the mutex held.
    private func isInputUsed(_ state: EngineState) -> Bool {
        guard let input = state.input?.graphNode else { return false }
        return state.taps[input] != nil || !state.graph.connections(from: input).isEmpty
    }

    private func startOutput(_ run: LiveRun) throws(SessionError) -> Int {
        try run.startOutput(
            of: app,
            progressed: { [weak self] in self?.scheduleFill(run) },
            held: { [weak self] in self?.interrupt(run) },
            ended: { [weak self] in self?.outputEnded(run) })
    }

    private func startInput(_ run: LiveRun) throws(SessionError) -> Int {
        if let frames = SessionHardware.of(app).cycleFrames(at: app.inputSampleRate) {
            let source = state.withLock { $0.input?.source }
            source?.bufferFrames.store(frames, ordering: .relaxed)
        }
        return try run.startInput(
            of: app, voice: state.withLock { $0.voice.processing },
            onCapture: { [weak self] sound in self?.receive(sound, run) },
            held: { [weak self] in self?.interrupt(run) },
            ended: { [weak self] in self?.inputEnded(run) })
    }

    func scheduleFill(_ run: LiveRun) {
        run.schedule { [weak self] in
            guard let self else { return }
            run.fill { self.afterRendering() }
        }
    }

    private func receive(_ sound: CapturedSound, _ run: LiveRun) {
        let (source, speech, hasOutput) = state.withLock { state in
            (
                state.input?.source, state.voice.mutesInput ? state.voice.speech : nil,
                state.live?.output != nil
            )
        }
        source?.capture(sound)
        speech?.capture(sound, sampleRate: app.inputSampleRate)
        if speech == nil { ducking.hear(sound, sampleRate: app.inputSampleRate) }
        guard !hasOutput else { return }
        // Without an output the input drives the graph.
        run.work.async { [weak self] in
            guard let self else { return }
            let ratio = run.format.sampleRate / app.inputSampleRate
            run.renderWithoutOutput(
                frameCount: Int((Double(sound.frameCount) * ratio).rounded()), at: sound.time)
            afterRendering()
        }
    }

    /// The number of the output's stream; `nil` without one.
    package var outputStream: Int? { state.withLock { $0.live?.output } }

    // MARK: Ends

    /// Pauses the streams.
    func pauseStreams() {
        guard let live = state.withLock({ $0.live }) else { return }
        live.run.pause()
        if let output = live.output { try? app.pauseStream(output) }
        if let input = live.input { try? app.stopStream(input) }
        state.withLock { $0.live?.input = nil }
        followDucking()
    }

    /// Stops the streams.
    func stopStreams() {
        let live = state.withLock { state in
            defer { state.live = nil }
            return state.live
        }
        guard let live else { return }
        live.run.pause()
        if let output = live.output { try? app.stopStream(output) }
        if let input = live.input { try? app.stopStream(input) }
        followDucking()
    }

    /// Pauses the engine because the policy has paused its stream. A stream that runs again was
    /// paused and resumed by the app itself.
    private func interrupt(_ run: LiveRun) {
        transport.lock()
        defer { transport.unlock() }
        let streams = state.withLock { state -> [Int] in
            guard let live = state.live, live.run === run, state.phase == .running else {
                return []
            }
            return [live.output, live.input].compactMap { $0 }
        }
        guard streams.contains(where: { app.transport(ofStream: $0) == .held }) else { return }
        pause()
    }

    private func outputEnded(_ run: LiveRun) {
        let isOwn = state.withLock { state in
            guard state.live?.run === run else { return false }
            // The feed is over; the next start begins another one.
            let input = state.live?.input
            state.live = nil
            if let input { state.endedInput = input }
            return true
        }
        guard isOwn else { return }
        run.pause()
        followDucking()
        if let input = state.withLock({ $0.takeEndedInput() }) { try? app.stopStream(input) }
        pause()
    }

    private func inputEnded(_ run: LiveRun) {
        let isOwn = state.withLock { state in
            guard state.live?.run === run, state.live?.input != nil else { return false }
            state.live?.input = nil
            return true
        }
        if isOwn { pause() }
    }

    /// Stops the engine for good: the app has to make another one, with nodes of its own.
    ///
    /// Source: WWDC 2016, session 507: after a reset of the media services an app makes another
    /// engine.
    fileprivate func loseServices() {
        if !survivesReset { state.withLock { $0.isLost = true } }
        stop()
    }

    // MARK: Changes of the hardware

    /// Stops the engine when the hardware's formats are no longer those of the start, and reports
    /// it. On a control thread.
    package func hardwareDidChange() {
        let (output, input) = (hardwareOutput, hardwareInput)
        let hasChanged = state.withLock { state in
            guard let live = state.live, state.phase == .running else { return false }
            return live.outputFormat != output || isInputUsed(state) && live.inputFormat != input
        }
        guard hasChanged else { return }
        stop()
        app.environment.onQueue { [weak self] in
            guard let engine = self?.engine else { return }
            NotificationCenter.default.post(
                name: .AVAudioEngineConfigurationChange, object: engine)
        }
    }
}

/// The engines of an app, which follow the notifications of the server. Any thread.
final class EngineList: Sendable {
    private struct Entry {
        weak var core: EngineCore?
    }

    private let entries = Mutex<[Entry]>([])

    /// Returns the app's list; made at first use.
    static func of(_ app: AppSound) -> EngineList { app.attachment { EngineList(app) } }

    private init(_ app: AppSound) {
        app.addObserver { [weak self, weak app] notification in
            // Deferred: the server waits for the observer.
            switch notification {
            case .routeChanged:
                app?.environment.onQueue { [weak self] in
                    for core in self?.cores ?? [] { core.hardwareDidChange() }
                }
            case .mediaServicesLost:
                app?.environment.onQueue { [weak self] in
                    for core in self?.cores ?? [] { core.loseServices() }
                }
            default: break
            }
        }
    }

    private var cores: [EngineCore] { entries.withLock { $0.compactMap(\.core) } }

    func add(_ core: EngineCore) {
        entries.withLock { entries in
            entries.removeAll { $0.core == nil }
            entries.append(Entry(core: core))
        }
    }
}

extension Notification.Name {
    /// Reports that an engine has stopped because the hardware's sample rate or number of channels
    /// has changed. Nodes and connections stay; start the engine again. Posted on an internal queue
    /// with the engine as its object; do not release the engine in the observer.
    public static let AVAudioEngineConfigurationChange = Notification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}
