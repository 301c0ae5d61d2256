import AudioModel
import MediaSources
import Playback
import SoundMixer
import Synchronization

// Decoding ahead, and what happens as the device plays.

extension MediaItemPlayer {
    /// Decodes ahead, and goes on where an item or what is buffered has ended.
    /// On the work queue.
    func pump(_ state: inout State) {
        guard let current = state.current else { return }
        if current.item.status == .ready, !state.isAtEnd {
            if state.isSounding {
                playOn(&state)
            } else {
                // A voice that waits would play at once what is written.
                if prepareRun(&state), let run = state.run,
                    run !== state.voiceRun || state.timeControlStatus == .paused
                {
                    run.fill()
                }
                settle(&state)
                if state.isSounding { playOn(&state) }
            }
        }
        finishPending(&state)
        if let current = state.current { refreshBuffer(of: current, in: &state) }
        guard state.isSounding, let run = state.run else { return }
        run.feed.setRefillThreshold(atFrame: threshold(of: run, in: state))
    }

    /// Decodes ahead, until an item or what is buffered has been played to its end.
    private func playOn(_ state: inout State) {
        for _ in 0...state.entries.count {
            guard state.isSounding, let run = state.run else { return }
            run.fill()
            guard run.isDrained else { return }
            if run.isComplete {
                follow(&state)
                endOfItem(&state)
            } else if run.isWaiting {
                return stall(&state)
            }
        }
    }

    /// Completes the seek and the prerolls for which enough is decoded.
    private func finishPending(_ state: inout State) {
        guard let current = state.current, current.item.status == .ready else { return }
        let isDecoded = state.run.map { $0.hasFrames || $0.isComplete } ?? false
        let isBuffered = isDecoded || current.item.source.buffer.seconds(from: position(state)) > 0
        guard state.isAtEnd || isBuffered else { return }
        let seek = current.item.state.withLock { item in
            defer { item.seek = nil }
            return item.seek
        }
        if let completion = seek?.completion { state.reports.append(.call { completion(true) }) }
        endPrerolls(true, in: &state)
    }

    /// The position in the current item in seconds.
    private func position(_ state: State) -> Double {
        guard let current = state.current else { return 0 }
        let frame = state.run?.itemFrame
        return current.item.state.withLock { Double(frame ?? $0.frame) / $0.sampleRate }
    }

    /// The frame of the feed at which there is something to do.
    func threshold(of run: MediaRun, in state: State) -> Int {
        var threshold = run.refillThreshold
        if let next = run.nextSegmentFrame { threshold = min(threshold, next) }
        guard let current = state.current else { return threshold }
        let (rate, metadata) = current.item.state.withLock {
            ($0.sampleRate, $0.comingMetadata.first?.frame)
        }
        let observed = state.observers.nextFrame(sampleRate: rate)
        for frame in [observed, metadata] {
            if let frame { threshold = min(threshold, run.feedFrame(ofItemFrame: frame)) }
        }
        return threshold
    }

    // MARK: Following the device

    /// Follows what the device has taken: times, metadata, and items that have ended.
    func follow(_ state: inout State) {
        guard state.isSounding, let run = state.run else { return }
        while run.begunSegments.count > 1 {
            passTime(run, in: &state)
            nextBegan(run, in: &state)
        }
        passTime(run, in: &state)
    }

    /// Calls the observers up to the present position.
    private func passTime(_ run: MediaRun, in state: inout State) {
        guard let current = state.current else { return }
        let frame = run.itemFrame
        let rate = current.item.state.withLock { $0.sampleRate }
        state.observers.follow(to: frame, sampleRate: rate)
        let passed = frame - (state.passedFrame ?? frame)
        state.passedFrame = frame
        let due = current.item.state.withLock { item in
            if passed > 0 { item.record.playedSeconds += Double(passed) / item.sampleRate }
            let due = item.comingMetadata.prefix { $0.frame <= frame }
            item.comingMetadata.removeFirst(due.count)
            if let last = due.last { item.timedMetadata = last.values }
            return due.map { (item.time(ofFrame: $0.frame), $0.values) }
        }
        for (time, values) in due { state.report(current.item, .metadata(values, at: time)) }
    }

    /// The next item has begun without a gap.
    private func nextBegan(_ run: MediaRun, in state: inout State) {
        guard let current = state.current else { return run.forgetFirst() }
        let failure = run.failure
        let frame = run.itemFrame
        run.forgetFirst()
        noteEnd(of: current, atFrame: frame, failure, in: &state)
        state.entries.removeFirst()
        state.reports += current.item.leave()
        state.garbage.append(current.item)
        state.report(.currentItem)
        state.report(.items)
        beginCurrent(&state)
        state.wishTime = nil
        run.follow(followers(in: state))
    }

    // MARK: Ends

    /// Keeps where an item has ended, and reports it.
    private func noteEnd(
        of entry: MediaEntry, atFrame frame: Int64, _ failure: MediaFailure?,
        in state: inout State
    ) {
        let item = entry.item
        let hasDuration = item.state.withLock { item in
            guard failure == nil, let end = item.endTime,
                abs(end.seconds - Double(frame) / item.sampleRate) < Self.endTolerance
            else {
                item.position = item.time(ofFrame: frame)
                guard failure == nil, item.forwardEndTime == nil else { return false }
                item.duration = item.position
                return true
            }
            item.position = end
            return false
        }
        if hasDuration { state.report(item, .duration) }
        state.report(item, failure.map { .failedToPlayToEnd($0) } ?? .playedToEnd)
    }

    /// How far from its stated end an item may end, in seconds.
    private static let endTolerance = 0.05

    /// The current item has been played to its end, and nothing follows in its run.
    private func endOfItem(_ state: inout State) {
        guard let current = state.current, let run = state.run else { return }
        let failure = run.failure
        let frame = run.itemFrame
        if state.endAction == .advance {
            noteEnd(of: current, atFrame: frame, failure, in: &state)
            state.run = nil
            if state.entries.count == 1 { finishStream(&state) }
            return removeCurrent(&state)
        }
        let before = state.reports.count
        noteEnd(of: current, atFrame: frame, failure, in: &state)
        let ends = Array(state.reports[before...])
        state.reports.removeSubrange(before...)
        state.isAtEnd = true
        state.run = nil
        finishStream(&state)
        if state.endAction == .pause || failure != nil { setRateToZero(nil, in: &state) }
        settle(&state)
        markTime(&state, isJump: false)
        state.reports += ends
    }

    /// What follows has not arrived.
    private func stall(_ state: inout State) {
        guard let current = state.current else { return }
        state.isSounding = false
        state.isImmediate = false
        state.hasStalled = true
        current.item.state.withLock { $0.record.stallCount += 1 }
        state.report(current.item, .stalled)
        if !state.waitsToMinimizeStalling { setRateToZero(nil, in: &state) }
        refreshBuffer(of: current, in: &state)
        markTime(&state, isJump: false)
        settle(&state)
    }

    /// Calls periodic observers: playback starts, stops or jumps.
    func markTime(_ state: inout State, isJump: Bool) {
        guard let current = state.current else { return }
        let frame = state.isAtEnd ? nil : state.run?.itemFrame
        let (time, at) = current.item.state.withLock { item in
            let at = frame ?? item.frame
            return (item.time(ofFrame: at), at)
        }
        state.observers.mark(time, frame: at, isJump: isJump)
    }
}
