import AudioModel
import SoundClient

/// An output device that passes sound to a function as fast as that takes it: a file, a test, a
/// pipe.
///
/// The same source gives the same blocks on every run: `attend` runs between two blocks, on the
/// device's own thread, and no block follows a `stop` from within it. Without a stop it renders
/// endlessly; a sink with a limit throws.
public final class SinkOutput: HostOutput {
    /// Takes interleaved stereo frames; the pointer is valid during the call.
    public typealias Sink =
        @Sendable (_ samples: UnsafePointer<Float>, _ frameCount: Int) throws -> Void

    /// Sample rate in Hz.
    public let sampleRate: Double
    /// The name shown to the user.
    public let routeName: String

    private let blockFrames: Int
    private let sink: Sink
    private let failed: @Sendable (any Error) -> Void
    private let worker = WorkerSlot()

    /// - Parameters:
    ///   - sampleRate: In Hz.
    ///   - blockFrames: Frames per call of the sink; at least 1.
    ///   - routeName: The name shown to the user.
    ///   - sink: Runs on the device's thread.
    ///   - failed: Called once with the error of the sink, on the device's thread, which then ends.
    public init(
        sampleRate: Double = 48_000, blockFrames: Int = 512, routeName: String = "file",
        sink: @escaping Sink, failed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        precondition(blockFrames > 0, "A block holds at least one frame.")
        self.sampleRate = sampleRate
        self.blockFrames = blockFrames
        self.routeName = routeName
        self.sink = sink
        self.failed = failed
    }

    /// Starts rendering.
    ///
    /// - Throws: The system refused a thread.
    public func start(_ source: OutputSource) throws(OutputError) {
        try start(RenderClient(source))
    }

    package func start(_ client: RenderClient) throws(OutputError) {
        try worker.start(for: "the \(routeName) output") { [blockFrames, sink, failed] worker in
            pour(client, into: sink, blockFrames: blockFrames, failed, until: worker)
        }
    }

    /// Stops rendering; from within `attend` or the sink, no block follows the current one.
    public func stop() {
        worker.end()
    }

    /// Always zero.
    public var missedCycleCount: Int { 0 }
    /// Always zero.
    public var timeUntilHeard: HostInterval { .zero }
}

private func pour(
    _ client: RenderClient, into sink: SinkOutput.Sink, blockFrames: Int,
    _ failed: (any Error) -> Void, until worker: WorkerThread
) {
    let block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    defer { block.deallocate() }
    while !worker.isStopRequested {
        let needsAttention = client.render(client.context, block, UInt32(blockFrames))
        do {
            try sink(block, blockFrames)
        } catch {
            failed(error)
            return
        }
        if needsAttention {
            client.attend()
        }
    }
}
