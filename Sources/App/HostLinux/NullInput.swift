package import AudioModel
import Glibc
public import SoundClient

/// An input device without hardware: delivers silence in real time.
public final class NullInput: HostInput {
    /// Sample rate in Hz.
    public let sampleRate: Double
    /// Channels of the silence: 1 or 2.
    public let channelCount: Int
    /// The name shown to the user.
    public let routeName: String

    private let worker = WorkerSlot()
    private let refillRequest = RefillRequest(label: "sori.input.null")

    package static let blockFrames = 512
    /// Longest gap that is filled with silence afterwards; a longer one stays a gap.
    static let owedMax = HostInterval.seconds(1)

    /// Makes a device for mono or stereo silence.
    ///
    /// - Parameters:
    ///   - sampleRate: In Hz.
    ///   - routeName: The name shown to the user.
    public init(
        sampleRate: Double = 48_000, channelCount: Int = 2, routeName: String = "nowhere"
    ) {
        precondition(channelCount == 1 || channelCount == 2, "mono or stereo")
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.routeName = routeName
    }

    /// Starts delivering silence.
    ///
    /// - Throws: The system refused a thread.
    public func start(_ sink: InputSink) throws(DeviceError) {
        try start(CaptureClient(sink))
    }

    /// - Parameter owed: How long ago the previous sound ended; that time is filled with silence.
    package func start(
        _ client: CaptureClient, owing owed: HostInterval = .zero
    ) throws(DeviceError) {
        let owed = min(max(owed, .zero), Self.owedMax)
        try worker.start(for: "the null input") {
            [sampleRate, channelCount, refillRequest] worker in
            let source = SilenceSource(
                sampleRate: sampleRate, channelCount: channelCount, client: client)
            source.deliver(owed, refillRequest, until: worker)
        }
    }

    /// Stops; no call of the sink follows, except when called from within one.
    public func stop() {
        worker.end()
    }

    /// Always zero.
    public var missedCycleCount: Int { 0 }
}

private struct SilenceSource {
    let sampleRate: Double
    let channelCount: Int
    let client: CaptureClient

    func deliver(_ owed: HostInterval, _ refillRequest: RefillRequest, until worker: WorkerThread) {
        let blockFrames = NullInput.blockFrames
        let block = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * blockFrames)
        block.initialize(repeating: 0, count: channelCount * blockFrames)
        defer { block.deallocate() }
        let start = LinuxClock.now
        var owedFrames = Int(owed.seconds * sampleRate)
        while owedFrames > 0, !worker.isStopRequested {
            let frames = min(owedFrames, blockFrames)
            deliver(
                block, frames, at: start - .seconds(Double(owedFrames) / sampleRate), refillRequest)
            owedFrames -= frames
        }
        var pacer = Pacer(blockFrames: blockFrames, sampleRate: sampleRate, startingAt: start)
        let duration = HostInterval.seconds(Double(blockFrames) / sampleRate)
        while !worker.isStopRequested {
            let deadline = pacer.nextDeadline(now: LinuxClock.now)
            sleep(until: deadline)
            deliver(block, blockFrames, at: deadline - duration, refillRequest)
        }
    }

    private func deliver(
        _ block: UnsafePointer<Float>, _ frameCount: Int, at time: HostTime,
        _ refillRequest: RefillRequest
    ) {
        let wants = client.function(client.context, block, UInt32(frameCount), time.nanoseconds)
        if wants { refillRequest.request(client.service) }
    }
}
