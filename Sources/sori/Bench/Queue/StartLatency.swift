import AudioModel
import HostLinux
import SoundClient

/// How soon after `AudioQueueStart` a queue is heard, while its app's stream runs: a device driven
/// by hand asks for the block that follows the call.
final class StartLatency {
    /// At 48 kHz, as a program of the phone's asks its machine for.
    static let blockFrames = 256
    static let sampleRate = 48_000.0
    static let blockNanoseconds = Double(blockFrames) / sampleRate * 1e9

    /// What one start took.
    struct Start {
        /// Of the call itself, by the clock.
        var callNanoseconds: Double
        /// Frames of silence at the head of what the device then took.
        var silentFrames: Int

        var nanoseconds: Double { callNanoseconds + Double(silentFrames) / sampleRate * 1e9 }
    }

    private let phone = EmbeddedPhone(outputRate: sampleRate)
    private let tone: [UInt8]
    private var block = [Float](repeating: 0, count: 2 * blockFrames)

    /// Blocks after which a queue is said never to sound.
    private static let blocksMax = 400

    init() {
        // A tenth of a second a buffer.
        tone = Array(BenchSound(toneOfSeconds: 1).integers(isBigEndian: false).prefix(4 * 4410))
    }

    /// Starts a new queue with full, primed buffers, and disposes of it when it has sounded.
    func start() throws(ProgramError) -> Start {
        let queue = try BenchQueue(phone.app, repeating: tone)
        defer {
            queue.dispose()
            // Its voice fades out, and is free for the next.
            for _ in 0..<4 { _ = render() }
        }
        try queue.prime()
        _ = render()
        let before = LinuxClock.now
        try queue.start()
        let call = LinuxClock.now - before
        var silentFrames = 0
        for _ in 0..<Self.blocksMax {
            if let first = render() {
                return Start(
                    callNanoseconds: Double(call.nanoseconds), silentFrames: silentFrames + first)
            }
            silentFrames += Self.blockFrames
        }
        throw ProgramError(.expectationFailed, "the queue is not heard", in: "sori bench queue")
    }

    /// Takes a block.
    ///
    /// - Returns: The first frame in it that sounds.
    private func render() -> Int? {
        let hasEvents = block.withUnsafeMutableBufferPointer {
            phone.app.output.render(into: $0.baseAddress!, frameCount: Self.blockFrames)
        }
        if hasEvents { phone.app.output.attend() }
        return block.firstIndex { $0 != 0 }.map { $0 / 2 }
    }

    // MARK: Its measures

    /// Starts a round.
    private static let startsPerRound = 10

    static func steps() -> [BenchStep] {
        [
            step("start to first frame, stream running", most: blockNanoseconds) {
                Measure.Figure(median($0.map(\.nanoseconds)), .nanoseconds)
            },
            step("silence before it, the longest", most: Double(blockFrames)) {
                Measure.Figure(Double($0.map(\.silentFrames).max() ?? 0), .count("frame"))
            },
        ]
    }

    private static func step(
        _ name: String, most: Double, _ figure: @escaping ([Start]) -> Measure.Figure
    ) -> BenchStep {
        BenchStep(name: name) { timing throws(ProgramError) in
            let latency = StartLatency()
            _ = try latency.start()
            var starts: [Start] = []
            for _ in 0..<timing.roundCount * startsPerRound {
                try timing.checkEnd()
                starts.append(try latency.start())
            }
            var found = figure(starts)
            found.most = most
            return Measure(name: name, outcome: .found(found))
        }
    }
}
