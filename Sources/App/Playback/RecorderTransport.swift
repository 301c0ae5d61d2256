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
        lock.withLock { _ in prepareIfStopped() }
    }

    private func prepareIfStopped() -> Bool {
        guard !isLost, target.canEncode else { return false }
        guard state == .stopped else { return true }
        do throws(SessionError) {
            try app.request(.activate)
        } catch {
            return false
        }
        guard openFile() else { return false }
        recordedFrames = 0
        state = .prepared
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
        let (isRecording, issue) = lock.withLock { _ in
            (begin(at: time, for: duration), takeIssue())
        }
        issue?.report(of: app)
        return isRecording
    }

    /// With the lock held.
    private func begin(at time: Double?, for duration: Double?) -> Bool {
        guard prepareIfStopped() else { return false }
        if state == .recording, let stream, app.transport(ofStream: stream) == .running {
            return true
        }
        let former = span
        span = Span(
            start: time.flatMap { $0.isNaN ? nil : .zero + .seconds(min(max($0, 0), 9e9)) },
            framesLeft: duration.map { frames(of: $0) })
        do throws(SessionError) {
            if let stream, app.transport(ofStream: stream) != nil {
                // Sound that was captured before a pause belongs before it.
                takeBacklog()
                try app.resumeStream(stream)
            } else {
                try beginStream()
            }
        } catch {
            span = former
            return false
        }
        state = .recording
        isInterrupted = false
        return !losesFileOnRecord || beginFileAgain()
    }

    /// Drops what was recorded before an interruption. With the lock held.
    ///
    /// - Returns: False when the file could not be created again; then the recorder has stopped.
    private func beginFileAgain() -> Bool {
        losesFileOnRecord = false
        if recordedFrames > 0, target.create != nil {
            let seconds = (Double(recordedFrames) / app.inputSampleRate * 10).rounded() / 10
            issue = RuntimeIssue(
                .interruptedRecording, "AVAudioRecorder.record()",
                "the \(seconds) s recorded before the interruption are lost, because the app did "
                    + "not pause the recorder when it began")
        }
        try? file?.close()
        file = nil
        recordedFrames = 0
        guard openFile() else {
            _ = finish()
            return false
        }
        return true
    }

    private func takeIssue() -> RuntimeIssue? {
        defer { issue = nil }
        return issue
    }

    private func frames(of duration: Double) -> Int {
        let frames = (max(duration.isNaN ? 0 : duration, 0) * app.inputSampleRate).rounded()
        return Int(min(frames, 0x1p53))
    }

    private func beginStream() throws(SessionError) {
        streamGeneration += 1
        let generation = streamGeneration
        stream = try app.startRecording(
            onCapture: { [weak self] in self?.receive($0, ofStream: generation) },
            ended: { [weak self] _ in self?.onWork { $0.streamEnded(generation) } })
    }

    /// Pauses; `record` appends to the file.
    package func pause() {
        app.input.service()
        lock.withLock { _ in
            losesFileOnRecord = false
            guard state == .recording, let stream else { return }
            takeBacklog()
            // Fails only for a stream that has ended already.
            try? app.pauseStream(stream)
            if state == .recording { state = .paused }
        }
    }

    /// Stops, and completes and closes the file. The report follows.
    package func stop() {
        // Makes the device deliver what it has captured.
        app.input.service()
        let report = lock.withLock { _ -> (@Sendable () -> Void)? in
            guard state != .stopped else { return nil }
            takeBacklog()
            // Stopped by the last of the sound.
            guard state != .stopped else { return nil }
            let hasRecorded = state != .prepared
            let report = finish()
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
            recorder.lock.withLock { _ in
                if generation == recorder.streamGeneration { recorder.takeBacklog() }
            }
        }
    }

    /// Writes the captured sound that waits. With the lock held.
    private func takeBacklog() {
        let sounds = backlog.withLock { backlog in
            defer { backlog = Backlog() }
            return backlog.sounds
        }
        for sound in sounds where state == .recording { write(sound) }
    }

    private func write(_ sound: CapturedSound) {
        guard let frames = wantedFrames(of: sound), !frames.isEmpty else { return }
        if meters != nil {
            meters = [ChannelLevel](of: sound, channelCount: Int(target.format.channelCount))
        }
        do throws(ExtendedFileError) {
            let channelCount = sound.channelCount
            try file?.write(
                sound.samples[frames.lowerBound * channelCount..<frames.upperBound * channelCount],
                channelCount: channelCount)
        } catch {
            let report = finish(after: error)
            return onWork { _ in report() }
        }
        recordedFrames += frames.count
        guard let framesLeft = span.framesLeft else { return }
        span.framesLeft = framesLeft - frames.count
        if framesLeft == frames.count {
            let report = finish()
            onWork { _ in report() }
        }
    }

    /// The frames of a block that belong to the recording; `nil` for none.
    private func wantedFrames(of sound: CapturedSound) -> Range<Int>? {
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

    /// Ends the recording and closes the file. With the lock held.
    ///
    /// - Parameter error: Why the sound could not be written.
    /// - Returns: Tells the app, to be called without the lock.
    func finish(after error: ExtendedFileError? = nil) -> @Sendable () -> Void {
        if let stream { try? app.stopStream(stream) }
        stream = nil
        streamGeneration += 1
        backlog.withLock { $0 = Backlog() }
        var error = error
        do throws(ExtendedFileError) {
            try file?.close()
        } catch let failure {
            error = error ?? failure
        }
        file = nil
        state = .stopped
        isInterrupted = false
        losesFileOnRecord = false
        recordedFrames = 0
        span = Span()
        if meters != nil { meters = [] }
        return { [storedEvents, error] in
            if let error { storedEvents.encodingFailed(error) }
            storedEvents.finished(error == nil)
        }
    }

    /// Handles a stop by the policy. The file stays open for more.
    private func streamEnded(_ generation: Int) {
        lock.withLock { _ in
            guard generation == streamGeneration, stream != nil else { return }
            takeBacklog()
            stream = nil
            if state == .recording { state = .paused }
        }
    }
}
