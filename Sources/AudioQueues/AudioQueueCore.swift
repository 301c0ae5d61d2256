import AudioFormats
import AudioModel
import SoundClient

/// An audio queue of either direction: its buffers, property listeners, callbacks and life cycle.
///
/// Every call may come on any thread. One recursive lock guards a queue. It may be held during a
/// request to the server; a thread that waits for it never holds a lock of the server or a device.
///
/// Ownership: `lock` guards the mutable state of the queue and of its subclasses.
open class AudioQueueCore: @unchecked Sendable {
    /// The app's connection to the sound server, its mixer and its environment.
    public let app: AppSound
    /// The format of the packets in the queue's buffers, with every field filled in.
    public let format: StreamFormat

    let lock = RecursiveLock()
    let deliveries: CallbackDispatcher
    /// The queue's own serial work queue, which decodes, encodes and handles stream events.
    let work: any WorkQueue

    var buffers = QueueBuffers()
    private(set) var life = Life.lives
    /// Whether buffers are being returned to the app, which may not enqueue them meanwhile.
    var isReturningBuffers = false
    private var listeners: [Listener] = []
    /// The queue's handle in `AudioQueueTable`.
    private var number: UInt = 0
    /// For each time line handle, the gap count that its app last saw.
    private var timelines: [UInt: Int] = [:]
    private var lastTimeline: UInt = 0
    /// Discontinuities between the queue's time line and the device's, so far.
    var gapCount = 0
    /// Removes the queue from its table.
    private var over: (@Sendable () -> Void)?
    private var resetHandler: Int?

    /// The states of a queue; from `lives` through `disposing` to `over`, or to `lost`.
    enum Life {
        case lives
        /// Plays what is enqueued, then becomes `over`.
        case disposing
        case over
        /// Invalidated by a loss of the media services.
        case lost
    }

    struct Listener {
        var property: UInt32
        var identity: ListenerIdentity
        var call: @Sendable () -> Void
    }

    /// The identity of a property listener: the app's function and its user data, as addresses.
    public struct ListenerIdentity: Hashable, Sendable {
        /// Address of the app's function.
        public var procedure: UInt
        /// Address of the app's user data.
        public var clientData: UInt

        /// Makes an identity from two addresses.
        public init(procedure: UInt, clientData: UInt) {
            self.procedure = procedure
            self.clientData = clientData
        }
    }

    /// - Parameter schedule: Runs the app's callbacks; `nil` uses a thread of the queue's own.
    init(_ app: AppSound, _ format: StreamFormat, _ schedule: CallbackSchedule?) {
        self.app = app
        self.format = format
        work = app.environment.makeWorkQueue(label: "sori.audioqueue.work")
        if let schedule {
            deliveries = CallbackDispatcher(schedule)
        } else {
            let calls = app.environment.makeWorkQueue(label: "sori.audioqueue.callback")
            deliveries = CallbackDispatcher { block in calls.async(block) }
        }
    }

    /// Completes the registration in the table.
    ///
    /// - Parameters:
    ///   - number: The queue's handle.
    ///   - over: Called once when the queue has ended.
    func settle(number: UInt, over: @escaping @Sendable () -> Void) {
        lock.withLock {
            self.number = number
            self.over = over
            resetHandler = app.addResetHandler { [weak self] in self?.mediaServicesWereReset() }
        }
    }

    /// The queue's handle; not zero once the queue is in the table.
    public var handle: UInt { lock.withLock { number } }

    /// Runs a call from the app with the lock held.
    ///
    /// - Throws: `disposalPending`, `queueInvalidated`, or what `body` throws.
    func calling<Result>(
        _ body: () throws(AudioQueueError) -> Result
    ) throws(AudioQueueError) -> Result {
        try lock.withLock { () throws(AudioQueueError) in
            switch life {
            case .lives: break
            case .disposing: throw .disposalPending
            case .over, .lost: throw .queueInvalidated
            }
            return try body()
        }
    }

    // MARK: Buffers

    /// Allocates a buffer of `capacity` bytes with room for `descriptionCapacity` packet
    /// descriptions.
    ///
    /// - Returns: The buffer's address.
    /// - Throws: `outOfMemory`.
    public func allocateBuffer(
        capacity: UInt32, descriptionCapacity: UInt32 = 0
    ) throws(AudioQueueError) -> UnsafeMutableRawPointer {
        try calling { () throws(AudioQueueError) in
            try buffers.allocate(
                capacity: capacity, descriptionCapacity: descriptionCapacity
            ).address
        }
    }

    /// Frees a buffer that is not enqueued.
    ///
    /// - Throws: `invalidBuffer`, `bufferInQueue`.
    public func freeBuffer(_ address: UnsafeMutableRawPointer) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in try buffers.free(at: address) }
    }

    // MARK: Listeners

    /// Adds a listener of one property.
    ///
    /// - Parameter call: Runs after each change of the property, where the queue's callbacks run.
    public func addListener(
        of property: UInt32, _ identity: ListenerIdentity, _ call: @escaping @Sendable () -> Void
    ) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            listeners.append(Listener(property: property, identity: identity, call: call))
        }
    }

    /// Removes every listener of `property` with this identity; an unknown one is no error.
    public func removeListener(
        of property: UInt32, _ identity: ListenerIdentity
    ) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            listeners.removeAll { $0.property == property && $0.identity == identity }
        }
    }

    /// Schedules a call of each listener of `property`. With the lock held.
    func tellListeners(of property: UInt32) {
        for listener in listeners where listener.property == property {
            deliveries.add(ofBuffer: false) { [weak self] in
                // A listener that was removed meanwhile is not called.
                guard let self, isListening(listener) else { return }
                listener.call()
            }
        }
    }

    private func isListening(_ listener: Listener) -> Bool {
        lock.withLock {
            listeners.contains {
                $0.property == listener.property && $0.identity == listener.identity
            }
        }
    }

    // MARK: Time lines

    /// Makes a time line.
    ///
    /// - Returns: Its handle, not zero.
    /// - Throws: `outOfMemory` when the queue has 1024 already.
    public func makeTimeline() throws(AudioQueueError) -> UInt {
        try calling { () throws(AudioQueueError) in
            guard timelines.count < Self.timelinesMax else { throw .outOfMemory }
            lastTimeline += 1
            timelines[lastTimeline] = gapCount
            return lastTimeline
        }
    }

    /// Removes a time line.
    ///
    /// - Throws: `wrongArgument` for an unknown handle.
    public func removeTimeline(_ timeline: UInt) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard timelines.removeValue(forKey: timeline) != nil else { throw .wrongArgument }
        }
    }

    /// Whether there was a discontinuity since the last call for this time line.
    ///
    /// - Throws: `wrongArgument` for an unknown handle.
    public func takeDiscontinuity(of timeline: UInt) throws(AudioQueueError) -> Bool {
        try calling { () throws(AudioQueueError) in
            guard let known = timelines[timeline] else { throw .wrongArgument }
            timelines[timeline] = gapCount
            return known != gapCount
        }
    }

    private static let timelinesMax = 1024

    // MARK: Life

    func beginDisposing() {
        life = .disposing
    }

    /// Marks the queue as lost with the media services: it makes no sound and no callbacks, and
    /// every call fails.
    func lose() {
        life = .lost
    }

    /// Frees everything and removes the queue from the table. With the lock held or not.
    func end() {
        let over = lock.withLock {
            life = .over
            buffers.freeAll()
            listeners = []
            if let resetHandler { app.removeResetHandler(resetHandler) }
            resetHandler = nil
            defer { self.over = nil }
            return self.over
        }
        over?()
    }

    // MARK: What subclasses implement

    /// Starts, or resumes after a pause, now or at `time`.
    open func start(at time: QueueStartTime?) throws(AudioQueueError) { throw .unimplemented }
    /// Pauses; `start(at:)` resumes.
    open func pause() throws(AudioQueueError) { throw .unimplemented }
    /// Stops at once, or after what is enqueued.
    open func stop(immediately: Bool) throws(AudioQueueError) { throw .unimplemented }
    /// Returns every buffer to the app and forgets the decoder's or encoder's state.
    open func reset() throws(AudioQueueError) { throw .unimplemented }
    /// Resets the decoder or encoder after what is enqueued.
    open func flush() throws(AudioQueueError) { throw .unimplemented }
    /// Disposes of the queue at once, or after what is enqueued has been played.
    open func dispose(immediately: Bool) throws(AudioQueueError) { throw .unimplemented }
    /// Handles a reset of the media services: the queue stops and is invalid from then on.
    open func mediaServicesWereReset() {}

    /// Whether the device reads from the queue or delivers to it.
    open var isRunning: Bool { false }

    /// `isRunning`, for a call from the app.
    ///
    /// - Throws: `disposalPending`, `queueInvalidated`.
    public func checkedIsRunning() throws(AudioQueueError) -> Bool {
        try calling { () throws(AudioQueueError) in isRunning }
    }

    /// Appends a buffer to the queue.
    ///
    /// - Returns: When its first frame will be played, in frames of the queue's time; 0 for input.
    open func enqueue(
        _ address: UnsafeMutableRawPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>, _ options: EnqueueOptions
    ) throws(AudioQueueError) -> Int {
        throw .unimplemented
    }

    /// Frames that the app's device has played or captured, and the host time of the reading.
    open var deviceTime: (sample: Double, host: HostTime) {
        (Double(app.mixer.renderedFrames), app.environment.now)
    }
    /// Sample rate of the device, in Hz.
    open var deviceSampleRate: Double { app.mixer.outputRate }
    /// Channels of the device.
    open var deviceChannelCount: Int { 2 }
    /// Description of the first port of the app's route, as the policy has it; empty without one.
    open var deviceName: String { app.connection.session.route.outputs.first?.description ?? "" }
    /// The queue's time, in frames.
    ///
    /// - Throws: `invalidRunState` while stopped.
    open func currentTime() throws(AudioQueueError) -> Double { throw .unimplemented }
}

/// When a queue is to start.
public enum QueueStartTime: Hashable, Sendable {
    /// A time on the device's time line, in frames.
    case sample(Double)
    /// A host time.
    case host(HostTime)
}
