public import CoreMedia
public import Foundation
import Synchronization

/// Reads an asset's sound faster than it plays: its stored packets, or decoded and mixed.
///
/// A reader reads once. Any thread; what is read is decoded by the thread that asks for it.
///
/// Ownership: immutable, but for what a lock guards.
open class AVAssetReader: NSObject, @unchecked Sendable {
    /// How far a reader is.
    public enum Status: Int, Sendable {
        /// It has not started.
        case unknown = 0
        /// Buffers can be read.
        case reading = 1
        /// All buffers have been read.
        case completed = 2
        /// No more buffers can be read; `error` says why.
        case failed = 3
        /// The app has cancelled it.
        case cancelled = 4
    }

    private struct State {
        var run = FileRun<Status>()
        var timeRange = CMTimeRange.everything
        var outputs: [AVAssetReaderOutput] = []
    }

    /// The asset that is read.
    public let asset: AVAsset
    private let state = Mutex(State())

    /// Makes a reader.
    ///
    /// - Throws: `AVError.operationNotSupportedForAsset` for what a server sends.
    public init(asset: AVAsset) throws {
        guard asset.isLocal else {
            throw AVError.make(
                .operationNotSupportedForAsset, "Only files are read, not what a server sends.")
        }
        self.asset = asset
        super.init()
    }

    /// How far the reader is.
    open var status: Status { state.withLock { $0.run.status } }
    /// Why the reader has failed; `nil` unless it has.
    open var error: (any Error)? { state.withLock { $0.run.error } }
    /// The outputs, in the order in which they were added.
    open var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

    /// The part of the asset that is read; all of it at first. To set it after the start is a fault.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set {
            let isSet = state.withLock { state in
                if !state.run.hasStarted { state.timeRange = newValue }
                return !state.run.hasStarted
            }
            if !isSet { fault("AVAssetReader.timeRange", "the reader has started") }
        }
    }

    /// Whether an output can be added: one without a reader, of tracks of the asset.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        guard !hasStarted, !output.hasReader, !output.tracks.isEmpty else { return false }
        return output.tracks.allSatisfy { $0.asset === asset }
    }

    /// Adds an output; one that cannot be added is a fault.
    open func add(_ output: AVAssetReaderOutput) {
        let call = "AVAssetReader.add(_:)"
        guard !hasStarted else { return fault(call, "the reader has started") }
        guard canAdd(output), output.take(self) else {
            return fault(call, "the output has a reader, or tracks of another asset")
        }
        state.withLock { $0.outputs.append(output) }
    }

    /// Begins to read. A second call is a fault.
    ///
    /// - Returns: `false` where that fails; `error` says why.
    open func startReading() -> Bool {
        let (isFirst, outputs, range) = state.withLock { state in
            (state.run.start(), state.outputs, state.timeRange)
        }
        guard isFirst else {
            fault("AVAssetReader.startReading()", "a reader reads once")
            return false
        }
        do {
            for output in outputs { try output.start(range.seconds) }
        } catch {
            fail(error)
            return false
        }
        return state.withLock { $0.run.run() }
    }

    /// Begins to read. A second call is a fault.
    ///
    /// - Throws: Why that fails.
    open func start() throws {
        guard startReading() else { throw error ?? AVError.make(.unknown) }
    }

    /// Ends reading; the status is then `cancelled`, unless it is over.
    open func cancelReading() {
        state.withLock { _ = $0.run.cancel() }
    }

    // MARK: For outputs

    var hasStarted: Bool { state.withLock { $0.run.hasStarted } }

    func fail(_ error: any Error) {
        let error = AVError.make(any: error)
        state.withLock { _ = $0.run.fail(error) }
    }

    /// An output may be over; its lock is held.
    func outputsChanged() {
        guard outputs.allSatisfy(\.isOver) else { return }
        state.withLock { _ = $0.run.complete() }
    }
}
