import AudioEffects
import AudioGraph
import Testing

@Suite("A matrix mixer")
struct MatrixMixerTests {
    /// A matrix mixer before the output, with its volumes at 1 but the cross points.
    static func mixer(
        _ fixture: GraphFixture, inputs: Int, outputs: Int = 2
    ) -> (MatrixMixer, GraphNode) {
        let matrix = MatrixMixer()
        for input in 0..<inputs { matrix[.input(input)] = 1 }
        for output in 0..<outputs { matrix[.output(output)] = 1 }
        matrix[.master] = 1
        let node = GraphNode(.matrixMixer(matrix))
        fixture.graph.setOutputFormat(
            GraphFormat(sampleRate: 48_000, channelCount: outputs), of: node)
        fixture.graph.connect(node, to: [.init(fixture.mixer)])
        return (matrix, node)
    }

    @Test(
        "sends each input channel to the outputs of its cross points (unit 26)",
        arguments: [
            ([[0, 0]], 1, 0), ([[0, 1]], 0, 1), ([[2, 0]], 2, 0), ([[0, 0], [2, 0]], 3, 0),
        ] as [([[Int]], Float, Float)])
    func crossPoints(points: [[Int]], left: Float, right: Float) {
        let fixture = GraphFixture()
        let (matrix, node) = Self.mixer(fixture, inputs: 4)
        fixture.add(.source(FunctionSource.constant(1)), to: node)
        fixture.add(.source(FunctionSource.constant(2)), to: node, bus: 1)
        for point in points { matrix[.crossPoint(input: point[0], output: point[1])] = 1 }
        fixture.publish()
        #expect(fixture.render(3) == [[left, left, left], [right, right, right]])
        matrix[.master] = 0
        _ = fixture.render(64)
        #expect(fixture.render(3) == [[0, 0, 0], [0, 0, 0]])
    }

    @Test("reads its volumes as a matrix of inputs and outputs (unit 27)")
    func levels() {
        let fixture = GraphFixture()
        let (matrix, node) = Self.mixer(fixture, inputs: 4)
        fixture.add(.source(FunctionSource.constant(1)), to: node)
        fixture.add(.source(FunctionSource.constant(2)), to: node, bus: 1)
        matrix[.crossPoint(input: 0, output: 0)] = 1
        matrix[.crossPoint(input: 2, output: 0)] = 1
        matrix[.output(1)] = 0.5
        matrix[.master] = 0
        fixture.publish()
        #expect(matrix.dimensions == (4, 2))
        #expect(matrix.levels == [1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0.5, 0])
    }

    @Test("has Apple's numbers of its volumes")
    func elements() {
        let cells: [(MatrixMixer.Cell, UInt32)] = [
            (.crossPoint(input: 3, output: 1), 0x0003_0001), (.input(2), 0x0002_FFFF),
            (.output(5), 0xFFFF_0005), (.master, 0xFFFF_FFFF),
        ]
        for (cell, element) in cells {
            #expect(cell.element == element && MatrixMixer.Cell(element: element) == cell)
        }
        // A channel beyond the last is no other volume.
        let matrix = MatrixMixer()
        matrix[.crossPoint(input: 0, output: 64)] = 1
        matrix[.crossPoint(input: 64, output: 64)] = 1
        matrix[.input(64)] = 1
        matrix[.output(99)] = 1
        #expect(matrix[.input(0)] == 0 && matrix[.master] == 0 && matrix[.output(0)] == 0)
    }

    @Test("numbers channels through buses of any channel counts")
    func numbering() {
        let fixture = GraphFixture()
        let (matrix, node) = Self.mixer(fixture, inputs: 5)
        // Stereo 0 1, mono 2, stereo 3 4.
        fixture.add(.source(FunctionSource { channel, _ in Float(channel) }), to: node)
        fixture.add(.source(FunctionSource.constant(2)), GraphFixture.mono, to: node, bus: 1)
        fixture.add(.source(FunctionSource { channel, _ in Float(3 + channel) }), to: node, bus: 2)
        for input in 0..<5 { matrix[.crossPoint(input: input, output: 0)] = 1 }
        matrix[.crossPoint(input: 4, output: 1)] = 0.5
        fixture.publish()
        #expect(fixture.render(2) == [[10, 10], [2, 2]])
        #expect(matrix.dimensions == (5, 2))
        // A bus that is told to have more channels moves those behind it.
        matrix.setInputChannelCount(2, bus: 1)
        fixture.publish()
        #expect(matrix.dimensions == (6, 2))
        #expect(fixture.render(64)[0].last == 6)
    }

    @Test("copies at unity gain to the bit")
    func unity() {
        let fixture = GraphFixture()
        let (matrix, node) = Self.mixer(fixture, inputs: 2)
        fixture.add(
            .source(FunctionSource { _, frame in frame % 2 == 0 ? -0.0 : 0.1 }), to: node)
        matrix[.crossPoint(input: 1, output: 0)] = 1
        fixture.publish()
        #expect(fixture.render(2)[0].map(\.bitPattern) == [Float(-0.0), 0.1].map(\.bitPattern))
    }

    @Test("is silent at first, and follows a volume with a ramp of one block")
    func ramp() {
        let fixture = GraphFixture()
        let matrix = MatrixMixer()
        let node = fixture.add(.matrixMixer(matrix), to: fixture.mixer)
        fixture.add(.source(FunctionSource.constant(1)), to: node)
        fixture.publish()
        #expect(fixture.render(4) == [[0, 0, 0, 0], [0, 0, 0, 0]])
        matrix[.crossPoint(input: 0, output: 0)] = 1
        (matrix[.input(0)], matrix[.output(0)], matrix[.master]) = (1, 1, 1)
        let block = fixture.render(4)[0]
        #expect(block == [0.0625, 0.25, 0.5625, 1])
        #expect(fixture.render(2)[0] == [1, 1])
    }

    @Test("does not render a disabled input, nor sound through a disabled output")
    func enables() {
        let fixture = GraphFixture()
        let (matrix, node) = Self.mixer(fixture, inputs: 4)
        matrix.outputChannelCounts = [1, 1]
        let (first, second) = (Recorder(), Recorder())
        fixture.taps[fixture.add(.source(FunctionSource.constant(1)), to: node)] = first
        fixture.taps[fixture.add(.source(FunctionSource.constant(2)), to: node, bus: 1)] = second
        for input in [0, 2] {
            for output in 0..<2 { matrix[.crossPoint(input: input, output: output)] = 1 }
        }
        matrix.setInputEnabled(false, bus: 1)
        matrix.setOutputEnabled(false, bus: 1)
        fixture.publish()
        #expect(fixture.render(2) == [[1, 1], [0, 0]])
        #expect(first.samples.count == 2 && second.samples.isEmpty)
        // Disabled while it sounds, it falls within a block.
        matrix.setInputEnabled(true, bus: 1)
        _ = fixture.render(2)
        #expect(fixture.render(2)[0] == [3, 3])
        matrix.setInputEnabled(false, bus: 1)
        #expect(fixture.render(2)[0] == [2, 1])
        let count = second.samples.count
        #expect(fixture.render(2)[0] == [1, 1] && second.samples.count == count)
    }

    @Test("measures its buses when asked to")
    func meters() {
        let fixture = GraphFixture()
        let (matrix, node) = Self.mixer(fixture, inputs: 2)
        fixture.add(.source(FunctionSource.constant(0.5)), to: node)
        matrix[.crossPoint(input: 0, output: 0)] = 1
        (matrix[.input(0)], matrix[.output(0)]) = (0.5, 0.5)
        matrix.inputMeters[0].isEnabled = true
        matrix.outputMeters[0].isEnabled = true
        fixture.publish()
        _ = fixture.render(64)
        let input = matrix.inputMeters[0]
        #expect(abs(input.level(.average, .beforeGain, channel: 0) + 6.0206) < 0.001)
        #expect(abs(input.level(.peak, .afterGain, channel: 0) + 12.0412) < 0.001)
        let output = matrix.outputMeters[0]
        #expect(abs(output.level(.peak, .beforeGain, channel: 0) + 12.0412) < 0.001)
        #expect(abs(output.level(.average, .afterGain, channel: 0) + 18.0618) < 0.001)
        #expect(output.level(.peak, .afterGain, channel: 1) == -120)
        #expect(output.linearLevel(.peak, .afterGain, channel: 0) == 0.125)
    }

    @Test("follows events at their frames")
    func events() {
        let fixture = GraphFixture()
        let matrix = MatrixMixer()
        let schedule = ParameterSchedule()
        let node = GraphNode(.matrixMixer(matrix), schedule: schedule)
        fixture.graph.setOutputFormat(GraphFixture.stereo, of: node)
        fixture.graph.connect(node, to: [.init(fixture.mixer)])
        fixture.add(.source(FunctionSource.constant(1)), to: node)
        (matrix[.input(0)], matrix[.output(0)], matrix[.master]) = (1, 1, 1)
        let cell = MatrixMixer.Cell.crossPoint(input: 0, output: 0)
        schedule.add(
            ScheduledChange(
                .matrix(cell), from: 10, frameCount: 100, startValue: 0, endValue: 1))
        schedule.add(ScheduledChange(.matrix(.master), at: 150, value: 0.5))
        let block = fixture.left(200)
        for (frame, sample) in block.enumerated() {
            let part = min(max(Float(frame - 10) / 100, 0), 1)
            #expect(abs(sample - part * (frame < 150 ? 1 : 0.5)) < 1e-5, "\(frame)")
        }
        #expect(matrix[cell] == 1 && matrix[.master] == 0.5)
        #expect(fixture.render(2)[0] == [0.5, 0.5])
    }
}
