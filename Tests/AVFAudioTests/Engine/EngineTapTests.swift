import AVFAudio
import CoreAudioTypes
import Foundation
import Simulation
import Testing

@Suite("Taps and inputs of AVAudioEngine") @MainActor struct EngineTapTests {
    /// What a tap's block has received.
    @MainActor
    private final class Tapped {
        var lengths: [UInt32] = []
        var times: [Int64] = []
        var firstSamples: [Float] = []
        var all: [Float] = []
        var isHostTimeValid = false
    }

    private func makeStage(rate: Double) throws -> EngineStage {
        try EngineStage {
            let engine = AVAudioEngine()
            try engine.enableManualRenderingMode(
                .offline, format: OfflineEngine.makeFormat(rate: rate, channels: 2),
                maximumFrameCount: 4096)
            return engine
        }
    }

    private func install(_ frameCount: UInt32, _ node: AVAudioNode) -> Tapped {
        let tapped = Tapped()
        node.installTap(onBus: 0, bufferSize: frameCount, format: nil) { buffer, time in
            nonisolated(unsafe) let buffer = buffer
            MainActor.assumeIsolated {
                tapped.lengths.append(buffer.frameLength)
                tapped.times.append(time.sampleTime)
                tapped.isHostTimeValid = time.isHostTimeValid
                guard let samples = buffer.floatChannelData?[0] else { return }
                tapped.firstSamples.append(samples[0])
                tapped.all += (0..<Int(buffer.frameLength)).map { samples[$0] }
            }
        }
        return tapped
    }

    private func renderOffline(_ engine: AVAudioEngine, frames: Int) throws {
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 4096))
        var left = frames
        while left > 0 {
            let count = min(left, 4096)
            try engine.renderOffline(AVAudioFrameCount(count), to: buffer)
            left -= count
        }
    }

    private func playCounter(_ engine: AVAudioEngine, rate: Double) {
        var frame = 0
        let source = AVAudioSourceNode { _, _, frameCount, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for index in 0..<Int(frameCount) { samples?[index] = Float(frame + index) }
            }
            frame += Int(frameCount)
            return 0
        }
        engine.attach(source)
        engine.connect(
            source, to: engine.mainMixerNode,
            format: OfflineEngine.makeFormat(rate: rate, channels: 2))
    }

    @Test(
        "delivers buffers of 100 to 400 ms, whatever is requested (engine 43)",
        arguments: [(44_100, 32, 4410), (48_000, 48_000, 19_200), (48_000, 6000, 6000)]
            as [(Double, UInt32, Int)])
    func sizes(rate: Double, requested: UInt32, delivered: Int) throws {
        let stage = try makeStage(rate: rate)
        let tapped = try stage.app.run {
            playCounter(stage.engine, rate: rate)
            let tapped = install(requested, stage.engine.mainMixerNode)
            try stage.engine.start()
            try renderOffline(stage.engine, frames: 3 * delivered + 10)
            return tapped
        }
        stage.pass(100)
        // Then the buffers follow each other without a gap.
        #expect(tapped.lengths == Array(repeating: UInt32(delivered), count: 3))
        #expect(tapped.times == [0, Int64(delivered), Int64(2 * delivered)])
        #expect(tapped.firstSamples == tapped.times.map { Float($0) })
        #expect(!tapped.isHostTimeValid)
    }

    @Test("refuses a second tap of a bus, and allows one after a removal (engine 44)")
    func secondTap() throws {
        let stage = try makeStage(rate: 44_100)
        stage.app.run {
            let mixer = stage.engine.mainMixerNode
            func install() -> [String] {
                violatedRules {
                    mixer.installTap(onBus: 0, bufferSize: 4410, format: nil) { _, _ in }
                }
            }
            #expect(install() == [])
            #expect(install() == ["nullptr == Tap()"])
            mixer.removeTap(onBus: 0)
            mixer.removeTap(onBus: 0)
            #expect(install() == [])
            #expect(
                violatedRules {
                    stage.engine.inputNode.installTap(onBus: 0, bufferSize: 1, format: nil) {
                        _, _ in
                    }
                } == ["IsFormatSampleRateAndChannelCountValid(format)"])
        }
    }

    @Test("delivers nothing after the removal, not even what has been rendered before")
    func removed() throws {
        let stage = try makeStage(rate: 44_100)
        let tapped = try stage.app.run {
            playCounter(stage.engine, rate: 44_100)
            let tapped = install(4410, stage.engine.mainMixerNode)
            try stage.engine.start()
            try renderOffline(stage.engine, frames: 10_000)
            stage.engine.mainMixerNode.removeTap(onBus: 0)
            return tapped
        }
        stage.pass(100)
        #expect(tapped.lengths.isEmpty)
    }

    @Test("hears the microphone through a tap of the input node")
    func microphone() throws {
        // Given a phone in a room with a sound, and an app that only taps its input.
        let stage = try EngineStage()
        stage.phone.makeSound(hertz: 440)
        let tapped = try stage.app.run {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.record)
            try session.setActive(true)
            let format = stage.engine.inputNode.outputFormat(forBus: 0)
            #expect(format.channelCount == 1 && format.sampleRate > 0)
            let tapped = install(4800, stage.engine.inputNode)
            try stage.engine.start()
            return tapped
        }
        stage.pass(1000)
        // Then the tap gets it, with host times.
        #expect(tapped.all.count > 30_000 && tapped.isHostTimeValid)
        let end = tapped.all.suffix(9600)
        let crossings = zip(end, end.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((86...90).contains(crossings), "\(crossings)")
        // When the engine stops, then nothing more comes.
        stage.app.run { stage.engine.stop() }
        stage.pass(100)
        let count = tapped.lengths.count
        stage.pass(1000)
        #expect(tapped.lengths.count == count)
    }

    @Test("plays the microphone through the mixer, and delivers it to a sink")
    func inputChain() throws {
        let stage = try EngineStage()
        stage.phone.makeSound(hertz: 440)
        nonisolated(unsafe) var received = 0
        try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            try AVAudioSession.sharedInstance().setActive(true)
            let input = stage.engine.inputNode
            let sink = AVAudioSinkNode { _, frameCount, list in
                let buffers = UnsafeMutableAudioBufferListPointer(
                    UnsafeMutablePointer(mutating: list))
                if buffers.count == 1 { received += Int(frameCount) }
                return 0
            }
            stage.engine.attach(sink)
            let format = input.outputFormat(forBus: 0)
            stage.engine.connect(
                input,
                to: [
                    AVAudioConnectionPoint(node: sink, bus: 0),
                    AVAudioConnectionPoint(node: stage.engine.mainMixerNode, bus: 0),
                ], fromBus: 0, format: format)
            try stage.engine.start()
        }
        stage.pass(1000)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
        #expect(received > 40_000 && received < 52_000)
    }
}
