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

    @Test("delivers full buffers before the removal returns, and nothing after it")
    func removed() throws {
        let stage = try makeStage(rate: 44_100)
        let tapped = try stage.app.run {
            playCounter(stage.engine, rate: 44_100)
            let tapped = install(4410, stage.engine.mainMixerNode)
            try stage.engine.start()
            try renderOffline(stage.engine, frames: 10_000)
            stage.engine.mainMixerNode.removeTap(onBus: 0)
            #expect(tapped.lengths == [4410, 4410])
            try renderOffline(stage.engine, frames: 10_000)
            return tapped
        }
        stage.pass(100)
        #expect(tapped.lengths == [4410, 4410])
        #expect(tapped.all == (0..<8820).map { Float($0) })
    }

    @Test("follows the format of a later connection, and goes on in it")
    func changedFormat() throws {
        let stage = try makeStage(rate: 44_100)
        let engine = stage.engine
        nonisolated(unsafe) var formats: [AVAudioFormat] = []
        nonisolated(unsafe) var lengths: [UInt32] = []
        try stage.app.run {
            // Given a tap of a mixer that is connected in stereo.
            let mixer = AVAudioMixerNode()
            engine.attach(mixer)
            engine.connect(mixer, to: engine.mainMixerNode, format: OfflineEngine.format)
            mixer.installTap(onBus: 0, bufferSize: 4410, format: nil) { buffer, _ in
                formats.append(buffer.format)
                lengths.append(buffer.frameLength)
            }
            try engine.start()
            try renderOffline(engine, frames: 10_000)
            // When it is connected with one channel and another rate.
            let mono = OfflineEngine.makeFormat(rate: 22_050, channels: 1)
            engine.connect(mixer, to: engine.mainMixerNode, format: mono)
            try renderOffline(engine, frames: 10_000)
        }
        stage.pass(100)
        // Then what was rendered before is delivered, and the rest in the new format.
        #expect(formats.map(\.channelCount) == [2, 2, 1])
        #expect(formats.last?.sampleRate == 22_050)
        #expect(lengths == [4410, 4410, 4410])
    }

    @Test("delivers full buffers of former formats, too, before the removal returns")
    func removedAfterChange() throws {
        let stage = try makeStage(rate: 44_100)
        let engine = stage.engine
        nonisolated(unsafe) var counts: [AVAudioChannelCount] = []
        try stage.app.run {
            let mixer = AVAudioMixerNode()
            engine.attach(mixer)
            engine.connect(mixer, to: engine.mainMixerNode, format: OfflineEngine.format)
            mixer.installTap(onBus: 0, bufferSize: 4410, format: nil) { buffer, _ in
                counts.append(buffer.format.channelCount)
            }
            try engine.start()
            for channels in [1, 2, 1] as [AVAudioChannelCount] {
                try renderOffline(engine, frames: 10_000)
                engine.connect(
                    mixer, to: engine.mainMixerNode,
                    format: OfflineEngine.makeFormat(rate: 44_100, channels: channels))
            }
            mixer.removeTap(onBus: 0)
            #expect(counts == [2, 2, 1, 1, 2, 2])
        }
        stage.pass(200)
        #expect(counts.count == 6)
    }

    @Test("gives tasks buffers that they can share, and throws where a tap is refused")
    func sharedBuffers() throws {
        let stage = try makeStage(rate: 44_100)
        let (engine, log) = (stage.engine, HandlerLog())
        try stage.app.run {
            playCounter(engine, rate: 44_100)
            try engine.mainMixerNode.installAudioTap(onBus: 0, bufferSize: 4410, format: nil) {
                buffer, time in
                let first = buffer.withUnsafeAudioBufferList { list in
                    list.pointee.mBuffers.mData?.load(as: Float.self)
                }
                log.add("\(first ?? -1) \(buffer.frameLength) \(time.sampleTime)")
            }
            #expect(throws: NSError.self) {
                try engine.mainMixerNode.installAudioTap(
                    onBus: 0, bufferSize: 4410, format: nil
                ) { _, _ in }
            }
            #expect(throws: NSError.self) {
                try AVAudioMixerNode().installAudioTap(onBus: 0, bufferSize: 1, format: nil) {
                    _, _ in
                }
            }
            try engine.start()
            try renderOffline(engine, frames: 9000)
        }
        stage.pass(100)
        #expect(log.all == ["0.0 4410 0", "4410.0 4410 4410"])
    }

    @Test("makes read-only buffers of others and of a block")
    func readOnlyBuffers() throws {
        let buffer = try pcmBuffer([1, 2, 3], OfflineEngine.format)
        let copy = AVReadOnlyAudioPCMBuffer(copying: buffer)
        try #require(buffer.floatChannelData)[0][0] = 9
        func first(_ buffer: AVReadOnlyAudioPCMBuffer) -> Float? {
            buffer.withUnsafeAudioBufferList { $0.pointee.mBuffers.mData?.load(as: Float.self) }
        }
        #expect(first(copy) == 1 && copy.frameLength == 3 && copy.frameCapacity == 3)
        let made = try AVReadOnlyAudioPCMBuffer(format: OfflineEngine.format, frameCapacity: 4) {
            let buffers = UnsafeMutableAudioBufferListPointer($0)
            buffers[0].mData?.storeBytes(of: 5, as: Float.self)
            for index in buffers.indices { buffers[index].mDataByteSize = 8 }
        }
        #expect(first(made) == 5 && made.frameLength == 2 && made.frameCapacity == 4)
        #expect(made.format == OfflineEngine.format)
        for capacity in [-1, Int.max, 1 << 31] {
            #expect(throws: NSError.self) {
                try AVReadOnlyAudioPCMBuffer(
                    format: OfflineEngine.format, frameCapacity: capacity
                ) { _ in }
            }
        }
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
