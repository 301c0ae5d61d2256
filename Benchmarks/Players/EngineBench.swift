import AVFAudio
import AudioEffects
import AudioGraph
import CommandLineTool
import CoreAudioTypes

/// Measures what an engine's graph costs above the kernels of its nodes.
enum EngineBench {
    private static let playerCount = 64
    private static let sampleRate = 48_000.0
    private static let blockFrames = 512
    private static let blocksPerRound = 94

    static func steps() throws(ProgramError) -> [BenchStep] {
        guard let engine = try? PlayerEngine(), let loop = PlainLoop() else {
            throw ProgramError(.expectationFailed, "an engine does not start", in: "Benchmarks")
        }
        return [
            BenchStep(
                Benchmark(
                    name: "engine of 64 players, equaliser and reverb, a second of sound",
                    peer: "the same kernels in a loop", unit: "frame",
                    unitCount: blocksPerRound * blockFrames, goal: .time(atMost: 1.5),
                    ours: Benchmark.Side { () throws(ProgramError) in
                        for _ in 0..<blocksPerRound { try engine.render() }
                    },
                    theirs: Benchmark.Side { () throws(ProgramError) in
                        for _ in 0..<blocksPerRound { loop.render() }
                    }))
        ]
    }

    /// A second of stereo noise at a level at which 64 of them do not clip.
    private static func makeNoise(_ format: AVAudioFormat) -> AVAudioPCMBuffer? {
        let frameCount = AVAudioFrameCount(sampleRate)
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCount),
            let channels = buffer.floatChannelData
        else { return nil }
        buffer.frameLength = frameCount
        var state: UInt32 = 1
        for frame in 0..<Int(frameCount) {
            for channel in 0..<2 {
                state = state &* 1_664_525 &+ 1_013_904_223
                channels[channel][frame] = (Float(state >> 8) / Float(1 << 23) - 1) / 64
            }
        }
        return buffer
    }

    private static func makeFormat() -> AVAudioFormat? {
        AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 2)
    }

    /// An app's engine, rendered on request without waiting.
    private final class PlayerEngine {
        private let engine = AVAudioEngine()
        private let block: AVAudioEngineManualRenderingBlock
        private let list = AudioBufferList.allocate(maximumBuffers: 2)

        private struct NotMade: Error {}

        init() throws {
            guard let format = makeFormat(), let noise = makeNoise(format) else { throw NotMade() }
            try engine.enableManualRenderingMode(
                .realtime, format: format,
                maximumFrameCount: AVAudioFrameCount(EngineBench.blockFrames))
            let equalizer = AVAudioUnitEQ(numberOfBands: 4)
            for band in equalizer.bands { (band.bypass, band.gain) = (false, 3) }
            let reverb = AVAudioUnitReverb()
            reverb.loadFactoryPreset(.mediumHall)
            reverb.wetDryMix = 30
            let mixer = AVAudioMixerNode()
            let players = (0..<playerCount).map { _ in AVAudioPlayerNode() }
            for node in players + [mixer, equalizer, reverb] { engine.attach(node) }
            for player in players { engine.connect(player, to: mixer, format: format) }
            engine.connect(mixer, to: equalizer, format: format)
            engine.connect(equalizer, to: reverb, format: format)
            engine.connect(reverb, to: engine.outputNode, format: format)
            block = engine.manualRenderingBlock
            try engine.start()
            for player in players {
                player.scheduleBuffer(noise, at: nil, options: .loops)
                player.play()
            }
        }

        deinit { list.unsafeMutablePointer.deallocate() }

        func render() throws(ProgramError) {
            for index in 0..<2 {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
            }
            let status = block(
                AVAudioFrameCount(EngineBench.blockFrames), list.unsafeMutablePointer, nil)
            guard status == .success,
                list[0].mData?.assumingMemoryBound(to: Float.self)[100] != 0
            else {
                throw ProgramError(
                    .expectationFailed, "the engine is not heard", in: "Benchmarks")
            }
        }
    }

    /// What a program without a graph does: the same players, a sum, and the same effects.
    private final class PlainLoop {
        private let players = (0..<playerCount).map { _ in PlayerSource() }
        private let equalizer = Equalizer(bandCount: 4)
        private let reverb = Reverb()
        private let noise: AVAudioPCMBuffer
        private let input = PlanarBuffer(channelCount: 2, capacity: blockFrames)
        private let output = PlanarBuffer(channelCount: 2, capacity: blockFrames)
        private var sampleTime: Int64 = 0

        init?() {
            guard let format = makeFormat(), let noise = makeNoise(format),
                let channels = noise.floatChannelData
            else { return nil }
            self.noise = noise
            for band in equalizer.bands { band.change { ($0.isBypassed, $0.gain) = (false, 3) } }
            (reverb.preset, reverb.wetDryMix) = (.mediumHall, 30)
            for effect in [equalizer, reverb] as [any Effect] {
                effect.prepare(
                    sampleRate: sampleRate, channelCount: 2, maximumFrameCount: blockFrames)
            }
            for player in players {
                player.prepare(
                    sampleRate: sampleRate, channelCount: 2, maximumFrameCount: blockFrames)
                player.schedule(
                    PlayerBuffer(
                        channels: (0..<2).map { UnsafeRawPointer(channels[$0]) },
                        sampleType: .float32, stride: 1, frameCount: Int(noise.frameLength),
                        owner: noise), at: .next, options: .loops)
                player.play()
            }
        }

        func render() {
            for channel in 0..<2 {
                output.samples[channel].update(repeating: 0, count: blockFrames)
            }
            let time = RenderTime(sampleTime: sampleTime, hostTime: nil)
            for player in players {
                _ = player.render(input.samples, frameCount: blockFrames, at: time)
                for channel in 0..<2 {
                    let (source, target) = (input.samples[channel], output.samples[channel])
                    for frame in 0..<blockFrames { target[frame] += source[frame] }
                }
            }
            equalizer.process(output.samples, frameCount: blockFrames)
            reverb.process(output.samples, frameCount: blockFrames)
            sampleTime += Int64(blockFrames)
        }
    }
}
