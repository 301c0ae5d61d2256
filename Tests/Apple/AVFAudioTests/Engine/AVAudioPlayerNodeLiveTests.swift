import AVFAudio
import AudioUnits
import Foundation
import Simulation
import SoundClient
import Testing

@MainActor
@Suite("AVAudioPlayerNode on a phone")
struct AVAudioPlayerNodeLiveTests {
    private let stage: PlayerStage
    private let engine: AVAudioEngine
    private let player: AVAudioPlayerNode
    private let samples = noise(480_000)

    init() throws {
        let stage = try PlayerStage(backgroundModes: ["audio"])
        self.stage = stage
        (engine, player) = stage.app.run { (AVAudioEngine(), AVAudioPlayerNode()) }
    }

    /// Plays ten seconds of noise.
    private func start() throws {
        let url = try stage.wave(samples)
        let (engine, player) = (engine, player)
        try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            try AVAudioSession.sharedInstance().setActive(true)
            let file = try AVAudioFile(forReading: url)
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: file.processingFormat)
            player.scheduleFile(file, at: nil)
            try engine.start()
            player.play()
        }
    }

    /// The position in the file of the last tenth of a second that was heard; `nil` when it is not
    /// a part of the file, bit for bit.
    private func heardPosition() -> Int? {
        let heard = stage.phone.heard(from: stage.app).samples
        let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
        let file = floats(samples)
        let start = (0..<(file.count - left.count)).first { start in
            file[start] == left[0] && file[start + 1] == left[1] && file[start + 2] == left[2]
        }
        guard let start, Array(file[start..<(start + left.count)]) == left else { return nil }
        return start
    }

    @Test("plays a file bit for bit, gives way to a call, and goes on where it was")
    func call() throws {
        try start()
        stage.pass(1000)
        let before = try #require(heardPosition())
        #expect((38_000...43_200).contains(before))
        stage.phone.receiveCall()
        #expect(!engine.isRunning)
        stage.pass(3000)
        #expect(stage.phone.heard(from: stage.app).isSilent)
        stage.phone.declineCall()
        stage.pass(1000)
        #expect(stage.phone.heard(from: stage.app).isSilent)
        try stage.app.run {
            try AVAudioSession.sharedInstance().setActive(true)
            try engine.start()
            player.play()
        }
        stage.pass(1000)
        let after = try #require(heardPosition())
        // What was rendered ahead when the call came may be lost.
        #expect((before + 38_000...before + 53_000).contains(after))
    }

    @Test("calls handlers when the last frame has been played, in the phone's time")
    func playedBack() throws {
        try start()
        // The engine knows the device's blocks by now, and renders just ahead of them.
        stage.pass(100)
        let log = HandlerLog()
        let (player, phone) = (player, stage.phone)
        let format = player.outputFormat(forBus: 0)
        let buffer = try pcmBuffer([Float](repeating: 0.25, count: 4800), format)
        stage.app.run {
            player.scheduleBuffer(
                buffer, at: nil, options: .interrupts, completionCallbackType: .dataRendered
            ) { _ in log.add("rendered") }
            player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack) { _ in
                log.add("played back")
            }
        }
        phone.advance(by: .milliseconds(120))
        #expect(log.all == ["rendered"])
        phone.advance(by: .milliseconds(200))
        #expect(log.all == ["rendered", "played back"])
        #expect(player.isPlaying)
    }

    @Test("calls handlers when data is consumed, then rendered, then played back (engine 41)")
    func kinds() throws {
        let types: [AVAudioPlayerNodeCompletionCallbackType] = [
            .dataConsumed, .dataRendered, .dataPlayedBack,
        ]
        let delays = try types.map { try Self().delayOfHandler($0) }
        #expect(delays[0] <= delays[1] && delays[1] < delays[2], "\(delays)")
    }

    /// Plays a buffer and returns the number of milliseconds until its handler is called.
    private func delayOfHandler(_ type: AVAudioPlayerNodeCompletionCallbackType) throws -> Int {
        try start()
        let log = HandlerLog()
        let buffer = try pcmBuffer(
            [Float](repeating: 0.25, count: 4800), player.outputFormat(forBus: 0))
        stage.app.run {
            player.scheduleBuffer(
                buffer, at: nil, options: .interrupts, completionCallbackType: type
            ) { log.add("\($0.rawValue) \(CurrentApp.isOnSimulatedMain)") }
        }
        var delay = 0
        while log.all.isEmpty, delay < 500 {
            stage.phone.advance(by: .milliseconds(1))
            delay += 1
        }
        #expect(log.all == ["\(type.rawValue) false"])
        return delay
    }

    @Test("starts at a host time, to the frame")
    func hostTime() throws {
        try start()
        stage.pass(500)
        let (engine, player) = (engine, player)
        let other = stage.app.run { AVAudioPlayerNode() }
        let buffer = try pcmBuffer(
            [Float](repeating: 0.25, count: 480), player.outputFormat(forBus: 0))
        let last = try #require(player.lastRenderTime)
        #expect(last.isHostTimeValid)
        let hostTime = last.hostTime + AVAudioTime.hostTime(forSeconds: 0.2)
        stage.app.run {
            player.stop()
            engine.attach(other)
            engine.connect(other, to: engine.mainMixerNode, format: buffer.format)
            let start = AVAudioTime(hostTime: hostTime)
            other.scheduleBuffer(buffer)
            player.scheduleBuffer(buffer)
            other.play(at: start)
            player.play(at: start)
        }
        stage.pass(500)
        let heard = stage.heard(from: .milliseconds(550), for: .milliseconds(400))
        // Both at once, and nothing else.
        #expect(heard.filter { $0 != 0 } == [Float](repeating: 0.5, count: 480))
        let first = try #require(heard.firstIndex { $0 != 0 })
        let expected = (AVAudioTime.seconds(forHostTime: hostTime) - 0.55) * 48_000
        #expect(abs(Double(first) - expected) <= 1)
    }

    /// Source: AudioKit/AudioKit#2403 (not in manual rendering), #2877; livekit/client-sdk-swift#902.
    @Test("is silent after its engine was stopped and started, until its own stop, and reports it")
    func engineStop() throws {
        try start()
        let (engine, player, phone) = (engine, player, stage.phone)
        phone.onFinding = { _ in }
        stage.pass(500)
        stage.app.run { engine.stop() }
        #expect(player.isPlaying)
        try stage.app.run { try engine.start() }
        stage.pass(500)
        #expect(phone.heard(from: stage.app).isSilent && phone.findings.isEmpty)
        stage.app.run { player.play() }
        stage.pass(500)
        #expect(phone.heard(from: stage.app).isSilent && player.isPlaying)
        #expect(
            phone.findings.map(\.description) == [
                "Player: AVAudioPlayerNode.play(): the node played when its engine was stopped, and "
                    + "is silent until its own stop()"
            ])
        #expect(phone.advice.map(\.guideline).contains(.stopPlayersWithEngine))
        let buffer = try pcmBuffer(
            [Float](repeating: 0.25, count: 48_000), player.outputFormat(forBus: 0))
        stage.app.run {
            player.stop()
            player.scheduleBuffer(buffer)
            player.play()
        }
        stage.pass(300)
        #expect(!phone.heard(from: stage.app).isSilent)
    }

    @Test("goes on after its engine was stopped and started, where the rules say so")
    func enginePauses() throws {
        var rules = EngineRules()
        rules.stopStallsPlayers = false
        let (engine, player) = try EngineRules.$current.withValue(rules) {
            let made = try AVAudioPlayerNodeLiveTests()
            try made.start()
            made.stage.pass(500)
            made.stage.app.run { made.engine.stop() }
            #expect(!made.player.isPlaying)
            try made.stage.app.run {
                try made.engine.start()
                made.player.play()
            }
            made.stage.pass(500)
            #expect(try #require(made.heardPosition()) > 24_000)
            return (made.engine, made.player)
        }
        #expect(engine.isRunning && player.isPlaying)
    }

    @Test("is heard within three of the device's blocks of 10 ms", arguments: [0, 3, 7])
    func lead(milliseconds: Int) throws {
        try start()
        stage.app.run { player.stop() }
        stage.pass(500 + milliseconds)
        let buffer = try pcmBuffer(
            [Float](repeating: 0.25, count: 480), player.outputFormat(forBus: 0))
        stage.app.run {
            player.scheduleBuffer(buffer)
            player.play()
        }
        stage.pass(200)
        let heard = stage.heard(from: .milliseconds(500 + milliseconds), for: .milliseconds(200))
        let delay = try #require(heard.firstIndex { $0 != 0 })
        // Two blocks are rendered already, and the device is somewhere within one.
        #expect(delay <= 3 * 480, "\(delay)")
        #expect(heard[delay..<delay + 480].allSatisfy { $0 == 0.25 })
    }
}

@Suite("The lead of a live engine") struct RenderLeadTests {
    @Test(
        "is two of the device's blocks where the session's buffers are unknown",
        arguments: [(1024, 2048, 512), (480, 960, 480), (240, 480, 240), (32, 64, 64)])
    func lengths(deviceFrames: Int, lead: Int, block: Int) {
        var present = RenderLead(sampleRate: 48_000, blockFramesMax: 512)
        #expect(present.frameCount == 2048)
        present.follow(deviceFrames: deviceFrames)
        #expect(present.frameCount == lead && present.blockFrames == block)
        // An unknown block changes nothing.
        present.follow(deviceFrames: 0)
        #expect(present.frameCount == lead)
    }

    @Test("is a buffer of the session, in which whole blocks of the device fit")
    func buffers() {
        for (device, buffer, slice, lead) in [
            (256, 256, 256, 256), (64, 64, 64, 64), (1024, 256, 256, 1024), (256, 1024, 1024, 1024),
            (480, 1024, 1024, 1504), (480, 256, 256, 736), (2048, 2048, 512, 2048),
        ] {
            var present = RenderLead(sampleRate: 48_000, blockFramesMax: 4096)
            present.follow(deviceFrames: device)
            present.bufferFrames = buffer
            present.sliceFrames = slice
            #expect(present.frameCount == lead, "\(device), \(buffer)")
        }
    }

    @Test("grows by a block with each underrun, to a limit, until the device's blocks change")
    func growth() {
        var present = RenderLead(sampleRate: 48_000, blockFramesMax: 512)
        present.follow(deviceFrames: 256)
        let first = present.frameCount
        present.grow(at: 0)
        #expect(present.frameCount == first + 256)
        // Two seconds without another give it up, and no less.
        present.shrink(at: 96_000)
        #expect(present.frameCount == first + 256)
        present.shrink(at: 96_001)
        #expect(present.frameCount == first)
        for _ in 0..<100 { present.grow(at: 96_001) }
        #expect(present.frameCount == first + 4 * 256)
        // It takes a minute to give one up then.
        present.shrink(at: 48_000 * 60)
        #expect(present.frameCount == first + 4 * 256)
        present.shrink(at: 48_000 * 70)
        #expect(present.frameCount == first + 3 * 256)
        present.follow(deviceFrames: 512)
        #expect(present.frameCount == 1024)
        // Blocks of any size have room, and are bounded.
        for frames in [1, 8192, 1 << 40] {
            present.follow(deviceFrames: frames)
            #expect(present.frameCount <= present.frameCountMax)
            #expect(present.blockFrames <= present.frameCount)
        }
    }
}
