import AVFAudio
import AudioModel
import CoreAudioTypes
import TestSupport
import Testing

/// Run by `scripts/test-render`, in release and with its counter loaded; skipped without it.
@Suite("The block of realtime manual rendering", .enabled(if: RenderCounter.isLoaded))
struct EngineRenderThreadTests {
    private static let cycleCount = 2000
    private static let blockFrames: AVAudioFrameCount = 256

    @Test("allocates nothing and takes no lock, whatever the app does between its calls")
    func clean() throws {
        // Given an engine with nodes of all kinds and taps, in realtime manual rendering.
        let counter = try #require(RenderCounter())
        var story = try EngineStory(maximumFrameCount: Self.blockFrames)
        let block = story.engine.manualRenderingBlock
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        // When it is rendered.
        var successCount = 0
        for _ in 0..<Self.cycleCount {
            try story.act()
            for index in 0..<2 {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
            }
            var status = AVAudioEngineManualRenderingStatus.error
            counter.watch { status = block(Self.blockFrames, list.unsafeMutablePointer, nil) }
            if status == .success { successCount += 1 }
        }
        // Then nothing was counted.
        print(
            "realtime manual rendering: \(counter.allocationCount) allocations,"
                + " \(counter.lockCount) locks in \(Self.cycleCount) cycles,"
                + " \(story.connectionsMade) connections")
        #expect(successCount == Self.cycleCount && story.connectionsMade > 100)
        #expect(counter.allocationCount == 0)
        #expect(counter.freeCount == 0)
        #expect(counter.lockCount == 0)
    }
}

/// An app that does a lot with an engine.
private struct EngineStory {
    let engine = AVAudioEngine()
    private(set) var connectionsMade = 0
    private let format: AVAudioFormat
    private let buffer: AVAudioPCMBuffer
    private let players = (0..<6).map { _ in AVAudioPlayerNode() }
    private let environment = AVAudioEnvironmentNode()
    private let equalizer = AVAudioUnitEQ(numberOfBands: 3)
    private let reverb = AVAudioUnitReverb()
    private let delay = AVAudioUnitDelay()
    private let distortion = AVAudioUnitDistortion()
    private let varispeed = AVAudioUnitVarispeed()
    private let timePitch = AVAudioUnitTimePitch()
    private var generator = SeededGenerator(seed: 3)

    init(maximumFrameCount: AVAudioFrameCount) throws {
        format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 5000))
        let placed = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 5000))
        for part in [buffer, placed] {
            part.frameLength = 5000
            for channel in 0..<Int(part.format.channelCount) {
                for frame in 0..<5000 {
                    part.floatChannelData?[channel][frame] = .random(
                        in: -0.5...0.5, using: &generator)
                }
            }
        }
        try engine.enableManualRenderingMode(
            .realtime, format: format, maximumFrameCount: maximumFrameCount)
        let units = [equalizer, reverb, delay, distortion, varispeed, timePitch]
        let source = AVAudioSourceNode { _, _, frameCount, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frameCount) { samples?[frame] = 0.1 }
            }
            return noErr
        }
        for node in players + units + [environment, source] { engine.attach(node) }
        let main = engine.mainMixerNode
        for (player, unit) in zip(players, units) {
            engine.connect(player, to: unit, format: format)
            engine.connect(unit, to: main, format: format)
            player.scheduleBuffer(buffer, at: nil, options: .loops)
        }
        let voice = AVAudioPlayerNode()
        engine.attach(voice)
        engine.connect(voice, to: environment, format: mono)
        engine.connect(environment, to: main, format: format)
        voice.scheduleBuffer(placed, at: nil, options: .loops)
        environment.reverbParameters.enable = true
        voice.reverbBlend = 0.5
        engine.connect(source, to: main, format: format)
        engine.connect(main, to: engine.outputNode, format: format)
        main.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
        players[0].installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
        timePitch.rate = 1.3
        varispeed.rate = 0.7
        equalizer.bands[0].bypass = false
        try engine.start()
        for player in players + [voice] { player.play() }
    }

    mutating func act() throws {
        let level = Float.random(in: 0...1, using: &generator)
        let player = players[Int.random(in: 0..<players.count, using: &generator)]
        switch Int.random(in: 0..<14, using: &generator) {
        case 0: player.volume = level
        case 1: player.pan = 2 * level - 1
        case 2: engine.mainMixerNode.outputVolume = level
        case 3: environment.listenerPosition = AVAudio3DPoint(x: level, y: 0, z: 1)
        case 4: reverb.wetDryMix = 100 * level
        case 5: delay.delayTime = Double(level)
        case 6: varispeed.rate = 0.5 + level
        case 7: equalizer.bands[0].gain = 12 * level - 6
        case 8: distortion.loadFactoryPreset(level < 0.5 ? .multiEcho1 : .drumsBitBrush)
        case 9: player.pause()
        case 10:
            player.stop()
            player.scheduleBuffer(buffer, at: nil, options: .loops)
            player.play()
        case 11: reverb.loadFactoryPreset(level < 0.5 ? .cathedral : .plate)
        case 12:
            engine.disconnectNodeInput(delay)
            engine.connect(players[2], to: delay, format: format)
            connectionsMade += 1
        default: player.play()
        }
    }
}
