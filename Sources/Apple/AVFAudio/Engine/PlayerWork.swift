import AudioGraph
import AudioModel
import SoundClient
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a player node does besides rendering: it calls completion handlers, and decodes files ahead.
///
/// Handlers are called on a serial queue of their own, in the order of their items; files are decoded
/// on another one.
final class PlayerWork: Sendable {
    private let source: PlayerSource
    private let environment: any AppEnvironment
    private let handlerQueue: any WorkQueue
    private let decodingQueue: any WorkQueue
    private let state = Mutex(State())

    /// The thread that runs a handler; zero for none.
    private let handlerThread = Atomic<UInt>(0)

    /// Whether the caller is a handler of the player's.
    var isInHandler: Bool { handlerThread.load(ordering: .relaxed) == UInt(pthread_self()) }

    private struct State {
        /// Whether a block that calls handlers is queued, or waits for the time of one.
        var isDeliveryScheduled = false
        /// Whether a block that decodes files is queued.
        var isDecodingScheduled = false
        /// Whether `service` is called at intervals, and a timer for that is set.
        var polls = false
        var hasTimer = false
        /// The time from the player's output to the listener.
        var latency = HostInterval.zero
    }

    init(_ source: PlayerSource, _ environment: any AppEnvironment) {
        self.source = source
        self.environment = environment
        handlerQueue = environment.makeWorkQueue(
            label: "AVAudioPlayerNodeImpl.CompletionHandlerQueue")
        decodingQueue = environment.makeWorkQueue(label: "sori.playernode.decoding")
    }

    /// Sets the time from the player's output to the listener.
    func setLatency(_ latency: HostInterval) {
        state.withLock { $0.latency = latency }
    }

    /// Does what rendering or a command has made necessary. Any thread but the render thread.
    func service() {
        if source.service() { scheduleDelivery() }
        scheduleDecoding()
    }

    /// Sets whether `service` is called every 20 ms, for outputs that do not report rendered blocks.
    func setPollingEnabled(_ polls: Bool) {
        let isNew = state.withLock { state in
            state.polls = polls
            defer { if polls { state.hasTimer = true } }
            return polls && !state.hasTimer
        }
        if isNew { poll() }
    }

    private static let pollInterval = HostInterval.milliseconds(20)

    private func poll() {
        environment.after(Self.pollInterval) { [weak self] in
            guard let self else { return }
            let goesOn = state.withLock { state in
                state.hasTimer = state.polls
                return state.polls
            }
            guard goesOn else { return }
            decodingQueue.async { [weak self] in self?.service() }
            poll()
        }
    }

    /// Schedules the decoding of files ahead, unless it is queued already.
    func scheduleDecoding() {
        guard source.hasFilesToDecode else { return }
        let isDecodingScheduled = state.withLock { state in
            defer { state.isDecodingScheduled = true }
            return state.isDecodingScheduled
        }
        if isDecodingScheduled { return }
        decodingQueue.async { [self] in
            state.withLock { $0.isDecodingScheduled = false }
            source.decodeAhead()
        }
    }

    private func scheduleDelivery() {
        let isDeliveryScheduled = state.withLock { state in
            defer { state.isDeliveryScheduled = true }
            return state.isDeliveryScheduled
        }
        if isDeliveryScheduled { return }
        handlerQueue.async { self.deliver() }
    }

    /// Calls the handlers that are due.
    private func deliver() {
        let latency = state.withLock { state in
            state.isDeliveryScheduled = false
            return state.latency
        }
        while let next = source.firstCompletion {
            if next.callbackType == .dataPlayedBack, let end = next.endHostTime {
                let wait = end + latency - environment.now
                if wait > .zero { return deliver(after: wait) }
            }
            guard let completion = source.nextCompletion() else { return }
            handlerThread.store(UInt(pthread_self()), ordering: .relaxed)
            completion.handler(completion.callbackType)
            handlerThread.store(0, ordering: .relaxed)
        }
    }

    private func deliver(after wait: HostInterval) {
        state.withLock { $0.isDeliveryScheduled = true }
        environment.after(wait) { [self] in
            handlerQueue.async { self.deliver() }
        }
    }
}
