#if PipeWire
    import AudioModel
    import AudioToolbox
    import AVFAudio
    import Foundation
    import SoundClient
    import Synchronization
    import Testing

    import HostLinux
    import TestSupport

    @Suite(
        "A voice unit on PipeWire", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireVoiceTests {
        private static let hasPlugin = VoiceProcessor() != nil
        private static let missing: Comment =
            "needs the plugin aec/libspa-aec-webrtc of the package libspa-0.2-modules"

        /// A room: what the speaker plays comes back into the microphone after 50 ms, 12 dB softer.
        private func makeRoom() throws -> PrivateServer {
            let server = try PrivateServer("--blocks", "512")
            try server.run(
                """
                pw-loopback -d 0.05 -C speaker --capture-props '{ stream.capture.sink=true }' \
                --playback-props '{ node.autoconnect=false node.name=echo }' >/dev/null 2>&1 &
                for side in FL FR; do
                    for attempt in $(seq 250); do
                        pw-link echo:output_$side mic:input_$side 2>/dev/null && break
                        sleep 0.02
                    done
                done
                echo=$(pw-cli ls Node | awk '/id [0-9]+,/{id=$2} \\
                    /node.name = "echo"/{print id}' | tr -d ,)
                pw-cli s $echo Props '{ channelVolumes: [ 0.25, 0.25 ] }' >/dev/null
                """)
            return server
        }

        private struct Call {
            var server: PrivateServer
            var app: MachineApp
            var input: PipeWireInput
            var output: PipeWireOutput
            var unit: VoiceUnit
        }

        private func makeCall(_ notices: DeviceNotices = DeviceNotices()) throws -> Call {
            let server = try makeRoom()
            let output = PipeWireOutput(.init(role: .game, server: server.socket))
            let input = PipeWireInput(.init(server: server.socket), noticed: notices.add)
            let app = MachineApp(output, input: input)
            let unit = try app.run {
                let unit = try VoiceUnit()
                #expect(unit.initialize() == noErr)
                return unit
            }
            return Call(server: server, app: app, input: input, output: output, unit: unit)
        }

        @Test(
            "cancels the echo of the far end within two seconds, and keeps the near end",
            .enabled(if: hasPlugin, missing))
        func echo() throws {
            let call = try makeCall()
            defer { call.output.stop() }
            let unit = call.unit
            #expect(unit.set(kAUVoiceIOProperty_VoiceProcessingEnableAGC, to: 0))
            #expect(unit.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: 1))
            unit.isFarEndSpeaking = true
            #expect(call.app.run { unit.start() } == noErr)
            // Bypassed, the echo is there.
            let echo = try unit.levelNow(after: 3, last: 1.5)
            #expect((-45 ... -20).contains(echo))
            // While it runs, processing goes on; it has learnt meanwhile.
            #expect(unit.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: 0))
            let rest = try unit.levelNow(after: 2, last: 1.5)
            #expect(rest < echo - 20)
            // The near end alone is as loud as it is without processing.
            unit.isFarEndSpeaking = false
            var voice = Speech(seed: 2)
            let mono = (0..<(48_000 * 16)).map { _ in voice.next() * 0.3 }
            let sides = mono.flatMap { [Int16($0 * 32_767), Int16($0 * 32_767)] }
            try call.server.speak(sides, into: "mic")
            let silence = unit.capturedFrames
            try waitUntil {
                unit.capturedFrames > silence + 4_800
                    && unit.level(from: unit.capturedFrames - 4_800, count: 4_800) > -40
            }
            let near = try unit.levelNow(after: 4, last: 3)
            #expect(unit.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: 1))
            let unprocessed = try unit.levelNow(after: 3.2, last: 3)
            #expect(unit.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: 0))
            #expect(abs(near - unprocessed) < 8)
            // A soft voice is louder with automatic gain.
            #expect(unit.set(kAUVoiceIOProperty_VoiceProcessingEnableAGC, to: 1))
            let louder = try unit.levelNow(after: 4.5, last: 3)
            #expect(louder > near + 3)
            #expect(unit.stop() == noErr)
        }

        @Test(
            "cancels the echo from its start within two seconds",
            .enabled(if: hasPlugin, missing))
        func echoFromStart() throws {
            let call = try makeCall()
            defer { call.output.stop() }
            let unit = call.unit
            #expect(unit.set(kAUVoiceIOProperty_VoiceProcessingEnableAGC, to: 0))
            unit.isFarEndSpeaking = true
            #expect(call.app.run { unit.start() } == noErr)
            try waitUntil { unit.capturedFrames > 48_000 * 5 / 2 }
            let first = unit.capturedFrames
            try waitUntil { unit.capturedFrames > first + 72_000 }
            let rest = unit.level(from: first, count: 72_000)
            #expect(unit.set(kAUVoiceIOProperty_BypassVoiceProcessing, to: 1))
            let echo = try unit.levelNow(after: 2, last: 1.5)
            #expect(rest < echo - 20)
            #expect(unit.stop() == noErr)
        }

        @Test(
            "an engine's input node cancels the echo of another program",
            .enabled(if: hasPlugin, missing))
        func engine() throws {
            let server = try makeRoom()
            let input = PipeWireInput(.init(server: server.socket))
            let other = PipeWireOutput(.init(server: server.socket))
            defer {
                other.stop()
                input.stop()
            }
            let app = MachineApp(NullOutput(), input: input)
            let levels = Mutex<[Float]>([])
            let engine = try app.run {
                try AVAudioSession.sharedInstance().setActive(true)
                let engine = AVAudioEngine()
                try engine.inputNode.setVoiceProcessingEnabled(true)
                engine.inputNode.isVoiceProcessingAGCEnabled = false
                engine.inputNode.isVoiceProcessingBypassed = true
                let format = engine.inputNode.outputFormat(forBus: 0)
                engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: format) {
                    buffer, _ in
                    guard let samples = buffer.floatChannelData?[0] else { return }
                    let count = Int(buffer.frameLength)
                    levels.withLock { levels in
                        for frame in 0..<count { levels.append(samples[frame]) }
                    }
                }
                try engine.start()
                return engine
            }
            var voice = Speech(seed: 3)
            let speech = (0..<(48_000 * 20)).flatMap { _ -> [Int16] in
                let sample = Int16(voice.next() * 32_767)
                return [sample, sample]
            }
            try other.start(TestSound(samples: speech).client())
            func level(after frames: Int) throws -> Double {
                let end = levels.withLock { $0.count } + frames
                try waitUntil { levels.withLock { $0.count } >= end }
                let last = levels.withLock { $0[(end - 72_000)..<end] }
                let power = last.reduce(0) { $0 + Double($1 * $1) } / 72_000
                return 10 * log10(max(power, 1e-12))
            }
            let echo = try level(after: 120_000)
            #expect((-45 ... -20).contains(echo))
            app.run { engine.inputNode.isVoiceProcessingBypassed = false }
            #expect(try level(after: 96_000) < echo - 20)
            app.run { engine.stop() }
        }

        @Test("passes through where the plugin is missing, and says so once")
        func missingPlugin() throws {
            let server = try PrivateServer("--blocks", "2048")
            let notices = DeviceNotices()
            let input = PipeWireInput(
                .init(server: server.socket), noticed: notices.add, makeProcessor: { nil })
            let sink = TestCaptureSink()
            let noise = TestSound(frameCount: 48_000).samples
            input.setVoiceProcessing(VoiceProcessing())
            for _ in 0..<2 {
                try input.start(TestCaptureSink().client())
                input.stop()
            }
            try input.start(sink.client())
            try waitUntil { sink.frameCount > 4_800 }
            try server.speak(noise, into: "mic")
            try waitUntil { sink.samples.contains { $0 != 0 } }
            let first = try #require(sink.samples.firstIndex { $0 != 0 })
            try waitUntil { sink.samples.count >= first + noise.count }
            input.stop()
            let heard = sink.samples[first...].prefix(noise.count)
            #expect(zip(heard, noise).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
            let reports = notices.all.count {
                if case .voiceUnprocessed = $0 { true } else { false }
            }
            #expect(reports == 1)
        }

        @Test("only one voice unit of an app can be initialised")
        func severalUnits() throws {
            let app = MachineApp(NullOutput(), input: NullInput())
            try app.run {
                let (first, second) = (try VoiceUnit(), try VoiceUnit())
                #expect(first.initialize() == noErr)
                #expect(second.initialize() == kAudioUnitErr_MultipleVoiceProcessors)
                #expect(try VoiceUnit(OSType(kAudioUnitSubType_RemoteIO)).initialize() == noErr)
                #expect(first.uninitialize() == noErr)
                #expect(second.initialize() == noErr)
            }
        }
    }
#endif
