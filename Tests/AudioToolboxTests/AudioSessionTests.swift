import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundClient
import Synchronization
import Testing

@Suite("Audio Session Services")
struct AudioSessionTests {
    private let stage = SimulatedStage()

    @Test("have Apple's values")
    func constants() {
        #expect(kAudioSessionProperty_AudioCategory == 1_633_902_964)
        #expect(kAudioSessionNotInitialized == 560_557_673)
        #expect(kAudioSessionAlreadyInitialized == 1_768_843_636)
        #expect(kAudioSessionInitializationError == 1_768_843_583)
        #expect(kAudioSessionUnsupportedPropertyError == 1_886_681_407)
        #expect(kAudioSessionBadPropertySizeError == 561_211_770)
        #expect(kAudioSessionNotActiveError == 560_030_580)
        #expect(kAudioServicesNoHardwareError == 1_852_794_999)
        #expect(kAudioSessionNoCategorySet == 1_063_477_620)
        #expect(kAudioSessionIncompatibleCategory == 560_161_140)
        #expect(kAudioSessionUnspecifiedError == 2_003_329_396)
        #expect(kAudioSessionNoError == 0)
        #expect(kAudioSessionEndInterruption == 0 && kAudioSessionBeginInterruption == 1)
        #expect(kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation == 1)
    }

    @Test(
        "set and give back each category",
        arguments: zip(
            [
                1_969_841_784, 1_634_558_569, 1_936_682_095, 1_835_361_385, 1_818_850_917,
                1_919_247_201, 1_886_151_026, 1_886_547_811,
            ] as [UInt32],
            [
                SessionCategory.userInterfaceSoundEffects, .ambient, .soloAmbient, .playback,
                .liveAudio, .record, .playAndRecord, .audioProcessing,
            ]))
    func category(number: UInt32, category: SessionCategory) {
        let app = stage.open("App")
        app.run {
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == noErr)
            var value = number
            #expect(
                AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &value) == noErr)
            #expect(app.sound.connection.session.category == category)
            var size: UInt32 = 0
            #expect(
                AudioSessionGetPropertySize(kAudioSessionProperty_AudioCategory, &size) == noErr)
            var found: UInt32 = 0
            #expect(
                AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, &found)
                    == noErr)
            #expect(size == 4 && found == number)
        }
    }

    @Test("want to be initialised first, and once")
    func initialization() {
        let app = stage.open("App")
        let other = stage.open("Other")
        app.run {
            #expect(AudioSessionSetActive(true) == kAudioSessionNotInitialized)
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == noErr)
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == kAudioSessionAlreadyInitialized)
        }
        other.run { #expect(AudioSessionInitialize(nil, nil, nil, nil) == noErr) }
    }

    @Test("refuse what is wrong, and write nothing then")
    func misuse() {
        let app = stage.open("App")
        app.run {
            AudioSessionInitialize(nil, nil, nil, nil)
            let id = kAudioSessionProperty_AudioCategory
            var value: UInt32 = 7
            var size: UInt32 = 3
            #expect(
                AudioSessionGetProperty(id, &size, &value) == kAudioSessionBadPropertySizeError)
            #expect(AudioSessionSetProperty(id, 8, &value) == kAudioSessionBadPropertySizeError)
            #expect(AudioSessionSetProperty(id, 4, &value) == kAudio_ParamError)
            #expect(AudioSessionSetProperty(id, 4, nil) == kAudio_ParamError)
            #expect(AudioSessionGetProperty(id, nil, &value) == kAudio_ParamError)
            #expect(
                AudioSessionGetProperty(0, &size, &value) == kAudioSessionUnsupportedPropertyError)
            #expect(size == 3 && value == 7)
        }
    }

    @Test("make the session active and inactive")
    func activation() {
        let app = stage.open("App")
        app.run {
            AudioSessionInitialize(nil, nil, nil, nil)
            #expect(AudioSessionSetActive(true) == noErr)
            #expect(app.sound.connection.session.isActive)
            #expect(AudioSessionSetActiveWithFlags(false, 1) == noErr)
            #expect(!app.sound.connection.session.isActive)
        }
    }

    @Test("tell of an interruption's beginning and end, on the main thread")
    func interruption() throws {
        let app = stage.open("App")
        let calls = Calls()
        try app.run {
            AudioSessionInitialize(
                nil, nil,
                { context, state in
                    let calls = Unmanaged<Calls>.fromOpaque(context!).takeUnretainedValue()
                    calls.list.withLock { $0.append(state) }
                    #expect(SimulatedThread.current == .main)
                }, Unmanaged.passUnretained(calls).toOpaque())
            try app.sound.request(.activate)
        }
        stage.server.send(.callArrived)
        stage.advance(by: .seconds(1))
        stage.server.send(.callDeclined)
        stage.advance(by: .seconds(1))
        #expect(calls.list.withLock { $0 } == [1, 0])
    }

    private final class Calls: Sendable {
        let list = Mutex<[UInt32]>([])
    }
}
