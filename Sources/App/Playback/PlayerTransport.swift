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
        state.withLock { state in
            state.refusal = nil
            guard !state.isLost else { return false }
            guard state.status == .stopped else { return true }
            let run = makeRun(from: state.startPosition, state.settings)
            fill(run, state.settings)
            run.closeDecoder()
            let now = app.environment.now
            do throws(SessionError) {
                state.stream = try app.prepareStream(
                    .player, appVolume: state.settings.volume(at: now), pan: state.settings.pan,
                    watcher: watcher, ended: nextEnded(&state))
            } catch {
                state.refusal = error
                return false
            }
            state.run = run
            state.hasVoice = false
            state.status = .prepared
            return true
        }
    }

    /// Starts or resumes playback. Activates the session.
    ///
    /// - Parameter time: When to start, in `deviceTime`'s seconds; `nil` for at once, as for a time
    ///   that has passed.
    /// - Returns: Whether the player plays.
    package func play(at time: Double? = nil) -> Bool {
        state.withLock { state in
            state.refusal = nil
            guard !state.isLost else { return false }
            if state.status == .playing, let stream = state.stream {
                switch app.transport(ofStream: stream) {
                case .running: return true
                case .held: return resumeHeld(stream, in: &state)
                case .ended, nil: catchUpWithEnd(&state)
                }
            }
            let isSounding = state.status == .paused
            if !isSounding { host.beginSounding() }
            let outputFrame = time.map { host.outputFrame(at: $0) }
            do throws(SessionError) {
                try begin(atFrame: outputFrame, in: &state)
            } catch {
                state.refusal = error
                if state.stream == nil { state.forgetRun() }
                if !isSounding || state.stream == nil { host.endSounding() }
                return false
            }
            state.status = .playing
            noteResumed(&state)
            schedulePump()
            return true
        }
    }

    /// Resumes the stream of a player that the policy holds.
    private func resumeHeld(_ stream: Int, in state: inout State) -> Bool {
        do throws(SessionError) {
            try app.resumeStream(stream)
        } catch {
            state.refusal = error
            return false
        }
        noteResumed(&state)
        return true
    }

    private func noteResumed(_ state: inout State) {
        state.isInterrupted = false
        if state.settings.fade != nil { followVolume(&state) }
    }

    private func begin(atFrame outputFrame: Int?, in state: inout State) throws(SessionError) {
        guard let stream = state.stream else {
            return try beginStream(atFrame: outputFrame, in: &state)
        }
        if state.hasVoice, outputFrame == nil { return try app.resumeStream(stream) }
        if state.hasVoice {
            // The voice of a paused player could only resume at once.
            let position = state.position
            removeVoice(&state)
            state.run = makeRun(from: position, state.settings)
        }
        guard let run = state.run else { return }
        fill(run, state.settings)
        run.start.outputFrame = outputFrame ?? 0
        if state.settings.fade != nil {
            try app.setVolume(
                state.settings.volume(at: app.environment.now), ofStream: stream, ramp: .zero)
        }
        do throws(SessionError) {
            try app.startVoice(ofStream: stream, .feed(run.feed.reader), start: run.start)
        } catch {
            if app.transport(ofStream: stream) == nil { state.stream = nil }
            throw error
        }
        state.hasVoice = true
    }

    private func beginStream(
        atFrame outputFrame: Int?, in state: inout State
    ) throws(SessionError) {
        let run = makeRun(from: state.startPosition, state.settings)
        fill(run, state.settings)
        run.start.outputFrame = outputFrame ?? 0
        state.stream = try app.startStream(
            .player, .feed(run.feed.reader),
            appVolume: state.settings.volume(at: app.environment.now), pan: state.settings.pan,
            start: run.start, watcher: watcher, ended: nextEnded(&state))
        state.run = run
        state.hasVoice = true
    }

    /// Pauses; `play` continues at the same frame.
    package func pause() {
        state.withLock { state in
            guard state.status == .playing, let stream = state.stream else { return }
            // Fails only for a stream that has ended already.
            try? app.pauseStream(stream)
            state.run?.closeDecoder()
            state.status = .paused
        }
    }

    /// Stops and undoes the preparation. The position is kept.
    package func stop() {
        state.withLock { stopPlaying(&$0) }
    }

    func stopPlaying(_ state: inout State) {
        guard let stream = state.stream else { return }
        let frame = state.position.fileFrame
        state.startPosition = PlaybackTimeline.Position(
            fileFrame: frame >= file.frameCount ? 0 : frame, pass: 0)
        try? app.stopStream(stream)
        if state.status == .playing || state.status == .paused { host.endSounding() }
        state.stream = nil
        state.forgetRun()
    }

    private func removeVoice(_ state: inout State) {
        if let stream = state.stream { app.removeVoice(ofStream: stream) }
        state.hasVoice = false
    }

    /// Moves to another position.
    ///
    /// - Parameter seconds: Clamped to the file. At or beyond its end, a playing player ends, and
    ///   another starts from the beginning.
    package func seek(to seconds: Double) {
        state.withLock { state in
            let frame = (max(seconds.isNaN ? 0 : seconds, 0) * file.sampleRate).rounded()
            let isAtEnd = frame >= Double(file.frameCount)
            var target = PlaybackTimeline.Position(
                fileFrame: isAtEnd ? file.frameCount : Int64(frame), pass: state.position.pass)
            if isAtEnd, state.status != .playing { target.fileFrame = 0 }
            if let run = state.run {
                move(to: target, at: run.rate, in: &state)
            } else {
                state.startPosition = target
            }
        }
    }

    /// Replaces the run by one from another position. A playing stream fades over to it.
    ///
    /// - Parameter rate: The speed; `nil` without an effect.
    func move(to position: PlaybackTimeline.Position, at rate: Double?, in state: inout State) {
        let former = state.run?.start
        let run = PlayerRun(
            file, from: position, rate: rate, outputChannels: state.settings.outputChannels)
        if state.status == .playing {
            run.start.outputFrame = former?.outputFrame ?? 0
        } else {
            removeVoice(&state)
        }
        fill(run, state.settings)
        if state.status == .playing, let stream = state.stream {
            guard app.replaceFeed(ofStream: stream, with: run.feed.reader, start: run.start)
            else { return }
            schedulePump()
        } else {
            run.closeDecoder()
        }
        state.run = run
    }

    // MARK: Runs and streams

    private func makeRun(
        from position: PlaybackTimeline.Position, _ settings: PlayerSettings
    ) -> PlayerRun {
        PlayerRun(
            file, from: position, rate: settings.isRateEnabled ? Double(settings.rate) : nil,
            outputChannels: settings.outputChannels)
    }

    private var watcher: StreamWatcher {
        StreamWatcher(
            progressed: { [weak self] in self?.schedulePump() }, transportChanged: { _ in })
    }

    private func nextEnded(_ state: inout State) -> @Sendable (_ byItself: Bool) -> Void {
        state.streamGeneration += 1
        let generation = state.streamGeneration
        return { [weak self] byItself in
            self?.onWork { $0.streamEnded(generation, byItself: byItself) }
        }
    }

    /// Handles the end of a stream. On the work queue.
    private func streamEnded(_ generation: Int, byItself: Bool) {
        let report = state.withLock { state -> (@Sendable () -> Void)? in
            guard generation == state.streamGeneration, state.stream != nil else { return nil }
            return end(byItself: byItself, in: &state)
        }
        report?()
    }

    /// Handles the end of a stream that is over, before its report has arrived.
    private func catchUpWithEnd(_ state: inout State) {
        let isPlayedToEnd = state.run?.isPlayedToEnd ?? false
        guard let report = end(byItself: isPlayedToEnd, in: &state) else { return }
        onWork { _ in report() }
    }

    /// Handles the end of the stream: by itself, or by the policy, after which `play` continues.
    ///
    /// - Returns: Tells the app, to be called without the lock; `nil` when there is nothing to tell.
    private func end(byItself: Bool, in state: inout State) -> (@Sendable () -> Void)? {
        let failure = state.run?.failure
        state.startPosition = PlaybackTimeline.Position(
            fileFrame: byItself ? 0 : state.position.fileFrame, pass: 0)
        if state.status == .playing || state.status == .paused { host.endSounding() }
        state.stream = nil
        state.forgetRun()
        guard byItself else { return nil }
        return { [events = state.events] in
            if let failure { events.decodingFailed(failure) }
            events.finished(failure == nil)
        }
    }
}

extension FilePlayer.State {
    /// Forgets the run of a stream that is over.
    fileprivate mutating func forgetRun() {
        run = nil
        hasVoice = false
        isInterrupted = false
        status = .stopped
        streamGeneration += 1
    }
}
