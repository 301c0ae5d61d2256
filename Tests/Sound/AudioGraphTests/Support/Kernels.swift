import AudioEffects
import AudioGraph
import Synchronization

/// A source that renders a function of channel and frame.
///
/// Ownership: the thread that renders; `renderedFrames` is atomic.
final class FunctionSource: GraphSource, @unchecked Sendable {
    private let function: @Sendable (_ channel: Int, _ frame: Int) -> Float
    private var channelCount = 0
    private var position = 0
    let preparations = Atomic(0)

    init(_ function: @escaping @Sendable (_ channel: Int, _ frame: Int) -> Float) {
        self.function = function
    }

    /// A source of samples that all have one value.
    static func constant(_ value: Float) -> FunctionSource { FunctionSource { _, _ in value } }

    /// A source of samples that are the numbers of their frames.
    static var counter: FunctionSource { FunctionSource { _, frame in Float(frame) } }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount = channelCount
        preparations.add(1, ordering: .relaxed)
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        for channel in 0..<channelCount {
            for frame in 0..<frameCount {
                output[channel][frame] = function(channel, position + frame)
            }
        }
        position += frameCount
        return false
    }

    func reset() { position = 0 }
}

/// An effect that delays by a number of frames.
///
/// Ownership: the thread that renders.
final class FrameDelay: Effect, @unchecked Sendable {
    private let frameCount: Int
    private var lines: [[Float]] = []
    private var position = 0

    init(frameCount: Int) { self.frameCount = frameCount }

    var latencyFrames: Int { frameCount }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        lines = Array(
            repeating: Array(repeating: 0, count: max(frameCount, 1)), count: channelCount)
        position = 0
    }

    func process(_ samples: PlanarSamples, frameCount: Int) {
        guard self.frameCount > 0 else { return }
        for frame in 0..<frameCount {
            for channel in lines.indices {
                let delayed = lines[channel][position]
                lines[channel][position] = samples[channel][frame]
                samples[channel][frame] = delayed
            }
            position = (position + 1) % self.frameCount
        }
    }

    func reset() {
        for channel in lines.indices { lines[channel] = lines[channel].map { _ in 0 } }
    }
}

/// A time effect that keeps every second frame.
///
/// Ownership: the thread that renders.
final class EverySecondFrame: TimeEffect, @unchecked Sendable {
    private var frames: [[Float]] = []

    let latencyFrames = 0

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        frames = Array(repeating: [], count: channelCount)
    }

    func neededInputFrames(for outputFrameCount: Int) -> Int {
        max(2 * outputFrameCount - frames[0].count, 0)
    }

    func append(_ input: PlanarSamples, frameCount: Int) {
        for channel in frames.indices {
            frames[channel] += (0..<frameCount).map { input[channel][$0] }
        }
    }

    func read(_ output: PlanarSamples, frameCount: Int) {
        for channel in frames.indices {
            for frame in 0..<frameCount { output[channel][frame] = frames[channel][2 * frame] }
            frames[channel].removeFirst(2 * frameCount)
        }
    }

    func reset() { frames = frames.map { _ in [] } }
}

/// A sink or a tap that keeps the first channel of what it receives.
///
/// Ownership: the thread that renders.
final class Recorder: GraphSink, GraphTap, @unchecked Sendable {
    private(set) var samples: [Float] = []
    private(set) var times: [Int64] = []

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {}

    func receive(_ input: PlanarSamples, frameCount: Int, at time: RenderTime) {
        receive(input, channelCount: 1, frameCount: frameCount, at: time)
    }

    func receive(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime
    ) {
        times.append(time.sampleTime)
        self.samples += (0..<frameCount).map { samples[0][$0] }
    }
}
