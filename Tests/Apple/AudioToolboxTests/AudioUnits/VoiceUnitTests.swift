import AudioModel
import AudioToolbox
import SoundClient
import SoundPolicy
import Synchronization
import Testing

@Suite("The voice unit")
struct VoiceUnitTests {
    /// A microphone that delivers nothing, and tells what is asked of it.
    private final class Microphone: InputDevice {
        let sampleRate = 48_000.0
        let channelCount = 1
        private let state = Mutex(State())

        private struct State {
            var voice: VoiceProcessing?
            var opened: (@Sendable () -> Void)?
        }

        var voice: VoiceProcessing? { state.withLock { $0.voice } }

        /// Sets what happens while the device opens.
        func whileOpening(_ body: @escaping @Sendable () -> Void) {
            state.withLock { $0.opened = body }
        }

        func start(_ sink: InputSink) throws(DeviceError) { state.withLock { $0.opened }?() }
        func stop() {}
        func setVoiceProcessing(_ processing: VoiceProcessing?) {
            state.withLock { $0.voice = processing }
        }
    }

    @Test("applies a setting that changes while it starts")
    func changeDuringTheStart() throws {
        let microphone = Microphone()
        let app = VirtualPhone().open("Talk", microphone: microphone)
        try app.sound.request(.setCategory(.playAndRecord, .voiceChat, [], .default))
        try app.run {
            let unit = try #require(
                TestUnit(kAudioUnitType_Output, kAudioUnitSubType_VoiceProcessingIO))
            microphone.whileOpening {
                let status = unit.set(
                    kAUVoiceIOProperty_BypassVoiceProcessing, kAudioUnitScope_Global, 0, UInt32(1))
                #expect(status == noErr)
            }
            #expect(unit.initialize() == noErr && unit.start() == noErr)
            #expect(microphone.voice == VoiceProcessing(isBypassed: true))
            #expect(unit.stop() == noErr)
        }
    }
}
