import SoundServer
import SoundClient
import AudioModel
import AudioToolbox
import Simulation
import SoundPolicy
import Testing

@Suite("A property of Audio Session Services")
struct AudioSessionPropertyTests {
    private let stage = SimulatedStage()

    private func initializedApp() -> StagedApp {
        let app = stage.open("App")
        app.run { _ = AudioSessionInitialize(nil, nil, nil, nil) }
        return app
    }

    /// Four characters, bytes, and g, s, l for what is allowed: get, set, listen.
    @Test(
        "has its size and its directions",
        arguments: [
            "hwsr 8 gs", "iobd 4 gs", "acat 4 gs", "rout 8 gl", "roch 8 l", "chsr 8 g",
            "chic 4 gl", "choc 4 gl", "chov 4 gl", "cilt 4 g", "colt 4 g", "chbd 4 g", "othr 4 g",
            "aiav 4 gl", "ovrd 4 s", "died 4 l", "duck 4 gs", "cmix 4 gs", "cspk 4 gs",
            "cblu 4 gs", "type 4 -", "mode 4 gs", "srcs 8 gl", "dsts 8 gl", "isrc 8 -", "odst 8 -",
            "igav 4 gl", "igsc 4 gl", "crar 8 g",
        ])
    func table(row: String) {
        let words = row.split(separator: " ")
        let id = propertyID(words[0])
        let byteCount = UInt32(words[1]) ?? 0
        let listener: AudioSessionPropertyListener = { _, _, _, _ in }
        initializedApp().run {
            var size: UInt32 = 0
            #expect(AudioSessionGetPropertySize(id, &size) == noErr)
            #expect(size == byteCount)

            var value: UInt64 = 0
            let isRead = AudioSessionGetProperty(id, &size, &value) == noErr
            #expect(isRead == words[2].contains("g"))
            if isRead, byteCount == 8, !["hwsr", "chsr"].contains(words[0]) {
                Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: UInt(value))!)
                    .release()
            }
            if isRead {
                size = byteCount + 1
                #expect(
                    AudioSessionGetProperty(id, &size, &value) == kAudioSessionBadPropertySizeError)
            }

            // A value that is right for each: zero, but for categories and modes.
            var number: UInt64 = 0
            if words[0] == "acat" { number = UInt64(kAudioSessionCategory_PlayAndRecord) }
            if words[0] == "mode" { number = UInt64(kAudioSessionMode_Default) }
            var playAndRecord = kAudioSessionCategory_PlayAndRecord
            AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &playAndRecord)
            let isSet = AudioSessionSetProperty(id, byteCount, &number) == noErr
            #expect(isSet == words[2].contains("s"))
            if isSet {
                #expect(
                    AudioSessionSetProperty(id, byteCount - 1, &number)
                        == kAudioSessionBadPropertySizeError)
            }

            let isObservable = AudioSessionAddPropertyListener(id, listener, nil) == noErr
            #expect(isObservable == words[2].contains("l"))
            let expected = isObservable ? noErr : kAudioSessionUnsupportedPropertyError
            #expect(AudioSessionRemovePropertyListenerWithUserData(id, listener, nil) == expected)
            #expect(AudioSessionRemovePropertyListener(id) == expected)
        }
    }

    @Test("gives the hardware's values, and accepts preferences that change nothing")
    func hardware() {
        initializedApp().run {
            #expect(double("chsr") == 48_000)
            #expect(single("chbd") == Float(1024.0 / 48_000))
            #expect(single("colt") == single("chbd") && single("cilt") == 0)
            #expect(number("choc") == 2 && number("chic") == 0)
            #expect(single("chov") == 0.8)
            #expect(number("aiav") == 1 && number("igav") == 0)
            #expect(double("hwsr") == 0 && single("iobd") == 0)
            var rate = 44_100.0
            var duration: Float32 = 0.005
            #expect(AudioSessionSetProperty(propertyID("hwsr"), 8, &rate) == noErr)
            #expect(AudioSessionSetProperty(propertyID("iobd"), 4, &duration) == noErr)
            #expect(double("hwsr") == 44_100 && single("iobd") == 0.005)
            #expect(double("chsr") == 48_000)
            for wrong in [-1, Double.nan, .infinity] {
                rate = wrong
                #expect(
                    AudioSessionSetProperty(propertyID("hwsr"), 8, &rate)
                        == kAudioSessionUnsupportedPropertyError)
            }
            set("acat", kAudioSessionCategory_PlayAndRecord)
            #expect(AudioSessionSetActive(true) == noErr)
            #expect(number("chic") == 1 && single("cilt") == single("chbd"))
        }
    }

    @Test("for an override is an option of the category, and goes with it")
    func overrides() {
        let app = initializedApp()
        app.run {
            for wrong in ["cspk", "cblu", "cmix", "duck"] {
                #expect(set(wrong, 1) == kAudioSessionIncompatibleCategory, "\(wrong) with solo")
                #expect(set(wrong, 0) == noErr)
            }
            set("acat", kAudioSessionCategory_MediaPlayback)
            #expect(set("duck", 1) == noErr)
            // Ducking makes the category mix.
            #expect(number("duck") == 1 && number("cmix") == 1)
            #expect(set("cspk", 1) == kAudioSessionIncompatibleCategory)
            set("acat", kAudioSessionCategory_PlayAndRecord)
            #expect(number("duck") == 0 && number("cmix") == 0)
            for name in ["cspk", "cblu", "cmix"] {
                #expect(set(name, 7) == noErr)
                #expect(number(name) == 1)
            }
            #expect(
                app.sound.connection.session.options
                    == [.defaultToSpeaker, .allowBluetooth, .mixWithOthers])
            #expect(set("cblu", 0) == noErr)
            #expect(number("cblu") == 0 && number("cspk") == 1)
        }
    }

    @Test("for the mode keeps the overrides, and takes what the category has not")
    func mode() {
        initializedApp().run {
            #expect(set("mode", kAudioSessionMode_VoiceChat) == noErr)
            #expect(number("mode") == kAudioSessionMode_VoiceChat)
            #expect(set("mode", 1) == kAudioSessionUnsupportedPropertyError)
            set("acat", kAudioSessionCategory_PlayAndRecord)
            for mode in [
                kAudioSessionMode_VoiceChat, kAudioSessionMode_VideoRecording,
                kAudioSessionMode_Measurement, kAudioSessionMode_GameChat,
                kAudioSessionMode_Default,
            ] {
                #expect(set("mode", mode) == noErr)
                #expect(number("mode") == mode)
            }
            set("mode", kAudioSessionMode_VoiceChat)
            set("cspk", 1)
            #expect(number("mode") == kAudioSessionMode_VoiceChat)
            set("acat", kAudioSessionCategory_PlayAndRecord)
            #expect(number("mode") == kAudioSessionMode_Default && number("cspk") == 0)
        }
    }

    @Test("for the route names output and input as old programs know them")
    func route() {
        initializedApp().run {
            #expect(text("rout") == "Speaker")
            set("acat", kAudioSessionCategory_PlayAndRecord)
            #expect(AudioSessionSetActive(true) == noErr)
            #expect(text("rout") == "ReceiverAndMicrophone")
            #expect(set("ovrd", kAudioSessionOverrideAudioRoute_Speaker) == noErr)
            #expect(text("rout") == "SpeakerAndMicrophone")
            #expect(set("ovrd", 9) == kAudioSessionUnsupportedPropertyError)
            #expect(set("ovrd", kAudioSessionOverrideAudioRoute_None) == noErr)
            let names: [(AudioModel.Port, String)] = [
                (.headphones, "HeadphonesAndMicrophone"), (.headset, "HeadsetInOut"),
                (AudioModel.Port(.lineout), "LineOut"), (AudioModel.Port(.usb), "USB"),
            ]
            for (port, name) in names {
                stage.server.send(.portPlugged(port))
                #expect(text("rout") == name)
                stage.server.send(.portUnplugged(port))
            }
            set("acat", kAudioSessionCategory_MediaPlayback)
            #expect(
                set("ovrd", kAudioSessionOverrideAudioRoute_Speaker)
                    == kAudioSessionIncompatibleCategory)
            let playing: [(AudioModel.Port, String)] = [
                (.headphones, "Headphone"), (.headset, "Headset"),
                (AudioModel.Port(.bluetoothA2DP), "HeadphonesBT"), (AudioModel.Port(.hdmi), "HDMI"),
            ]
            for (port, name) in playing {
                stage.server.send(.portPlugged(port))
                #expect(text("rout") == name)
                stage.server.send(.portUnplugged(port))
            }
            set("acat", kAudioSessionCategory_RecordAudio)
            #expect(text("rout") == "MicrophoneBuiltIn")
        }
    }

    @Test("for the route's description lists the types of inputs and outputs")
    func description() throws {
        let app = initializedApp()
        stage.server.send(.portPlugged(.headset))
        try app.run {
            set("acat", kAudioSessionCategory_PlayAndRecord)
            AudioSessionSetActive(true)
            var description: Unmanaged<CFDictionary>?
            var size = UInt32(MemoryLayout<CFDictionary>.size)
            let status = AudioSessionGetProperty(
                kAudioSessionProperty_AudioRouteDescription, &size, &description)
            #expect(status == noErr)
            let route = try #require(description).takeRetainedValue()
            #expect(routeTypes(route, kAudioSession_AudioRouteKey_Outputs) == ["Headphones"])
            #expect(routeTypes(route, kAudioSession_AudioRouteKey_Inputs) == ["MicrophoneWired"])
        }
    }

    @Test("tells whether another app is playing")
    func others() throws {
        let music = stage.open("Music", backgroundModes: ["audio"])
        try music.sound.request(.setCategory(.playback, .default, [], .default))
        let player = try music.sound.startSilentPlayer()
        try initializedApp().run {
            #expect(number("othr") == 1)
            try music.sound.stopStream(player)
            #expect(number("othr") == 0)
        }
    }

    @Test("is as at the beginning after the media services were lost")
    func mediaServices() {
        let app = initializedApp()
        app.run {
            set("acat", kAudioSessionCategory_PlayAndRecord)
            set("cspk", 1)
            var rate = 44_100.0
            AudioSessionSetProperty(propertyID("hwsr"), 8, &rate)
            #expect(AudioSessionSetActive(true) == noErr)
        }
        stage.server.send(.mediaServicesLost)
        app.run {
            #expect(AudioSessionSetActive(true) == 0x6D73_7276)
            #expect(number("acat") == kAudioSessionCategory_SoloAmbientSound)
            #expect(number("cspk") == 0 && double("hwsr") == 0)
        }
        stage.server.send(.mediaServicesReset)
        app.run {
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == kAudioSessionAlreadyInitialized)
            #expect(AudioSessionSetActive(true) == noErr)
        }
    }

    // MARK: Reading and setting by four characters

    private func read<Value: BitwiseCopyable>(_ name: String, _ value: Value) -> Value {
        var value = value
        let status = withUnsafeMutableBytes(of: &value) { bytes in
            var size = UInt32(bytes.count)
            return AudioSessionGetProperty(propertyID(name), &size, bytes.baseAddress)
        }
        #expect(status == noErr, "\(name)")
        return value
    }

    private func number(_ name: String) -> UInt32 { read(name, UInt32.max) }
    private func single(_ name: String) -> Float32 { read(name, -1) }
    private func double(_ name: String) -> Float64 { read(name, -1) }

    private func text(_ name: String) -> String? {
        read(name, Unmanaged<CFString>?.none)?.takeRetainedValue() as String?
    }

    @discardableResult
    private func set(_ name: String, _ number: UInt32) -> OSStatus {
        var number = number
        return AudioSessionSetProperty(propertyID(name), 4, &number)
    }
}

/// The types in one list of a route's dictionary.
func routeTypes(_ route: CFDictionary, _ key: CFString) -> [String]? {
    (route[key] as? [NSDictionary])?.compactMap { $0[kAudioSession_AudioRouteKey_Type] as? String }
}
