import AudioModel
import SoundClient
import SoundMixer
import SoundRuntime
import SpeechSynthesis
import Synchronization

/// Speaks utterances one after the other through one stream of the app's, or of its speech's own.
///
/// Speech is made piece by piece on a work queue, a little ahead of the device. What happens at a
/// frame (a word begins, an utterance ends) is a mark, which is reached when the device has read the
/// frames before it. In virtual time the synthesis itself takes no time.
///
/// Ownership: the mutex guards all mutable state; it is not held while the server is asked or a
/// piece is synthesised. `work` runs one pump at a time.
final class SpeechPlayback: @unchecked Sendable {
    /// An utterance as it was when it was enqueued.
    struct Utterance: Sendable {
        /// The number that events name.
        var number: Int
        var text: SpeechText
        var voice: SpeechVoice
        var settings: SpeechReader.Settings
        /// Silence before and after, in seconds.
        var delay: (before: Double, after: Double)
    }

    /// What a synthesizer's delegate is notified of, each with its utterance's number.
    enum Event: Sendable {
        case started(Int)
        /// Something begins in the speech, at a frame that counts from the utterance's first.
        case reached(Int, SpeechReader.Event.Kind, frame: Int)
        case finished(Int)
        case cancelled(Int)
        case paused(Int)
        case continued(Int)
        /// The utterance is gone without having been spoken.
        case dropped(Int)
    }

    let app: AppSound
    let work: any WorkQueue
    let deliver: @Sendable (Event) -> Void
    let state = Mutex(State())

    /// How far ahead of the device speech is made: covers the synthesis of the longest piece.
    static let aheadSeconds = 0.5
    /// The longest delay before or after an utterance, in seconds.
    private static let delayMax = 86_400.0

    struct State: Sendable {
        var waiting: [Utterance] = []
        var writing: Writing?
        /// What will be reached, in the order of frames.
        var marks: [Mark] = []
        var run: SpeechRun?
        /// The session of the next run; `nil` before the first utterance.
        var session: SpeechSession?
        /// Silence that the last utterance asked for, in frames, before the next one.
        var silenceAfterLast = 0
        /// The utterance between its start and its end.
        var active: Int?
        var isPaused = false
        /// Whether the policy has paused the stream, which the app has not asked for.
        var isHeld = false
        var pausesAtWord = false
        var stopsAtWord = false
        /// Counts stops, so that a piece synthesised for a stopped utterance is dropped.
        var generation = 0

        var isSpeaking: Bool {
            !waiting.isEmpty || writing != nil || !marks.isEmpty || active != nil
        }
    }

    /// The utterance that is being written to the feed.
    struct Writing: Sendable {
        var utterance: Utterance
        var reader: SpeechReader
        /// Frames of silence to write before the speech.
        var silenceFrames: Int
        var samples: [Float] = []
        var writtenSamples = 0
        /// The frame of the feed at which the utterance starts; `nil` before.
        var firstFrame: Int?
    }

    struct Mark: Sendable {
        var frame: Int
        var event: Event
    }

    /// - Parameter deliver: Called on the app's main thread.
    init(_ app: AppSound, deliver: @escaping @Sendable (Event) -> Void) {
        self.app = app
        self.deliver = deliver
        work = app.environment.makeWorkQueue(label: "sori.speech")
    }

    // MARK: Calls of the app

    var isSpeaking: Bool { state.withLock { $0.isSpeaking } }
    var isPaused: Bool { state.withLock { $0.isPaused } }

    /// - Parameter usesAppSession: Whether the speech belongs to the app's session, if it starts
    ///   with this utterance.
    func enqueue(_ utterance: Utterance, usesAppSession: Bool) {
        noteSound(of: app)
        AVAudioSession.prepare(for: app)
        var utterance = utterance
        utterance.delay.before = Self.checkedDelay(utterance.delay.before)
        utterance.delay.after = Self.checkedDelay(utterance.delay.after)
        let session = usesAppSession ? SpeechSession(app) : SpeechSession.separate(for: app)
        state.withLock { state in
            state.waiting.append(utterance)
            state.session = session
        }
        schedulePump()
    }

    private static func checkedDelay(_ seconds: Double) -> Double {
        seconds > 0 ? min(seconds, delayMax) : 0
    }

    /// Stops at once, or before the next word, and forgets all utterances.
    ///
    /// - Returns: Whether there was anything to stop.
    func stop(atWord: Bool) -> Bool {
        let (isStopped, run) = state.withLock { state -> (Bool, SpeechRun?) in
            guard state.isSpeaking else { return (false, nil) }
            if atWord, !state.isPaused, state.active != nil {
                state.stopsAtWord = true
                return (true, nil)
            }
            return (true, cancelAll(&state))
        }
        stopStream(of: run)
        return isStopped
    }

    /// Pauses at once, or before the next word.
    ///
    /// - Returns: Whether there was anything to pause.
    func pause(atWord: Bool) -> Bool {
        let (isPaused, run) = state.withLock { state -> (Bool, SpeechRun?) in
            guard state.isSpeaking, !state.isPaused else { return (false, nil) }
            if atWord, state.active != nil {
                state.pausesAtWord = true
                return (true, nil)
            }
            return (true, beginPause(&state))
        }
        pauseStream(of: run)
        return isPaused
    }

    /// Continues after a pause, of the app's or of the policy's.
    ///
    /// - Returns: Whether there was a pause to end, and the session let it end.
    func resume() -> Bool {
        let (isPaused, run) = state.withLock { state -> (Bool, SpeechRun?) in
            if state.pausesAtWord {
                state.pausesAtWord = false
                return (false, nil)
            }
            guard state.isPaused else { return (false, nil) }
            (state.isPaused, state.isHeld) = (false, false)
            return (true, state.run)
        }
        guard isPaused else { return false }
        do throws(SessionError) {
            if let run { try resumeStream(of: run) }
        } catch {
            state.withLock { ($0.isPaused, $0.isHeld) = ($0.run != nil, true) }
            return false
        }
        state.withLock { state in
            if let active = state.active { post(.continued(active)) }
        }
        schedulePump()
        return true
    }

    // MARK: Ends and pauses. With the mutex held.

    /// Posts an event to the main thread; the mutex keeps the events in order.
    func post(_ event: Event) {
        app.environment.onMain { [deliver] in deliver(event) }
    }

    /// - Returns: The run with the stream to pause.
    func beginPause(_ state: inout State) -> SpeechRun? {
        state.isPaused = true
        state.pausesAtWord = false
        if let active = state.active { post(.paused(active)) }
        return state.run
    }

    /// - Returns: The run with the stream to stop.
    func cancelAll(_ state: inout State) -> SpeechRun? {
        if let active = state.active { post(.cancelled(active)) }
        // Utterances that start later in the feed, in writing or not begun.
        var others = state.marks.compactMap { mark -> Int? in
            if case .started(let number) = mark.event { number } else { nil }
        }
        if let writing = state.writing, writing.firstFrame == nil {
            others.append(writing.utterance.number)
        }
        others += state.waiting.map(\.number)
        for number in others { post(.dropped(number)) }
        let run = state.run
        let generation = state.generation
        state = State()
        state.generation = generation + 1
        state.session = run?.session
        return run
    }

    func stopStream(of run: SpeechRun?) {
        guard let run else { return }
        // Fails only for a stream that has ended already.
        if let stream = run.stream { try? run.session.app.stopStream(stream) }
        run.session.end(run)
    }

    func pauseStream(of run: SpeechRun?) {
        guard let run, let stream = run.stream else { return }
        // Fails only for a stream that has ended already.
        try? run.session.app.pauseStream(stream)
        run.session.end(run)
    }

    private func resumeStream(of run: SpeechRun) throws(SessionError) {
        guard let stream = run.stream else { return }
        try begin(run)
        try run.session.app.resumeStream(stream)
    }

    func begin(_ run: SpeechRun) throws(SessionError) {
        try run.session.begin(run) { [weak self] in
            self?.work.async { [weak self] in _ = self?.resume() }
        }
    }

    func schedulePump() {
        work.async { [weak self] in self?.pump() }
    }
}

/// One stream of speech, from the first utterance until none is left.
///
/// Ownership: the playback's mutex guards it; closures of the stream only carry the reference.
final class SpeechRun: @unchecked Sendable {
    let session: SpeechSession
    let feed: VoiceFeedWriter
    /// Frames written to the feed so far.
    private(set) var written = 0
    /// The stream's number once it has started.
    var stream: Int?
    let aheadFrames: Int

    init(_ session: SpeechSession, sampleRate: Double, aheadSeconds: Double) {
        self.session = session
        aheadFrames = Int(sampleRate * aheadSeconds)
        feed = VoiceFeedWriter(
            channelCount: 1, sampleRate: sampleRate, capacityFrames: aheadFrames)
    }

    /// Frames that can be written now.
    var room: Int { min(aheadFrames - (written - feed.takenFrames), feed.freeFrames) }

    func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int {
        let count = feed.write(samples, frameCount: frameCount)
        written += count
        return count
    }
}
