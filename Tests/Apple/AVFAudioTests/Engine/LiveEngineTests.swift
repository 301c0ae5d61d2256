import AVFAudio
import AudioGraph
import Foundation
import Simulation
import SoundClient
import Synchronization
import Testing

@Suite("AVAudioEngine on a phone") @MainActor struct LiveEngineTests {
    @Test("plays what its nodes render")
    func plays() throws {
        let stage = try EngineStage()
        stage.playTone(hertz: 440)
        try stage.start()
        #expect(stage.engine.isRunning)
        stage.pass(500)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
        // Nothing of it is lost: half a wave is never longer than it should be.
        let samples = stage.phone.heard(
            from: stage.app, during: .milliseconds(200) ..< .milliseconds(450)
        ).samples
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let steps = zip(left, left.dropFirst()).map { abs($1 - $0) }
        #expect(steps.max() ?? 1 < 0.5 * 2 * .pi * 440 / 48_000 * 1.01)
        stage.app.run { stage.engine.stop() }
        stage.pass(200)
        #expect(stage.phone.heard(from: stage.app).isSilent && !stage.engine.isRunning)
    }

    @Test("gives nodes the host time at which their frames are heard")
    func renderTimes() throws {
        let stage = try EngineStage()
        let source = stage.playTone(hertz: 440)
        #expect(source.lastRenderTime == nil)
        try stage.start()
        stage.pass(500)
        let first = try #require(source.lastRenderTime)
        stage.pass(100)
        let second = try #require(source.lastRenderTime)
        #expect(first.isHostTimeValid && first.isSampleTimeValid)
        // Host time and sample time run at the same speed.
        let seconds = AVAudioTime.seconds(forHostTime: second.hostTime - first.hostTime)
        #expect(abs(seconds - Double(second.sampleTime - first.sampleTime) / 48_000) < 1e-6)
        // The frames are rendered before they are heard, by less than 60 ms.
        let lead = AVAudioTime.seconds(forHostTime: second.hostTime) - 0.6
        #expect(lead > 0 && lead < 0.06, "\(lead)")
        #expect(source.outputPresentationLatency > 0)
    }

    @Test("has a player's time of 2 s when 2 s of it have been rendered")
    func playedSeconds() throws {
        let stage = try EngineStage()
        // Given a player beside a source that counts the frames that are rendered.
        nonisolated(unsafe) var rendered = 0
        let (source, player) = stage.app.run {
            let source = AVAudioSourceNode { isSilence, _, frameCount, _ in
                rendered += Int(frameCount)
                isSilence.pointee = true
                return 0
            }
            let player = AVAudioPlayerNode()
            for node in [source, player] as [AVAudioNode] {
                stage.engine.attach(node)
                stage.engine.connect(
                    node, to: stage.engine.mainMixerNode,
                    format: AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            }
            return (source, player)
        }
        try stage.start()
        stage.pass(500)
        // When it plays for two seconds.
        let start = stage.app.run {
            player.play()
            return rendered
        }
        while rendered - start < 96_000 { stage.pass(1) }
        // Then its time is that of the frames, exactly; so is that of the source.
        let last = try #require(player.lastRenderTime)
        let time = try #require(player.playerTime(forNodeTime: last))
        #expect(time.sampleTime == Int64(rendered - start))
        #expect(Double(time.sampleTime) / time.sampleRate < 2.02)
        #expect(source.lastRenderTime?.sampleTime == Int64(rendered))
        // The host time is that of the frame that comes next.
        let now = stage.phone.now / .seconds(1)
        let later = AVAudioTime.seconds(forHostTime: last.hostTime) - now
        #expect(later > 0 && later < 0.06, "\(later)")
    }

    @Test("pauses during a call without a notification, and goes on when it is started")
    func interruption() throws {
        let stage = try EngineStage()
        stage.playTone(hertz: 440)
        try stage.start()
        stage.pass(200)
        stage.phone.receiveCall()
        stage.pass(100)
        #expect(!stage.engine.isRunning)
        stage.phone.declineCall()
        stage.pass(500)
        #expect(stage.phone.heard(from: stage.app).isSilent)
        try stage.start()
        stage.pass(300)
        #expect(stage.engine.isRunning)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
        #expect(stage.configurationChanges == 0)
    }

    @Test("pauses and goes on at the next frame")
    func pause() throws {
        let stage = try EngineStage()
        let source = stage.playTone(hertz: 440)
        try stage.start()
        stage.pass(200)
        let before = try #require(source.lastRenderTime).sampleTime
        stage.app.run { stage.engine.pause() }
        #expect(!stage.engine.isRunning && source.lastRenderTime == nil)
        stage.pass(1000)
        #expect(stage.phone.heard(from: stage.app).isSilent)
        try stage.start()
        stage.pass(100)
        let after = try #require(source.lastRenderTime).sampleTime
        #expect(after - before < 9600)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
    }

    @Test("goes on when it is paused and started within one callback")
    func pauseAndStart() throws {
        let stage = try EngineStage()
        stage.playTone(hertz: 440)
        try stage.start()
        stage.pass(200)
        try stage.app.run {
            stage.engine.pause()
            try stage.engine.start()
        }
        stage.pass(300)
        #expect(stage.engine.isRunning)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
    }

    @Test("is started once by threads that start it together")
    func startedTogether() throws {
        let stage = try EngineStage()
        stage.playTone(hertz: 440)
        nonisolated(unsafe) let engine = stage.engine
        let sound = engine.core.app
        for _ in 0..<50 {
            DispatchQueue.concurrentPerform(iterations: 4) { _ in try? engine.start() }
            #expect(sound.streamNumbers.count == 1)
            stage.pass(50)
            stage.app.run { stage.engine.stop() }
            stage.pass(50)
            #expect(sound.streamNumbers.isEmpty)
        }
    }

    @Test("plays at a time of the host's clock, which apps read")
    func hostClock() throws {
        let stage = try EngineStage()
        let player = stage.app.run { AVAudioPlayerNode() }
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let buffer = try pcmBuffer([Float](repeating: 0.5, count: 4800), format)
        stage.pass(3000)
        stage.app.run {
            stage.engine.attach(player)
            stage.engine.connect(player, to: stage.engine.mainMixerNode, format: format)
        }
        try stage.start()
        stage.app.run {
            var base = mach_timebase_info()
            #expect(mach_timebase_info(&base) == KERN_SUCCESS)
            let ticks = 300_000_000 * UInt64(base.denom) / UInt64(base.numer)
            player.scheduleBuffer(buffer, at: nil)
            player.play(at: AVAudioTime(hostTime: mach_absolute_time() + ticks))
        }
        stage.pass(1000)
        let heard = stage.phone.heard(
            from: stage.app, during: .milliseconds(3000) ..< .milliseconds(4000)
        ).samples
        let first = try #require(heard.firstIndex { $0 != 0 }) / 2
        #expect(abs(first - 14_400) <= 1)
    }

    @Test("changes its graph while it plays, without a click")
    func changedGraph() throws {
        let stage = try EngineStage()
        stage.playTone(hertz: 440)
        let other = stage.playTone(hertz: 440)
        try stage.start()
        stage.pass(300)
        stage.app.run { stage.engine.detach(other) }
        stage.pass(300)
        stage.playTone(hertz: 440)
        stage.pass(300)
        let samples = stage.phone.heard(
            from: stage.app, during: .milliseconds(200) ..< .milliseconds(850)
        ).samples
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let steps = zip(left, left.dropFirst()).map { abs($1 - $0) }
        // Two tones, and a fade of 480 frames.
        #expect(steps.max() ?? 1 < 2 * 0.5 * 2 * .pi * 440 / 48_000 * 1.01 + 0.5 / 480)
        #expect(
            violatedRules {
                stage.app.run { stage.engine.disconnectNodeInput(stage.engine.outputNode) }
            }
                == ["!IsRunning()"])
    }

    @Test("refuses to start where the session refuses, and says why")
    func refused() throws {
        let stage = try EngineStage()
        stage.playTone(hertz: 440)
        stage.phone.receiveCall()
        stage.phone.answerCall()
        stage.pass(100)
        let error = #expect(throws: NSError.self) {
            try stage.app.run { try stage.engine.start() }
        }
        #expect(!stage.engine.isRunning)
        #expect(error?.domain == NSError.avfAudioDomain)
        #expect(error?.userInfo["SoriRefusingRule"] as? String == "interrupter-blocks-activation")
        #expect(error?.localizedDescription.contains("call") == true, "\(error as Any)")
    }

    @Test("stops and reports a change of the hardware's rate (engine 50)")
    func changedHardware() throws {
        // Given hardware of 44,100 Hz.
        let rate = HardwareRate()
        let stage = try EngineStage {
            AVAudioEngine(hardware: {
                GraphFormat(sampleRate: rate.value, channelCount: 2)
            })
        }
        let source = stage.playTone(hertz: 440)
        try stage.start()
        stage.pass(200)
        #expect(stage.engine.mainMixerNode.outputFormat(forBus: 0).sampleRate == 44_100)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
        // When it becomes 48,000 Hz.
        rate.value = 48_000
        stage.engine.core.hardwareDidChange()
        stage.pass(100)
        // Then the engine has stopped once, its connections stay, and it can be started again.
        #expect(!stage.engine.isRunning && stage.configurationChanges == 1)
        #expect(!stage.hasMainConfigurationChange)
        let mixer = stage.engine.mainMixerNode
        #expect(stage.engine.inputConnectionPoint(for: mixer, inputBus: 0)?.node === source)
        try stage.start()
        stage.pass(300)
        #expect(mixer.outputFormat(forBus: 0).sampleRate == 48_000)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
        #expect(stage.configurationChanges == 1)
    }

    /// Source: WWDC 2016, session 507; AudioKit/AudioKit#1474 and #1522.
    @Test("stops when the media services fail, and a new engine plays")
    func mediaServices() throws {
        let stage = try EngineStage()
        stage.playTone(hertz: 440)
        try stage.start()
        stage.pass(100)
        stage.phone.resetMediaServices()
        stage.pass(2000)
        #expect(!stage.engine.isRunning)
        let error = #expect(throws: NSError.self) { try stage.start() }
        #expect(error?.code == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
        #expect(!stage.engine.isRunning)
        let next = try EngineStage(on: stage)
        next.playTone(hertz: 440)
        try next.start()
        stage.pass(300)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
    }
}

/// The sample rate of hardware that a test changes.
private final class HardwareRate: Sendable {
    private let rate = Mutex(44_100.0)

    var value: Double {
        get { rate.withLock { $0 } }
        set { rate.withLock { $0 = newValue } }
    }
}
