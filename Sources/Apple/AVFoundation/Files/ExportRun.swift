import AudioConversion
import AudioFormats
import AudioModel
public import AVFAudio
import CoreMedia
public import Foundation
import MediaExport
import SoundClient
import SoundRuntime
import Synchronization

// How a session exports, and the newer forms of its calls.

extension AVAssetExportSession {
    func begin(_ handler: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.status = .waiting }
            return state.isCancelled
        }
        let queue = app.environment.makeWorkQueue(label: "sori.export.begin")
        guard !isCancelled else { return queue.async { handler() } }
        notify(.waiting)
        queue.async { [self] in
            do {
                let job = ExportJob(try makePlan(), for: app) { [self] result in
                    end(result.mapError { $0 as any Error })
                    handler()
                }
                let isCancelled = state.withLock { state in
                    state.job = job
                    if !state.isCancelled { state.status = .exporting }
                    return state.isCancelled
                }
                if isCancelled { job.cancel() } else { notify(.exporting) }
                job.start()
            } catch {
                end(.failure(error))
                handler()
            }
        }
    }

    /// What is read and written.
    private func makePlan() throws -> ExportPlan {
        let settings = state.withLock { $0 }
        guard let path = settings.outputURL?.path, let type = settings.outputFileType,
            let kind = type.writtenKind
        else { throw AVError.make(.unknown) }
        guard !FileManager.default.fileExists(atPath: path) else {
            throw MediaExportError.alreadyThere
        }
        let tracks = try asset.soundTracksToRead()
        var plan: ExportPlan
        var range = settings.timeRange.seconds
        switch preset {
        case .passthrough:
            let sound = try asset.passingSound()
            let source = sound.source
            range = sound.range(of: range)
            guard let format = type.storedFormat(source.format) else {
                throw MediaExportError.unsupportedOutput
            }
            plan = ExportPlan(.packets(source), to: path, kind: kind)
            if format.id == .linearPCM {
                plan.encoding = ExportPlan.Encoding(
                    frames: source.format, output: .passing(format))
            }
        case .appleM4A:
            let mixed = try MixedTracks(tracks, settings.audioMix, settings.algorithm)
            plan = ExportPlan(.mix(mixed.timelines), to: path, kind: kind)
            plan.encoding = try ExportPreset.encoding(mixed)
        }
        plan.range = range
        plan.isOptimized = settings.isOptimized
        if let metadata = settings.metadata {
            plan.tags = FileTags(metadata)
        } else if !asset.isComposed {
            plan.tags = (try? asset.soundFile().fileTags()) ?? FileTags()
        }
        return plan
    }

    private func end(_ result: Result<Void, any Error>) {
        let status = state.withLock { state -> Status in
            state.progress = state.job.map { Float($0.progress) } ?? state.progress
            state.job = nil
            switch result {
            case .success: state.status = .completed
            case .failure(MediaExportError.cancelled): state.status = .cancelled
            case .failure(let error):
                state.status = .failed
                state.error = AVError.make(any: error)
            }
            return state.status
        }
        notify(status)
    }

    /// Tells observers on the main thread.
    private func notify(_ status: Status) {
        guard !keyValueObservers.isEmpty else { return }
        app.environment.onMain { [self] in
            didSet(\.status, to: status)
            didSet(\.progress, to: progress)
            if status == .failed { didSet(\.error, to: error) }
        }
    }

    // MARK: With tasks

    /// Exports.
    ///
    /// - Throws: Why that fails: `AVError.operationCancelled` when the session is cancelled,
    ///   `CancellationError` when the task is.
    public func export(
        to url: URL, as fileType: AVFileType,
        isolation: isolated (any _Concurrency.Actor)? = #isolation
    ) async throws {
        try Task.checkCancellation()
        outputURL = url
        outputFileType = fileType
        guard status == .unknown, outputFileType == fileType else {
            throw AVError.make(.operationNotAllowed, "The session cannot export that.")
        }
        await withTaskCancellationHandler {
            _ = await waitForCall { (done: @escaping @Sendable (Bool) -> Void) in
                exportAsynchronously { done(true) }
            }
        } onCancel: {
            cancelExport()
        }
        switch status {
        case .completed: return
        case .cancelled:
            try Task.checkCancellation()
            throw AVError.make(.operationCancelled)
        case .unknown, .waiting, .exporting, .failed: throw error ?? AVError.make(.exportFailed)
        }
    }

    /// How far an export with tasks is.
    public enum State: Sendable {
        /// It has not started.
        case pending
        /// It has started, and nothing is written yet.
        case waiting
        /// The share that is done.
        case exporting(progress: Progress)
    }

    /// How far the export is, from now on until its end.
    ///
    /// - Parameter updateInterval: Seconds between two looks at the progress, at least a hundredth; by
    ///   default only changes from one state to another are told.
    /// - Returns: A sequence for one task, which ends with the export.
    public func states(
        updateInterval: TimeInterval = .infinity
    ) -> some AsyncSequence<State, Never> & Sendable {
        let (stream, continuation) = AsyncStream.makeStream(
            of: State.self, bufferingPolicy: .bufferingNewest(256))
        let watch = ExportWatch(self, updateInterval, continuation)
        continuation.onTermination = { _ in watch.end() }
        watch.look()
        return stream
    }
}

extension MediaFileWriter.Output {
    /// Linear PCM in the byte order of a file.
    fileprivate static func passing(_ format: StreamFormat) -> MediaFileWriter.Output {
        .encoded(format, ConversionOptions(), nil)
    }
}

/// Tells a task how far an export is.
private final class ExportWatch: Sendable {
    private struct Looks {
        var isOver = false
        var last: AVAssetExportSession.Status?
    }

    private let session: AVAssetExportSession
    private let interval: Double
    private let continuation: AsyncStream<AVAssetExportSession.State>.Continuation
    private let progress = Progress(totalUnitCount: 1000)
    private let looks = Mutex(Looks())

    private static let intervals = 0.01...0.1

    init(
        _ session: AVAssetExportSession, _ interval: TimeInterval,
        _ continuation: AsyncStream<AVAssetExportSession.State>.Continuation
    ) {
        self.session = session
        self.interval = interval
        self.continuation = continuation
    }

    func end() { looks.withLock { $0.isOver = true } }

    func look() {
        let status = session.status
        let (isOver, isNew) = looks.withLock { state in
            defer { state.last = status }
            return (state.isOver, state.last != status)
        }
        guard !isOver else { return }
        progress.completedUnitCount = Int64(session.progress * 1000)
        switch status {
        case .unknown: if isNew { continuation.yield(.pending) }
        case .waiting: if isNew { continuation.yield(.waiting) }
        case .exporting:
            if isNew || interval.isFinite { continuation.yield(.exporting(progress: progress)) }
        case .completed, .failed, .cancelled: return continuation.finish()
        }
        let seconds = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
        session.app.environment.after(.seconds(seconds)) { [self] in look() }
    }
}
