import AudioEffects
import Synchronization
import AudioGraph
import Testing

@Suite("A graph's shape") struct GraphShapeTests {
    @Test("gives all consumers of a node the same frames, rendered once")
    func fanOut() {
        // Given a counter that reaches the mixer on three ways.
        let fixture = GraphFixture()
        let source = fixture.add(.source(FunctionSource.counter), to: fixture.mixer)
        let delay = fixture.add(.effect(FrameDelay(frameCount: 0)), to: fixture.mixer, bus: 1)
        fixture.graph.connect(
            source,
            to: [.init(fixture.mixer), .init(delay), .init(fixture.mixer, bus: 2)])
        // When rendered, then each frame is three times its number.
        #expect(fixture.left(1000, block: 300) == (0..<1000).map { Float(3 * $0) })
    }

    @Test("drops frames of a consumer that falls behind, and never goes back")
    func unequalFanOut() {
        // Given a counter with one consumer that takes every frame, and one that skips half.
        let fixture = GraphFixture()
        let slow = fixture.add(.effect(FrameDelay(frameCount: 0)), to: fixture.mixer)
        let fast = fixture.add(.timeEffect(EverySecondFrame()), to: fixture.mixer, bus: 1)
        let source = fixture.add(.source(FunctionSource.counter), to: slow)
        fixture.graph.connect(source, to: [.init(slow), .init(fast)])
        let (slowTap, fastTap) = (Recorder(), Recorder())
        fixture.taps = [slow: slowTap, fast: fastTap]
        // When more is rendered than can be kept.
        _ = fixture.left(20_000)
        // Then the fast one has all frames, and the slow one follows it at a bounded distance.
        #expect(fastTap.samples == (0..<20_000).map { Float(2 * $0) })
        #expect(zip(slowTap.samples, slowTap.samples.dropFirst()).allSatisfy { $0 < $1 })
        #expect(slowTap.samples.last ?? 0 > 39_999 - 4 * 512 - 1)
    }

    @Test("takes twice the frames for a time effect of twice the speed")
    func timeEffect() {
        let fixture = GraphFixture()
        let fast = fixture.add(.timeEffect(EverySecondFrame()), to: fixture.mixer)
        let source = fixture.add(.source(FunctionSource.counter), to: fast)
        #expect(fixture.left(1000, block: 333) == (0..<1000).map { Float(2 * $0) })
        #expect(source.lastRenderTime?.isConverted == true)
        #expect(source.lastRenderTime?.sampleTime == 2000)
    }

    @Test("renders an effect without an input on silence")
    func lonelyEffect() {
        let fixture = GraphFixture()
        fixture.add(.effect(FrameDelay(frameCount: 3)), to: fixture.mixer)
        #expect(fixture.left(10) == Array(repeating: 0, count: 10))
    }

    @Test("is silent where a cycle closes, and does not hang")
    func cycle() {
        let fixture = GraphFixture()
        let inner = fixture.add(.mixer, to: fixture.mixer)
        fixture.add(.source(FunctionSource.constant(0.5)), to: inner)
        let delay = fixture.add(.effect(FrameDelay(frameCount: 1)), to: inner, bus: 1)
        fixture.graph.connect(inner, to: [.init(fixture.mixer), .init(delay)])
        #expect(fixture.graph.reaches(from: inner, to: inner))
        #expect(fixture.left(3) == [0.5, 0.5, 0.5])
    }

    @Test("delivers an input to a sink at the input's own rate")
    func sink() {
        // Given a source at 24,000 Hz that only a sink takes.
        let fixture = GraphFixture()
        let recorder = Recorder()
        let sink = GraphNode(.sink(recorder))
        fixture.add(
            .source(FunctionSource.counter), GraphFormat(sampleRate: 24_000, channelCount: 1),
            to: sink)
        fixture.drains = [sink]
        // When 4801 frames of output are rendered.
        _ = fixture.left(4801, block: 100)
        // Then it has got half as many, without a gap.
        #expect(recorder.samples == (0..<2400).map { Float($0) })
    }

    @Test("delivers to a tap what a node has rendered, with its times")
    func tap() {
        let fixture = GraphFixture()
        let source = fixture.add(.source(FunctionSource.counter), to: fixture.mixer)
        let recorder = Recorder()
        fixture.taps = [source: recorder]
        _ = fixture.left(250, block: 100)
        #expect(recorder.samples == (0..<250).map { Float($0) })
        #expect(recorder.times == [0, 100, 200])
    }

    @Test("gives nodes the time of the end of their last block, at their own rates")
    func times() {
        let fixture = GraphFixture()
        #expect(fixture.mixer.lastRenderTime == nil)
        _ = fixture.left(4800, block: 480)
        let late = fixture.add(
            .source(FunctionSource.counter), GraphFormat(sampleRate: 24_000, channelCount: 1),
            to: fixture.mixer)
        fixture.publish()
        _ = fixture.render(480)
        #expect(fixture.mixer.lastRenderTime?.sampleTime == 5280)
        #expect(late.lastRenderTime?.sampleTime ?? 0 >= 2640)
        fixture.renderer.reset()
        #expect(fixture.mixer.lastRenderTime == nil)
    }

    @Test("adds the delays of the longest way to the output")
    func latency() {
        let fixture = GraphFixture()
        let short = fixture.add(.effect(FrameDelay(frameCount: 48)), to: fixture.mixer)
        let long = fixture.add(.effect(FrameDelay(frameCount: 480)), to: fixture.mixer, bus: 1)
        let source = fixture.add(.source(FunctionSource.counter), to: short)
        fixture.graph.connect(source, to: [.init(short), .init(long)])
        #expect(fixture.graph.latency(from: source) == 0.01)
        #expect(fixture.graph.latency(from: short) == 0)
    }

    @Test("lets only one renderer call a node's kernel")
    func oneRenderer() {
        // Given a node that one renderer plays.
        let first = GraphFixture()
        let source = first.add(.source(FunctionSource.constant(1)), to: first.mixer)
        #expect(first.left(1) == [1])
        // When a second graph takes it too, then it is silent there until the first lets it go.
        let second = GraphFixture()
        second.graph.setOutputFormat(GraphFixture.stereo, of: source)
        second.graph.connect(source, to: [.init(second.mixer)])
        #expect(!second.publish())
        #expect(second.render(1)[0] == [0])
        first.graph.remove(source)
        #expect(first.left(1) == [0])
        #expect(second.publish())
        #expect(second.render(1)[0] == [1])
    }

    @Test("prepares a kernel again only for another format")
    func preparations() {
        let fixture = GraphFixture()
        let kernel = FunctionSource.counter
        let source = fixture.add(.source(kernel), to: fixture.mixer)
        _ = fixture.left(10)
        _ = fixture.left(10)
        #expect(kernel.preparations.load(ordering: .relaxed) == 1)
        fixture.graph.setOutputFormat(GraphFixture.mono, of: source)
        #expect(fixture.left(3) == [20, 21, 22])
        #expect(kernel.preparations.load(ordering: .relaxed) == 2)
    }
}
