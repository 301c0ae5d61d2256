import SoundServer
import SoundPolicy
import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundClient
import Synchronization
import Testing

@Suite("Audio Session Services")
struct AudioSessionServicesTests {
    private let stage = SimulatedStage()

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
            var value: UInt32 = 0
            var size: UInt32 = 4
            let id = kAudioSessionProperty_AudioCategory
            let heard = kAudioSessionProperty_AudioRouteChange
            let listener: AudioSessionPropertyListener = { _, _, _, _ in }
            let statuses = [
                AudioSessionSetActive(true), AudioSessionSetActiveWithFlags(false, 1),
                AudioSessionGetProperty(id, &size, &value),
                AudioSessionSetProperty(id, 4, &value),
                AudioSessionGetPropertySize(id, &size),
                AudioSessionAddPropertyListener(heard, listener, nil),
                AudioSessionRemovePropertyListenerWithUserData(heard, listener, nil),
                AudioSessionRemovePropertyListener(heard),
            ]
            #expect(statuses == Array(repeating: kAudioSessionNotInitialized, count: 8))
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
            for wrong: UInt32 in [0, 3, 8, .max] {
                var size = wrong
                #expect(
                    AudioSessionGetProperty(id, &size, &value) == kAudioSessionBadPropertySizeError)
                #expect(
                    AudioSessionSetProperty(id, wrong, &value) == kAudioSessionBadPropertySizeError)
                #expect(size == wrong)
            }
            var size: UInt32 = 4
            #expect(AudioSessionSetProperty(id, 4, &value) == kAudioSessionUnsupportedPropertyError)
            #expect(AudioSessionSetProperty(id, 4, nil) == kAudio_ParamError)
            #expect(AudioSessionGetProperty(id, nil, &value) == kAudio_ParamError)
            #expect(AudioSessionGetProperty(id, &size, nil) == kAudio_ParamError)
            #expect(AudioSessionGetPropertySize(id, nil) == kAudio_ParamError)
            #expect(
                AudioSessionGetProperty(0, &size, &value) == kAudioSessionUnsupportedPropertyError)
            #expect(size == 4 && value == 7)
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

    @Test("report an interruption's beginning and end, on the main thread")
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
