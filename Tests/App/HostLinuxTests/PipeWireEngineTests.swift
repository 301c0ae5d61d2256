#if PipeWire
    import AVFAudio
    import Foundation
    import Synchronization
    import Testing

    import HostLinux
    import TestSupport

    @Suite(
        "Engines on PipeWire", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireEngineTests {
        private static let bank = URL(fileURLWithPath: "/usr/share/sounds/sf2/TimGM6mb.sf2")
        private static let hasBank = FileManager.default.fileExists(atPath: bank.path)
        /// An ocarina, which is almost a sine.
        private static let program: UInt8 = 79

        /// A file of one track with a note of two beats, an ocarina's A of 440 Hz.
        private static let music = Data(
            Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
                + [0, 0, 0, 15, 0, 0xC0, program, 0, 0x90, 69, 100, 0x81, 0x40, 69, 0]
                + [0, 0xFF, 0x2F, 0])

        @Test("a player node is heard frame by frame, from one buffer to the next")
        func playerNode() throws {
            let server = try PrivateServer("--blocks", "2048")
            let noise = TestSound(frameCount: 48_000).samples
            let output = PipeWireOutput(.init(server: server.socket))
            defer { output.stop() }
            let app = MachineApp(output)
            let recording = try server.record("speaker")
            let (engine, player) = try app.run {
                let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
                let buffer = try makeBuffer(noise)
                engine.attach(player)
                engine.connect(player, to: engine.mainMixerNode, format: buffer.format)
                try engine.start()
                player.scheduleBuffer(buffer)
                player.scheduleBuffer(buffer)
                player.play()
                return (engine, player)
            }
            #expect(engine.isRunning && player.isPlaying)
            var start: Int?
            try waitUntil {
                start = try recording.firstHeardFrame()
                return start != nil
            }
            let first = try #require(start)
            try recording.await(frameCount: first + 96_000)
            let heard = try recording.frames()[(2 * first)...].prefix(2 * noise.count)
            let difference = zip(heard, noise + noise).map { abs(Int($0) - Int($1)) }.max()
            #expect(try #require(difference) <= 1)
            #expect(output.missedCycleCount == 0)
            app.run { engine.stop() }
        }

        @Test("a tap on the input gets every frame that the microphone hears")
        func input() throws {
            let server = try PrivateServer("--blocks", "2048")
            let input = PipeWireInput(.init(server: server.socket))
            defer { input.stop() }
            let app = MachineApp(NullOutput(), input: input)
            // The same on both sides: the input has one channel.
            let sides = TestSound(frameCount: 48_000).samples
            let noise = sides.indices.map { sides[$0 & ~1] }
            let tapped = TappedSamples()
            let engine = try app.run {
                try AVAudioSession.sharedInstance().setActive(true)
                let engine = AVAudioEngine()
                let format = engine.inputNode.outputFormat(forBus: 0)
                engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: format) {
                    buffer, _ in tapped.append(buffer)
                }
                try engine.start()
                return engine
            }
            try waitUntil { tapped.frameCount > 4_800 }
            try server.speak(noise, into: "mic")
            try waitUntil {
                tapped.firstHeardFrame.map { $0 + 48_000 <= tapped.frameCount } ?? false
            }
            app.run { engine.stop() }
            let first = try #require(tapped.firstHeardFrame)
            let heard = tapped.interleaved[(2 * first)...].prefix(noise.count)
            let difference = zip(heard, noise).map { abs(Int($0) - Int($1)) }.max()
            #expect(heard.count == noise.count)
            #expect(try #require(difference) <= 1)
        }

        @Test("a sampler is heard at its note's pitch", .enabled(if: hasBank))
        func sampler() throws {
            try hearsA { engine, sampler in
                try engine.start()
                sampler.startNote(69, withVelocity: 100, onChannel: 0)
                return nil
            }
        }

        @Test("a sequencer plays its music on a sampler", .enabled(if: hasBank))
        func sequencer() throws {
            try hearsA { engine, _ in
                let sequencer = AVAudioSequencer(audioEngine: engine)
                try sequencer.load(from: Self.music)
                sequencer.prepareToPlay()
                try engine.start()
                try sequencer.start()
                return sequencer
            }
        }

        /// Expects that what `play` does with a sampler is heard as a tone of 440 Hz.
        private func hearsA(
            _ play: (AVAudioEngine, AVAudioUnitSampler) throws -> AVAudioSequencer?
        ) throws {
            let server = try PrivateServer("--blocks", "2048")
            let output = PipeWireOutput(.init(server: server.socket))
            defer { output.stop() }
            let app = MachineApp(output)
            let recording = try server.record("speaker")
            let (engine, sequencer) = try app.run {
                let (engine, sampler) = (AVAudioEngine(), AVAudioUnitSampler())
                engine.attach(sampler)
                engine.connect(sampler, to: engine.mainMixerNode, format: nil)
                try sampler.loadSoundBankInstrument(
                    at: Self.bank, program: Self.program, bankMSB: 0x79, bankLSB: 0)
                return (engine, try play(engine, sampler))
            }
            try waitUntil { try recording.firstHeardFrame() != nil }
            let first = try #require(try recording.firstHeardFrame())
            try recording.await(frameCount: first + 24_000)
            // After the attack.
            let heard = try recording.frames()[(2 * (first + 9_600))...].prefix(2 * 12_000)
            let left = stride(from: heard.startIndex, to: heard.endIndex, by: 2).map {
                Double(heard[$0])
            }
            let crossings = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
            // A quarter of a second has 110 periods.
            #expect((107...113).contains(crossings))
            #expect(output.missedCycleCount == 0)
            app.run {
                sequencer?.stop()
                engine.stop()
            }
        }

        /// A buffer of 48 kHz stereo.
        private func makeBuffer(_ samples: [Int16]) throws -> AVAudioPCMBuffer {
            let format = try #require(
                AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            let frameCount = samples.count / 2
            let buffer = try #require(
                AVAudioPCMBuffer(
                    pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)))
            buffer.frameLength = AVAudioFrameCount(frameCount)
            let channels = try #require(buffer.floatChannelData)
            for (index, sample) in samples.enumerated() {
                channels[index % 2][index / 2] = Float(sample) / 32_768
            }
            return buffer
        }
    }

    /// What a tap has got, as 16-bit stereo.
    private final class TappedSamples: Sendable {
        private let samples = Mutex<[Int16]>([])

        var interleaved: [Int16] { samples.withLock { $0 } }
        var frameCount: Int { samples.withLock { $0.count / 2 } }
        var firstHeardFrame: Int? {
            samples.withLock { samples in samples.firstIndex { $0 != 0 }.map { $0 / 2 } }
        }

        func append(_ buffer: AVAudioPCMBuffer) {
            guard let channels = buffer.floatChannelData else { return }
            let last = Int(buffer.format.channelCount) - 1
            samples.withLock { samples in
                for frame in 0..<Int(buffer.frameLength) {
                    for channel in 0..<2 {
                        let value = channels[min(channel, last)][frame * buffer.stride]
                        samples.append(Int16(max(-32_768, min(32_767, (value * 32_768).rounded()))))
                    }
                }
            }
        }
    }
#endif
