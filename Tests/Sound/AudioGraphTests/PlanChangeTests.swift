import AudioEffects
import AudioGraph
import AudioModel
import Foundation
import Synchronization
import Testing

@Suite("A change of a graph that renders") struct PlanChangeTests {
    /// 10 ms at 48,000 Hz.
    private static let fadeFrames = 480

    private func makeFixture() -> GraphFixture {
        GraphFixture(fadeFrames: Self.fadeFrames)
    }

    /// The largest difference of two consecutive samples.
    private func largestStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }

    @Test("fades a disconnected branch out and a connected one in, without a click")
    func noClick() {
        // Given a source of constant 1 that plays.
        let fixture = makeFixture()
        let first = fixture.add(.source(FunctionSource.constant(1)), to: fixture.mixer)
        var samples = fixture.left(1000)
        // When it is disconnected, and another connected after a while.
        fixture.graph.disconnectOutput(of: first)
        samples += fixture.left(1000)
        fixture.add(.source(FunctionSource.constant(1)), to: fixture.mixer)
        samples += fixture.left(1000)
        // Then the sound goes to silence within 10 ms and comes back within 10 ms.
        #expect(samples[1999] == 0 && samples[2999] == 1)
        #expect(samples[1000 + Self.fadeFrames] == 0)
        #expect(samples[2000 + Self.fadeFrames] == 1)
        #expect(largestStep(samples) < 1.01 / Float(Self.fadeFrames))
    }

    @Test("fades when an effect is put into a branch, although its connection to the mixer stays")
    func insertedEffect() {
        let fixture = makeFixture()
        let last = fixture.add(.effect(FrameDelay(frameCount: 0)), to: fixture.mixer)
        let source = fixture.add(.source(FunctionSource.constant(1)), to: last)
        var samples = fixture.left(1000)
        let delay = GraphNode(.effect(FrameDelay(frameCount: 700)))
        fixture.graph.setOutputFormat(GraphFixture.stereo, of: delay)
        fixture.graph.connect(source, to: [.init(delay)])
        fixture.graph.connect(delay, to: [.init(last)])
        samples += fixture.left(2000)
        #expect(samples[1000 + Self.fadeFrames - 1] < 0.01)
        #expect(samples.last == 1)
        // The delay's own onset is a step, which is not the graph's.
        let onset = 1000 + Self.fadeFrames + 700
        #expect(largestStep(Array(samples[..<onset])) < 1.01 / Float(Self.fadeFrames))
    }

    @Test("keeps the frames of the nodes that stay without a gap")
    func unbrokenStream() {
        // Given a counter, and another source that comes and goes in every second block.
        let fixture = makeFixture()
        fixture.add(.source(FunctionSource.counter), to: fixture.mixer)
        var samples: [Float] = []
        var other: GraphNode?
        for _ in 0..<40 {
            if let present = other {
                fixture.graph.remove(present)
                other = nil
            } else {
                other = fixture.add(
                    .source(FunctionSource.constant(0)), to: fixture.mixer, bus: 1)
            }
            samples += fixture.left(173)
        }
        #expect(samples == samples.indices.map { Float($0) })
    }

    @Test("keeps the frames of a source that moves to another mixer")
    func movedSource() {
        let fixture = makeFixture()
        let second = fixture.add(.mixer, to: fixture.mixer, bus: 1)
        let source = fixture.add(.source(FunctionSource.counter), to: fixture.mixer)
        let recorder = Recorder()
        fixture.taps = [source: recorder]
        _ = fixture.left(1000)
        fixture.graph.connect(source, to: [.init(second)])
        _ = fixture.left(1000)
        #expect(recorder.samples == (0..<2000).map { Float($0) })
    }

    @Test("is exact at once where fades have no length")
    func withoutFades() {
        let fixture = GraphFixture(fadeFrames: 0)
        let source = fixture.add(.source(FunctionSource.constant(1)), to: fixture.mixer)
        var samples = fixture.left(10)
        fixture.graph.disconnectOutput(of: source)
        samples += fixture.left(10)
        fixture.graph.connect(source, to: [.init(fixture.mixer)])
        samples += fixture.left(10)
        #expect(samples == (0..<30).map { $0 / 10 == 1 ? 0 : 1 })
    }

    @Test("takes a branch back that is connected again while it fades out")
    func changedMind() {
        // Given a source that is left out of one plan and is in the next.
        let fixture = makeFixture()
        let source = fixture.add(.source(FunctionSource.constant(1)), to: fixture.mixer)
        var samples = fixture.left(500)
        var without = fixture.graph
        without.disconnectOutput(of: source)
        let options = CompilerOptions(
            output: fixture.output, maximumFrameCount: 512)
        fixture.renderer.publish(without.compile(options, for: fixture.renderer).plan)
        samples += fixture.render(100)[0]
        #expect(samples.last ?? 1 < 0.8)
        samples += fixture.left(1000)
        #expect(samples.last == 1)
        #expect(largestStep(samples) < 1.01 / Float(Self.fadeFrames))
    }

    @Test("does not call a kernel of another format while what was removed fades out")
    func changedFormat() {
        // Given an effect of one channel that plays.
        let fixture = makeFixture()
        let kernel = FrameCounter()
        let effect = GraphNode(.effect(kernel))
        fixture.graph.setOutputFormat(GraphFixture.mono, of: effect)
        fixture.graph.connect(effect, to: [.init(fixture.mixer)])
        let source = fixture.add(
            .source(FunctionSource.constant(1)), GraphFixture.mono, to: effect)
        _ = fixture.left(100)
        // When it is removed, and added with two channels before anything is rendered.
        fixture.graph.remove(effect)
        fixture.graph.setOutputFormat(GraphFixture.stereo, of: effect)
        fixture.graph.connect(effect, to: [.init(fixture.mixer)])
        fixture.graph.connect(source, to: [.init(effect)])
        let samples = fixture.left(2000)
        // Then the fade has not called it with the buffers of one channel.
        #expect(kernel.processedFrames == 2000 - Self.fadeFrames)
        #expect(samples.last == 1)
    }

    @Test("gives all consumers the same frames again when one of them comes back")
    func returningConsumer() {
        // Given a counter that two mixers take.
        let fixture = GraphFixture()
        let inner = fixture.add(.mixer, to: fixture.mixer)
        let source = fixture.add(.source(FunctionSource.counter), to: inner)
        fixture.graph.connect(source, to: [.init(inner), .init(fixture.mixer, bus: 1)])
        #expect(fixture.left(100) == (0..<100).map { Float(2 * $0) })
        // When one of them is not heard for a while.
        fixture.graph.disconnectOutput(of: inner)
        #expect(fixture.left(100) == (100..<200).map { Float($0) })
        fixture.graph.connect(inner, to: [.init(fixture.mixer)])
        // Then it comes back with the frames of the present, not with older ones.
        #expect(fixture.left(100) == (200..<300).map { Float(2 * $0) })
    }

    @Test("is taken over whole by another thread that renders")
    func handOver() {
        // Given a graph of sources that always add up to 1: 1 = n × 1/n for n = 1, 2, 4, 8.
        let renderer = GraphRenderer(format: GraphFixture.stereo, fadeFrames: 0)
        let progress = Progress()
        let hasEnded = DispatchSemaphore(value: 0)
        // And a thread that renders, not a task: it would hold one of the few threads of tasks while
        // other tests wait for theirs. It counts the samples that belong to no plan.
        Thread.detachNewThread {
            let buffer = PlanarBuffer(channelCount: 2, capacity: 64)
            var hasBegun = false
            while !progress.isOver.load(ordering: .acquiring) {
                let outcome = renderer.render(
                    buffer.samples, frameCount: 64, sampleTime: 0, hostTime: nil)
                guard outcome == .rendered || hasBegun else { continue }
                hasBegun = true
                for frame in 0..<64 where buffer.samples[0][frame] != 1 {
                    progress.wrong.add(1, ordering: .relaxed)
                }
                progress.blocks.add(1, ordering: .relaxed)
            }
            hasEnded.signal()
        }
        // When plans with other numbers of sources are published without a pause.
        var random = SeededGenerator(seed: 1)
        for index in 0..<2000 {
            var graph = AudioGraph()
            let (output, mixer) = (GraphNode(.output), GraphNode(.mixer))
            graph.setOutputFormat(GraphFixture.stereo, of: mixer)
            graph.connect(mixer, to: [.init(output)])
            let count = [1, 2, 4, 8].randomElement(using: &random) ?? 1
            for bus in 0..<count {
                let source = GraphNode(.source(FunctionSource.constant(1 / Float(count))))
                graph.setOutputFormat(GraphFixture.stereo, of: source)
                graph.connect(source, to: [.init(mixer, bus: bus)])
            }
            let options = CompilerOptions(output: output, maximumFrameCount: 64)
            renderer.publish(graph.compile(options, for: renderer).plan)
            if index == 1000 { renderer.reset() }
            // The other thread gets its turns on a machine with one processor too.
            if index % 50 == 0 { sched_yield() }
        }
        while progress.blocks.load(ordering: .relaxed) < 10 { sched_yield() }
        progress.isOver.store(true, ordering: .releasing)
        hasEnded.wait()
        // Then every block was that of one plan.
        #expect(progress.wrong.load(ordering: .relaxed) == 0)
    }

    @Test("frees the plans that are not needed any more")
    func noLeak() {
        weak var kernel: FunctionSource?
        let fixture = makeFixture()
        do {
            let source = FunctionSource.constant(1)
            kernel = source
            let node = fixture.add(.source(source), to: fixture.mixer)
            _ = fixture.left(100)
            fixture.graph.remove(node)
        }
        #expect(kernel != nil)
        _ = fixture.left(1000)
        fixture.renderer.collect()
        #expect(kernel == nil)
    }

    @Test("drops everything at the end, and lets the nodes go")
    func drop() {
        let fixture = makeFixture()
        fixture.add(.source(FunctionSource.constant(1)), to: fixture.mixer)
        #expect(fixture.left(1) == [1])
        #expect(fixture.renderer.drop())
        #expect(fixture.render(2)[0] == [0, 0])
    }
}

/// What a thread that renders tells another one.
private final class Progress: Sendable {
    let isOver = Atomic(false)
    let blocks = Atomic(0)
    let wrong = Atomic(0)
}

/// An effect that counts the frames since it was prepared.
///
/// Ownership: the thread that renders.
private final class FrameCounter: Effect, @unchecked Sendable {
    private(set) var processedFrames = 0
    let latencyFrames = 0

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        processedFrames = 0
    }

    func process(_ samples: PlanarSamples, frameCount: Int) { processedFrames += frameCount }

    func reset() {}
}
