import AudioFormats
import AudioModel
import SoundClient

/// What queues of both directions are: buffers, listeners, callbacks, and a life.
///
/// Every call comes on any thread. One recursive lock guards a queue; it may be held while the
/// server is asked, and nothing that the server or a device holds is ever held by who waits for it.
open class AudioQueueCore: @unchecked Sendable {
    public let app: AppSound
    public let format: StreamFormat

    let lock = RecursiveLock()
    let deliveries: CallbackDispatcher
    /// Where the queue's own work is done.
    let work: any WorkQueue

    var buffers = QueueBuffers()
    private(set) var life = Life.lives
    /// While buffers go back to the app, which may not enqueue them meanwhile.
    var isReturningBuffers = false
    private var listeners: [Listener] = []
    /// What the table knows it by.
    private var number: UInt = 0
    /// By their numbers, how many gaps of the queue's each has told its app of.
    private var timelines: [UInt: Int] = [:]
    private var lastTimeline: UInt = 0
    /// Places where the queue's time does not go on as the device's does.
    var gapCount = 0
    private var over: (@Sendable () -> Void)?
    private var resetHandler: Int?

    enum Life {
        case lives
        /// Plays what it has, and then is over.
        case disposing
        case over
        /// The media services are gone, and the queue with them.
        case lost
    }

    struct Listener {
        var property: UInt32
        var identity: ListenerIdentity
        var call: @Sendable () -> Void
    }

    /// What tells two listeners of one property apart: the app's function and its data.
    public struct ListenerIdentity: Hashable, Sendable {
        public var procedure: UInt
        public var clientData: UInt

        public init(procedure: UInt, clientData: UInt) {
            self.procedure = procedure
            self.clientData = clientData
        }
    }

    /// - Parameter schedule: Where the app wants to be called; `nil` for a thread of the queue's.
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

    func settle(number: UInt, over: @escaping @Sendable () -> Void) {
        lock.withLock {
            self.number = number
            self.over = over
            resetHandler = app.addResetHandler { [weak self] in self?.mediaServicesWereReset() }
        }
    }

    public var handle: UInt { lock.withLock { number } }

    /// Runs a call of the app's, unless the queue's life forbids any.
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

    /// - Returns: The buffer's address.
    public func allocateBuffer(
        capacity: UInt32, descriptionCapacity: UInt32 = 0
    ) throws(AudioQueueError) -> UnsafeMutableRawPointer {
        try calling { () throws(AudioQueueError) in
            try buffers.allocate(
                capacity: capacity, descriptionCapacity: descriptionCapacity
            ).address
        }
    }

    public func freeBuffer(_ address: UnsafeMutableRawPointer) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in try buffers.free(at: address) }
    }

    // MARK: Listeners

    /// - Parameter call: Runs where the queue's callbacks do, after each change of the property.
    public func addListener(
        of property: UInt32, _ identity: ListenerIdentity, _ call: @escaping @Sendable () -> Void
    ) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            listeners.append(Listener(property: property, identity: identity, call: call))
        }
    }

    public func removeListener(
        of property: UInt32, _ identity: ListenerIdentity
    ) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            listeners.removeAll { $0.property == property && $0.identity == identity }
        }
    }

    /// With the lock held.
    func tellListeners(of property: UInt32) {
        for listener in listeners where listener.property == property {
            deliveries.add(ofBuffer: false) { [weak self] in
                // One that was removed meanwhile is not called.
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

    /// - Returns: Its number: not zero.
    public func makeTimeline() throws(AudioQueueError) -> UInt {
        try calling { () throws(AudioQueueError) in
            guard timelines.count < Self.timelinesMax else { throw .outOfMemory }
            lastTimeline += 1
            timelines[lastTimeline] = gapCount
            return lastTimeline
        }
    }

    public func removeTimeline(_ timeline: UInt) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard timelines.removeValue(forKey: timeline) != nil else { throw .wrongArgument }
        }
    }

    /// Whether there was a gap since a time line was last asked.
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

    /// The media services were lost: nothing sounds and nothing is called any more, and every call
    /// fails.
    func lose() {
        life = .lost
    }

    /// Frees everything, and takes the queue from the table. With the lock held or not.
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

    // MARK: What a direction adds

    open func start(at time: QueueStartTime?) throws(AudioQueueError) { throw .unimplemented }
    open func pause() throws(AudioQueueError) { throw .unimplemented }
    open func stop(immediately: Bool) throws(AudioQueueError) { throw .unimplemented }
    open func reset() throws(AudioQueueError) { throw .unimplemented }
    open func flush() throws(AudioQueueError) { throw .unimplemented }
    open func dispose(immediately: Bool) throws(AudioQueueError) { throw .unimplemented }
    /// The media services were reset: nothing of the queue's is left.
    open func mediaServicesWereReset() {}

    /// Whether the device takes from it or gives to it.
    open var isRunning: Bool { false }

    public func checkedIsRunning() throws(AudioQueueError) -> Bool {
        try calling { () throws(AudioQueueError) in isRunning }
    }

    /// Puts a buffer at the end of the line. See `OutputQueue`.
    open func enqueue(
        _ address: UnsafeMutableRawPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>, _ options: EnqueueOptions
    ) throws(AudioQueueError) -> Int {
        throw .unimplemented
    }

    /// What the app's device has played or heard, and the time at which it is asked.
    open var deviceTime: (sample: Double, host: HostTime) {
        (Double(app.mixer.renderedFrames), app.environment.now)
    }
    /// Frames a second of the device.
    open var deviceSampleRate: Double { app.mixer.outputRate }
    open var deviceChannelCount: Int { 2 }
    /// The port that the app's sound goes to or comes from, as the policy routes it.
    open var deviceName: String { app.connection.session.route.outputs.first?.description ?? "" }
    /// Frames of the queue's time line.
    open func currentTime() throws(AudioQueueError) -> Double { throw .unimplemented }
}

/// When a queue is to start, on its device's time line.
public enum QueueStartTime: Hashable, Sendable {
    /// Frames of the device.
    case sample(Double)
    case host(HostTime)
}
