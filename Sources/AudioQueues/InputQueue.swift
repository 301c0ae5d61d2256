import AudioFormats
import AudioModel
import SoundClient
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
    enum State {
        case stopped
        case running
        case paused
    }

    let bufferFilled: @Sendable (RecordedBuffer) -> Void
    let coder: InputCoder

    var state = State.stopped
    /// The app's stream while the queue is started; `nil` otherwise.
    private var stream: Int?
    /// Number of the current start; captured audio of an earlier start is dropped.
    private(set) var startCount = 0
    /// When recording begins; `nil` for at once, or when it has begun.
    var earliest: QueueStartTime?
    /// Whether the policy holds the stream, as during an interruption.
    private(set) var isHeldBySystem = false
    /// Whether audio has arrived since the start, as last reported to listeners.
    private var isReceiving = false

    /// Enqueued buffers, in order; the first one is being filled.
    var waiting: [FillingBuffer] = []
    var timeline: InputTimeline
    /// Captured frames that were lost.
    var lostFrames = 0
    /// The first error since the start.
    var problem: AudioQueueError?
    var meter: InputMeter?
    var policy = HardwareCodecPolicy.default
    /// Captured frames that wait for the work queue.
    let backlogFrames = Mutex(0)

    /// `kAudioQueueProperty_IsRunning` and `kAudioQueueProperty_ConverterError`.
    static let isRunningProperty: UInt32 = 0x6171_726E
    static let converterErrorProperty: UInt32 = 0x7163_7665

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

    public override var isRunning: Bool { lock.withLock { isReceiving } }

    /// Frames recorded since the start, lost ones included.
    public override func currentTime() throws(AudioQueueError) -> Double {
        try calling { () throws(AudioQueueError) in
            guard state != .stopped else { throw .invalidRunState }
            return Double(timeline.heardFrames)
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

    public override func start(at time: QueueStartTime?) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            switch state {
            case .stopped: try begin(at: time)
            case .paused: try resume()
            case .running: if isHeldBySystem { try resume() }
            }
        }
    }

    private func begin(at time: QueueStartTime?) throws(AudioQueueError) {
        guard policy != .hardwareOnly else { throw .invalidCodecAccess }
        coder.reset()
        timeline.reset()
        problem = nil
        earliest = time
        startCount += 1
        let start = startCount
        do throws(SessionError) {
            stream = try app.startRecording(
                heard: { [weak self] sound in self?.hear(sound, since: start) },
                transportChanged: { [weak self] transport in
                    self?.onWork { $0.note(transport, since: start) }
                },
                ended: { [weak self] _ in self?.onWork { $0.streamEnded(since: start) } })
        } catch {
            throw error == .resourceNotAvailable ? .cannotStart : .session(error)
        }
        state = .running
    }

    private func resume() throws(AudioQueueError) {
        if let stream {
            do throws(SessionError) {
                try app.resumeStream(stream)
            } catch {
                throw .session(error)
            }
        }
        state = .running
        isHeldBySystem = false
        coder.tap?.streamBegins()
        timeline.noteDiscontinuity()
    }

    public override func pause() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard state == .running, let stream else { return }
            state = .paused
            do throws(SessionError) {
                try app.pauseStream(stream)
            } catch {
                throw .session(error)
            }
        }
    }

    /// Stops recording. Audio captured so far goes into buffers: the last one may be short, and
    /// those after it come back empty.
    public override func stop(immediately: Bool) throws(AudioQueueError) {
        let start = try calling { () throws(AudioQueueError) in startCount }
        // Makes the device deliver what it has captured, before the work queue looks.
        app.input.attend()
        if immediately {
            try calling { () throws(AudioQueueError) in
                isReturningBuffers = true
                finish(since: start)
                returnAll()
            }
            deliveries.deliverBuffersNow()
            lock.withLock { isReturningBuffers = false }
        } else {
            onWork { queue in
                queue.finish(since: start)
                queue.returnAll()
            }
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
        }
        deliveries.deliverBuffersNow()
        lock.withLock { isReturningBuffers = false }
    }

    // MARK: Life

    /// Ends recording. Enqueued buffers do not come back to the app.
    public override func dispose(immediately: Bool) throws(AudioQueueError) {
        try lock.withLock { () throws(AudioQueueError) in
            switch life {
            case .lives: beginDisposing()
            case .disposing: throw .disposalPending
            case .over: throw .queueInvalidated
            case .lost: break
            }
            halt()
        }
        deliveries.end()
        end()
    }

    /// Stops the queue and invalidates it: the media services were reset.
    public override func mediaServicesWereReset() {
        lock.withLock {
            halt()
            lose()
        }
        deliveries.end()
    }

    // MARK: With the lock held

    /// Releases the microphone.
    private func halt() {
        let stream = stream
        self.stream = nil
        state = .stopped
        isHeldBySystem = false
        // Fails only for a stream that has ended already.
        if let stream { try? app.stopStream(stream) }
        setRunning(false)
    }

    private func finish(since start: Int) {
        guard state != .stopped, start == startCount else { return }
        halt()
        if !coder.isDrained { fill() }
        coder.end()
        fill()
        meter?.reset()
    }

    private func note(_ transport: StreamDirective.Transport, since start: Int) {
        guard start == startCount, state == .running else { return }
        isHeldBySystem = transport == .held
        if isHeldBySystem {
            gapCount += 1
            setRunning(false)
        }
    }

    /// Handles a stop by the policy; enqueued buffers stay in the queue.
    private func streamEnded(since start: Int) {
        guard start == startCount, state != .stopped else { return }
        stream = nil
        halt()
    }

    func setRunning(_ runs: Bool) {
        guard isReceiving != runs else { return }
        isReceiving = runs
        tellListeners(of: Self.isRunningProperty)
    }

    func onWork(_ body: @escaping @Sendable (InputQueue) -> Void) {
        work.async { [weak self] in
            guard let self else { return }
            lock.withLock { body(self) }
        }
    }
}
