import AudioCodecs
import AudioModel
import MediaSources
import Playback
import SoundClient
import SoundMixer
import Synchronization

// Starting, waiting and pausing: how the stream follows the state.

extension MediaItemPlayer {
    /// Brings the sound and the status in line with the rate, the item and its buffer.
    func settle(_ state: inout State) {
        let wasSounding = state.isSounding
        var (status, reason) = target(&state)
        if status == .playing, !state.isAtEnd, !state.isSounding {
            do throws(SessionError) {
                try start(&state)
            } catch {
                dropRun(&state)
                setRateToZero(.setRateFailed, in: &state)
                (status, reason) = (.paused, nil)
            }
        }
        state.isContinuing = false
        if status != .playing { silence(&state, isPaused: status == .paused) }
        if wasSounding != state.isSounding { markTime(&state, isJump: false) }
        if status != state.timeControlStatus {
            state.timeControlStatus = status
            state.report(.timeControlStatus)
        }
        if reason != state.waitingReason {
            state.waitingReason = reason
            state.report(.waitingReason)
        }
        if let change = state.rateChange { state.report(.rateChanged(change)) }
        state.rateChange = nil
    }

    /// What the player is to do. It prepares the sound where it is to start.
    private func target(
        _ state: inout State
    ) -> (status: TimeControlStatus, reason: MediaWaitingReason?) {
        guard state.rate > 0, state.status != .failed else { return (.paused, nil) }
        guard let current = state.current else { return (.waiting, .noItemToPlay) }
        guard current.item.status == .ready else {
            return (.waiting, waitingReason(for: current.item, in: state))
        }
        if state.isAtEnd || state.isSounding || canStart(&state) { return (.playing, nil) }
        // A failure may have led to the next item.
        if state.isSounding { return (.playing, nil) }
        guard state.rate > 0 else { return (.paused, nil) }
        guard let now = state.current else { return (.waiting, .noItemToPlay) }
        return (.waiting, waitingReason(for: now.item, in: state))
    }

    /// Whether enough is buffered to start; its beginning is decoded then.
    private func canStart(_ state: inout State) -> Bool {
        guard let current = state.current, prepareRun(&state) else { return false }
        refreshBuffer(of: current, in: &state)
        let waits =
            state.waitsToMinimizeStalling && !state.isImmediate && !state.isContinuing
        if waits, !current.item.isLikelyToKeepUp { return false }
        guard let run = state.run else { return false }
        run.fill()
        return run.hasFrames || run.isComplete
    }

    /// Makes the run of the current item, unless there is one for the present speed.
    ///
    /// - Returns: Whether there is one. An item without a decoder breaks off.
    func prepareRun(_ state: inout State) -> Bool {
        guard let current = state.current, current.item.status == .ready else { return false }
        let speed = speed(of: current.item, in: state)
        if let run = state.run {
            if run.speed == speed { return true }
            keepPosition(&state)
        }
        do throws(FormatError) {
            state.run = try MediaRun(
                MediaOrder(followers(in: state)), from: current.number, speed)
            return true
        } catch {
            state.run = nil
            fail(current, MediaFailure(error), in: &state)
            return false
        }
    }

    // MARK: The stream

    /// Lets the run be heard.
    private func start(_ state: inout State) throws(SessionError) {
        if let stream = state.stream, !isAlive(stream) {
            // A feed serves one voice.
            let isUsed = state.voiceRun === state.run
            forgetStream(&state)
            if isUsed {
                dropRun(&state)
                if prepareRun(&state) { state.run?.fill() }
            }
        }
        guard let run = state.run else { return }
        run.start.outputFrame = state.startFrame
        state.startFrame = 0
        if let stream = state.stream {
            try resume(stream, run, in: &state)
        } else {
            state.stream = try app.startStream(
                .player, .feed(run.feed.reader), appVolume: state.streamVolume, start: run.start,
                watcher: StreamWatcher(
                    progressed: { [weak self] in self?.schedulePump() },
                    transportChanged: { _ in }),
                ended: nextEnded(&state))
        }
        state.voiceRun = run
        state.isSounding = true
        state.hasStalled = false
        noteStart(&state)
        run.feed.setRefillThreshold(atFrame: threshold(of: run, in: state))
    }

    private func isAlive(_ stream: Int) -> Bool {
        switch app.transport(ofStream: stream) {
        case .running, .held: true
        case .ended, nil: false
        }
    }

    private func resume(
        _ stream: Int, _ run: MediaRun, in state: inout State
    ) throws(SessionError) {
        let isRunning = app.transport(ofStream: stream) == .running
        if isRunning { app.noteWait(ofStream: stream) }
        if state.voiceRun === run {
            if !isRunning { try app.resumeStream(stream) }
        } else if state.voiceRun != nil, isRunning,
            app.replaceFeed(ofStream: stream, with: run.feed.reader, start: run.start)
        {
            return
        } else {
            removeVoice(&state)
            try app.startVoice(ofStream: stream, .feed(run.feed.reader), start: run.start)
        }
    }

    private func noteStart(_ state: inout State) {
        guard let current = state.current, let wish = state.wishTime else { return }
        state.wishTime = nil
        let seconds = (environment.now - wish).seconds
        current.item.state.withLock { item in
            if item.record.startupSeconds == nil { item.record.startupSeconds = seconds }
        }
    }

    /// Ends the sound of a player that does not play; while it waits its stream goes on.
    private func silence(_ state: inout State, isPaused: Bool) {
        if state.voiceRun !== state.run || state.run == nil { removeVoice(&state) }
        state.isSounding = false
        guard isPaused, let stream = state.stream, app.transport(ofStream: stream) == .running
        else { return }
        // Fails only for a stream that has ended already.
        try? app.pauseStream(stream)
    }

    private func removeVoice(_ state: inout State) {
        if state.voiceRun != nil, let stream = state.stream { app.removeVoice(ofStream: stream) }
        state.voiceRun = nil
    }

    /// Lets the stream end by itself: what was written has been played.
    func finishStream(_ state: inout State) {
        guard let stream = state.stream else { return }
        if let run = state.voiceRun, app.transport(ofStream: stream) == .running {
            run.feed.finish()
        } else {
            try? app.stopStream(stream)
        }
        forgetStream(&state)
    }

    func forgetStream(_ state: inout State) {
        state.stream = nil
        state.streamCount += 1
        state.voiceRun = nil
        state.isSounding = false
    }

    /// Ends the sound, and keeps where it was.
    func dropRun(_ state: inout State) {
        keepPosition(&state)
        state.run = nil
        state.isSounding = false
    }

    /// Keeps the position of the run for the next one.
    func keepPosition(_ state: inout State) {
        guard let run = state.run, let current = state.current, !state.isAtEnd else { return }
        let frame = run.itemFrame
        current.item.state.withLock { $0.position = $0.time(ofFrame: frame) }
    }

    /// Sets the rate to zero, since something has happened; `settle` follows.
    func setRateToZero(_ reason: MediaRateChangeReason?, in state: inout State) {
        guard state.rate != 0 else { return }
        state.rate = 0
        state.isImmediate = false
        state.current?.item.source.setPlaying(false)
        state.report(.rate)
        state.rateChange = .some(reason)
    }

    /// Plays on from where it is with another run: at another speed, or with other samples.
    func rebuild(_ state: inout State) {
        let wasSounding = state.isSounding
        dropRun(&state)
        state.isContinuing = wasSounding
        state.isSounding = false
        settle(&state)
        schedulePump()
    }

    /// Follows a change of how an item sounds, or where it ends.
    func soundChanged(of item: MediaItem) {
        call { state in
            guard let current = state.current else { return }
            if state.isAtEnd {
                if item === current.item { state.isAtEnd = item.state.withLock { $0.isAtEnd } }
                return
            }
            // What is not decoded yet follows by itself.
            let numbers = state.run?.segments.map(\.track.place) ?? []
            guard state.entries.contains(where: { $0.item === item && numbers.contains($0.number) })
            else { return }
            rebuild(&state)
        }
    }

    // MARK: Ends

    private func nextEnded(_ state: inout State) -> @Sendable (_ byItself: Bool) -> Void {
        state.streamCount += 1
        let count = state.streamCount
        return { [weak self] _ in self?.onWork { $0.streamEnded(count) } }
    }

    /// The policy has ended the stream: `play` continues where it was.
    private func streamEnded(_ count: Int) {
        react { state in
            guard count == state.streamCount, state.stream != nil else { return }
            dropRun(&state)
            forgetStream(&state)
            setRateToZero(.sessionInterrupted, in: &state)
            settle(&state)
        }
    }
}

extension MediaItemPlayer: PlaybackMember {
    package func interruptionBegan() {
        react { state in
            guard state.rate > 0, let stream = state.stream,
                app.transport(ofStream: stream) == .held
            else { return }
            pauseForSystem(&state)
        }
    }

    package func interruptionEnded(shouldResume: Bool) {}

    package func oldDeviceBecameUnavailable() {
        react { state in
            if state.rate > 0 { pauseForSystem(&state) }
        }
    }

    private func pauseForSystem(_ state: inout State) {
        setRateToZero(.sessionInterrupted, in: &state)
        settle(&state)
    }

    package func mediaServicesWereReset() {
        react { state in
            let failure = MediaFailure.servicesWereReset
            dropRun(&state)
            if let stream = state.stream { try? app.stopStream(stream) }
            forgetStream(&state)
            state.status = .failed
            state.failure = failure
            setRateToZero(.sessionInterrupted, in: &state)
            endPrerolls(false, in: &state)
            for entry in state.entries { lose(entry.item, failure, in: &state) }
            state.report(.status)
            settle(&state)
        }
    }

    private func lose(_ item: MediaItem, _ failure: MediaFailure, in state: inout State) {
        let seek = item.state.withLock { item in
            item.status = .failed
            item.failure = failure
            defer { item.seek = nil }
            return item.seek
        }
        if let completion = seek?.completion { state.reports.append(.call { completion(false) }) }
        state.report(item, .status)
    }
}
