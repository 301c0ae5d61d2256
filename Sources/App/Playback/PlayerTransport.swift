import AudioFiles
import AudioModel
import SoundClient
import SoundMixer
import Synchronization

// Preparing, starting, pausing, stopping and seeking.

extension FilePlayer {
    /// Prepares the player: decodes the first frames and activates the session, so that `play` starts
    /// without delay. Does nothing unless stopped.
    ///
    /// - Returns: Whether the player is prepared.
    package func prepare() -> Bool {
        lock.withLock { _ in
            lastRefusal = nil
            guard !isLost else { return false }
            guard state == .stopped else { return true }
            let run = makeRun(from: startPosition)
            fill(run)
            run.closeDecoder()
            let now = app.environment.now
            do throws(SessionError) {
                stream = try app.prepareStream(
                    .player, appVolume: settings.volume(at: now), pan: settings.pan,
                    watcher: watcher, ended: nextEnded())
            } catch {
                lastRefusal = error
                return false
            }
            self.run = run
            hasVoice = false
            state = .prepared
            return true
        }
    }

    /// Starts or resumes playback. Activates the session.
    ///
    /// - Parameter time: When to start, in `deviceTime`'s seconds; `nil` for at once, as for a time
    ///   that has passed.
    /// - Returns: Whether the player plays.
    package func play(at time: Double? = nil) -> Bool {
        lock.withLock { _ in
            lastRefusal = nil
            guard !isLost else { return false }
            if state == .playing, let stream {
                switch app.transport(ofStream: stream) {
                case .running: return true
                case .held: return resumeHeld(stream)
                case .ended, nil: catchUpWithEnd()
                }
            }
            let isSounding = state == .paused
            if !isSounding { host.beginSounding() }
            let outputFrame = time.map { host.outputFrame(at: $0) }
            do throws(SessionError) {
                try begin(atFrame: outputFrame)
            } catch {
                lastRefusal = error
                if stream == nil { forgetRun() }
                if !isSounding || stream == nil { host.endSounding() }
                return false
            }
            state = .playing
            noteResumed()
            schedulePump()
            return true
        }
    }

    /// Resumes the stream of a player that the policy holds.
    private func resumeHeld(_ stream: Int) -> Bool {
        do throws(SessionError) {
            try app.resumeStream(stream)
        } catch {
            lastRefusal = error
            return false
        }
        return noteResumed()
    }

    @discardableResult
    private func noteResumed() -> Bool {
        isInterrupted = false
        if settings.fade != nil { followVolume() }
        return true
    }

    private func begin(atFrame outputFrame: Int?) throws(SessionError) {
        guard let stream else { return try beginStream(atFrame: outputFrame) }
        if hasVoice, outputFrame == nil { return try app.resumeStream(stream) }
        if hasVoice {
            // The voice of a paused player could only resume at once.
            let position = position
            removeVoice()
            run = makeRun(from: position)
        }
        guard let run else { return }
        fill(run)
        run.start.outputFrame = outputFrame ?? 0
        if settings.fade != nil {
            try app.setVolume(
                settings.volume(at: app.environment.now), ofStream: stream, ramp: .zero)
        }
        do throws(SessionError) {
            try app.startVoice(ofStream: stream, .feed(run.feed.reader), start: run.start)
        } catch {
            if app.transport(ofStream: stream) == nil { self.stream = nil }
            throw error
        }
        hasVoice = true
    }

    private func beginStream(atFrame outputFrame: Int?) throws(SessionError) {
        let run = makeRun(from: startPosition)
        fill(run)
        run.start.outputFrame = outputFrame ?? 0
        stream = try app.startStream(
            .player, .feed(run.feed.reader),
            appVolume: settings.volume(at: app.environment.now), pan: settings.pan,
            start: run.start, watcher: watcher, ended: nextEnded())
        self.run = run
        hasVoice = true
    }

    /// Pauses; `play` continues at the same frame.
    package func pause() {
        lock.withLock { _ in
            guard state == .playing, let stream else { return }
            // Fails only for a stream that has ended already.
            try? app.pauseStream(stream)
            run?.closeDecoder()
            state = .paused
        }
    }

    /// Stops and undoes the preparation. The position is kept.
    package func stop() {
        lock.withLock { _ in stopPlaying() }
    }

    /// With the lock held.
    func stopPlaying() {
        guard let stream else { return }
        startPosition.fileFrame = position.fileFrame
        startPosition.pass = 0
        if startPosition.fileFrame >= file.frameCount { startPosition.fileFrame = 0 }
        try? app.stopStream(stream)
        if state == .playing || state == .paused { host.endSounding() }
        self.stream = nil
        forgetRun()
    }

    private func forgetRun() {
        run = nil
        hasVoice = false
        isInterrupted = false
        state = .stopped
        streamGeneration += 1
    }

    private func removeVoice() {
        if let stream { app.removeVoice(ofStream: stream) }
        hasVoice = false
    }

    /// Moves to another position.
    ///
    /// - Parameter seconds: Clamped to the file. At or beyond its end, a playing player ends, and
    ///   another starts from the beginning.
    package func seek(to seconds: Double) {
        lock.withLock { _ in
            let frame = (max(seconds.isNaN ? 0 : seconds, 0) * file.sampleRate).rounded()
            let isAtEnd = frame >= Double(file.frameCount)
            var target = PlaybackTimeline.Position(
                fileFrame: isAtEnd ? file.frameCount : Int64(frame), pass: position.pass)
            if isAtEnd, state != .playing { target.fileFrame = 0 }
            if let run {
                move(to: target, at: run.rate)
            } else {
                startPosition = target
            }
        }
    }

    /// Replaces the run by one from another position. A playing stream fades over to it.
    /// With the lock held.
    ///
    /// - Parameter rate: The speed; `nil` without an effect.
    func move(to position: PlaybackTimeline.Position, at rate: Double?) {
        let former = run?.start
        let run = PlayerRun(
            file, from: position, rate: rate, outputChannels: settings.outputChannels)
        if state == .playing {
            run.start.outputFrame = former?.outputFrame ?? 0
        } else {
            removeVoice()
        }
        fill(run)
        if state == .playing, let stream {
            guard app.replaceFeed(ofStream: stream, with: run.feed.reader, start: run.start)
            else { return }
            schedulePump()
        } else {
            run.closeDecoder()
        }
        self.run = run
    }

    // MARK: Runs and streams

    private func makeRun(from position: PlaybackTimeline.Position) -> PlayerRun {
        PlayerRun(
            file, from: position, rate: settings.isRateEnabled ? Double(settings.rate) : nil,
            outputChannels: settings.outputChannels)
    }

    private var watcher: StreamWatcher {
        StreamWatcher(
            progressed: { [weak self] in self?.schedulePump() }, transportChanged: { _ in })
    }

    private func nextEnded() -> @Sendable (_ byItself: Bool) -> Void {
        streamGeneration += 1
        let generation = streamGeneration
        return { [weak self] byItself in
            self?.onWork { $0.streamEnded(generation, byItself: byItself) }
        }
    }

    /// Handles the end of a stream. On the work queue.
    private func streamEnded(_ generation: Int, byItself: Bool) {
        let report = lock.withLock { _ -> (@Sendable () -> Void)? in
            guard generation == streamGeneration, stream != nil else { return nil }
            return end(byItself: byItself)
        }
        report?()
    }

    /// Handles the end of a stream that is over, before its report has arrived. With the lock held.
    private func catchUpWithEnd() {
        guard let report = end(byItself: run?.isPlayedToEnd ?? false) else { return }
        onWork { _ in report() }
    }

    /// Handles the end of the stream: by itself, or by the policy, after which `play` continues.
    /// With the lock held.
    ///
    /// - Returns: Tells the app, to be called without the lock; `nil` when there is nothing to tell.
    private func end(byItself: Bool) -> (@Sendable () -> Void)? {
        let failure = run?.failure
        startPosition = PlaybackTimeline.Position(
            fileFrame: byItself ? 0 : position.fileFrame, pass: 0)
        if state == .playing || state == .paused { host.endSounding() }
        stream = nil
        forgetRun()
        guard byItself else { return nil }
        return { [storedEvents] in
            if let failure { storedEvents.decodingFailed(failure) }
            storedEvents.finished(failure == nil)
        }
    }
}
