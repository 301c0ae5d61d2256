import AudioModel
import Glibc
import SoundClient

/// A device that nobody hears, and that takes its time: what is played on it ends when it would.
public final class NullOutput: HostOutput {
    public let sampleRate: Double
    public let routeName: String

    private let worker = WorkerSlot()
    private let attention = RefillRequest(label: "sori.output.null")

    package static let blockFrames = 512

    public init(sampleRate: Double = 48_000, routeName: String = "nowhere") {
        self.sampleRate = sampleRate
        self.routeName = routeName
    }

    public func start(_ source: OutputSource) throws(OutputError) {
        try start(RenderClient(source))
    }

    package func start(_ client: RenderClient) throws(OutputError) {
        try worker.start(for: "the null output") { [sampleRate, attention] worker in
            play(client, sampleRate: sampleRate, attention: attention, until: worker)
        }
    }

    public func stop() {
        worker.end()
    }

    public var missedCycleCount: Int { 0 }
    public var timeUntilHeard: HostInterval { .zero }
}

private func play(
    _ client: RenderClient, sampleRate: Double, attention: RefillRequest, until worker: WorkerThread
) {
    let blockFrames = NullOutput.blockFrames
    let block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    defer { block.deallocate() }
    var pacer = Pacer(
        blockFrames: blockFrames, sampleRate: sampleRate, startingAt: LinuxClock.now)
    while !worker.isStopRequested {
        if client.render(client.context, block, UInt32(blockFrames)) {
            attention.request(client.attend)
        }
        sleep(until: pacer.nextDeadline(now: LinuxClock.now))
    }
}

/// Waits on the machine's monotonic clock.
func sleep(until deadline: HostTime) {
    var time = timespec(
        tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
        tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}
