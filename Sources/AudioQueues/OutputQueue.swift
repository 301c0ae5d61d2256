import AudioFormats
import AudioModel
import SoundClient
import SoundMixer

/// A queue that plays: buffers of packets in, a voice of the app's mixer out.
///
/// Buffers wait in line; the pump decodes them a little ahead of the device, into the feed of a
/// voice; when the device has taken a buffer's last frame, the app gets the buffer back. The pump
/// runs on the queue's own work queue, and in calls that must have its effect when they return.
public final class OutputQueue: AudioQueueCore, @unchecked Sendable {
    enum State {
        case stopped
        case running
        case paused
    }

    let bufferDone: @Sendable (UnsafeMutableRawPointer) -> Void
    /// Frames a second, and channels of what is decoded.
    let channelCount: Int
    let makeTimePitch: TimePitchMaker

    var state = State.stopped
    /// From a prime or a start until the stop.
    var run: OutputRun?
    /// Whether the device takes from it, as listeners were told.
    var runsOnDevice = false
    /// Enqueued, not begun.
    var waiting: [EnqueuedBuffer] = []
    /// Enqueued while it was stopping: for the next start.
    var heldBack: [EnqueuedBuffer] = []
    var current: EnqueuedBuffer?
    /// Made at the first prime or start, when the cookie is known.
    var decoder: BufferDecoder?
    var chain: OutputChain
    var settings = OutputSettings()
    var parameters = QueueParameters()
    var volumeRamp: VolumeRamp?
    var meters = LevelMeters()
    var offline: OfflineOutput?

    /// Frames a second that can be played.
    public static let sampleRates = 100.0...384_000.0
    public static let channelsMax = 64
    static let bytesPerPacketMax = 1 << 24

    /// The property's number, as Apple has it: listeners are told of it here.
    static let isRunningProperty: UInt32 = 0x6171_726E
    static let converterErrorProperty: UInt32 = 0x7163_7665

    /// - Parameters:
    ///   - schedule: Where the app wants to be called; `nil` for a thread of the queue's.
    ///   - makeTimePitch: Asked when the app enables the effect.
    ///   - bufferDone: Called there with the address of each buffer that is done.
    /// - Throws: `unsupportedFormat`, `codecNotFound`.
    public init(
        _ app: AppSound, _ format: StreamFormat, schedule: CallbackSchedule?,
        makeTimePitch: @escaping TimePitchMaker,
        bufferDone: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
    ) throws(QueueProblem) {
        let format = try checkedFormat(format)
        guard isPlayable(format) else { throw .codecNotFound }
        if format.id == .linearPCM || format.id == .uLaw || format.id == .aLaw {
            do throws(QueueProblem) {
                _ = try BufferDecoder(format, magicCookie: nil)
            } catch {
                throw .unsupportedFormat
            }
        }
        self.bufferDone = bufferDone
        self.makeTimePitch = makeTimePitch
        channelCount = Int(format.channelCount)
        chain = OutputChain(channelCount: Int(format.channelCount))
        super.init(app, format, schedule)
    }

    public override var isRunning: Bool { lock.withLock { runsOnDevice } }

    /// Frames of the queue's time: from zero at the first frame after a start, gaps included; it
    /// stands still while the queue is paused.
    public override func currentTime() throws(QueueProblem) -> Double {
        try calling { () throws(QueueProblem) in
            guard state != .stopped, let run else { throw .invalidRunState }
            return Double(run.time)
        }
    }

    // MARK: Buffers

    /// Puts a buffer at the end of the line.
    ///
    /// - Parameters:
    ///   - descriptions: Of its packets, where they differ. Copied. When there are none, those in
    ///     the buffer itself count.
    /// - Returns: When its first frame will be played, in frames of the queue's time, if nothing
    ///   runs short until then.
    public override func enqueue(
        _ address: UnsafeMutableRawPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>, _ options: EnqueueOptions
    ) throws(QueueProblem) -> Int {
        try calling { () throws(QueueProblem) in
            guard !isReturningBuffers else { throw .enqueueDuringReset }
            let buffer = try buffers.buffer(at: address)
            guard !buffer.isEnqueued else { throw .bufferInQueue }
            let byteCount = Int(buffer.byteCount)
            guard byteCount > 0 else { throw .bufferEmpty }
            guard byteCount <= buffer.capacity, options.trimStart >= 0, options.trimEnd >= 0
            else { throw .wrongArgument }
            let packets = try PacketList(
                format, byteCount: byteCount,
                descriptions: descriptions.isEmpty ? buffer.ownDescriptions : descriptions)
            let item = EnqueuedBuffer(buffer, packets, options)
            let end = endOfLine
            buffer.isEnqueued = true
            if run?.isStopping == true {
                heldBack.append(item)
            } else {
                waiting.append(item)
                wakePump()
            }
            return max(item.startTime ?? end, end)
        }
    }

    /// When everything that is enqueued will have been played, in frames of the queue's time.
    private var endOfLine: Int {
        var time = run.map { max($0.writeTime, $0.time) } ?? 0
        if current != nil, let decoder { time += decoder.remainingFrames }
        for item in waiting {
            time = max(item.startTime ?? time, time)
            let (end, overflow) = time.addingReportingOverflow(item.frameCount)
            time = overflow ? .max : end
        }
        return time
    }

    /// Has the pump run, if there is something for it to do before the device asks for it.
    private func wakePump() {
        guard let run, state == .running, run.room > 0, current == nil else { return }
        schedulePump()
    }

    func schedulePump() {
        work.async { [weak self] in
            guard let self else { return }
            lock.withLock { self.pump() }
        }
    }

    // MARK: Transport

    public override func start(at time: QueueStartTime?) throws(QueueProblem) {
        try calling { () throws(QueueProblem) in
            switch state {
            case .stopped: try begin(at: time)
            case .paused: try resume()
            case .running:
                keepRunning()
                if run?.isHeldBySystem == true { try resume() }
            }
        }
    }

    /// Decodes what is enqueued, as much as is decoded ahead.
    ///
    /// - Returns: Frames that are ready.
    public func prime() throws(QueueProblem) -> Int {
        try calling { () throws(QueueProblem) in
            guard state == .stopped else { return 0 }
            try prepare()
            if run == nil { run = makeRun(delayFrames: 0) }
            fill()
            return run?.written ?? 0
        }
    }

    private func prepare() throws(QueueProblem) {
        guard settings.codecPolicy != .hardwareOnly else { throw .invalidCodecAccess }
        guard decoder == nil else { return }
        let decoder = try BufferDecoder(format, magicCookie: settings.magicCookie)
        self.decoder = decoder
    }

    private func makeRun(delayFrames: Int) -> OutputRun {
        OutputRun(
            channelCount: settings.channelAssignments == nil ? min(channelCount, 2) : 2,
            sampleRate: format.sampleRate,
            delayFrames: delayFrames)
    }

    private func begin(at time: QueueStartTime?) throws(QueueProblem) {
        try prepare()
        let run = self.run ?? makeRun(delayFrames: delay(until: time))
        self.run = run
        if let offline {
            state = .running
            offline.begin(run.feed, volume: parameters.volume, pan: parameters.pan)
            return
        }
        fill()
        // From the first render on the app is told that it runs.
        run.feed.askForAttention(atFrame: 0)
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

    private func startStream(_ run: OutputRun) throws(SessionError) -> Int {
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

    /// A stop that was under way is called off.
    private func keepRunning() {
        guard let run, run.isStopping else { return }
        if run.isFinished {
            run.startsAgain = true
        } else {
            run.isStopping = false
            run.isFlushed = false
            waiting += heldBack
            heldBack = []
            pump()
        }
    }

    private func resume() throws(QueueProblem) {
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
        if !runsOnDevice { run.feed.askForAttention(atFrame: 0) }
    }

    public override func pause() throws(QueueProblem) {
        try calling { () throws(QueueProblem) in
            guard state == .running else { return }
            state = .paused
            guard let stream = run?.stream else { return }
            do throws(SessionError) {
                try app.pauseStream(stream)
            } catch {
                throw .session(error)
            }
        }
    }

    public override func stop(immediately: Bool) throws(QueueProblem) {
        if immediately {
            try calling { () throws(QueueProblem) in stopNow() }
            returnBuffers()
        } else {
            try calling { () throws(QueueProblem) in stopWhenPlayed() }
        }
    }

    /// A queue that was not started keeps what it has for its start.
    private func stopWhenPlayed() {
        guard let run, state != .stopped, !run.isStopping else { return }
        run.isStopping = true
        run.startsAgain = false
        pump()
    }

    /// Ends the run; what was enqueued waits to be returned.
    private func stopNow() {
        let stream = run?.stream
        dropRun()
        isReturningBuffers = true
        takeBack(&heldBack)
        if let stream {
            // It can only fail for a stream that is over already.
            try? app.stopStream(stream)
        }
        setRunning(false)
    }

    /// Everything enqueued goes to the app's callback; with the lock not held.
    private func returnBuffers() {
        deliveries.deliverBuffersNow()
        lock.withLock { isReturningBuffers = false }
    }

    private func dropRun() {
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

    private func takeBack(_ items: inout [EnqueuedBuffer]) {
        for item in items { giveBack(item) }
        items = []
    }

    /// The app may have the buffer again.
    func giveBack(_ item: EnqueuedBuffer) {
        let buffer = item.buffer
        buffer.isEnqueued = false
        deliveries.add(ofBuffer: true) { [bufferDone] in
            bufferDone(buffer.address)
        }
    }

    /// The stream is over. On the work queue.
    private func ended(_ run: OutputRun, byItself: Bool) {
        let isOver = lock.withLock {
            guard self.run === run else { return false }
            if byItself { completePlayed() }
            let startsAgain = run.startsAgain
            // What the policy has cut short is left in line, as an interruption leaves it.
            if !byItself, let current { waiting.insert(current, at: 0) }
            let left = byItself ? [] : run.sounding
            run.sounding = []
            current = nil
            waiting = left + waiting + heldBack
            heldBack = []
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

    public override func reset() throws(QueueProblem) {
        try calling { () throws(QueueProblem) in
            isReturningBuffers = true
            if let run {
                takeBack(&run.sounding)
                run.replaceFeed()
                gapCount += 1
                if let stream = run.stream { _ = app.replaceFeed(ofStream: stream, with: run.feed) }
                offline?.replaceFeed(
                    run.feed, volume: parameters.volume, pan: parameters.pan)
            }
            if let current { giveBack(current) }
            current = nil
            takeBack(&waiting)
            takeBack(&heldBack)
            decoder?.reset()
            chain.reset()
            meters.reset()
            if state == .stopped { run = nil }
        }
        returnBuffers()
    }

    public override func flush() throws(QueueProblem) {
        try calling { () throws(QueueProblem) in
            if let last = heldBack.last ?? waiting.last ?? current {
                last.isFlushedAfter = true
            } else {
                decoder?.flush()
                chain.flush()
                pump()
            }
        }
    }

    // MARK: Life

    public override func dispose(immediately: Bool) throws(QueueProblem) {
        let isOver = try lock.withLock { () throws(QueueProblem) in
            switch life {
            case .lives: break
            case .disposing: throw .disposalPending
            case .over: throw .queueInvalidated
            case .lost: return true
            }
            beginDisposing()
            let plays = state == .running && run?.stream != nil && run?.isHeldBySystem == false
            if immediately || !plays {
                // Nobody is told of the buffers that come back: nor is anything scheduled for it.
                deliveries.close()
                stopNow()
                return true
            }
            if run?.isStopping == false { stopWhenPlayed() }
            return false
        }
        deliveries.end()
        if isOver { end() }
    }

    public override func mediaServicesWereReset() {
        lock.withLock {
            stopNow()
            lose()
        }
        deliveries.end()
    }
}
