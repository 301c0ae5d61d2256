import AudioModel
import MIDISynthesis
import SoundClient
import SoundMixer
import SoundRuntime
import Synchronization

/// Plays a sequence through one stream of the app's.
///
/// A work queue renders a little ahead of the device. Rendering takes no virtual time.
///
/// Ownership: the mutex guards all mutable state, the synthesiser included; it is not held while the
/// server is asked or the app is called.
final class MIDIPlayback: @unchecked Sendable {
    private let app: AppSound
    private let work: any WorkQueue
    private let sequence: MIDISequence
    private let synthesizer: SoundFontSynthesizer
    private let state: Mutex<State>
    /// The duration at a rate of 1, in seconds.
    let duration: Double

    /// How far ahead of the device the sequence is rendered.
    private static let aheadSeconds = 0.2
    /// Frames rendered at a time.
    private static let pieceFrames = 512
    /// The rates that can be played.
    private static let rates = 0.001...1000.0

    private struct State: Sendable {
        var run: Run?
        /// The time to begin at, in seconds at a rate of 1.
        var position = 0.0
        var rate = 1.0
        var completion: (@Sendable () -> Void)?
    }

    /// One playing, from a start to the end or a stop.
    ///
    /// Ownership: the playback's mutex guards it; closures of the stream only carry the reference.
    private final class Run: @unchecked Sendable {
        let renderer: SequenceRenderer
        var feed: VoiceFeedWriter
        var stream: Int?
        let aheadFrames: Int
        /// Times of the sequence at frames of the feed, in order.
        var times: [(frame: Int, second: Double, rate: Double)]
        /// The sequence has been played to its end; its last notes may sound on.
        var isFinished = false
        var isTailOver = false

        init(_ renderer: SequenceRenderer, _ feed: VoiceFeedWriter, aheadFrames: Int, rate: Double)
        {
            self.renderer = renderer
            self.feed = feed
            self.aheadFrames = aheadFrames
            times = [(0, renderer.position, rate)]
        }

        /// The time of the sequence that is heard, in seconds at a rate of 1.
        var heardSecond: Double {
            let taken = feed.takenFrames
            let time = times.last { $0.frame <= taken } ?? times[0]
            return time.second + Double(taken - time.frame) / feed.sampleRate * time.rate
        }
    }

    init(_ app: AppSound, _ sequence: MIDISequence, _ synthesizer: SoundFontSynthesizer) {
        self.app = app
        self.sequence = sequence
        self.synthesizer = synthesizer
        work = app.environment.makeWorkQueue(label: "sori.midi")
        state = Mutex(State())
        duration = sequence.tempoMap.seconds(atBeat: sequence.length)
    }

    // MARK: Calls of the app

    var isPlaying: Bool { state.withLock { $0.run.map { !$0.isFinished } ?? false } }

    var rate: Double {
        get { state.withLock { $0.rate } }
        set {
            let rate = min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound)
            guard rate.isFinite else { return }
            state.withLock { state in
                state.rate = rate
                guard let run = state.run else { return }
                run.renderer.setRate(rate)
                run.times.append((run.renderer.frame, run.renderer.position, rate))
            }
        }
    }

    /// The time of the sequence, in seconds at a rate of 1; setting it while the sequence plays goes
    /// on from there.
    var position: Double {
        get {
            state.withLock { state in
                guard let run = state.run, !run.isFinished else { return state.position }
                return min(run.heardSecond, duration)
            }
        }
        set {
            let second = newValue.isFinite ? max(newValue, 0) : 0
            let (wasPlaying, completion) = state.withLock { state in
                let completion = state.completion
                if state.run != nil { state.completion = nil }
                return (state.run.map { !$0.isFinished } ?? false, completion)
            }
            halt()
            state.withLock { $0.position = second }
            if wasPlaying { play(completion) }
        }
    }

    /// Plays from the present position, or from the start when that is the end. Does nothing while
    /// the sequence plays.
    ///
    /// - Parameter completion: Called once on an internal queue, at the end or after `stop`.
    func play(_ completion: (@Sendable () -> Void)?) {
        noteSound(of: app)
        AVAudioSession.prepare(for: app)
        guard !isPlaying else { return }
        halt()
        state.withLock { state in
            if state.position >= duration { state.position = 0 }
            let rate = synthesizer.sampleRate
            let ahead = Int(rate * Self.aheadSeconds)
            let renderer = SequenceRenderer(
                sequence, synthesizer, from: state.position, rate: state.rate)
            state.run = Run(
                renderer,
                VoiceFeedWriter(channelCount: 2, sampleRate: rate, capacityFrames: ahead),
                aheadFrames: ahead, rate: state.rate)
            state.completion = completion
        }
        schedulePump()
    }

    /// Plays as `play` does; when the sequence plays already, the completion is called at once.
    func playOnce(_ completion: @escaping @Sendable () -> Void) {
        noteSound(of: app)
        AVAudioSession.prepare(for: app)
        if isPlaying { completion() } else { play(completion) }
    }

    /// Stops; the position stays.
    func stop() { halt() }

    /// Ends the present run, if there is one.
    private func halt() {
        let (stream, completion) = state.withLock { state in
            guard let run = state.run else {
                return (nil as Int?, nil as (@Sendable () -> Void)?)
            }
            if !run.isFinished { state.position = min(run.heardSecond, duration) }
            state.run = nil
            synthesizer.silence()
            defer { state.completion = nil }
            return (run.stream, state.completion)
        }
        // Fails only for a stream that has ended already.
        if let stream { try? app.stopStream(stream) }
        if let completion { app.environment.onQueue(completion) }
    }

    // MARK: The pump

    private func schedulePump() {
        work.async { [weak self] in self?.pump() }
    }

    private func pump() {
        let run = state.withLock { state -> Run? in
            guard let run = state.run else { return nil }
            fill(run)
            return run
        }
        guard let run else { return }
        startStream(run)
        let completion = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.run === run else { return nil }
            setRefillThreshold(run)
            let isEnd = run.renderer.frame >= run.renderer.endFrame
            guard isEnd, !run.isFinished, run.feed.takenFrames >= run.renderer.endFrame else {
                return nil
            }
            run.isFinished = true
            state.position = duration
            defer { state.completion = nil }
            return state.completion
        }
        if let completion { app.environment.onQueue(completion) }
    }

    /// Renders as much as there is room for. With the mutex held.
    private func fill(_ run: Run) {
        guard !run.isTailOver else { return }
        var left = [Float](repeating: 0, count: Self.pieceFrames)
        var right = left
        var both = [Float](repeating: 0, count: 2 * Self.pieceFrames)
        while !run.renderer.isOver {
            let room = min(
                run.aheadFrames - (run.renderer.frame - run.feed.takenFrames),
                run.feed.freeFrames)
            let count = min(room, Self.pieceFrames)
            guard count > 0 else { return }
            left.withUnsafeMutableBufferPointer { left in
                right.withUnsafeMutableBufferPointer { right in
                    guard let left = left.baseAddress, let right = right.baseAddress else { return }
                    run.renderer.render(left: left, right: right, frameCount: count)
                }
            }
            for frame in 0..<count {
                both[2 * frame] = left[frame]
                both[2 * frame + 1] = right[frame]
            }
            _ = run.feed.write(both, frameCount: count)
        }
        run.isTailOver = true
        run.feed.finish()
    }

    private func setRefillThreshold(_ run: Run) {
        var frame = Int.max
        if !run.isTailOver { frame = run.renderer.frame - run.aheadFrames / 2 }
        if !run.isFinished { frame = min(frame, run.renderer.endFrame) }
        run.feed.setRefillThreshold(atFrame: frame)
    }

    private func startStream(_ run: Run) {
        guard state.withLock({ $0.run === run && run.stream == nil }) else { return }
        do throws(SessionError) {
            let stream = try app.startStream(
                .player, .feed(run.feed.reader),
                watcher: StreamWatcher(
                    progressed: { [weak self] in self?.schedulePump() },
                    transportChanged: { _ in })
            ) { [weak self, weak run] _ in
                self?.work.async { [weak self, weak run] in
                    guard let self, let run else { return }
                    streamEnded(run)
                }
            }
            let isGone = state.withLock { state in
                run.stream = stream
                return state.run !== run
            }
            if isGone { try? app.stopStream(stream) }
        } catch {
            halt()
        }
    }

    /// Handles the end of a stream: of the sequence and its last notes, or by the policy.
    private func streamEnded(_ run: Run) {
        guard state.withLock({ $0.run === run }) else { return }
        run.stream = nil
        if run.isTailOver {
            // The last frames may have been taken since the pump ran.
            pump()
        }
        halt()
    }
}
