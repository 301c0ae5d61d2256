import AVFAudio
import CoreAudioTypes
import Foundation
import Simulation
import Testing

@Suite("Formats in AVAudioEngine's graph") @MainActor struct EngineFormatTests {
    /// The number of rising zero crossings.
    private func crossings(_ samples: [Float]) -> Int {
        zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    }

    @Test("an effect with unequal formats converts the rate and the channels of its input")
    func unequalEffect() throws {
        // Given an effect with stereo output at 44,100 Hz, and mono input at 22,050 Hz.
        let stage = try PlayerEngine(connectsPlayer: false)
        let (engine, player, effect) = (stage.engine, stage.player, AVAudioUnitEQ(numberOfBands: 1))
        let mono = OfflineEngine.makeFormat(rate: 22_050, channels: 1)
        try stage.app.run {
            engine.attach(player)
            engine.attach(effect)
            engine.connect(effect, to: engine.mainMixerNode, format: stage.format)
            engine.connect(player, to: effect, format: mono)
            try engine.start()
        }
        #expect(effect.inputFormat(forBus: 0) == mono)
        #expect(effect.outputFormat(forBus: 0) == stage.format)
        // When a second of 441 Hz plays, then it is a second of 441 Hz, on both sides.
        let tone = (0..<22_050).map { Float(sin(Double($0) / 22_050 * 441 * 2 * .pi) / 2) }
        player.scheduleBuffer(try pcmBuffer(tone, mono))
        player.play()
        let heard = try stage.renderedChannels(50_000)
        #expect(heard[0] == heard[1])
        let count = crossings(Array(heard[0][..<44_100]))
        #expect((440...442).contains(count), "\(count)")
        #expect(abs((heard[0][1000..<43_000].max() ?? 0) - 0.5) < 1e-3)
        #expect(heard[0][44_200...].allSatisfy { abs($0) < 1e-3 })
        // When its input becomes stereo, then one side goes to each side.
        let buffer = try pcmBuffer([Float](repeating: 0.25, count: 4096), stage.format)
        try #require(buffer.floatChannelData)[1].update(repeating: -0.5, count: 4096)
        stage.app.run {
            player.stop()
            engine.connect(player, to: effect, format: stage.format)
            player.scheduleBuffer(buffer)
            player.play()
        }
        let sides = try stage.renderedChannels(4096)
        #expect(sides[0][2000] == 0.25 && sides[1][2000] == -0.5)
    }

    @Test("the channels of a format with a layout are mixed by it")
    func layouts() throws {
        // Given a source of 5.1, once in the order of WAVE, once in that of AAC.
        let orders: [(AudioChannelLayoutTag, left: Int, center: Int, low: Int)] = [
            (kAudioChannelLayoutTag_MPEG_5_1_A, 0, 2, 3), (kAudioChannelLayoutTag_AAC_5_1, 1, 0, 5),
        ]
        for (tag, left, center, low) in orders {
            let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
            let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: layout)
            // When one channel sounds, then it does so where it belongs.
            for (channel, wanted) in [(left, [true, false]), (center, [true, true]), (low, [])] {
                let stage = try OfflineEngine()
                stage.play(format) { index, _ in index == channel ? 0.5 : 0 }
                try stage.engine.start()
                let heard = try stage.render(4096).map { $0[2000] > 0.05 }
                #expect(heard == (wanted.isEmpty ? [false, false] : wanted), "\(tag), \(channel)")
            }
        }
    }

    @Test("a time effect with unequal formats converts too")
    func unequalTimeEffect() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let (engine, player, speed) = (stage.engine, stage.player, AVAudioUnitVarispeed())
        let mono = OfflineEngine.makeFormat(rate: 22_050, channels: 1)
        speed.rate = 2
        try stage.app.run {
            engine.attach(player)
            engine.attach(speed)
            engine.connect(speed, to: engine.mainMixerNode, format: stage.format)
            engine.connect(player, to: speed, format: mono)
            try engine.start()
        }
        let tone = (0..<22_050).map { Float(sin(Double($0) / 22_050 * 441 * 2 * .pi) / 2) }
        player.scheduleBuffer(try pcmBuffer(tone, mono))
        player.play()
        let heard = try stage.renderedChannels(30_000)
        #expect(heard[0] == heard[1])
        // Half a second of twice the frequency.
        #expect((440...442).contains(crossings(Array(heard[0][..<22_050]))))
        #expect(heard[0][22_200...].allSatisfy { abs($0) < 1e-3 })
    }

    @Test("a time effect between the input and a mixer ends the program")
    func inputChain() throws {
        let rule = "false == isInputConnToConverter"
        let stage = try EngineStage()
        stage.phone.makeSound(hertz: 440)
        let (engine, speed, effect) = (stage.engine, AVAudioUnitTimePitch(), AVAudioUnitDelay())
        try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            try AVAudioSession.sharedInstance().setActive(true)
            for node in [speed, effect] { engine.attach(node) }
            let format = engine.inputNode.outputFormat(forBus: 0)
            engine.connect(engine.inputNode, to: effect, format: format)
            engine.connect(effect, to: speed, format: format)
            engine.connect(speed, to: engine.mainMixerNode, format: format)
            // Given an engine with one, then it neither prepares nor starts.
            #expect(violatedRules { engine.prepare() } == [rule])
            #expect(try violatedRules { try engine.start() } == [rule])
            #expect(!engine.isRunning)
            // When the time effect follows a mixer, then it starts, and refuses one before.
            let mixer = AVAudioMixerNode()
            engine.attach(mixer)
            engine.connect(effect, to: mixer, format: format)
            engine.connect(mixer, to: speed, format: format)
            try engine.start()
            #expect(violatedRules { engine.connect(effect, to: speed, format: format) } == [rule])
            let behind = AVAudioUnitReverb()
            let player = AVAudioPlayerNode()
            for node in [behind, player] { engine.attach(node) }
            engine.connect(player, to: behind, format: format)
            engine.connect(behind, to: speed, format: format)
            #expect(
                violatedRules { engine.connect(engine.inputNode, to: behind, format: format) }
                    == [rule])
            #expect(engine.inputConnectionPoint(for: behind, inputBus: 0)?.node === player)
        }
        #expect(engine.isRunning)
        stage.pass(100)
    }

    @Test("a time effect after the input of manual rendering is allowed")
    func manualInputChain() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let (engine, speed) = (stage.engine, AVAudioUnitVarispeed())
        let data = try pcmBuffer([Float](repeating: 0.5, count: 4096), stage.format)
        try stage.app.run {
            _ = engine.inputNode.setManualRenderingInputPCMFormat(stage.format) { count in
                data.frameLength = count
                return data.audioBufferList
            }
            engine.attach(speed)
            engine.connect(engine.inputNode, to: speed, format: stage.format)
            engine.connect(speed, to: engine.mainMixerNode, format: stage.format)
            let rules = try violatedRules { try engine.start() }
            #expect(rules.isEmpty)
        }
        #expect(try stage.rendered(100)[99] == 0.5)
    }
}
