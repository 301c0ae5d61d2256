import AudioFiles
import AudioModel
import SoundClient
import Synchronization

// Preparing, recording, pausing and stopping.

extension FileRecorder {
    /// Most captured frames that wait for the work queue; further ones are lost.
    private static let backlogFramesMax = 5 * 48_000

    /// Creates the file, overwriting an existing one, and activates the session. Does nothing unless
    /// stopped.
    ///
    /// - Returns: Whether the recorder is prepared.
    package func prepare() -> Bool {
        state.withLock { prepareIfStopped(&$0) }
    }

    private func prepareIfStopped(_ state: inout State) -> Bool {
        guard !state.isLost, target.canEncode else { return false }
        guard state.status == .stopped else { return true }
        do throws(SessionError) {
            try app.request(.activate)
        } catch {
            return false
        }
        guard openFile(&state) else { return false }
        state.recordedFrames = 0
        state.status = .prepared
        return true
    }

    /// Begins or continues the recording. Activates the session.
    ///
    /// After an interruption in which the app has not paused, the file begins again, unless the app
    /// keeps interrupted recordings.
    ///
    /// - Parameters:
    ///   - time: When to begin, in `deviceTime`'s seconds; `nil` for at once.
    ///   - duration: Seconds after which the recording stops by itself; `nil` for no limit.
    /// - Returns: Whether the recorder records.
    package func record(at time: Double? = nil, for duration: Double? = nil) -> Bool {
        let (isRecording, issue) = state.withLock { state in
            let isRecording = begin(at: time, for: duration, in: &state)
            defer { state.issue = nil }
            return (isRecording, state.issue)
        }
        issue?.report(of: app)
        return isRecording
    }

    private func begin(at time: Double?, for duration: Double?, in state: inout State) -> Bool {
        guard prepareIfStopped(&state) else { return false }
        if state.status == .recording, let stream = state.stream,
            app.transport(ofStream: stream) == .running
        {
            return true
        }
        let former = state.span
        state.span = Span(
            start: time.flatMap { $0.isNaN ? nil : .zero + .seconds(min(max($0, 0), 9e9)) },
            framesLeft: duration.map { frames(of: $0) })
        do throws(SessionError) {
            if let stream = state.stream, app.transport(ofStream: stream) != nil {
                // Sound that was captured before a pause belongs before it.
                takeBacklog(&state)
                try app.resumeStream(stream)
            } else {
                try beginStream(&state)
            }
        } catch {
            state.span = former
            return false
        }
        state.status = .recording
        state.isInterrupted = false
        return !state.losesFileOnRecord || beginFileAgain(&state)
    }

    /// Drops what was recorded before an interruption.
    ///
    /// - Returns: False when the file could not be created again; then the recorder has stopped.
    private func beginFileAgain(_ state: inout State) -> Bool {
        state.losesFileOnRecord = false
        if state.recordedFrames > 0, target.create != nil {
            let frames = Double(state.recordedFrames)
            let seconds = (frames / app.inputSampleRate * 10).rounded() / 10
            state.issue = RuntimeIssue(
                .interruptedRecording, "AVAudioRecorder.record()",
                "the \(seconds) s recorded before the interruption are lost, because the app did "
                    + "not pause the recorder when it began")
        }
        try? state.file?.close()
        state.file = nil
        state.recordedFrames = 0
        guard openFile(&state) else {
            _ = finish(in: &state)
            return false
        }
        return true
    }

    private func frames(of duration: Double) -> Int {
        let frames = (max(duration.isNaN ? 0 : duration, 0) * app.inputSampleRate).rounded()
        return Int(min(frames, 0x1p53))
    }

    private func beginStream(_ state: inout State) throws(SessionError) {
        state.streamGeneration += 1
        let generation = state.streamGeneration
        state.stream = try app.startRecording(
            onCapture: { [weak self] in self?.receive($0, ofStream: generation) },
            ended: { [weak self] _ in self?.onWork { $0.streamEnded(generation) } })
    }

    /// Pauses; `record` appends to the file.
    package func pause() {
        app.input.service()
        state.withLock { state in
            state.losesFileOnRecord = false
            guard state.status == .recording, let stream = state.stream else { return }
            takeBacklog(&state)
            // Fails only for a stream that has ended already.
            try? app.pauseStream(stream)
            if state.status == .recording { state.status = .paused }
        }
    }

    /// Stops, and completes and closes the file. The report follows.
    package func stop() {
        // Makes the device deliver what it has captured.
        app.input.service()
        let report = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.status != .stopped else { return nil }
            takeBacklog(&state)
            // Stopped by the last of the sound.
            guard state.status != .stopped else { return nil }
            let hasRecorded = state.status != .prepared
            let report = finish(in: &state)
            return hasRecorded ? report : nil
        }
        if let report { onWork { _ in report() } }
    }

    // MARK: Captured sound

    /// Accepts captured sound. On the control thread, which must not be blocked.
    private func receive(_ sound: CapturedSound, ofStream generation: Int) {
        let isFirst = backlog.withLock { backlog in
            guard backlog.frameCount + sound.frameCount <= Self.backlogFramesMax else {
                return false
            }
            backlog.sounds.append(sound)
            backlog.frameCount += sound.frameCount
            return backlog.sounds.count == 1
        }
        guard isFirst else { return }
        onWork { recorder in
            recorder.state.withLock { state in
                if generation == state.streamGeneration { recorder.takeBacklog(&state) }
            }
        }
    }

    /// Writes the captured sound that waits.
    private func takeBacklog(_ state: inout State) {
        let sounds = backlog.withLock { backlog in
            defer { backlog = Backlog() }
            return backlog.sounds
        }
        for sound in sounds where state.status == .recording { write(sound, in: &state) }
    }

    private func write(_ sound: CapturedSound, in state: inout State) {
        guard let frames = wantedFrames(of: sound, in: &state.span), !frames.isEmpty else {
            return
        }
        if state.meters != nil {
            state.meters = [ChannelLevel](
                of: sound, channelCount: Int(target.format.channelCount))
        }
        do throws(ExtendedFileError) {
            let channelCount = sound.channelCount
            try state.file?.write(
                sound.samples[frames.lowerBound * channelCount..<frames.upperBound * channelCount],
                channelCount: channelCount)
        } catch {
            let report = finish(after: error, in: &state)
            return onWork { _ in report() }
        }
        state.recordedFrames += frames.count
        guard let framesLeft = state.span.framesLeft else { return }
        state.span.framesLeft = framesLeft - frames.count
        if framesLeft == frames.count {
            let report = finish(in: &state)
            onWork { _ in report() }
        }
    }

    /// The frames of a block that belong to the recording; `nil` for none.
    private func wantedFrames(of sound: CapturedSound, in span: inout Span) -> Range<Int>? {
        var first = 0
        if let start = span.start {
            let wait = (start - sound.time).seconds * app.inputSampleRate
            guard wait < Double(sound.frameCount) else { return nil }
            first = max(Int(wait.rounded(.up)), 0)
            span.start = nil
        }
        let end = min(sound.frameCount, first + min(span.framesLeft ?? .max, sound.frameCount))
        return first < end ? first..<end : nil
    }

    // MARK: The end

    /// Ends the recording and closes the file.
    ///
    /// - Parameter error: Why the sound could not be written.
    /// - Returns: Tells the app, to be called without the lock.
    func finish(
        after error: ExtendedFileError? = nil, in state: inout State
    ) -> @Sendable () -> Void {
        if let stream = state.stream { try? app.stopStream(stream) }
        state.stream = nil
        state.streamGeneration += 1
        backlog.withLock { $0 = Backlog() }
        var error = error
        do throws(ExtendedFileError) {
            try state.file?.close()
        } catch let failure {
            error = error ?? failure
        }
        state.file = nil
        state.status = .stopped
        state.isInterrupted = false
        state.losesFileOnRecord = false
        state.recordedFrames = 0
        state.span = Span()
        if state.meters != nil { state.meters = [] }
        return { [events = state.events, error] in
            if let error { events.encodingFailed(error) }
            events.finished(error == nil)
        }
    }

    /// Handles a stop by the policy. The file stays open for more.
    private func streamEnded(_ generation: Int) {
        state.withLock { state in
            guard generation == state.streamGeneration, state.stream != nil else { return }
            takeBacklog(&state)
            state.stream = nil
            if state.status == .recording { state.status = .paused }
        }
    }
}
