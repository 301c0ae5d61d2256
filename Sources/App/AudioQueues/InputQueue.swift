public import AudioCodecs
import SoundServer
public import AudioModel
public import SoundClient
import Synchronization

/// A recorded buffer, as the app's callback gets it.
public struct RecordedBuffer: Sendable {
    /// The buffer's address.
    public var address: UnsafeMutableRawPointer { buffer.address }
    /// Queue time of its first frame, in frames since the start.
    public var startFrame: Int
    /// Host time at which that frame was captured.
    public var startTime: HostTime
    /// Packets in the buffer (frames for PCM); zero in a buffer that comes back unused.
    public var packetCount: Int
    /// One per packet where packets differ; otherwise empty.
    public var descriptions: [PacketDescription]

    let buffer: QueueBuffer
}

/// An audio queue that records from the app's microphone into buffers of packets.
///
/// The queue's own work queue converts captured audio to the queue's format and fills the buffers
/// in the order in which they were enqueued. Without a buffer the audio is lost, but the queue's
/// time goes on, so that the next buffer's time shows the gap.
///
/// Ownership: the queue's `lock` guards the mutable state, except `backlogFrames`, which has its
/// own.
public final class InputQueue: AudioQueueCore, @unchecked Sendable {
    let bufferFilled: @Sendable (RecordedBuffer) -> Void
    let coder: InputCoder

    /// Number of the current start; captured audio of an earlier start is dropped.
    private(set) var startCount = 0
    /// When recording begins; `nil` for at once, or when it has begun.
    var earliest: QueueStartTime?

    /// Enqueued buffers, in order; the first one is being filled.
    var waiting: [FillingBuffer] = []
    /// The buffers that a stop waits for, from the first of `waiting` on; `nil` without such a stop.
    var buffersToFill: Int?
    var timeline: InputTimeline
    /// Captured frames that were lost.
    var lostFrames = 0
    /// Levels of the last captured block; `nil` while metering is off.
    var meters: [ChannelLevel]?
    var policy = HardwareCodecPolicy.default
    /// Captured frames that wait for the work queue.
    let backlogFrames = Mutex(0)

    /// - Parameters:
    ///   - format: The packets' format. A sample rate of zero means the device's.
    ///   - schedule: Runs the app's callbacks; `nil` uses a thread of the queue's own.
    ///   - bufferFilled: Called there with each buffer that is full, or comes back at a stop.
    /// - Throws: `unsupportedFormat`, `codecNotFound`.
    public init(
        _ app: AppSound, _ format: StreamFormat, schedule: CallbackSchedule?,
        bufferFilled: @escaping @Sendable (RecordedBuffer) -> Void
    ) throws(AudioQueueError) {
        coder = try InputCoder(
            sampleRate: app.inputSampleRate, channelCount: app.input.channelCount, to: format)
        self.bufferFilled = bufferFilled
        timeline = InputTimeline(from: app.inputSampleRate, to: coder.format.sampleRate)
        super.init(app, coder.format, schedule)
    }

    public override var deviceTime: (sample: Double, host: HostTime) {
        (Double(app.input.position), app.environment.now)
    }
    public override var deviceSampleRate: Double { app.inputSampleRate }
    public override var deviceChannelCount: Int { app.input.channelCount }
    public override var deviceName: String {
        app.connection.session.route.inputs.first?.description ?? ""
    }

    /// Frames recorded since the start, lost ones included.
    public override func currentTime() throws(AudioQueueError) -> Double {
        try calling(duringTurns: true) { () throws(AudioQueueError) in
            guard !machine.isStopped else { throw .invalidRunState }
            return Double(timeline.capturedFrames)
        }
    }

    // MARK: Buffers

    /// Appends a buffer, to be filled.
    ///
    /// - Returns: Zero: when it will be filled is not known.
    /// - Throws: `invalidBuffer` for an unknown buffer and for one smaller than the largest packet;
    ///   `bufferEnqueuedTwice`, `enqueueDuringReset`.
    public override func enqueue(
        _ address: UnsafeMutableRawPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>, _ options: EnqueueOptions
    ) throws(AudioQueueError) -> Int {
        try calling { () throws(AudioQueueError) in
            guard !isReturningBuffers else { throw .enqueueDuringReset }
            let buffer = try buffers.buffer(at: address)
            guard !buffer.isEnqueued else { throw .bufferEnqueuedTwice }
            // A packet larger than the buffer could never be stored.
            guard buffer.capacity >= coder.maximumPacketSize else { throw .invalidBuffer }
            buffer.isEnqueued = true
            waiting.append(FillingBuffer(buffer))
            return 0
        }
    }

    // MARK: Transport

    override func perform(_ action: QueueStateMachine.Action) -> AudioQueueError? {
        switch action {
        case .begin(let time): return begin(at: time)
        case .resumeStream:
            if let error = super.perform(action) { return error }
            coder.tap?.streamBegins()
            timeline.noteDiscontinuity()
            return nil
        case .keepBuffers:
            // A start takes the stop back.
            buffersToFill = nil
            return nil
        default: return super.perform(action)
        }
    }

    private func begin(at time: QueueStartTime?) -> AudioQueueError? {
        guard policy != .hardwareOnly else { return .invalidCodecAccess }
        coder.reset()
        timeline.reset()
        firstError = nil
        earliest = time
        buffersToFill = nil
        startCount += 1
        let start = startCount
        do throws(SessionError) {
            stream = try app.startRecording(
                onCapture: { [weak self] sound in self?.receive(sound, since: start) },
                transportChanged: { [weak self] transport in
                    self?.onWork { $0.note(transport == .held ? .held : .released, since: start) }
                },
                ended: { [weak self] _ in self?.onWork { $0.streamEnded(since: start) } })
        } catch {
            return error == .resourceNotAvailable ? .cannotStart : .session(error)
        }
        return apply(.started)
    }

    /// Stops recording, at once or when the buffers that are enqueued now are full.
    ///
    /// At once, audio captured so far goes into buffers: the last one may be short, and those after
    /// it come back empty. Otherwise buffers that are enqueued meanwhile stay for the next start, so
    /// that a callback that enqueues its buffer again does not prolong the recording.
    ///
    /// Source: `AudioQueue.h` and Apple's page, `AudioQueueStop`; later buffers are ours
    /// (`docs/facts.md`).
    public override func stop(immediately: Bool) throws(AudioQueueError) {
        guard immediately else { return try stopWhenFilled() }
        let start = try calling { () throws(AudioQueueError) in startCount }
        // Makes the device deliver what it has captured, before the work queue looks.
        app.input.service()
        try calling { () throws(AudioQueueError) in
            isReturningBuffers = true
            finish(since: start)
            returnAll()
        }
        deliverReturnedBuffers()
    }

    private func stopWhenFilled() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard !machine.isStopped, buffersToFill == nil else { return }
            buffersToFill = waiting.count
            apply(.stopWhenPlayed)
            if waiting.isEmpty { endFilled() }
        }
    }

    public override func flush() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in }
    }

    /// Returns every buffer empty; recording goes on.
    public override func reset() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            isReturningBuffers = true
            coder.reset()
            for index in waiting.indices { waiting[index].empty() }
            returnAll()
            if buffersToFill != nil { endFilled() }
        }
        deliverReturnedBuffers()
    }

    /// Ends recording. Enqueued buffers do not come back to the app.
    public override func dispose(immediately: Bool) throws(AudioQueueError) {
        try super.dispose(immediately: true)
    }

    // MARK: With the lock held

    private func finish(since start: Int) {
        guard !machine.isStopped, start == startCount else { return }
        buffersToFill = nil
        apply(.stop)
        if !coder.isDrained { fill() }
        coder.end()
        fill()
        if meters != nil { meters = silence }
    }

    /// Ends a recording when its last buffer is full; what was captured beyond is dropped.
    func endFilled() {
        apply(.stop)
        coder.reset()
        buffersToFill = nil
        if meters != nil { meters = silence }
    }

    private func note(_ event: QueueStateMachine.Event, since start: Int) {
        if start == startCount { apply(event) }
    }

    /// Handles a stop by the policy; enqueued buffers stay in the queue.
    private func streamEnded(since start: Int) {
        guard start == startCount else { return }
        stream = nil
        buffersToFill = nil
        apply(.ended)
    }

    func onWork(_ body: @escaping @Sendable (InputQueue) -> Void) {
        work.async { [weak self] in
            guard let self else { return }
            lock.withLock { body(self) }
        }
    }
}
