import SoundClient
import SoundRuntime
import Synchronization

/// An object with values that an asset's loader loads.
protocol LoadableObject: AVAsynchronousKeyValueLoading {
    /// Begins to load parts.
    ///
    /// - Parameter completion: Called once, unless the parts are there.
    /// - Returns: The number to pass to `cancelLoad`; `nil` when the parts are there.
    func begin(_ stages: Set<AssetStage>, _ completion: @escaping AssetLoader.Completion) -> Int?

    /// Ends one load; the others go on.
    func cancelLoad(_ number: Int)

    /// How far the loading of a part is, with why it has failed.
    func stageStatus(_ stage: AssetStage) -> (status: AVKeyValueStatus, error: (any Error)?)
}

extension LoadableObject {
    /// Loads parts.
    ///
    /// - Throws: Why they cannot be loaded; `CancellationError` when the task is cancelled.
    nonisolated(nonsending) func finishLoading(_ stages: Set<AssetStage>) async throws {
        try Task.checkCancellation()
        guard stages.contains(where: { stageStatus($0).status != .loaded }) else { return }
        let load = LoadInTask()
        guard let number = begin(stages, { load.end($0) }) else { return }
        defer { load.outstandingWork?.end() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { load.begin($0) }
        } onCancel: {
            cancelLoad(number)
        }
    }
}

/// A load that a task waits for.
///
/// From its end until the task runs, it counts as outstanding work, for which the time of a
/// simulated phone waits.
private final class LoadInTask: Sendable {
    private enum State {
        case notBegun
        case waiting(CheckedContinuation<Void, any Error>)
        case ended(Result<Void, any Error>)
    }

    let outstandingWork = CurrentApp.simulated?.outstandingWork
    private let state = Mutex(State.notBegun)

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
        let result = state.withLock { state -> Result<Void, any Error>? in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Void, any Error>) {
        outstandingWork?.begin()
        let former = state.withLock { state in
            defer { state = .ended(result) }
            return state
        }
        if case .waiting(let continuation) = former { continuation.resume(with: result) }
    }
}

extension AssetWork {
    /// The queues of the app that the code belongs to.
    static var ofCurrentApp: AssetWork { of(currentApp(isForSound: false)) }
}
