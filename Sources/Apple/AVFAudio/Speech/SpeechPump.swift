import AudioModel
import SoundClient
import SoundMixer
import SpeechSynthesis
import Synchronization

// The pump: makes speech ahead of the device and handles the marks that it has reached. On the
// playback's work queue.

extension SpeechPlayback {
    func pump() {
        repeat { handleReachedMarks() } while writeMore()
        startStream()
        handleReachedMarks()
        finishWhenDone()
        state.withLock { setRefillThreshold(&$0) }
    }

    private func setRefillThreshold(_ state: inout State) {
        guard let run = state.run else { return }
        var frame = state.marks.first?.frame ?? Int.max
        if state.writing != nil || !state.waiting.isEmpty {
            frame = min(frame, run.written - run.aheadFrames / 2)
        }
        run.feed.setRefillThreshold(atFrame: frame)
    }

    // MARK: Marks

    /// What is to be done when the mutex is not held any more.
    private enum Request {
        case pause(SpeechRun)
        case stop(SpeechRun)
    }

    private func handleReachedMarks() {
        let request = state.withLock { state -> Request? in
            while let mark = state.marks.first, let run = state.run, run.stream != nil,
                !state.isPaused, mark.frame <= run.feed.takenFrames
            {
                if Self.isWordBoundary(mark.event) {
                    if state.stopsAtWord { return cancelAll(&state).map(Request.stop) }
                    if state.pausesAtWord { return beginPause(&state).map(Request.pause) }
                }
                state.marks.removeFirst()
                take(mark.event, &state)
            }
            return nil
        }
        switch request {
        case .pause(let run): pauseStream(of: run)
        case .stop(let run): stopStream(of: run)
        case nil: break
        }
    }

    private static func isWordBoundary(_ event: Event) -> Bool {
        switch event {
        case .reached(_, .word, _), .finished: true
        default: false
        }
    }

    private func take(_ event: Event, _ state: inout State) {
        switch event {
        case .started(let number): state.active = number
        case .finished:
            state.active = nil
            (state.pausesAtWord, state.stopsAtWord) = (false, false)
        default: break
        }
        post(event)
    }

    // MARK: Writing

    /// Writes silence or speech, or makes the next piece of it.
    ///
    /// - Returns: Whether more may be written now.
    private func writeMore() -> Bool {
        let (isMore, reader, generation) = state.withLock { state in
            (writeReady(&state), state.writing?.reader, state.generation)
        }
        if isMore { return true }
        guard var reader, isPieceWanted else { return false }
        let chunk = reader.next()
        state.withLock { state in
            guard state.generation == generation, let run = state.run else { return }
            take(chunk, reader, run, &state)
        }
        return true
    }

    private var isPieceWanted: Bool {
        state.withLock { state in
            guard let writing = state.writing, let run = state.run else { return false }
            return writing.silenceFrames == 0 && writing.writtenSamples == writing.samples.count
                && run.room > 0
        }
    }

    /// Begins the next utterance, or writes what is there.
    ///
    /// - Returns: Whether more may be ready.
    private func writeReady(_ state: inout State) -> Bool {
        if state.writing == nil {
            guard !state.waiting.isEmpty else { return false }
            begin(state.waiting.removeFirst(), &state)
        }
        guard let run = state.run, var writing = state.writing, run.room > 0 else { return false }
        defer { if state.writing != nil { state.writing = writing } }
        if writing.silenceFrames > 0 {
            let count = min(writing.silenceFrames, run.room)
            writing.silenceFrames -= run.write(
                [Float](repeating: 0, count: count), frameCount: count)
            return true
        }
        if writing.firstFrame == nil {
            writing.firstFrame = run.written
            let number = writing.utterance.number
            state.marks.append(Mark(frame: run.written, event: .started(number)))
        }
        let left = writing.samples.count - writing.writtenSamples
        guard left > 0 else { return false }
        writing.writtenSamples += writing.samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return 0 }
            return run.write(start + writing.writtenSamples, frameCount: min(left, run.room))
        }
        return true
    }

    private func begin(_ utterance: Utterance, _ state: inout State) {
        let rate = SpeechVoice.sampleRate
        if state.run == nil {
            state.run = SpeechRun(
                state.session ?? SpeechSession(app), sampleRate: rate,
                aheadSeconds: Self.aheadSeconds)
            state.silenceAfterLast = 0
        }
        let silence = state.silenceAfterLast + Int(utterance.delay.before * rate)
        state.writing = Writing(
            utterance: utterance,
            reader: SpeechReader(
                utterance.text, voice: utterance.voice, settings: utterance.settings),
            silenceFrames: silence)
    }

    /// Takes a piece, or the end of the utterance.
    private func take(
        _ chunk: SpeechReader.Chunk?, _ reader: SpeechReader, _ run: SpeechRun,
        _ state: inout State
    ) {
        guard var writing = state.writing else { return }
        let number = writing.utterance.number
        guard let chunk else {
            state.marks.append(Mark(frame: run.written, event: .finished(number)))
            state.silenceAfterLast = Int(writing.utterance.delay.after * SpeechVoice.sampleRate)
            state.writing = nil
            return
        }
        writing.reader = reader
        writing.samples = chunk.samples
        writing.writtenSamples = 0
        let first = writing.firstFrame ?? run.written
        state.marks += chunk.events.map { event in
            let frame = run.written + event.frame
            return Mark(
                frame: frame, event: .reached(number, event.kind, frame: frame - first))
        }
        state.writing = writing
    }

    // MARK: The stream

    private func startStream() {
        let run = state.withLock { state -> SpeechRun? in
            guard let run = state.run, run.stream == nil, !state.isPaused else { return nil }
            return run
        }
        guard let run else { return }
        do throws(SessionError) {
            let stream = try start(run)
            let (isGone, isPaused) = state.withLock { state in
                run.stream = stream
                return (state.run !== run, state.isPaused)
            }
            if isGone { return stopStream(of: run) }
            if isPaused { pauseStream(of: run) }
        } catch {
            run.session.end(run)
            state.withLock { state in
                guard state.run === run else { return }
                refuse(&state)
            }
        }
    }

    /// The session refuses to play: the first utterance is cancelled, the others are forgotten.
    private func refuse(_ state: inout State) {
        for mark in state.marks {
            if case .started(let number) = mark.event, state.active == nil {
                state.active = number
                state.marks.removeAll { $0.frame == mark.frame }
            }
        }
        if state.active == nil, let writing = state.writing {
            state.active = writing.utterance.number
            state.writing = nil
        }
        _ = cancelAll(&state)
    }

    private func start(_ run: SpeechRun) throws(SessionError) -> Int {
        try begin(run)
        return try run.session.app.startStream(
            .player, .feed(run.feed.reader),
            watcher: StreamWatcher(
                progressed: { [weak self] in self?.schedulePump() },
                transportChanged: { [weak self] _ in
                    self?.work.async { [weak self] in self?.followTransport() }
                })
        ) { [weak self, weak run] _ in
            self?.work.async { [weak self, weak run] in
                guard let self, let run else { return }
                streamEnded(run)
            }
        }
    }

    /// Reads the stream's transport state from the server and follows it.
    private func followTransport() {
        let current = state.withLock { state in
            state.run.flatMap { run in run.stream.map { (run.session.app, $0) } }
        }
        guard let (speaker, stream) = current, let transport = speaker.transport(ofStream: stream)
        else { return }
        state.withLock { state in
            guard state.run?.stream == stream else { return }
            switch transport {
            case .held where !state.isPaused:
                state.isHeld = true
                _ = beginPause(&state)
            case .running where state.isPaused && state.isHeld:
                (state.isPaused, state.isHeld) = (false, false)
                if let active = state.active { post(.continued(active)) }
            default: break
            }
        }
        pump()
    }

    /// Handles the end of a stream that the playback has not stopped.
    private func streamEnded(_ run: SpeechRun) {
        run.session.end(run)
        state.withLock { state in
            guard state.run === run else { return }
            _ = cancelAll(&state)
        }
    }

    private func finishWhenDone() {
        let run = state.withLock { state -> SpeechRun? in
            guard !state.isSpeaking, let run = state.run else { return nil }
            state.run = nil
            (state.isPaused, state.isHeld) = (false, false)
            return run
        }
        stopStream(of: run)
    }
}
