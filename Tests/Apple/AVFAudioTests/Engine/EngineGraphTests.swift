import AVFAudio
import AudioGraph
import Testing

@Suite("AVAudioEngine's graph") struct EngineGraphTests {
    @Test("makes the main mixer at first use, connected to the output (engine 20)")
    func mainMixer() {
        let engine = AVAudioEngine()
        let mixer = engine.mainMixerNode
        #expect(engine.attachedNodes.contains(mixer))
        #expect(engine.inputConnectionPoint(for: engine.outputNode, inputBus: 0)?.node === mixer)
        #expect(mixer.engine === engine && engine.mainMixerNode === mixer)
        #expect(mixer.nextAvailableInputBus == 0)
        let sources = (0..<2).map { _ in AVAudioSourceNode { _, _, _, _ in 0 } }
        for source in sources {
            engine.attach(source)
            engine.connect(source, to: mixer, format: nil)
        }
        #expect(engine.inputConnectionPoint(for: mixer, inputBus: 0)?.node === sources[0])
        #expect(engine.inputConnectionPoint(for: mixer, inputBus: 1)?.node === sources[1])
        #expect(mixer.nextAvailableInputBus == 2)
        #expect(mixer.numberOfInputs == 2)
    }

    @Test("gives fresh nodes 44,100 Hz stereo")
    func defaultFormat() {
        let mixer = AVAudioMixerNode()
        #expect(mixer.outputFormat(forBus: 0).sampleRate == 44_100)
        #expect(mixer.inputFormat(forBus: 0).channelCount == 2)
        #expect(mixer.outputFormat(forBus: 0).isStandard)
        #expect(mixer.engine == nil && mixer.lastRenderTime == nil)
    }

    @Test("attaches a node once, and refuses that of another engine")
    func attaching() {
        let (first, second) = (AVAudioEngine(), AVAudioEngine())
        let mixer = AVAudioMixerNode()
        first.attach(mixer)
        #expect(violatedRules { first.attach(mixer) } == [])
        #expect(
            violatedRules { second.attach(mixer) }
                == ["nil == owningEngine || GetEngine() == owningEngine"])
        #expect(mixer.engine === first)
        first.detach(mixer)
        #expect(mixer.engine == nil)
        #expect(violatedRules { second.attach(mixer) } == [])
        #expect(violatedRules { first.detach(mixer) } == ["[_nodes containsObject: node]"])
    }

    @Test("does not keep a node's engine alive")
    func weakEngine() {
        let mixer = AVAudioMixerNode()
        do {
            let engine = AVAudioEngine()
            engine.attach(mixer)
            #expect(mixer.engine != nil)
        }
        #expect(mixer.engine == nil)
    }

    @Test("refuses connections of nodes that are not attached, and of impossible formats")
    func refusedConnections() throws {
        let engine = AVAudioEngine()
        let (one, two) = (AVAudioMixerNode(), AVAudioMixerNode())
        let integer = try #require(
            AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: false))
        #expect(
            violatedRules { engine.connect(one, to: two, format: nil) }
                == ["[_nodes containsObject: node1]"])
        engine.attach(one)
        #expect(
            violatedRules { engine.connect(one, to: two, format: nil) }
                == ["[_nodes containsObject: node2]"])
        #expect(
            violatedRules {
                engine.connect(
                    one, to: [AVAudioConnectionPoint(node: two, bus: 0)], fromBus: 0, format: nil)
            } == ["[_nodes containsObject: connPoint.node]"])
        engine.attach(two)
        #expect(
            violatedRules { engine.connect(one, to: two, format: AVAudioFormat()) }
                == ["IsFormatSampleRateAndChannelCountValid(format)"])
        #expect(violatedRules { engine.connect(one, to: two, format: integer) }.count == 1)
        #expect(engine.inputConnectionPoint(for: two, inputBus: 0) == nil)
        engine.connect(one, to: two, format: nil)
        #expect(violatedRules { engine.connect(two, to: one, format: nil) }.count == 1)
        #expect(violatedRules { engine.connect(one, to: one, format: nil) }.count == 1)
    }

    @Test("gives the format of a connection to both buses")
    func formats() throws {
        let engine = AVAudioEngine()
        let (one, two) = (AVAudioMixerNode(), AVAudioMixerNode())
        engine.attach(one)
        engine.attach(two)
        let format = OfflineEngine.makeFormat(rate: 22_050, channels: 1)
        engine.connect(one, to: two, fromBus: 0, toBus: 3, format: format)
        #expect(one.outputFormat(forBus: 0) == format)
        #expect(two.inputFormat(forBus: 3) == format)
        #expect(two.outputFormat(forBus: 0).sampleRate == 44_100)
        #expect(two.numberOfInputs == 4 && two.nextAvailableInputBus == 0)
        // Without a format the source's bus keeps its own.
        engine.connect(one, to: two, format: nil)
        #expect(one.outputFormat(forBus: 0) == format)
    }

    @Test("breaks the former connections of both buses")
    func replacedConnections() {
        let engine = AVAudioEngine()
        let nodes = (0..<4).map { _ in AVAudioMixerNode() }
        for node in nodes { engine.attach(node) }
        engine.connect(nodes[0], to: nodes[1], fromBus: 0, toBus: 0, format: nil)
        engine.connect(nodes[2], to: nodes[1], fromBus: 0, toBus: 0, format: nil)
        #expect(engine.outputConnectionPoints(for: nodes[0], outputBus: 0).isEmpty)
        engine.connect(nodes[2], to: nodes[3], fromBus: 0, toBus: 0, format: nil)
        #expect(engine.inputConnectionPoint(for: nodes[1], inputBus: 0) == nil)
        engine.disconnectNodeInput(nodes[3])
        #expect(engine.outputConnectionPoints(for: nodes[2], outputBus: 0).isEmpty)
    }

    @Test("connects one output to several inputs; a later list replaces all of them")
    func connectionPoints() {
        let engine = AVAudioEngine()
        let nodes = (0..<3).map { _ in AVAudioMixerNode() }
        for node in nodes { engine.attach(node) }
        let points = [
            AVAudioConnectionPoint(node: nodes[1], bus: 0),
            AVAudioConnectionPoint(node: nodes[2], bus: 1),
        ]
        engine.connect(nodes[0], to: points, fromBus: 0, format: nil)
        let found = engine.outputConnectionPoints(for: nodes[0], outputBus: 0)
        #expect(found.map(\.bus) == [0, 1])
        #expect(found.map(\.node) == [nodes[1], nodes[2]])
        engine.connect(nodes[0], to: [points[1]], fromBus: 0, format: nil)
        #expect(engine.outputConnectionPoints(for: nodes[0], outputBus: 0).count == 1)
        engine.disconnectNodeOutput(nodes[0])
        #expect(engine.outputConnectionPoints(for: nodes[0], outputBus: 0).isEmpty)
    }

    @Test("refuses to prepare and to start an untouched engine (engine 51)")
    func untouched() throws {
        let engine = AVAudioEngine()
        let rule = "inputNode != nullptr || outputNode != nullptr"
        #expect(violatedRules { engine.prepare() } == [rule])
        #expect(try violatedRules { try engine.start() } == [rule])
        #expect(!engine.isRunning)
        _ = engine.mainMixerNode
        #expect(violatedRules { engine.prepare() } == [])
    }

    @Test("keeps a source's volume over connections, and loses that of a destination (engine 27)")
    func volumes() throws {
        // Given a source with a volume that is set while nothing is connected.
        let offline = try OfflineEngine()
        let engine = offline.engine
        let source = offline.makeSource { _, _ in 1 }
        source.setMixingValue(0.3, of: .volume)
        let other = AVAudioMixerNode()
        for node in [source, other] { engine.attach(node) }
        engine.connect(other, to: engine.mainMixerNode, format: OfflineEngine.format)
        engine.connect(source, to: engine.mainMixerNode, format: OfflineEngine.format)
        try engine.start()
        #expect(try offline.render(1) == [[0.3], [0.3]])
        // When it is connected elsewhere, then it is the same.
        engine.disconnectNodeOutput(source)
        engine.connect(source, to: other, format: OfflineEngine.format)
        #expect(try offline.render(1) == [[0.3], [0.3]])
        // When only the destination's is set, then it holds until the connection ends.
        let input = try #require(source.mixerInput(ofMixer: other, bus: 0))
        input[.volume] = 0.1
        _ = try offline.render(1)
        #expect(try offline.render(1) == [[0.1], [0.1]])
        #expect(source.mixingValue(.volume) == 0.3)
        engine.disconnectNodeOutput(source)
        #expect(source.mixerInput(ofMixer: other, bus: 0) == nil)
        engine.connect(source, to: other, format: OfflineEngine.format)
        #expect(try offline.render(1) == [[0.3], [0.3]])
    }
}
