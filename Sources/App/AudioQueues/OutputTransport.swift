import AudioModel
import SoundClient
import SoundMixer

// Start, stop and the end of the stream. With the lock held, except where a comment says otherwise.

extension OutputQueue {
    /// Makes the decoder and a run, unless the queue has them.
    func prepareRun(
        delayFrames: Int = 0, primedFrames: Int = 0
    ) throws(AudioQueueError) -> OutputRun {
        guard settings.codecPolicy != .hardwareOnly else { throw .invalidCodecAccess }
        if decoder == nil {
            decoder = try BufferDecoder(format, magicCookie: settings.magicCookie)
        }
        if let run { return run }
        firstError = nil
        let run = OutputRun(
            channelCount: settings.channelAssignments == nil ? min(channelCount, 2) : 2,
            sampleRate: format.sampleRate, delayFrames: delayFrames, primedFrames: primedFrames)
        self.run = run
        apply(.prime)
        return run
    }

    func begin(at time: QueueStartTime?) throws(AudioQueueError) {
        let run = try prepareRun(delayFrames: delay(until: time))
        if let offline {
            offline.begin(run.feed.reader, volume: parameters[.volume], pan: parameters[.pan])
            apply(.started)
            return
        }
        fill()
        // A tap may have stopped the queue.
        guard self.run === run else { return }
        // Asks for a call at the first render, which reports that the queue runs.
        run.feed.setRefillThreshold(atFrame: 0)
        let stream: Int
        do throws(SessionError) {
            stream = try startStream(run)
        } catch {
            throw error == .resourceNotAvailable ? .cannotStart : .session(error)
        }
        self.stream = stream
        if parameters[.pan] != 0 { app.setPan(parameters[.pan], ofStream: stream) }
        discontinuityCount += 1
        apply(.started)
        noteTransport()
    }

    private func startStream(_ run: OutputRun) throws(SessionError) -> Int {
        try app.startStream(
            .queue, .feed(run.feed.reader), appVolume: parameters[.volume],
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
                streamEnded(run, byItself: byItself)
            }
        }
    }

    /// Reads the stream's transport state from the server and follows it.
    private func noteTransport() {
        guard let stream, let transport = app.transport(ofStream: stream) else { return }
        apply(transport == .held ? .held : .released)
    }

    func returnAllBuffers() {
        if let run { returnAll(&run.playing) }
        if let current { returnToApp(current) }
        current = nil
        returnAll(&waiting)
        returnAll(&buffersForNextStart)
        resetDecoding()
    }

    private func resetDecoding() {
        decoder?.reset()
        chain.reset()
        meters.reset()
    }

    private func returnAll(_ items: inout [EnqueuedBuffer]) {
        for item in items { returnToApp(item) }
        items = []
    }

    /// Returns a buffer to the app.
    func returnToApp(_ item: EnqueuedBuffer) {
        let buffer = item.buffer
        buffer.isEnqueued = false
        deliveries.add(ofBuffer: true) { [bufferDone] in
            bufferDone(buffer.address)
        }
    }

    /// Continues with a new feed at the current position.
    func replaceFeed() {
        guard let run else { return }
        run.replaceFeed()
        if let stream { _ = app.replaceFeed(ofStream: stream, with: run.feed.reader) }
        offline?.replaceFeed(run.feed.reader, volume: parameters[.volume], pan: parameters[.pan])
    }

    func dropRun() {
        offline?.end()
        volumeRamp = nil
        run = nil
    }

    /// Handles the end of the stream. On the work queue, with the lock not held.
    ///
    /// - Parameter byItself: Whether everything was played, rather than stopped by the policy.
    private func streamEnded(_ run: OutputRun, byItself: Bool) {
        let isOver = lock.withLock {
            guard self.run === run else { return false }
            runEnded(run, byItself: byItself)
            if case .disposing = life { return true }
            return false
        }
        if isOver { end() }
    }

    func runEnded(_ run: OutputRun, byItself: Bool) {
        if byItself { completePlayed() }
        // After a stop by the policy the buffers stay enqueued, as an interruption leaves them.
        if !byItself, let current { waiting.insert(current, at: 0) }
        waiting = (byItself ? [] : run.playing) + waiting + buffersForNextStart
        buffersForNextStart = []
        current = nil
        self.run = nil
        stream = nil
        resetDecoding()
        apply(.ended)
    }
}
