import AudioModel
import CommandLineTool
import HostLinux
import SoundClient
import SoundRuntime

/// Measures how soon after `AudioQueueStart` a queue is audible while its app's stream runs: a
/// manually driven device asks for the block after the call.
final class StartLatency {
    /// Frames per block at 48 kHz, as a program on the phone requests from its machine.
    static let blockFrames = 256
    static let sampleRate = 48_000.0
    static let blockNanoseconds = Double(blockFrames) / sampleRate * 1e9

    /// The cost of one start.
    struct Start {
        /// Time of the call itself in nanoseconds.
        var callNanoseconds: Double
        /// Frames of silence before the sound in the device's output.
        var silentFrames: Int

        var nanoseconds: Double { callNanoseconds + Double(silentFrames) / sampleRate * 1e9 }
    }

    private let phone = EmbeddedPhone(outputRate: sampleRate)
    private let tone: [UInt8]
    private var block = [Float](repeating: 0, count: 2 * blockFrames)

    /// Blocks after which a queue counts as silent.
    private static let blocksMax = 400

    init() {
        // A buffer holds a tenth of a second.
        tone = Array(BenchSound(toneOfSeconds: 1).integers(isBigEndian: false).prefix(4 * 4410))
    }

    /// Starts a new queue with full, primed buffers, and disposes of it when it is audible.
    func start() throws(ProgramError) -> Start {
        let queue = try BenchQueue(phone.app, repeating: tone)
        defer {
            queue.dispose()
            // The voice fades out and is free for the next start.
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
        throw ProgramError(.expectationFailed, "the queue is not heard", in: "Benchmarks")
    }

    /// Renders a block.
    ///
    /// - Returns: The first frame in it that is not silent; `nil` if there is none.
    private func render() -> Int? {
        let hasEvents = block.withUnsafeMutableBufferPointer {
            phone.app.output.render(into: $0.baseAddress!, frameCount: Self.blockFrames)
        }
        if hasEvents { phone.app.output.service() }
        return block.firstIndex { $0 != 0 }.map { $0 / 2 }
    }

    // MARK: Measurements

    /// Number of starts in a round.
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
            return .found(found)
        }
    }
}
