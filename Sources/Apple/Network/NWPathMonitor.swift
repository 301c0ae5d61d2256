public import Dispatch
import NetworkPaths
import SoundClient
import SoundRuntime
import Synchronization

/// Watches the way to the network: that of the machine, and for an app of a simulated phone that
/// of its phone.
///
///     let monitor = NWPathMonitor()
///     monitor.pathUpdateHandler = { path in print(path.status == .satisfied) }
///     monitor.start(queue: .main)
///
/// Or in a task: `for await path in NWPathMonitor() { … }`. Any thread. A monitor that is released
/// is cancelled.
public final class NWPathMonitor: Sendable {
    private enum Interest: Sendable {
        case any
        case required(NWInterface.InterfaceType)
        case prohibited([NWInterface.InterfaceType])
    }

    private struct State {
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: DispatchQueue?
        var observation: (any PathObservation)?
        var isCancelled = false
        /// The path that was reported last.
        var reported: NWPath?
        /// The iterations over the paths.
        var iterations: [AsyncStream<NWPath>.Continuation] = []
    }

    /// Limit of the iterations that end with the monitor.
    private static let iterationsMax = 1000

    private let interest: Interest
    private let provider: any PathProvider
    /// The simulated app that has the monitor.
    private let app: AppSound?
    private let state = Mutex(State())

    /// Watches all interfaces.
    public convenience init() { self.init(.any) }

    /// Watches interfaces of one kind only: the path is satisfied if it can use such a one.
    public convenience init(requiredInterfaceType: NWInterface.InterfaceType) {
        self.init(.required(requiredInterfaceType))
    }

    /// Watches all interfaces but those of some kinds.
    public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        self.init(.prohibited(prohibitedInterfaceTypes))
    }

    private init(_ interest: Interest) {
        self.interest = interest
        app = CurrentApp.simulated
        provider =
            app?.attachment { NetworkPathAccess(MachinePaths.shared) }.provider
            ?? MachinePaths.shared
    }

    deinit { cancel() }

    /// The path at present.
    public var currentPath: NWPath { path(provider.path) }

    /// Called on the queue of `start(queue:)` with the path at the start and after each change.
    public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { state.withLock { $0.handler } }
        set { state.withLock { $0.handler = newValue } }
    }

    /// The queue on which the handler is called; `nil` before the start.
    public var queue: DispatchQueue? { state.withLock { $0.queue } }

    /// Begins to report. A monitor is started once; one that was cancelled stays so.
    ///
    /// - Parameter queue: Where the handler is called, one call at a time.
    public func start(queue: DispatchQueue) {
        let isFirst = state.withLock { state in
            guard state.queue == nil, !state.isCancelled else { return false }
            state.queue = queue
            return true
        }
        guard isFirst else { return }
        let calls = MonitorQueue(queue, of: app)
        let observation = provider.observe { [weak self] _ in
            calls.async { [weak self] in self?.report() }
        }
        let isOver = state.withLock { state in
            if !state.isCancelled { state.observation = observation }
            return state.isCancelled
        }
        if isOver { return observation.cancel() }
        calls.async { [weak self] in self?.report() }
    }

    /// Ends the reports, for good.
    public func cancel() {
        let (observation, iterations) = state.withLock { state in
            state.isCancelled = true
            defer { (state.observation, state.iterations) = (nil, []) }
            return (state.observation, state.iterations)
        }
        observation?.cancel()
        for iteration in iterations { iteration.finish() }
    }

    private func report() {
        let path = currentPath
        let handler = state.withLock { state -> (@Sendable (NWPath) -> Void)? in
            guard !state.isCancelled, state.reported != path else { return nil }
            state.reported = path
            return state.handler
        }
        handler?(path)
    }

    private func path(_ path: NetworkPath) -> NWPath {
        NWPath(path) { type in
            switch interest {
            case .any: true
            case .required(let required): type == required
            case .prohibited(let types): !types.contains(type)
            }
        }
    }
}

extension NWPathMonitor: AsyncSequence {
    public typealias Element = NWPath

    /// The paths of a monitor: the one at present, and each that follows. Of several changes
    /// between two turns of the task the last one counts.
    public struct Iterator: AsyncIteratorProtocol {
        private var paths: AsyncStream<NWPath>.Iterator
        /// Held as long as the iteration.
        private let observation: any PathObservation

        fileprivate init(
            _ paths: AsyncStream<NWPath>.Iterator, _ observation: any PathObservation
        ) {
            self.paths = paths
            self.observation = observation
        }

        public mutating func next() async -> NWPath? { await paths.next() }
    }

    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: NWPath.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            if state.isCancelled { continuation.finish() }
            if state.iterations.count < Self.iterationsMax { state.iterations.append(continuation) }
        }
        let last = LastPath()
        // The monitor stays while it is iterated.
        let report: @Sendable () -> Void = { [self] in
            let path = currentPath
            if last.isNew(path) { continuation.yield(path) }
        }
        let observation = provider.observe { _ in report() }
        report()
        return Iterator(stream.makeAsyncIterator(), observation)
    }
}

/// The path that an iteration has had last.
private final class LastPath: Sendable {
    private let path = Mutex<NWPath?>(nil)

    func isNew(_ path: NWPath) -> Bool {
        self.path.withLock { last in
            defer { last = path }
            return last != path
        }
    }
}

/// Where a monitor's handler runs: one call after another, in order.
private struct MonitorQueue: Sendable {
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameter app: The simulated app, with queues of its phone's; `nil` outside of one.
    init(_ queue: DispatchQueue, of app: AppSound?) {
        guard let app else {
            // The app's queue may be concurrent.
            let serial = DispatchQueue(label: "sori.network.path", target: queue)
            run = { serial.async(execute: $0) }
            return
        }
        let environment = app.environment
        if queue.isMain {
            run = { environment.onMain($0) }
        } else {
            let work = environment.makeWorkQueue(label: queue.label)
            run = { work.async($0) }
        }
    }

    func async(_ block: @escaping @Sendable () -> Void) { run(block) }
}
