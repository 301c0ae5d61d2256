import AudioModel
import SoundClient
import SoundMixer

// Start, stop and the end of the stream. With the lock held, except where a comment says otherwise.

extension OutputQueue {
    func prepare() throws(AudioQueueError) {
        guard settings.codecPolicy != .hardwareOnly else { throw .invalidCodecAccess }
        guard decoder == nil else { return }
        let decoder = try BufferDecoder(format, magicCookie: settings.magicCookie)
        self.decoder = decoder
    }

    func makeRun(delayFrames: Int, primedFrames: Int = 0) -> OutputRun {
        firstDecodingError = nil
        return OutputRun(
            channelCount: settings.channelAssignments == nil ? min(channelCount, 2) : 2,
            sampleRate: format.sampleRate, delayFrames: delayFrames, primedFrames: primedFrames)
    }

    func begin(at time: QueueStartTime?) throws(AudioQueueError) {
        try prepare()
        let run = self.run ?? makeRun(delayFrames: delay(until: time))
        self.run = run
        if let offline {
            state = .running
            offline.begin(run.feed, volume: parameters.volume, pan: parameters.pan)
            return
        }
        fill()
        // Asks for a call at the first render, which reports that the queue runs.
        run.feed.setRefillThreshold(atFrame: 0)
        do throws(SessionError) {
            run.stream = try startStream(run)
        } catch {
            throw error == .resourceNotAvailable ? .cannotStart : .session(error)
        }
        if parameters.pan != 0, let stream = run.stream {
            app.setPan(parameters.pan, ofStream: stream)
        }
        state = .running
        gapCount += 1
        noteTransport()
    }

    func startStream(_ run: OutputRun) throws(SessionError) -> Int {
        try app.startStream(
            .queue, .feed(run.feed), appVolume: parameters.volume,
            watcher: StreamWatcher(
                progressed: { [weak self] in self?.schedulePump() },
                transportChanged: { [weak self] _ in
                    guard let self else { return }
                    work.async { [weak self] in
                        guard let self else { return }
                        lock.withLock { self.noteTransport() }
                    }
                })
        ) { [weak self, weak run] byItself in
            guard let self else { return }
            work.async { [weak self, weak run] in
                guard let self, let run else { return }
                ended(run, byItself: byItself)
            }
        }
    }

    /// Cancels a stop that is under way.
    func keepRunning() {
        guard let run, run.isStopping else { return }
        if run.isFinished {
            run.startsAgain = true
        } else {
            run.isStopping = false
            run.isFlushed = false
            waiting += buffersForNextStart
            buffersForNextStart = []
            pump()
        }
    }

    func resume() throws(AudioQueueError) {
        guard let run else { return }
        if let stream = run.stream {
            do throws(SessionError) {
                try app.resumeStream(stream)
            } catch {
                throw .session(error)
            }
        }
        state = .running
        run.isHeldBySystem = false
        pump()
        if !runsOnDevice { run.feed.setRefillThreshold(atFrame: 0) }
    }

    /// Stops after what is enqueued; a queue that was not started keeps its buffers.
    func stopWhenPlayed() {
        guard let run, state != .stopped, !run.isStopping else { return }
        run.isStopping = true
        run.startsAgain = false
        pump()
    }

    /// Ends the run; enqueued buffers wait to be returned.
    func stopNow() {
        let stream = run?.stream
        dropRun()
        isReturningBuffers = true
        takeBack(&buffersForNextStart)
        if let stream {
            // Fails only for a stream that has ended already.
            try? app.stopStream(stream)
        }
        setRunning(false)
    }

    /// Delivers every returned buffer to the app's callback. With the lock not held.
    func returnBuffers() {
        deliveries.deliverBuffersNow()
        lock.withLock { isReturningBuffers = false }
    }

    func dropRun() {
        if let run { takeBack(&run.sounding) }
        if let current { giveBack(current) }
        current = nil
        takeBack(&waiting)
        decoder?.reset()
        chain.reset()
        meters.reset()
        offline?.end()
        volumeRamp = nil
        run = nil
        state = .stopped
    }

    func takeBack(_ items: inout [EnqueuedBuffer]) {
        for item in items { giveBack(item) }
        items = []
    }

    /// Returns a buffer to the app.
    func giveBack(_ item: EnqueuedBuffer) {
        let buffer = item.buffer
        buffer.isEnqueued = false
        deliveries.add(ofBuffer: true) { [bufferDone] in
            bufferDone(buffer.address)
        }
    }

    /// Handles the end of the stream. On the work queue, with the lock not held.
    ///
    /// - Parameter byItself: Whether everything was played, rather than stopped by the policy.
    func ended(_ run: OutputRun, byItself: Bool) {
        let isOver = lock.withLock {
            guard self.run === run else { return false }
            if byItself { completePlayed() }
            let startsAgain = run.startsAgain
            // After a stop by the policy the buffers stay enqueued, as an interruption leaves them.
            if !byItself, let current { waiting.insert(current, at: 0) }
            let left = byItself ? [] : run.sounding
            run.sounding = []
            current = nil
            waiting = left + waiting + buffersForNextStart
            buffersForNextStart = []
            self.run = nil
            state = .stopped
            decoder?.reset()
            chain.reset()
            meters.reset()
            setRunning(false)
            if startsAgain { try? begin(at: nil) }
            if case .disposing = life { return true }
            return false
        }
        if isOver { end() }
    }
}
