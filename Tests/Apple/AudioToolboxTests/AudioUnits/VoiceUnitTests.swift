import AVFAudio
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

    @Test("applies a setting that changes while an engine starts")
    func changeDuringTheStartOfAnEngine() throws {
        let microphone = Microphone()
        let app = VirtualPhone().open("Talk", microphone: microphone)
        try app.sound.request(.setCategory(.playAndRecord, .voiceChat, [], .default))
        try app.run {
            try AVAudioSession.sharedInstance().setActive(true)
            let engine = AVAudioEngine()
            let input = engine.inputNode
            try input.setVoiceProcessingEnabled(true)
            input.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
            microphone.whileOpening { input.isVoiceProcessingBypassed = true }
            try engine.start()
            #expect(microphone.voice == VoiceProcessing(isBypassed: true))
            engine.stop()
        }
    }

    // MARK: Other sound

    /// An app that plays a constant, and may talk.
    private final class Talk {
        let phone = VirtualPhone()
        let app: VirtualApp
        let other: TestUnit
        let voice: TestUnit
        /// The constant that the voice unit plays.
        let played = Mutex<Float>(0)

        init() throws {
            let app = phone.open("Talk", microphone: Microphone())
            self.app = app
            try app.sound.request(.setCategory(.playAndRecord, .voiceChat, [], .default))
            (other, voice) = try app.run {
                (
                    try #require(
                        TestUnit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)),
                    try #require(
                        TestUnit(kAudioUnitType_Output, kAudioUnitSubType_VoiceProcessingIO))
                )
            }
        }

        /// Lets a second pass.
        ///
        /// - Returns: What is heard in its last tenth, as a part of full scale.
        func second() -> Float {
            phone.pass(.seconds(1))
            let end = phone.time.now.seconds
            return app.peak(end - 0.1...end) / 0.8
        }

        func configure(isAdvanced: Bool, _ level: AUVoiceIOOtherAudioDuckingLevel) -> OSStatus {
            voice.set(
                kAUVoiceIOProperty_OtherAudioDuckingConfiguration, 0, 0,
                AUVoiceIOOtherAudioDuckingConfiguration(
                    mEnableAdvancedDucking: DarwinBoolean(isAdvanced), mDuckingLevel: level))
        }
    }

    @Test("lowers the app's other sound while it runs")
    func ducking() throws {
        let talk = try Talk()
        let (app, other, voice) = (talk.app, talk.other, talk.voice)
        app.run {
            other.setCallback(UnitCallback { _, _ in 0.5 })
            voice.setCallback(.rendering { _, _, _, _, _ in noErr })
            #expect(other.initialize() == noErr && other.start() == noErr)
            #expect(voice.initialize() == noErr)
        }
        func isNear(_ level: Float) -> Bool { abs(talk.second() - level) < 0.001 }
        #expect(isNear(0.5))
        app.run { #expect(voice.start() == noErr) }
        #expect(isNear(0.125))
        for (level, heard) in [(.min, 0.25), (.mid, 0.125), (.max, 0.05), (.default, 0.125)]
            as [(AUVoiceIOOtherAudioDuckingLevel, Float)]
        {
            app.run { #expect(talk.configure(isAdvanced: false, level) == noErr) }
            #expect(isNear(heard))
        }
        // The former property switches it off and on.
        app.run { voice.set(kAUVoiceIOProperty_DuckNonVoiceAudio, 0, 0, UInt32(0)) }
        #expect(isNear(0.5))
        app.run { voice.set(kAUVoiceIOProperty_DuckNonVoiceAudio, 0, 0, UInt32(1)) }
        #expect(isNear(0.125))
        // What starts meanwhile is low from its start.
        app.run { #expect(other.stop() == noErr && AudioUnitUninitialize(other.unit) == noErr) }
        #expect(isNear(0))
        app.run { #expect(other.initialize() == noErr && other.start() == noErr) }
        talk.phone.pass(.milliseconds(200))
        let end = talk.phone.time.now.seconds
        #expect(app.peak(end - 0.2...end) < 0.11)
        app.run { #expect(voice.stop() == noErr) }
        #expect(isNear(0.5))
    }

    @Test("lowers other sound only while somebody speaks where that is asked for")
    func advancedDucking() throws {
        let talk = try Talk()
        let (app, other, voice) = (talk.app, talk.other, talk.voice)
        app.run {
            other.setCallback(UnitCallback { _, _ in 0.5 })
            voice.setCallback(UnitCallback { _, _ in talk.played.withLock { $0 } })
            #expect(other.initialize() == noErr && other.start() == noErr)
            #expect(talk.configure(isAdvanced: true, .max) == noErr)
            #expect(voice.initialize() == noErr && voice.start() == noErr)
        }
        #expect(abs(talk.second() - 0.5) < 0.001)
        talk.played.withLock { $0 = 0.125 }
        // The voice itself is not lowered.
        #expect(abs(talk.second() - 0.175) < 0.001)
        talk.played.withLock { $0 = 0 }
        _ = talk.second()
        #expect(abs(talk.second() - 0.5) < 0.001)
        app.run { #expect(voice.stop() == noErr) }
    }

    @Test("has a configuration of four levels, which a RemoteIO has not")
    func configuration() throws {
        let talk = try Talk()
        talk.app.run {
            let property = kAUVoiceIOProperty_OtherAudioDuckingConfiguration
            let usual = AUVoiceIOOtherAudioDuckingConfiguration()
            #expect(talk.voice.value(property, 0, 0, usual)?.mDuckingLevel == .default)
            #expect(talk.configure(isAdvanced: true, .mid) == noErr)
            let set = talk.voice.value(property, 0, 0, usual)
            #expect(set?.mDuckingLevel == .mid && set?.mEnableAdvancedDucking.boolValue == true)
            let wrong = SIMD2<UInt32>(0, 11)
            #expect(
                talk.voice.set(property, 0, 0, wrong) == kAudioUnitErr_InvalidPropertyValue)
            #expect(talk.other.value(property, 0, 0, usual) == nil)
            #expect(talk.other.set(property, 0, 0, usual) == kAudioUnitErr_InvalidProperty)
        }
    }
}
