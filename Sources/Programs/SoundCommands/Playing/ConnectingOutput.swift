import AudioModel
import CommandLineTool
import Dispatch
import HostLinux
import SoundClient
import Synchronization

/// An output that connects on a thread of its own, while the caller reads the file and sets up its
/// player. Any thread.
final class ConnectingOutput: HostOutput {
    /// A connected device, and a warning for the user where it discards the sound.
    typealias Connected = (device: any HostOutput, warning: String?)

    private let result = Mutex<Result<Connected, ProgramError>?>(nil)
    private let isDone = DispatchGroup()

    /// The sample rate of every output of this machine, in frames a second.
    static let sampleRate = 48_000.0

    /// Begins to connect.
    init(_ connect: @escaping @Sendable () throws(ProgramError) -> Connected) {
        isDone.enter()
        DispatchQueue.global(qos: .userInteractive).async { [self] in
            let found = Result(catching: connect)
            result.withLock { $0 = found }
            isDone.leave()
        }
    }

    /// The device once it is connected. Waits for it.
    var connected: Connected {
        get throws(ProgramError) {
            isDone.wait()
            return try result.withLock { result throws(ProgramError) in
                guard let result else { preconditionFailure("the connection is done") }
                return try result.get()
            }
        }
    }

    /// The device; `nil` before it is connected, and when that has failed.
    private var device: (any HostOutput)? {
        result.withLock { try? $0?.get().device }
    }

    // MARK: A removed sink

    #if PipeWire
        private var stream: PipeWireOutput? { device as? PipeWireOutput }

        /// The name for the user of the sink that was removed; silent since then, until `release`.
        var removedSink: String? { stream?.removedSink?.description }
        /// Whether there is a sink.
        var hasSink: Bool { stream.map { $0.sink != nil } ?? true }
        /// Goes on at the sink that there is now.
        func release() { stream?.release() }
    #else
        var removedSink: String? { nil }
        var hasSink: Bool { true }
        func release() {}
    #endif

    // MARK: The device's

    var sampleRate: Double { device?.sampleRate ?? Self.sampleRate }
    var blockFrames: Int { device?.blockFrames ?? Self.usualBlockFrames }
    var latency: Double? { device?.latency }
    var hasEqualBlocks: Bool { device?.hasEqualBlocks ?? true }
    var routeName: String { device?.routeName ?? "nowhere" }
    var missedCycleCount: Int { device?.missedCycleCount ?? 0 }
    var drainTime: HostInterval { device?.drainTime ?? .zero }

    func requestBlockFrames(_ count: Int?) { device?.requestBlockFrames(count) }

    /// Waits for the device, and starts rendering.
    func start(_ source: OutputSource) throws(DeviceError) {
        isDone.wait()
        try device?.start(source)
    }

    /// Waits for the device, and stops it.
    func stop() {
        isDone.wait()
        device?.stop()
    }
}
