import AVFAudio
import Foundation
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("The rules of AVAudioPlayerNode")
struct AVAudioPlayerNodeRuleTests {
    private func format(_ channels: AVAudioChannelCount) throws -> AVAudioFormat {
        try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: channels))
    }

    @Test("a buffer has as many channels as the node (engine 42)")
    func channels() throws {
        let stage = try PlayerEngine()
        let mono = try stage.buffer([1], try format(1))
        let rules = brokenRules {
            stage.player.scheduleBuffer(mono)
            stage.player.scheduleBuffer(mono, at: nil, options: .loops)
        }
        #expect(
            rules
                == Array(
                    repeating: "_outputFormat.channelCount == buffer.format.channelCount", count: 2)
        )
        stage.player.play()
        #expect(try stage.rendered(1) == [0])
    }

    @Test("a buffer has as many channels as a node that is not attached")
    func detachedChannels() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let (mono, stereo) = (try stage.buffer([1], try format(1)), try stage.buffer([1]))
        #expect(brokenRules { stage.player.scheduleBuffer(stereo) }.isEmpty)
        #expect(
            brokenRules { stage.player.scheduleBuffer(mono) }
                == ["_outputFormat.channelCount == buffer.format.channelCount"])
    }

    @Test("a node that is scheduled needs no engine, unless the rules say so")
    func detachedScheduling() throws {
        let data = ramp(0, 10)
        let rules = EngineRules()
        #expect(!rules.schedulingNeedsEngine)
        // Given a buffer that is scheduled on a node that is not attached.
        let stage = try PlayerEngine()
        let scheduled = try stage.buffer(data)
        let early = stage.app.run { AVAudioPlayerNode() }
        #expect(brokenRules { early.scheduleBuffer(scheduled) }.isEmpty)
        stage.app.run {
            stage.engine.attach(early)
            stage.engine.connect(early, to: stage.engine.mainMixerNode, format: stage.format)
            early.play()
        }
        // Then it plays once the node is attached.
        #expect(try stage.rendered(20) == data + zeros(10))
        // When the rules want an engine, then it ends the program.
        var strict = rules
        strict.schedulingNeedsEngine = true
        let node = EngineRules.$current.withValue(strict) { stage.app.run { AVAudioPlayerNode() } }
        let buffer = try stage.buffer(data)
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: folder.file("sound.wav"))
        try Data(waveBytes(noise(100), rate: 44_100)).write(to: url)
        let file = try AVAudioFile(forReading: url)
        let broken = brokenRules {
            node.scheduleBuffer(buffer)
            node.scheduleFile(file, at: nil)
            node.scheduleSegment(file, startingFrame: 0, frameCount: 5, at: nil)
        }
        #expect(broken == Array(repeating: "_engine != nil", count: 3))
        stage.app.run { stage.engine.attach(node) }
        #expect(brokenRules { node.scheduleBuffer(buffer) }.isEmpty)
    }

    @Test("a node that plays is attached and connected")
    func detached() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        #expect(brokenRules { stage.player.play() } == ["_engine != nil"])
        #expect(brokenRules { stage.player.play(at: nil) } == ["_engine != nil"])
        stage.app.run { stage.engine.attach(stage.player) }
        #expect(
            brokenRules { stage.player.play() } == ["player started when in a disconnected state"])
        #expect(!stage.player.isPlaying)
        #expect(code { try stage.player.playAudio() } == -10_876)
        #expect(!stage.player.isPlaying)
    }

    @Test("a node does not start while its engine does not run")
    func notRunning() throws {
        let stage = try PlayerEngine()
        stage.app.run { stage.engine.stop() }
        #expect(brokenRules { stage.player.play() }.isEmpty)
        #expect(!stage.player.isPlaying)
        #expect(code { try stage.player.playAudio() } == -10_867)
        #expect(code { try stage.player.playAudio(at: nil) } == -10_867)
        try stage.app.run { try stage.engine.start() }
        try stage.player.playAudio(at: nil)
        #expect(stage.player.isPlaying)
    }

    @Test("a time is valid")
    func invalidTime() throws {
        let stage = try PlayerEngine()
        var stamp = AudioTimeStamp()
        let time = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 44_100)
        let buffer = try stage.buffer([1])
        let rules = brokenRules {
            stage.player.play(at: time)
            stage.player.scheduleBuffer(buffer, at: time)
            try? stage.player.playAudio(at: time)
        }
        #expect(
            rules
                == Array(repeating: "when.isSampleTimeValid || when.isHostTimeValid", count: 3))
        #expect(!stage.player.isPlaying)
        #expect(stage.player.playerTime(forNodeTime: time) == nil)
        #expect(stage.player.nodeTime(forPlayerTime: time) == nil)
    }

    @Test("an engine that stops, stops its players, which keep what is scheduled")
    func engineStop() throws {
        let stage = try PlayerEngine()
        let data = ramp(0, 300)
        stage.player.scheduleBuffer(try stage.buffer(data))
        stage.player.play()
        _ = try stage.rendered(100)
        stage.app.run { stage.engine.stop() }
        #expect(!stage.player.isPlaying)
        try stage.app.run { try stage.engine.start() }
        #expect(try stage.rendered(10) == zeros(10))
        stage.player.play()
        #expect(try stage.rendered(200) == Array(data[100...]))
    }

    @Test("an engine that pauses keeps its players' state, until it stops")
    func enginePause() throws {
        let stage = try PlayerEngine()
        let data = ramp(0, 300)
        stage.player.scheduleBuffer(try stage.buffer(data))
        stage.player.play()
        _ = try stage.rendered(100)
        stage.app.run { stage.engine.pause() }
        #expect(stage.player.isPlaying)
        try stage.app.run { try stage.engine.start() }
        #expect(try stage.rendered(100) == Array(data[100..<200]))
        stage.app.run {
            stage.engine.pause()
            stage.engine.stop()
        }
        #expect(!stage.player.isPlaying)
    }

    @Test("a node in an engine that renders in real time plays files, and calls handlers")
    func realtime() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let (engine, player, log) = (stage.engine, stage.player, HandlerLog())
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: folder.file("sound.wav"))
        let samples = noise(100_000)
        try Data(waveBytes(samples, rate: 44_100)).write(to: url)
        let file = try AVAudioFile(forReading: url)
        try stage.app.run {
            try engine.enableManualRenderingMode(
                .realtime, format: stage.format, maximumFrameCount: 4096)
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: stage.format)
            try engine.start()
            player.scheduleFile(file, at: nil) { log.add("played") }
        }
        stage.settle()
        let block = stage.app.run {
            player.play()
            return engine.manualRenderingBlock
        }
        let output = try stage.buffer([Float](repeating: 0, count: 1000))
        var heard: [Float] = []
        for _ in 0..<101 {
            #expect(block(1000, output.mutableAudioBufferList, nil) == .success)
            let data = try #require(output.floatChannelData)
            heard += UnsafeBufferPointer(start: data[0], count: 1000)
            stage.settle()
        }
        #expect(heard == floats(samples) + zeros(1000))
        #expect(log.all == ["played"])
    }

    @Test("a reset engine has players with nothing to play")
    func engineReset() throws {
        let stage = try PlayerEngine()
        let log = HandlerLog()
        stage.player.scheduleBuffer(try stage.buffer(ramp(0, 300))) { log.add("dropped") }
        stage.player.play()
        _ = try stage.rendered(100)
        stage.app.run { stage.engine.reset() }
        stage.settle()
        #expect(log.all == ["dropped"])
        #expect(!stage.player.isPlaying)
        #expect(try stage.rendered(10) == zeros(10))
    }

    @Test("a node that is scheduled and stopped again and again does not grow")
    func bounded() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        weak var last: AVAudioPCMBuffer?
        for _ in 0..<3000 {
            let buffer = try stage.buffer([1])
            last = buffer
            stage.player.scheduleBuffer(buffer)
            stage.player.stop()
        }
        #expect(last == nil)
    }

    @Test("option and callback values are Apple's")
    func values() {
        #expect(AVAudioPlayerNodeBufferOptions.loops.rawValue == 1)
        #expect(AVAudioPlayerNodeBufferOptions.interrupts.rawValue == 2)
        #expect(AVAudioPlayerNodeBufferOptions.interruptsAtLoop.rawValue == 4)
        #expect(AVAudioPlayerNodeCompletionCallbackType.dataConsumed.rawValue == 0)
        #expect(AVAudioPlayerNodeCompletionCallbackType.dataRendered.rawValue == 1)
        #expect(AVAudioPlayerNodeCompletionCallbackType.dataPlayedBack.rawValue == 2)
    }

    /// The code of an error in the framework's domain.
    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            return error.domain == "com.apple.coreaudio.avfaudio" ? error.code : nil
        }
    }
}
