import AudioEffects
import AudioGraph
import Synchronization
import Testing

@Suite("Events of parameters")
struct ParameterScheduleTests {
    /// A mixer with a schedule before the fixture's mixer, with sources of constant samples.
    static func mixer(
        _ fixture: GraphFixture, _ values: [Float]
    ) -> (node: GraphNode, schedule: ParameterSchedule) {
        let schedule = ParameterSchedule()
        let node = GraphNode(.mixer, schedule: schedule)
        fixture.graph.setOutputFormat(GraphFixture.stereo, of: node)
        fixture.graph.connect(node, to: [.init(fixture.mixer)])
        for (bus, value) in values.enumerated() {
            fixture.add(.source(FunctionSource.constant(value)), to: node, bus: bus)
        }
        return (node, schedule)
    }

    static func input(_ fixture: GraphFixture, _ node: GraphNode, bus: Int = 0) -> MixerInput? {
        fixture.graph.connection(to: .init(node, bus: bus))?.input
    }

    @Test(
        "move a mixer's volume in a straight line from their frame on (unit 31)",
        arguments: [1024, 512, 100])
    func volumeRamp(block: Int) throws {
        let fixture = GraphFixture(maximumFrameCount: 1024)
        let (node, schedule) = Self.mixer(fixture, [1])
        let input = try #require(Self.input(fixture, node))
        input[.volume] = 0
        schedule.add(
            ScheduledChange(
                .volume(bus: 0), from: 256, frameCount: 512, startValue: 0, endValue: 1))
        let samples = fixture.left(1024, block: block)
        #expect(samples[..<256].allSatisfy { $0 == 0 })
        for frame in 0..<512 {
            #expect(abs(samples[256 + frame] - Float(frame) / 512) < 1e-4, "\(frame)")
        }
        #expect(samples[768...].allSatisfy { $0 == 1 })
        #expect(input[.volume] == 1)
    }

    @Test("apply at once at their frames, each to its own input")
    func immediate() throws {
        let fixture = GraphFixture()
        let (node, schedule) = Self.mixer(fixture, [1, 10])
        schedule.add(ScheduledChange(.volume(bus: 1), at: 5, value: 0.5))
        schedule.add(ScheduledChange(.volume(bus: 0), at: 2, value: 0))
        schedule.add(ScheduledChange(.outputVolume, at: 7, value: 2))
        #expect(fixture.left(9) == [11, 11, 10, 10, 10, 5, 5, 10, 10])
        #expect(fixture.render(2)[0] == [10, 10])
        #expect(node.outputVolume.value == 2)
        schedule.add(ScheduledChange(.pan(bus: 1), at: 1, value: 1))
        #expect(fixture.render(3) == [[10, 0, 0], [10, 10, 10]])
    }

    @Test("that are repeated for each block continue one ramp")
    func repeatedRamp() throws {
        let fixture = GraphFixture()
        let (node, schedule) = Self.mixer(fixture, [1])
        try #require(Self.input(fixture, node))[.volume] = 0
        var samples: [Float] = []
        fixture.publish()
        for start in [0, -64, -128] {
            schedule.add(
                ScheduledChange(
                    .volume(bus: 0), from: start, frameCount: 160, startValue: 0, endValue: 1))
            samples += fixture.render(64)[0]
        }
        for (frame, sample) in samples.enumerated() {
            #expect(abs(sample - min(Float(frame) / 160, 1)) < 1e-5, "\(frame)")
        }
    }

    @Test("end a ramp of their parameter, and are dropped by a reset")
    func replaced() throws {
        let fixture = GraphFixture()
        let (node, schedule) = Self.mixer(fixture, [1])
        schedule.add(
            ScheduledChange(
                .volume(bus: 0), from: 0, frameCount: 100, startValue: 0, endValue: 1))
        schedule.add(ScheduledChange(.volume(bus: 0), at: 50, value: 4))
        let samples = fixture.left(60)
        #expect(abs(samples[49] - 0.49) < 1e-5 && samples[50] == 4)
        #expect(fixture.render(60)[0].allSatisfy { $0 == 4 })
        schedule.add(ScheduledChange(.volume(bus: 0), at: 1, value: 9))
        fixture.renderer.reset(node)
        #expect(fixture.render(4)[0] == [4, 4, 4, 4])
    }

    @Test("set a kernel's parameters at the start of the pieces of a block")
    func kernel() {
        let delay = SampleDelay()
        let values = Mutex<[Int: [Float]]>([:])
        let schedule = ParameterSchedule { number, value in
            values.withLock { $0[number, default: []].append(value) }
            delay.frameCount = Int(value)
        }
        let fixture = GraphFixture()
        let node = GraphNode(.effect(delay), schedule: schedule)
        fixture.graph.setOutputFormat(GraphFixture.stereo, of: node)
        fixture.graph.connect(node, to: [.init(fixture.mixer)])
        fixture.add(.source(FunctionSource.counter), to: node)
        schedule.add(ScheduledChange(.kernel(number: 3), at: 100, value: 50))
        let samples = fixture.left(1000, block: 200)
        // Until the event the sound is not delayed; from it on the effect cross-fades.
        #expect((0..<100).allSatisfy { samples[$0] == Float($0) })
        #expect(samples[101] < 101)
        #expect(samples[999] == 949)
        #expect(values.withLock { $0.keys.sorted() } == [3])
        #expect(values.withLock { $0[3]?.allSatisfy { $0 == 50 } } == true)
    }

    @Test("that never come change nothing")
    func without() {
        func samples(_ schedule: ParameterSchedule?) -> [UInt32] {
            let fixture = GraphFixture()
            let node = GraphNode(.mixer, schedule: schedule)
            fixture.graph.setOutputFormat(GraphFixture.stereo, of: node)
            fixture.graph.connect(node, to: [.init(fixture.mixer)])
            for (bus, scale) in [0.3, -0.7].enumerated() {
                fixture.add(
                    .source(FunctionSource { _, frame in sin(Float(frame)) * Float(scale) }),
                    to: node, bus: bus, values: [.volume: 0.7, .pan: 0.2])
            }
            return fixture.left(500, block: 100).map(\.bitPattern)
        }
        #expect(samples(nil) == samples(ParameterSchedule()))
    }

    @Test("are refused when too many wait, or when they are no numbers")
    func limits() {
        let schedule = ParameterSchedule()
        let event = ScheduledChange(.outputVolume, at: 0, value: 1)
        #expect(!schedule.add(ScheduledChange(.outputVolume, at: 0, value: .nan)))
        for _ in 0..<ParameterSchedule.eventsMax { #expect(schedule.add(event)) }
        #expect(!schedule.add(event))
    }

    /// A function of one period in 100 frames, without the mathematics library.
    private func sin(_ frame: Float) -> Float {
        (frame.truncatingRemainder(dividingBy: 100) - 50) / 50
    }
}

@Suite("A mixer's input and output")
struct MixerEnableTests {
    @Test("that is disabled is not rendered, and the others are (unit 25)")
    func input() throws {
        let fixture = GraphFixture()
        let (first, second) = (Recorder(), Recorder())
        fixture.taps[
            fixture.add(.source(FunctionSource.constant(0.5)), to: fixture.mixer)] = first
        fixture.taps[
            fixture.add(
                .source(FunctionSource.constant(0.25)), to: fixture.mixer, bus: 1,
                values: [.enable: 0])] = second
        let inputs = [0, 1].compactMap {
            fixture.graph.connection(to: .init(fixture.mixer, bus: $0))?.input
        }
        for input in inputs { input.meters.isEnabled = true }
        #expect(fixture.left(4) == [0.5, 0.5, 0.5, 0.5])
        #expect(first.samples.count == 4 && second.samples.isEmpty)
        #expect(abs(inputs[0].meters.level(.average, .afterGain, channel: 0) + 6.0206) < 0.001)
        #expect(abs(inputs[0].meters.level(.peak, .beforeGain, channel: 1) + 6.0206) < 0.001)
        #expect(inputs[1].meters.level(.average, .afterGain, channel: 0) == -120)
        // Enabled while the mixer renders, it rises within a block; disabled, it falls in one.
        inputs[1][.enable] = 1
        #expect(fixture.render(4)[0] == [0.5625, 0.625, 0.6875, 0.75])
        inputs[1][.enable] = 0
        #expect(fixture.render(4)[0] == [0.6875, 0.625, 0.5625, 0.5])
        let count = second.samples.count
        #expect(fixture.render(4)[0].last == 0.5 && second.samples.count == count)
        // The only input too.
        fixture.graph.disconnect(input: .init(fixture.mixer, bus: 1))
        inputs[0][.enable] = 0
        _ = fixture.left(4)
        #expect(fixture.render(2) == [[0, 0], [0, 0]])
    }

    @Test("that is disabled is silent, and renders no input")
    func output() {
        let fixture = GraphFixture()
        let recorder = Recorder()
        let source = fixture.add(.source(FunctionSource.constant(0.5)), to: fixture.mixer)
        fixture.taps[source] = recorder
        fixture.mixer.meters.isEnabled = true
        fixture.mixer.outputVolume.value = 0.5
        #expect(fixture.left(2) == [0.25, 0.25])
        #expect(abs(fixture.mixer.meters.level(.peak, .beforeGain, channel: 0) + 6.0206) < 0.001)
        #expect(abs(fixture.mixer.meters.level(.peak, .afterGain, channel: 0) + 12.0412) < 0.001)
        fixture.mixer.outputEnable.value = 0
        #expect(fixture.render(2)[0] == [0.125, 0])
        let count = recorder.samples.count
        #expect(fixture.render(2)[0] == [0, 0] && recorder.samples.count == count)
        fixture.mixer.outputEnable.value = 1
        #expect(fixture.render(2)[0] == [0.125, 0.25])
        fixture.mixer.meters.isEnabled = false
        #expect(fixture.mixer.meters.level(.peak, .afterGain, channel: 0) == -120)
    }

    @Test("sums two inputs exactly (unit 24)")
    func exactSum() {
        let fixture = GraphFixture()
        fixture.add(.source(FunctionSource.constant(0.25)), to: fixture.mixer)
        fixture.add(
            .source(FunctionSource.constant(0.5)), to: fixture.mixer, bus: 1,
            values: [.volume: 0.5])
        #expect(fixture.left(3) == [0.5, 0.5, 0.5])
    }
}
