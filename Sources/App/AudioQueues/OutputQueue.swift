public import AudioCodecs
public import AudioModel
public import SoundClient
import SoundMixer

/// An audio queue that plays buffers of packets through a voice of the app's mixer.
///
/// The pump decodes enqueued buffers a little ahead of the device, into the voice's feed. When the
/// device has read a buffer's last frame, the buffer returns to the app. The pump runs on the
/// queue's own work queue, and in calls that must take effect before they return.
///
/// Ownership: the queue's `lock` guards the mutable state; the render thread reads only the feed.
public final class OutputQueue: AudioQueueCore, @unchecked Sendable {
    /// Called with the address of each buffer that returns to the app, on the thread that the app's
    /// schedule gives.
    let bufferDone: @Sendable (UnsafeMutableRawPointer) -> Void
    /// Channels of the decoded audio.
    let channelCount: Int
    /// Makes the time-pitch effect when the app enables it.
    let makeTimePitch: TimePitchMaker

    /// The current run, from a prime or a start until the stop.
    var run: OutputRun?
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

    /// Most channels that can be played.
    public static let channelsMax = 64
    static let bytesPerPacketMax = 1 << 24
    /// Largest queue time in frames: the largest count that a `Double` holds exactly.
    private static let timeMax = 0x1p53

    /// - Parameters:
    ///   - format: The packets' format.
    ///   - schedule: Runs the app's callbacks; `nil` uses a thread of the queue's own.
    ///   - makeTimePitch: Called when the app enables the time-pitch effect.
    ///   - bufferDone: Called with the address of each buffer that returns to the app, on the
    ///     thread that `schedule` gives.
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

    /// The queue's time in frames: zero at the first frame after a start, silence included. It does
    /// not advance while the queue is paused.
    ///
    /// - Throws: `invalidRunState` while stopped.
    public override func currentTime() throws(AudioQueueError) -> Double {
        try calling(duringTurns: true) { () throws(AudioQueueError) in
            guard !machine.isStopped, let run else { throw .invalidRunState }
            return Double(run.time)
        }
    }

    /// Number of frames of silence played since the last start because of buffer underruns. Zero
    /// while stopped.
    public var starvedFrameCount: Int {
        lock.withLock(duringTurns: true) { run?.starvedFrames ?? 0 }
    }

    // MARK: Buffers

    /// Appends a buffer to the queue.
    ///
    /// - Parameters:
    ///   - descriptions: The packets, for formats with variable packet sizes; copied during the
    ///     call. When empty, the descriptions in the buffer itself are used.
    /// - Returns: When its first frame will be played, in frames of the queue's time, provided that
    ///   no underrun occurs before.
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
            if machine.isEnding {
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
        guard let run, machine.isPlaying, run.room(run.aheadFrames) > 0, current == nil else {
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

    /// Decodes enqueued buffers before a start.
    ///
    /// - Parameter frameCount: Frames to decode; zero for as many as are decoded ahead during
    ///   playback. At most ten seconds.
    /// - Returns: Frames that are ready; zero unless stopped. Fewer than asked for when no more are
    ///   enqueued, or when the first call after a stop, which sets the room until the start, asked
    ///   for fewer.
    public func prime(frameCount: Int) throws(AudioQueueError) -> Int {
        try calling { () throws(AudioQueueError) in
            guard machine.isStopped else { return 0 }
            let wanted = min(frameCount, Int(format.sampleRate * Self.primedSecondsMax))
            let run = try prepareRun(primedFrames: wanted)
            fill(ahead: wanted > 0 ? wanted : nil)
            return run.written
        }
    }

    private static let primedSecondsMax = 10.0

    override func perform(_ action: QueueStateMachine.Action) -> AudioQueueError? {
        switch action {
        case .begin(let time):
            do throws(AudioQueueError) { try begin(at: time) } catch { return error }
        case .pump: pump()
        case .awaitDevice: run?.feed.setRefillThreshold(atFrame: 0)
        case .drainEffect: chain.flush()
        case .finishFeed: run?.feed.finish()
        case .replaceFeed: replaceFeed()
        case .keepBuffers:
            waiting += buffersForNextStart
            buffersForNextStart = []
        case .returnBuffers: returnAllBuffers()
        case .dropRun: dropRun()
        default: return super.perform(action)
        }
        return nil
    }

    public override func stop(immediately: Bool) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            isReturningBuffers = isReturningBuffers || immediately
            apply(immediately ? .stop : .stopWhenPlayed)
        }
        if immediately { deliverReturnedBuffers() }
    }

    public override func reset() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            isReturningBuffers = true
            apply(.reset)
        }
        deliverReturnedBuffers()
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
}
