public import AudioCodecs
import SoundServer
import SoundMixer
public import AudioModel
public import SoundClient

/// An audio queue of either direction: its buffers, property listeners, callbacks and life cycle.
///
/// Every call may come on any thread. One lock guards a queue; it is not held while code of the
/// app's runs. It may be held during a request to the server; a thread that waits for it never holds
/// a lock of the server or a device.
///
/// Calls of the app and reports of the stream are events of `machine`; `perform` does what follows.
///
/// Ownership: `lock` guards the mutable state of the queue and of its subclasses.
open class AudioQueueCore: @unchecked Sendable {
    /// The app's connection to the sound server, its mixer and its environment.
    public let app: AppSound
    /// The format of the packets in the queue's buffers, with every field filled in.
    public let format: StreamFormat

    let lock = QueueLock()
    let deliveries: CallbackDispatcher
    /// The queue's own serial work queue, which decodes, encodes and handles stream events.
    let work: any WorkQueue

    private(set) var machine = QueueStateMachine()
    /// The app's stream while the queue is started; `nil` otherwise, and in offline mode.
    var stream: Int?
    var buffers = QueueBuffers()
    private(set) var life = Life.lives
    /// Whether buffers are being returned to the app, which may not enqueue them meanwhile.
    var isReturningBuffers = false
    private var listeners: [Listener] = []
    /// The queue's handle in the app's table.
    private var number: UInt = 0
    /// For each time line handle, the gap count that its app last saw.
    private var timelines: [UInt: Int] = [:]
    private var lastTimeline: UInt = 0
    /// The first error since the last start or prime.
    var firstError: AudioQueueError?
    /// Discontinuities between the queue's time line and the device's, so far.
    var discontinuityCount = 0
    /// Removes the queue from its table.
    private var over: (@Sendable () -> Void)?
    private var resetHandler: Int?

    /// `kAudioQueueProperty_IsRunning` and `kAudioQueueProperty_ConverterError`.
    private static let isRunningProperty: UInt32 = 0x6171_726E
    private static let converterErrorProperty: UInt32 = 0x7163_7665

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
    public func settle(number: UInt, over: @escaping @Sendable () -> Void) {
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
        duringTurns: Bool = false, _ body: () throws(AudioQueueError) -> Result
    ) throws(AudioQueueError) -> Result {
        try lock.withLock(duringTurns: duringTurns) { () throws(AudioQueueError) in
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
    func notifyListeners(of property: UInt32) {
        for listener in listeners where listener.property == property {
            deliveries.add(ofBuffer: false) { [weak self] in
                // A listener that was removed meanwhile is not called.
                guard let self, isListening(listener) else { return }
                listener.call()
            }
        }
    }

    /// Records the first error of a run and notifies the listeners of it.
    func noteFirst(_ error: AudioQueueError) {
        guard firstError == nil else { return }
        firstError = error
        notifyListeners(of: Self.converterErrorProperty)
    }

    /// The first error since the last start: `brokenPacket` (it could not be decoded),
    /// `recordUnderrun` (audio was lost) or `codecNotFound` (the encoder failed); `nil` without one.
    public func errorSinceStart() throws(AudioQueueError) -> AudioQueueError? {
        try calling { () throws(AudioQueueError) in firstError }
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
            timelines[lastTimeline] = discontinuityCount
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
            timelines[timeline] = discontinuityCount
            return known != discontinuityCount
        }
    }

    private static let timelinesMax = 1024

    // MARK: Transport

    /// Applies an event and performs the actions that follow. With the lock held.
    ///
    /// - Returns: The error of an action; those after it are not performed.
    @discardableResult
    func apply(_ event: QueueStateMachine.Event) -> AudioQueueError? {
        for action in machine.handle(event) {
            if let error = perform(action) { return error }
        }
        return nil
    }

    /// Performs an action; subclasses add what depends on the direction. With the lock held.
    func perform(_ action: QueueStateMachine.Action) -> AudioQueueError? {
        switch action {
        case .pauseStream: return request(app.pauseStream)
        case .resumeStream:
            let error = request(app.resumeStream)
            return error ?? apply(.resumed)
        case .stopStream:
            // Fails only for a stream that has ended already.
            _ = request(app.stopStream)
            stream = nil
        case .closeDeliveries: deliveries.close()
        case .noteDiscontinuity: discontinuityCount += 1
        case .reportRunning: notifyListeners(of: Self.isRunningProperty)
        default: break
        }
        return nil
    }

    /// Sends the server a request about the stream; without one, there is nothing to send.
    private func request(
        _ body: (_ stream: Int) throws(SessionError) -> Void
    ) -> AudioQueueError? {
        guard let stream else { return nil }
        do throws(SessionError) {
            try body(stream)
            return nil
        } catch {
            return .session(error)
        }
    }

    /// Starts, or resumes after a pause, now or at `time`.
    public func start(at time: QueueStartTime?) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            if let error = apply(.start(at: time)) { throw error }
        }
    }

    /// Pauses; `start(at:)` resumes.
    public func pause() throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            if let error = apply(.pause) { throw error }
        }
    }

    /// Delivers every returned buffer to the app's callback. With the lock not held.
    func deliverReturnedBuffers() {
        deliveries.deliverBuffersNow()
        lock.withLock { isReturningBuffers = false }
    }

    // MARK: Life

    /// Disposes of the queue at once, or after what is enqueued has been played.
    public func dispose(immediately: Bool) throws(AudioQueueError) {
        let isOver = try lock.withLock { () throws(AudioQueueError) in
            switch life {
            case .lives: break
            case .disposing: throw .disposalPending
            case .over: throw .queueInvalidated
            case .lost: return true
            }
            life = .disposing
            apply(.dispose(immediately: immediately || stream == nil))
            return machine.isStopped
        }
        deliveries.end()
        if isOver { end() }
    }

    /// Handles a reset of the media services: the queue makes no sound and no callbacks from then
    /// on, and every call fails.
    private func mediaServicesWereReset() {
        lock.withLock {
            apply(.stop)
            life = .lost
        }
        deliveries.end()
    }

    /// Frees everything and removes the queue from the table. With the lock not held.
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

    /// Stops at once, or after what is enqueued.
    open func stop(immediately: Bool) throws(AudioQueueError) { throw .unimplemented }
    /// Returns every buffer to the app and forgets the decoder's or encoder's state.
    open func reset() throws(AudioQueueError) { throw .unimplemented }
    /// Resets the decoder or encoder after what is enqueued.
    open func flush() throws(AudioQueueError) { throw .unimplemented }

    /// Whether the device reads from the queue or delivers to it.
    public var isRunning: Bool { lock.withLock(duringTurns: true) { machine.isActive } }

    /// `isRunning`, for a call from the app.
    ///
    /// - Throws: `disposalPending`, `queueInvalidated`.
    public func checkedIsRunning() throws(AudioQueueError) -> Bool {
        try calling(duringTurns: true) { () throws(AudioQueueError) in machine.isActive }
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
        (Double(app.mixer.renderer.renderedFrames), app.environment.now)
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
