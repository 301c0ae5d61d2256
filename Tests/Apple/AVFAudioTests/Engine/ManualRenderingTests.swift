import AVFAudio
import AudioGraph
import AudioToolbox
import CoreAudioTypes
import Foundation
import Testing

@Suite("AVAudioEngine's manual rendering") struct ManualRenderingTests {
    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            let error = error as NSError
            return error.domain == "com.apple.coreaudio.avfaudio" ? error.code : 0
        }
    }

    @Test("reports what does not belong to the present mode (engine 21)")
    func wrongMode() throws {
        let engine = AVAudioEngine()
        let format = OfflineEngine.format
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
        #expect(code { try engine.renderOffline(10, to: buffer) } == -80800)
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 64)
        #expect(code { try engine.renderOffline(10, to: buffer) } == -80802)
        try engine.start()
        #expect(
            code {
                try engine.enableManualRenderingMode(
                    .offline, format: format, maximumFrameCount: 64)
            } == -80801)
        #expect(code { try engine.renderOffline(65, to: buffer) } == -10874)
        try engine.renderOffline(64, to: buffer)
        #expect(buffer.frameLength == 64)
        let mono = OfflineEngine.makeFormat(rate: 44_100, channels: 1)
        let other = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 100))
        #expect(code { try engine.renderOffline(10, to: other) } != nil)
        engine.disableManualRenderingMode()
        #expect(!engine.isRunning && !engine.isInManualRenderingMode)
        #expect(code { try engine.renderOffline(10, to: buffer) } == -80800)
    }

    @Test("counts the rendered frames until a reset (engine 22)")
    func sampleTime() throws {
        let offline = try OfflineEngine()
        _ = offline.engine.mainMixerNode
        try offline.engine.start()
        for _ in 0..<3 { _ = try offline.render(1024) }
        #expect(offline.engine.manualRenderingSampleTime == 3072)
        offline.engine.reset()
        #expect(offline.engine.manualRenderingSampleTime == 0)
        #expect(offline.engine.isRunning)
    }

    @Test("renders in real time with the app's input through two mixers (engine 23)")
    func realtimeInput() throws {
        // Given an input with the samples 42, 43 and so on.
        let realtime = try OfflineEngine(OfflineEngine.format, .realtime, maximumFrameCount: 512)
        let engine = realtime.engine
        let input = try #require(
            AVAudioPCMBuffer(pcmFormat: OfflineEngine.format, frameCapacity: 512))
        input.frameLength = 512
        for frame in 0..<512 {
            for channel in 0..<2 { input.floatChannelData?[channel][frame] = 42 + Float(frame) }
        }
        let isSet = engine.inputNode.setManualRenderingInputPCMFormat(OfflineEngine.format) {
            $0 == 512 ? input.audioBufferList : nil
        }
        #expect(isSet)
        let mixer = AVAudioMixerNode()
        engine.attach(mixer)
        engine.connect(engine.inputNode, to: mixer, format: OfflineEngine.format)
        engine.connect(mixer, to: engine.mainMixerNode, format: OfflineEngine.format)
        let block = engine.manualRenderingBlock
        try engine.start()
        // When the block renders into buffers without memory.
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        for index in 0..<2 {
            list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
        }
        var error: OSStatus = 1
        let status = block(512, list.unsafeMutablePointer, &error)
        // Then the engine's own memory has the input, bit for bit.
        #expect(status == .success)
        #expect(list[0].mDataByteSize == 2048)
        let samples = try #require(list[1].mData?.assumingMemoryBound(to: Float.self))
        #expect(samples[0] == 42 && samples[511] == 553)
        #expect(block(513, list.unsafeMutablePointer, &error) == .error)
        #expect(error == -10874)
        engine.stop()
        #expect(block(1, list.unsafeMutablePointer, &error) == .error)
        #expect(error == -80802)
    }

    @Test("renders by a block that the app got before it enabled the realtime mode")
    func blockFromBefore() throws {
        // Given a block of an engine that does not render on request.
        let engine = AVAudioEngine()
        let block = engine.manualRenderingBlock
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        for index in 0..<2 { list[index] = AudioBuffer() }
        var error: OSStatus = 0
        #expect(block(128, list.unsafeMutablePointer, &error) == .error && error == -80800)
        // When the mode is enabled, left and enabled once more, the block follows.
        for maximum: AVAudioFrameCount in [128, 256] {
            try engine.enableManualRenderingMode(
                .realtime, format: OfflineEngine.format, maximumFrameCount: maximum)
            _ = engine.mainMixerNode
            #expect(block(128, list.unsafeMutablePointer, &error) == .error && error == -80802)
            try engine.start()
            for index in 0..<2 {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
            }
            #expect(block(maximum, list.unsafeMutablePointer, &error) == .success)
            #expect(list[0].mDataByteSize == maximum * 4)
            engine.stop()
            engine.disableManualRenderingMode()
            #expect(block(128, list.unsafeMutablePointer, &error) == .error && error == -80800)
        }
    }

    @Test("renders other sources when the input block has nothing (engine 24)")
    func noInput() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        offline.play { _, _ in 0.25 }
        _ = engine.inputNode.setManualRenderingInputPCMFormat(OfflineEngine.format) { _ in nil }
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: OfflineEngine.format)
        try engine.start()
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: OfflineEngine.format, frameCapacity: 10))
        #expect(try engine.renderOffline(10, to: buffer) == .insufficientDataFromInputNode)
        #expect(buffer.floatChannelData?[0][9] == 0.25)
    }

    @Test("multiplies the volumes on the way exactly (engine 25)")
    func volumes() throws {
        let offline = try OfflineEngine()
        let source = offline.play { _, _ in 0.5 }
        source.setMixingValue(0.5, of: .volume)
        offline.engine.mainMixerNode.outputVolume = 0.5
        try offline.engine.start()
        #expect(
            try offline.render(500)
                == [[Float]](repeating: Array(repeating: 0.125, count: 500), count: 2))
    }

    @Test("sums without clipping (engine 26)")
    func noClipping() throws {
        let offline = try OfflineEngine()
        offline.play { _, _ in 0.6 }
        offline.play { _, _ in 0.7 }
        try offline.engine.start()
        #expect(try offline.render(3)[0] == [0.6 + 0.7, 0.6 + 0.7, 0.6 + 0.7] as [Float])
    }

    @Test(
        "pans by the law of balance (engine 28)",
        arguments: [(-1, 1, 0), (0, 1, 1), (0.5, 0.5, 1)] as [(Float, Float, Float)])
    func pan(pan: Float, left: Float, right: Float) throws {
        for channels in [1, 2] as [UInt32] {
            let offline = try OfflineEngine()
            let source = offline.play(
                OfflineEngine.makeFormat(rate: 44_100, channels: channels)
            ) { _, _ in 1 }
            source.setMixingValue(pan, of: .pan)
            try offline.engine.start()
            #expect(try offline.render(1) == [[left], [right]])
        }
    }

    @Test("renders to integers and to interleaved floats")
    func otherFormats() throws {
        for common in [AVAudioCommonFormat.pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat32] {
            let format = try #require(
                AVAudioFormat(
                    commonFormat: common, sampleRate: 44_100, channels: 2, interleaved: true))
            let offline = try OfflineEngine(format)
            offline.play { channel, _ in channel == 0 ? 0.5 : -2 }
            try offline.engine.start()
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
            try offline.engine.renderOffline(4, to: buffer)
            switch common {
            case .pcmFormatInt16:
                #expect(buffer.int16ChannelData?[0][6] == 16_384)
                #expect(buffer.int16ChannelData?[1][6] == -32_768)
            case .pcmFormatInt32:
                #expect(buffer.int32ChannelData?[0][0] == 1 << 30)
                #expect(buffer.int32ChannelData?[1][0] == .min)
            default:
                #expect(buffer.floatChannelData?[0][2] == 0.5)
                #expect(buffer.floatChannelData?[1][2] == -2)
            }
        }
    }

    @Test("converts what a source node renders in a format of its own")
    func sourceFormat() throws {
        let offline = try OfflineEngine()
        let format = try #require(
            AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: true))
        let source = AVAudioSourceNode(format: format) { _, _, frameCount, list in
            let samples = UnsafeMutableAudioBufferListPointer(list)[0].mData?
                .assumingMemoryBound(to: Int16.self)
            for frame in 0..<Int(frameCount) {
                samples?[2 * frame] = 16_384
                samples?[2 * frame + 1] = -8192
            }
            return noErr
        }
        offline.engine.attach(source)
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: nil)
        try offline.engine.start()
        #expect(try offline.render(2) == [[0.5, 0.5], [-0.25, -0.25]])
    }

    @Test("takes a failing block and a block without memory as silence")
    func failingBlocks() throws {
        let offline = try OfflineEngine()
        let failing = AVAudioSourceNode { _, _, _, _ in -50 }
        let empty = AVAudioSourceNode { _, _, _, list in
            UnsafeMutableAudioBufferListPointer(list)[0].mData = nil
            return noErr
        }
        for node in [failing, empty] {
            offline.engine.attach(node)
            offline.engine.connect(
                node, to: offline.engine.mainMixerNode, format: OfflineEngine.format)
        }
        offline.play { _, _ in 0.5 }
        try offline.engine.start()
        #expect(try offline.render(2) == [[0.5, 0.5], [0.5, 0.5]])
    }

    @Test("gives nodes the time of the end of the last block, as the engine has it")
    func endOfBlock() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let source = offline.play { _, _ in 0.5 }
        try engine.start()
        var frames: Int64 = 0
        for count in [1024, 1, 4096, 333] {
            _ = try offline.render(count)
            frames += Int64(count)
            #expect(engine.manualRenderingSampleTime == frames)
            for node in [source, engine.mainMixerNode, engine.outputNode] {
                #expect(node.lastRenderTime?.sampleTime == frames)
            }
        }
    }

    @Test("takes a connection of the input without a format, before the input's format is set")
    func inputWithoutFormat() throws {
        // Given an input that is connected to an effect and a mixer before it has a format.
        let offline = try OfflineEngine()
        let (engine, effect) = (offline.engine, AVAudioUnitDelay())
        effect.bypass = true
        engine.attach(effect)
        let rules = violatedRules {
            engine.connect(engine.inputNode, to: effect, format: nil)
            engine.connect(effect, to: engine.mainMixerNode, format: nil)
            engine.connect(
                engine.inputNode,
                to: [
                    AVAudioConnectionPoint(node: effect, bus: 0),
                    AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 5),
                ], fromBus: 0, format: nil)
        }
        #expect(rules == [])
        // Then it has none yet, and is silent.
        #expect(engine.inputNode.outputFormat(forBus: 0).channelCount == 0)
        #expect(effect.outputFormat(forBus: 0) == OfflineEngine.format)
        try engine.start()
        #expect(try offline.render(2) == [[0, 0], [0, 0]])
        engine.stop()
        // When its format is set, then it is heard on both ways.
        let mono = OfflineEngine.makeFormat(rate: 44_100, channels: 1)
        let buffer = try pcmBuffer([0.25, 0.25], mono)
        engine.inputNode.setManualRenderingInputPCMFormat(mono) { _ in buffer.audioBufferList }
        #expect(engine.inputNode.outputFormat(forBus: 0) == mono)
        try engine.start()
        #expect(try offline.render(2) == [[0.5, 0.5], [0.5, 0.5]])
    }

    @Test("gives a block the time of its frames, but not above a conversion of rates")
    func blockTimes() throws {
        for rate in [44_100.0, 22_050] {
            let offline = try OfflineEngine()
            nonisolated(unsafe) var times: [Double?] = []
            let source = AVAudioSourceNode { _, time, _, _ in
                let isValid = time.pointee.mFlags.contains(.sampleTimeValid)
                times.append(isValid ? time.pointee.mSampleTime : nil)
                return noErr
            }
            offline.engine.attach(source)
            offline.engine.connect(
                source, to: offline.engine.mainMixerNode,
                format: OfflineEngine.makeFormat(rate: rate, channels: 2))
            try offline.engine.start()
            #expect(source.lastRenderTime?.sampleTime == 0)
            for _ in 0..<3 { _ = try offline.render(100) }
            if rate == 44_100 {
                #expect(times == [0, 100, 200])
                #expect(source.lastRenderTime?.sampleTime == 300)
                #expect(source.lastRenderTime?.isHostTimeValid == false)
            } else {
                #expect(!times.isEmpty && times.allSatisfy { $0 == nil })
            }
            #expect(offline.engine.outputNode.outputPresentationLatency == 0)
            offline.engine.stop()
            #expect(source.lastRenderTime == nil)
        }
    }

    @Test("renders at the rate of the manual format, whatever the hardware's")
    func ownRate() throws {
        let format = OfflineEngine.makeFormat(rate: 16_000, channels: 1)
        let offline = try OfflineEngine(format)
        offline.play(format) { _, frame in Float(frame) }
        try offline.engine.start()
        #expect(try offline.render(5) == [[0, 1, 2, 3, 4]])
        #expect(offline.engine.outputNode.outputFormat(forBus: 0) == format)
        #expect(offline.engine.mainMixerNode.outputFormat(forBus: 0) == format)
    }

    @Test("pauses and goes on without losing a frame")
    func pause() throws {
        let offline = try OfflineEngine()
        offline.play { _, frame in Float(frame) }
        try offline.engine.start()
        #expect(try offline.render(2)[0] == [0, 1])
        offline.engine.pause()
        #expect(!offline.engine.isRunning)
        #expect(throws: NSError.self) { try offline.render(1) }
        try offline.engine.start()
        #expect(try offline.render(2)[0] == [2, 3])
    }
}
