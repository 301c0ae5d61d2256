import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("What recordings ask of the microphone")
struct VoiceRequestTests {
    private final class Microphone: InputDevice {
        let sampleRate = 48_000.0
        let channelCount = 1
        private let state = Mutex((blocks: [Int?](), voices: [VoiceProcessing?]()))

        var lastBlock: Int? { state.withLock { $0.blocks.last ?? nil } }
        var lastVoice: VoiceProcessing? { state.withLock { $0.voices.last ?? nil } }

        func start(_ sink: InputSink) throws(DeviceError) {}
        func stop() {}
        func requestBlockFrames(_ count: Int?) { state.withLock { $0.blocks.append(count) } }
        func setVoiceProcessing(_ processing: VoiceProcessing?) {
            state.withLock { $0.voices.append(processing) }
        }
    }

    private final class Speaker: OutputDevice {
        let sampleRate = 48_000.0
        let latency: Double? = 0.001
        private let frames = Mutex(512)

        var blockFrames: Int { frames.withLock { $0 } }
        func requestBlockFrames(_ count: Int?) { frames.withLock { $0 = count ?? 512 } }
        func start(_ source: OutputSource) throws(DeviceError) {}
        func stop() {}
    }

    @Test("one that is live wants the output's blocks, one of a voice wants it processed")
    func requests() throws {
        let server = Server(configuration: PolicyConfiguration(), clock: StillClock())
        let microphone = Microphone()
        let sound = AppSound(
            mixer: Mixer(outputRate: 48_000), environment: HandEnvironment(), device: Speaker(),
            inputDevice: microphone
        ) { server.connect(AppDescription(name: "Talk"), $0) }
        server.open(sound.connection.app)
        try sound.request(.setCategory(.playAndRecord, .default, [], .default))
        // A memo wants nothing.
        _ = try sound.startRecording(ended: { _ in })
        #expect(microphone.lastBlock == nil && microphone.lastVoice == nil)
        let voice = VoiceProcessing(isBypassed: true)
        let number = try sound.startRecording(isLive: true, voice: voice, ended: { _ in })
        #expect(microphone.lastBlock == 512 && microphone.lastVoice == voice)
        // The app asks for other blocks, and for other processing.
        let hardware = SessionHardware.of(sound)
        hardware.preferences.ioBufferDuration = 0.005
        #expect(microphone.lastBlock == 256)
        sound.setVoiceProcessing(VoiceProcessing(adjustsGain: false), ofStream: number)
        #expect(microphone.lastVoice == VoiceProcessing(adjustsGain: false))
        #expect(hardware.outputLatency == 0.001)
        // What the device takes at a time is known when it has taken some.
        #expect(hardware.leadFrames(at: 48_000) == nil)
        #expect(hardware.deviceFrames(at: 48_000) == 0)
        var block = [Float](repeating: 0, count: 1024)
        block.withUnsafeMutableBufferPointer {
            guard let base = $0.baseAddress else { return }
            _ = sound.output.render(into: base, frameCount: 512)
        }
        #expect(hardware.leadFrames(at: 48_000) == 256)
        // A unit's slices are the device's cycles, and of long ones the part that units take.
        #expect(hardware.sliceFrames(at: 48_000, usualMaximum: 1024) == 256)
        #expect(hardware.sliceFrames(at: 24_000, usualMaximum: 1024) == 128)
        #expect(hardware.sliceFrames(at: 48_000, usualMaximum: 100) == 256)
        #expect(hardware.deviceFrames(at: 24_000) == 128)
        hardware.preferences.ioBufferDuration = 0
        #expect(hardware.sliceFrames(at: 48_000, usualMaximum: 100) == 100)
    }
}
