import AudioEffects
import AudioGraph
import Testing

@Suite("An observer of a node") struct ObserverTests {
    /// Notes calls; doubles what was rendered.
    ///
    /// Ownership: the test's thread.
    private final class Observer: GraphObserver, @unchecked Sendable {
        var calls: [String] = []

        func willRender(
            _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime
        ) {
            calls.append("before \(time.sampleTime) \(frameCount)")
        }

        func didRender(
            _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime,
            isSilent: Bool
        ) {
            calls.append("after \(time.sampleTime) \(samples[0][0])")
            for frame in 0..<frameCount { samples[0][frame] *= 2 }
        }
    }

    @Test("is called before and after each block, with the block's time")
    func calls() {
        let fixture = GraphFixture()
        let source = fixture.add(.source(FunctionSource.counter), to: fixture.mixer)
        let observer = Observer()
        var options = CompilerOptions(output: fixture.output, maximumFrameCount: 512)
        options.observers = [source: observer]
        fixture.renderer.publish(fixture.graph.compile(options, for: fixture.renderer).plan)
        let left = fixture.render(100)[0] + fixture.render(50)[0]
        #expect(
            observer.calls == ["before 0 100", "after 0 0.0", "before 100 50", "after 100 100.0"])
        #expect(left == (0..<150).map { Float(2 * $0) })
        // Without it nothing is called.
        fixture.publish()
        _ = fixture.render(10)
        #expect(observer.calls.count == 4)
    }
}
