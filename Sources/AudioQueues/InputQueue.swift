import AudioFormats
import AudioModel
import SoundClient
import Synchronization

/// A buffer that has been filled, as its app is told of it.
public struct RecordedBuffer: Sendable {
    public var address: UnsafeMutableRawPointer { buffer.address }
    /// Of its first frame: frames of the queue's time.
    public var startFrame: Int
    /// When that was heard.
    public var startTime: HostTime
    /// Of PCM, frames. Zero in a buffer that comes back unused.
    public var packetCount: Int
    /// One a packet where packets differ; otherwise empty.
    public var descriptions: [PacketDescription]

    let buffer: QueueBuffer
}

/// A queue that records: what the app's microphone hears in, buffers of packets out.
///
/// What is heard is brought into the queue's format on the queue's own work queue, and fills the
/// buffers in the order in which they were enqueued. While there is none, it is lost; the queue's
/// time goes on, so that the gap shows.
public final class InputQueue: AudioQueueCore, @unchecked Sendable {
    enum State {
        case stopped
        case running
        case paused
    }

    let bufferFilled: @Sendable (RecordedBuffer) -> Void
    let coder: InputCoder

    var state = State.stopped
    /// The app's stream, from a start to the stop.
    private var stream: Int?
    /// Tells what one start has heard from what the next one does.
    private(set) var startCount = 0
    var earliest: QueueStartTime?
    /// Whether the policy has it wait.
    private(set) var isHeldBySystem = false
    /// Whether sound has come since it was started, as listeners were told.
    private var isReceiving = false

    /// Enqueued, in order; the first one is being filled.
    var waiting: [FillingBuffer] = []
    var timeline: InputTimeline
    /// Frames of the device that found no buffer, or no time.
    var lostFrames = 0
    /// What went wrong since the start.
    var problem: AudioQueueError?
    var meter: InputMeter?
    var policy = HardwareCodecPolicy.default
    /// What was heard and waits for the work queue.
    let backlogFrames = Mutex(0)

    static let isRunningProperty: UInt32 = 0x6171_726E
    static let converterErrorProperty: UInt32 = 0x7163_7665

    /// - Parameters:
    ///   - format: A rate of zero means the device's.
    ///   - schedule: Where the app wants to be called; `nil` for a thread of the queue's.
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

    /// Frames that have been recorded since the start, lost ones included.
    public override func currentTime() throws(AudioQueueError) -> Double {
        try calling { () throws(AudioQueueError) in
            guard state != .stopped else { throw .invalidRunState }
            return Double(timeline.heardFrames)
        }
    }

    // MARK: Buffers

    /// Puts a buffer at the end of the line, to be filled.
    ///
    /// - Returns: Zero: when it will be filled is not known.
    public override func enqueue(
        _ address: UnsafeMutableRawPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>, _ options: EnqueueOptions
    ) throws(AudioQueueError) -> Int {
        try calling { () throws(AudioQueueError) in
            guard !isReturningBuffers else { throw .enqueueDuringReset }
            let buffer = try buffers.buffer(at: address)
            guard !buffer.isEnqueued else { throw .bufferEnqueuedTwice }
            // A packet that does not fit would never come.
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

    /// What has been heard so far goes into buffers; the last one may be short, and those after it
    /// come back empty.
    public override func stop(immediately: Bool) throws(AudioQueueError) {
        let start = try calling { () throws(AudioQueueError) in startCount }
        // What the device has delivered so far goes where the work queue finds it.
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

    /// Every buffer comes back, without what it holds; recording goes on.
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

    /// Recording ends; what is in the buffers is not given to the app any more.
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

    /// The media services were reset: nothing of the queue's is left.
    public override func mediaServicesWereReset() {
        lock.withLock {
            halt()
            lose()
        }
        deliveries.end()
    }

    // MARK: With the lock held

    /// Lets go of the microphone.
    private func halt() {
        let stream = stream
        self.stream = nil
        state = .stopped
        isHeldBySystem = false
        // It can only fail for a stream that is over already.
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

    /// The policy has cut it short; what is enqueued is left in line.
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
