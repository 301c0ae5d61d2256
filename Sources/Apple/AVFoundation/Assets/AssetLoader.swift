import AudioCodecs
import AudioFormats
import Dispatch
import Foundation
import HTTPTransfers
import MediaSources
import SoundClient
import SoundRuntime
import Synchronization

/// What loads the values of an asset, each of them once. Any thread.
///
/// A file is opened on a work queue, or on the thread of an app that waits for it. What a server
/// sends is opened by a media source, which the asset shares with the first player's item that
/// takes it.
final class AssetLoader: Sendable {
    typealias Completion = @Sendable (Result<Void, any Error>) -> Void

    let location: MediaLocation
    /// The simulated app that has made the asset.
    private let simulatedApp = CurrentApp.simulated
    /// What carries the transfers of a scheme of the app's own; `nil` for others.
    let service = Mutex<(any TransferService)?>(nil)
    private let state = Mutex(State())
    /// The values, of which one is read at a time.
    let values = Mutex(AssetValues())

    fileprivate struct Waiter {
        var number: Int
        var stages: Set<AssetStage>
        var completion: Completion
    }

    fileprivate enum Phase {
        case unopened
        /// Whether a thread has begun to open the file.
        case opening(isBegun: Bool)
        case opened(AssetContents)
        case failed(MediaFailure)
    }

    fileprivate struct State {
        var phase = Phase.unopened
        /// Counts the times that loading was cancelled, so that an earlier end of it is ignored.
        var generation = 0
        var source: SharedMedia?
        var isSourceTaken = false
        var waiters: [Waiter] = []
        var nextNumber = 0
        /// Threads that wait until the media is open.
        var blocked: [DispatchSemaphore] = []
        var loading: Set<AssetStage> = []
        var loaded: Set<AssetStage> = []
        var failures: [AssetStage: MediaFailure] = [:]
        var cancelled: Set<AssetStage> = []
        var queue: (any WorkQueue)?
    }

    /// How long a call waits for a server.
    private static let waitSeconds = 10.0

    /// The asset's file; `nil` for what a server sends.
    private let file: AssetFile?

    init(_ location: MediaLocation) {
        self.location = location
        let url = URL(string: location.url)
        file = url.flatMap { $0.isFileURL ? AssetFile(path: $0.path) : nil }
    }

    deinit {
        let source = state.withLock { $0.isSourceTaken ? nil : $0.source }
        source?.close()
    }

    /// The app that has made the asset.
    var app: AppSound { simulatedApp ?? currentApp(isForSound: false) }

    private var queue: any WorkQueue {
        if let queue = state.withLock({ $0.queue }) { return queue }
        let queue = AssetWork.of(app).next()
        return state.withLock { state in
            let chosen = state.queue ?? queue
            state.queue = chosen
            return chosen
        }
    }

    // MARK: Loading

    /// Loads parts of the asset.
    ///
    /// - Parameter completion: Called once, on a work queue: with a failure to open the media, or when
    ///   loading is cancelled.
    /// - Returns: The number to pass to `cancel(_:)`.
    @discardableResult
    func load(_ stages: Set<AssetStage>, _ completion: @escaping Completion) -> Int {
        let (number, opens, serves) = state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            state.waiters.append(Waiter(number: number, stages: stages, completion: completion))
            return (number, begin(stages, &state), state.isOver)
        }
        if opens { open() }
        if serves { queue.async { self.serve() } }
        return number
    }

    /// Ends one load; the others go on.
    func cancel(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
        }
        waiter?.completion(.failure(CancellationError()))
    }

    /// Ends all loads, and the transfers that are for them alone.
    func cancelLoading() {
        let (waiters, source) = state.withLock { state in
            defer { state.waiters = [] }
            state.cancelled.formUnion(state.loading)
            state.loading = []
            var source: SharedMedia?
            if case .opening = state.phase, !state.isSourceTaken {
                state.phase = .unopened
                state.generation += 1
                source = state.source
                state.source = nil
            }
            return (state.waiters, source)
        }
        source?.close()
        for waiter in waiters {
            waiter.completion(.failure(AVError(.operationCancelled)))
        }
    }

    /// Loads parts of the asset on the caller's thread: what a server sends is waited for ten
    /// seconds.
    ///
    /// - Throws: A failure to open the media.
    func wait(for stages: Set<AssetStage>) throws {
        let opens = state.withLock { begin(stages, &$0) }
        if file != nil {
            openOnThisThread()
        } else if opens {
            open()
        }
        let semaphore = DispatchSemaphore(value: 0)
        let blocks = state.withLock { state in
            if !state.isOver { state.blocked.append(semaphore) }
            return !state.isOver
        }
        if blocks {
            let result = semaphore.wait(timeout: .now() + Self.waitSeconds)
            state.withLock { $0.blocked.removeAll { $0 === semaphore } }
            guard result == .success else { throw Self.timeOut(location) }
        }
        try finish(stages)
    }

    private static func timeOut(_ location: MediaLocation) -> any Error {
        playbackError(
            MediaFailure(
                domain: NSURLErrorDomain, code: NSURLErrorTimedOut,
                reason: "The server has sent too little within ten seconds.", url: location.url))
    }

    /// Notes that parts are loaded from now on.
    ///
    /// - Returns: Whether the caller must open the media.
    private func begin(_ stages: Set<AssetStage>, _ state: inout State) -> Bool {
        state.loading.formUnion(stages.subtracting(state.loaded).subtracting(state.failures.keys))
        state.cancelled.subtract(stages)
        guard case .unopened = state.phase else { return false }
        state.phase = .opening(isBegun: false)
        return true
    }

    private func open() {
        guard file == nil else { return queue.async { self.openOnThisThread() } }
        let (source, isNew) = sharedSource(isTaken: false)
        if isNew { source.load() }
        takeState(of: source)
    }

    /// Reads what each load wants, on a work queue.
    private func serve() {
        while let waiter = state.withLock({ $0.isOver ? $0.waiters.popFirst() : nil }) {
            do {
                try finish(waiter.stages)
                waiter.completion(.success(()))
            } catch {
                waiter.completion(.failure(error))
            }
        }
    }

    /// Reads parts of media that is open.
    private func finish(_ stages: Set<AssetStage>) throws {
        let phase = state.withLock { $0.phase }
        var failures: [AssetStage: MediaFailure] = [:]
        switch phase {
        case .opened(let contents):
            // Held, so that a file is opened once for all parts.
            let reader = try? contents.reader()
            for stage in stages {
                failures[stage] = values.withLock { $0.read(stage, of: contents) }
            }
            withExtendedLifetime(reader) {}
        case .failed(let failure):
            for stage in stages { failures[stage] = failure }
        case .unopened, .opening: throw AVError(.operationCancelled)
        }
        state.withLock { state in
            state.loading.subtract(stages)
            state.loaded.formUnion(stages.subtracting(failures.keys))
            state.failures.merge(failures) { $1 }
        }
        if let failure = failures.min(by: { $0.key.rawValue < $1.key.rawValue })?.value {
            throw playbackError(failure)
        }
    }

    // MARK: Opening

    private func openOnThisThread() {
        let generation = state.withLock { state -> Int? in
            guard case .opening(isBegun: false) = state.phase else { return nil }
            state.phase = .opening(isBegun: true)
            return state.generation
        }
        guard let generation, let file else { return }
        do throws(FormatError) {
            end(.opened(try AssetContents(file)), generation)
        } catch {
            end(Self.phase(after: MediaFailure(error, url: location.url)), generation)
        }
    }

    /// Media that is there but is not understood is open: it cannot be played.
    private static func phase(after failure: MediaFailure) -> Phase {
        failure.isOfMedia ? .opened(AssetContents(unplayable: failure)) : .failed(failure)
    }

    /// Follows a source that has been opened, or has failed.
    private func takeState(of source: SharedMedia) {
        let generation = state.withLock { $0.source === source ? $0.generation : nil }
        guard let generation else { return }
        switch source.state {
        case .ready(let contents): end(.opened(AssetContents(contents)), generation)
        case .failed(let failure): end(Self.phase(after: failure), generation)
        case .unopened, .opening: break
        }
    }

    private func end(_ phase: Phase, _ generation: Int) {
        let blocked = state.withLock { state -> [DispatchSemaphore] in
            guard !state.isOver, state.generation == generation else { return [] }
            state.phase = phase
            defer { state.blocked = [] }
            return state.blocked
        }
        for semaphore in blocked { semaphore.signal() }
        if state.withLock({ !$0.waiters.isEmpty }) { queue.async { self.serve() } }
    }

    // MARK: Sources

    /// The source of the asset, which is made when it is first needed.
    private func sharedSource(isTaken: Bool) -> (source: SharedMedia, isNew: Bool) {
        if let known = state.withLock({ state in
            if isTaken { state.isSourceTaken = true }
            return state.source
        }) {
            return (known, false)
        }
        let box = WeakSource()
        let source = SharedMedia(
            makeMediaSource(location, for: app, service: service.withLock { $0 }), on: queue,
            opened: { [weak self] in box.source.map { self?.takeState(of: $0) } },
            closed: { [weak self] in box.source.map { self?.forget($0) } })
        box.set(source)
        return state.withLock { state in
            if let known = state.source { return (known, false) }
            state.source = source
            state.isSourceTaken = isTaken
            return (source, true)
        }
    }

    /// Forgets a source that an item closes. Loads that wait for it open another one.
    private func forget(_ source: SharedMedia) {
        let opens = state.withLock { state in
            guard state.source === source else { return false }
            state.source = nil
            state.isSourceTaken = false
            guard case .opening = state.phase else { return false }
            state.generation += 1
            let isAwaited = !state.waiters.isEmpty || !state.blocked.isEmpty
            state.phase = isAwaited ? .opening(isBegun: false) : .unopened
            return isAwaited
        }
        if opens { open() }
    }

    /// A source for a player's item: the asset's own for the first one.
    func takeSource() -> any MediaSource {
        if let file {
            return FileMedia(
                url: location.url, for: app,
                silentTracks: { StoredTrack.list(ofSilentMovie: file.path) }
            ) { () throws(FormatError) in
                try file.reader()
            }
        }
        guard state.withLock({ !$0.isSourceTaken }) else {
            return makeMediaSource(location, for: app, service: service.withLock { $0 })
        }
        return sharedSource(isTaken: true).source
    }

    /// The asset's file, opened.
    func openFile() throws -> AudioFileReader {
        try wait(for: [.contents])
        guard let contents else { throw AVError(.operationCancelled) }
        do throws(FormatError) {
            if let reader = try contents.reader() { return reader }
        } catch {
            throw playbackError(MediaFailure(error, url: location.url))
        }
        throw contents.failure.map(playbackError) ?? AVError(.operationNotSupportedForAsset)
    }

    // MARK: State

    /// What has been opened; `nil` before.
    var contents: AssetContents? {
        guard case .opened(let contents) = state.withLock({ $0.phase }) else { return nil }
        return contents
    }

    /// How far the loading of a part is, with why it has failed.
    func status(of stage: AssetStage) -> (status: AVKeyValueStatus, error: (any Error)?) {
        state.withLock { state in
            if state.loaded.contains(stage) { return (.loaded, nil) }
            if state.cancelled.contains(stage) {
                return (.cancelled, AVError(.operationCancelled))
            }
            if let failure = state.failures[stage] { return (.failed, playbackError(failure)) }
            return (state.loading.contains(stage) ? .loading : .unknown, nil)
        }
    }
}

/// A reference to a source in the closures that it is given.
private final class WeakSource: Sendable {
    private struct Reference {
        weak var source: SharedMedia?
    }

    private let reference = Mutex(Reference())

    var source: SharedMedia? { reference.withLock { $0.source } }

    func set(_ source: SharedMedia) { reference.withLock { $0.source = source } }
}

extension AssetLoader.State {
    /// Whether the media is open, or cannot be opened.
    fileprivate var isOver: Bool {
        switch phase {
        case .opened, .failed: true
        case .unopened, .opening: false
        }
    }
}

extension Array {
    fileprivate mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
