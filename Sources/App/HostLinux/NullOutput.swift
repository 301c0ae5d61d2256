public import AudioModel
import Glibc
public import SoundClient

/// An output device without hardware: consumes sound in real time and discards it.
public final class NullOutput: HostOutput {
    /// Sample rate in Hz.
    public let sampleRate: Double
    /// The name shown to the user.
    public let routeName: String

    private let worker = WorkerSlot()
    private let refillRequest = RefillRequest(label: "sori.output.null")

    package static let blockFrames = 512
    /// 512 frames.
    public var blockFrames: Int { Self.blockFrames }

    /// Makes a device.
    ///
    /// - Parameters:
    ///   - sampleRate: In Hz.
    ///   - routeName: The name shown to the user.
    public init(sampleRate: Double = 48_000, routeName: String = "nowhere") {
        self.sampleRate = sampleRate
        self.routeName = routeName
    }

    /// Starts rendering.
    ///
    /// - Throws: The system refused a thread.
    public func start(_ source: OutputSource) throws(DeviceError) {
        try start(RenderClient(source))
    }

    package func start(_ client: RenderClient) throws(DeviceError) {
        try worker.start(for: "the null output") { [sampleRate, refillRequest] worker in
            play(client, sampleRate: sampleRate, refillRequest: refillRequest, until: worker)
        }
    }

    /// Stops; no block is rendered afterwards, except when called from within one.
    public func stop() {
        worker.end()
    }

    /// Always zero.
    public var missedCycleCount: Int { 0 }
    /// Always zero.
    public var drainTime: HostInterval { .zero }
}

private func play(
    _ client: RenderClient, sampleRate: Double, refillRequest: RefillRequest,
    until worker: WorkerThread
) {
    let blockFrames = NullOutput.blockFrames
    let block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    defer { block.deallocate() }
    var pacer = Pacer(blockFrames: blockFrames, sampleRate: sampleRate, startingAt: LinuxClock.now)
    while !worker.isStopRequested {
        if client.function(client.context, block, UInt32(blockFrames)) {
            refillRequest.request(client.service)
        }
        sleep(until: pacer.nextDeadline(now: LinuxClock.now))
    }
}
