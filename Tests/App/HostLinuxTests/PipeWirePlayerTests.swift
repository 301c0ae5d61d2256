#if PipeWire
    import AVFAudio
    import AudioFormats
    import AudioModel
    import Foundation
    import Testing

    import HostLinux
    import TestSupport

    @Suite(
        "Players and recorders on PipeWire", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWirePlayerTests {
        /// The largest difference of two sounds in 16-bit steps; `nil` for sounds of two lengths.
        private func difference(_ heard: some Collection<Int16>, _ sound: [Int16]) -> Int? {
            guard heard.count == sound.count else { return nil }
            return zip(heard, sound).map { abs(Int($0) - Int($1)) }.max()
        }

        @Test("a player is heard frame by frame, where it repeats too")
        func player() throws {
            let server = try PrivateServer("--blocks", "2048")
            let noise = TestSound(frameCount: 48_000).samples
            let output = PipeWireOutput(.init(server: server.socket))
            defer { output.stop() }
            let app = MachineApp(output)
            let recording = try server.record("speaker")
            let player = try app.run { try AVAudioPlayer(data: WaveBytes.make(noise)) }
            player.numberOfLoops = 1
            #expect(app.run { player.play() } && player.isPlaying)
            try waitUntil { !player.isPlaying }
            #expect(player.currentTime == 0)
            let start = try #require(try recording.firstHeardFrame())
            try recording.await(frameCount: start + 96_000)
            let heard = try recording.frames()[(2 * start)...].prefix(2 * noise.count)
            #expect(try #require(difference(heard, noise + noise)) <= 1)
            #expect(output.missedCycleCount == 0)
        }

        @Test("players that start at one time are heard in step, to the frame")
        func together() throws {
            let server = try PrivateServer("--blocks", "2048")
            let noise = TestSound(frameCount: 24_000).samples
            let sides = [0, 1].map { side in
                noise.enumerated().map { $0.offset % 2 == side ? $0.element : 0 }
            }
            let output = PipeWireOutput(.init(server: server.socket))
            defer { output.stop() }
            let app = MachineApp(output)
            let recording = try server.record("speaker")
            let players = try app.run {
                try sides.map { try AVAudioPlayer(data: WaveBytes.make($0)) }
            }
            app.run {
                for player in players { player.prepareToPlay() }
                // While the device runs already.
                let time = players[0].deviceCurrentTime + 0.01
                for player in players { #expect(player.play(atTime: time)) }
            }
            try waitUntil { !players.contains(where: \.isPlaying) }
            let start = try #require(try recording.firstHeardFrame())
            try recording.await(frameCount: start + 24_000)
            let heard = try recording.frames()[(2 * start)...].prefix(noise.count)
            #expect(try #require(difference(heard, noise)) <= 1)
        }

        @Test("a recorder gets every frame that the microphone hears")
        func recorder() throws {
            let server = try PrivateServer("--blocks", "2048")
            let input = PipeWireInput(.init(server: server.socket))
            defer { input.stop() }
            let app = MachineApp(NullOutput(), input: input)
            let path = NSTemporaryDirectory() + "sori-recorder-\(UUID().uuidString).wav"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let noise = TestSound(frameCount: 96_000).samples
            let recorder = try app.run {
                try AVAudioRecorder(
                    url: URL(fileURLWithPath: path),
                    settings: [
                        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000,
                        AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: 16,
                    ])
            }
            recorder.isMeteringEnabled = true
            #expect(app.run { recorder.record() })
            try waitUntil { recorder.currentTime > 0.1 }
            try server.speak(noise, into: "mic")
            try waitUntil {
                recorder.updateMeters()
                return recorder.peakPower(forChannel: 0) > -60
            }
            let time = recorder.currentTime
            try waitUntil { recorder.currentTime > time + 2.5 }
            app.run { recorder.stop() }
            let sound = try decodeSound(AudioFileReader(path: path))
            let samples = (0..<2 * sound.frameCount).map { Int16(sound.samples[$0] * 32_768) }
            let first = try #require(samples.firstIndex { $0 != 0 }) / 2
            #expect(
                try #require(difference(samples[(2 * first)...].prefix(noise.count), noise)) <= 1)
        }
    }
#endif
