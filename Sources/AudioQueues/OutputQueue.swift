import AudioFormats
import AudioModel
import SoundClient
import SoundMixer

/// An audio queue that plays buffers of packets through a voice of the app's mixer.
///
/// The pump decodes enqueued buffers a little ahead of the device, into the voice's feed. When the
/// device has read a buffer's last frame, the buffer returns to the app. The pump runs on the
/// queue's own work queue, and in calls that must take effect before they return.
///
/// Ownership: the queue's `lock` guards the mutable state; the render thread reads only the feed.
public final class OutputQueue: AudioQueueCore, @unchecked Sendable {
    enum State {
        case stopped
        case running
        case paused
    }

    /// Called with the address of each buffer that returns to the app.
    let bufferDone: @Sendable (UnsafeMutableRawPointer) -> Void
    /// Channels of the decoded audio.
    let channelCount: Int
    /// Makes the time-pitch effect when the app enables it.
    let makeTimePitch: TimePitchMaker

    var state = State.stopped
    /// The current run, from a prime or a start until the stop.
    var run: OutputRun?
    /// Whether the device reads from the queue, as last reported to listeners.
    var runsOnDevice = false
    /// Enqueued buffers that are not being decoded yet.
    var waiting: [EnqueuedBuffer] = []
    /// Buffers enqueued while the queue was stopping; they wait for the next start.
    var buffersForNextStart: [EnqueuedBuffer] = []
    /// The buffer being decoded.
    var current: EnqueuedBuffer?
    /// Made at the first prime or start, when the magic cookie is known.
    var decoder: BufferDecoder?
    var chain: OutputChain
    var settings = OutputSettings()
    var parameters = QueueParameters()
    var volumeRamp: VolumeRamp?
    var meters = LevelMeters()
    var offline: OfflineOutput?
    /// The first decoding error since the last prime or start.
    var firstDecodingError: AudioQueueError?

    /// Sample rates that can be played, in Hz.
    public static let sampleRates = 100.0...384_000.0
    /// Most channels that can be played.
    public static let channelsMax = 64
    static let bytesPerPacketMax = 1 << 24
    /// Largest queue time in frames: the largest count that a `Double` holds exactly.
    private static let timeMax = 0x1p53

    /// `kAudioQueueProperty_IsRunning` and `kAudioQueueProperty_ConverterError`.
    static let isRunningProperty: UInt32 = 0x6171_726E
    static let converterErrorProperty: UInt32 = 0x7163_7665

    /// - Parameters:
    ///   - format: The packets' format.
    ///   - schedule: Runs the app's callbacks; `nil` uses a thread of the queue's own.
    ///   - makeTimePitch: Called when the app enables the time-pitch effect.
    ///   - bufferDone: Called there with the address of each buffer that is done.
    /// - Throws: `unsupportedFormat`, `codecNotFound`.
    public init(
        _ app: AppSound, _ format: StreamFormat, schedule: CallbackSchedule?,
        makeTimePitch: @escaping TimePitchMaker,
        bufferDone: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
    ) throws(AudioQueueError) {
        let format = try checkedFormat(format)
        guard isPlayable(format) else { throw .codecNotFound }
        if format.id == .linearPCM || format.id == .uLaw || format.id == .aLaw {
            do throws(AudioQueueError) {
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

    /// The queue's time in frames: zero at the first frame after a start, silence included. It does
    /// not advance while the queue is paused.
    ///
    /// - Throws: `invalidRunState` while stopped.
    public override func currentTime() throws(AudioQueueError) -> Double {
        try calling { () throws(AudioQueueError) in
            guard state != .stopped, let run else { throw .invalidRunState }
            return Double(run.time)
        }
    }

    /// Frames of silence since the last start because no buffer was enqueued in time: what late
    /// callbacks cost the queue. Zero while stopped.
    public var starvedFrameCount: Int { lock.withLock { run?.starvedFrames ?? 0 } }

    // MARK: Buffers

    /// Appends a buffer to the queue.
    ///
    /// - Parameters:
    ///   - descriptions: The packets, where they differ. Copied. When empty, the descriptions in
    ///     the buffer itself are used.
    /// - Returns: When its first frame will be played, in frames of the queue's time, if nothing
    ///   runs short until then.
    /// - Throws: `invalidBuffer`, `bufferInQueue`, `bufferEmpty`, `wrongArgument`,
    ///   `enqueueDuringReset`.
    public override func enqueue(
        _ address: UnsafeMutableRawPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>, _ options: EnqueueOptions
    ) throws(AudioQueueError) -> Int {
        try calling { () throws(AudioQueueError) in
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
                buffersForNextStart.append(item)
            } else {
                waiting.append(item)
                wakePump()
            }
            return max(item.startTime ?? end, end)
        }
    }

    /// Queue time in frames at which everything enqueued will have been played.
    private var endOfLine: Int {
        var time = Double(run.map { max($0.writeTime, $0.time) } ?? 0)
        time += Double(chain.pendingFrameCount)
        var rate = chain.rate
        if current != nil, let decoder { time += Double(decoder.remainingFrames) / rate }
        for item in waiting {
            time = max(item.startTime.map(Double.init) ?? time, time)
            if chain.isChanging,
                let change = item.changes.last(where: { $0.parameter == .playRate })
            {
                rate = Double(change.value)
            }
            time += Double(item.frameCount) / rate
        }
        return Int(min(time, Self.timeMax).rounded())
    }

    /// Schedules the pump if it has work before the device asks for more.
    private func wakePump() {
        guard let run, state == .running, run.room(run.aheadFrames) > 0, current == nil else {
            return
        }
        schedulePump()
    }

    func schedulePump() {
        work.async { [weak self] in
            guard let self else { return }
            lock.withLock { self.pump() }
        }
    }

    // MARK: Transport

    public override func start(at time: QueueStartTime?) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            switch state {
            case .stopped: try begin(at: time)
            case .paused: try resume()
            case .running:
                keepRunning()
                if run?.isHeldBySystem == true { try resume() }
            }
        }
    }

    /// Decodes enqueued buffers before a start.
    ///
    /// - Parameter frameCount: Frames to decode; zero for as many as are decoded ahead during
    ///   playback. At most ten seconds.
    /// - Returns: Frames that are ready: fewer than asked for when no more are enqueued, or when
    ///   the first call after a stop asked for fewer.
    public func prime(frameCount: Int) throws(AudioQueueError) -> Int {
        try calling { () throws(AudioQueueError) in
            guard state == .stopped else { return 0 }
            try prepare()
            let wanted = min(frameCount, Int(format.sampleRate * Self.primedSecondsMax))
            let run = self.run ?? makeRun(delayFrames: 0, primedFrames: wanted)
            self.run = run
            fill(ahead: wanted > 0 ? wanted : nil)
            return run.written
        }
    }

    private static let primedSecondsMax = 10.0

    /// The first decoding error since the last start; `nil` without one.
    public func errorSinceStart() throws(AudioQueueError) -> AudioQueueError? {
        try calling { () throws(AudioQueueError) in firstDecodingError }
    }

    public override func pause() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
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

    public override func stop(immediately: Bool) throws(AudioQueueError) {
        if immediately {
            try calling { () throws(AudioQueueError) in stopNow() }
            returnBuffers()
        } else {
            try calling { () throws(AudioQueueError) in stopWhenPlayed() }
        }
    }

    public override func reset() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
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
            takeBack(&buffersForNextStart)
            decoder?.reset()
            chain.reset()
            meters.reset()
            if state == .stopped { run = nil }
        }
        returnBuffers()
    }

    public override func flush() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            if let last = buffersForNextStart.last ?? waiting.last ?? current {
                last.isFlushedAfter = true
            } else {
                decoder?.flush()
                chain.flush()
                pump()
            }
        }
    }

    // MARK: Life

    public override func dispose(immediately: Bool) throws(AudioQueueError) {
        let isOver = try lock.withLock { () throws(AudioQueueError) in
            switch life {
            case .lives: break
            case .disposing: throw .disposalPending
            case .over: throw .queueInvalidated
            case .lost: return true
            }
            beginDisposing()
            let plays = state == .running && run?.stream != nil && run?.isHeldBySystem == false
            if immediately || !plays {
                // Closed first: the buffers that return are not reported to the app.
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
