import SoundServer
import AudioModel
import AudioToolbox
import IdleThreads
import Simulation
import SoundPolicy
import Synchronization
import Testing

@Suite("A listener of Audio Session Services")
struct AudioSessionListenerTests {
    private let stage = SimulatedStage()
    private let log = ListenerLog()

    private func open(
        _ category: UInt32 = kAudioSessionCategory_PlayAndRecord, runLoop: CFRunLoop? = nil
    ) -> StagedApp {
        let app = stage.open("App")
        app.run {
            AudioSessionInitialize(runLoop, nil, interruptionLogger, log.clientData)
            var category = category
            AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &category)
            #expect(AudioSessionSetActive(true) == noErr)
        }
        stage.advance(by: .milliseconds(10))
        return app
    }

    private func listen(_ app: StagedApp, to ids: [AudioSessionPropertyID]) {
        app.run {
            for id in ids {
                #expect(
                    AudioSessionAddPropertyListener(id, propertyLogger, log.clientData) == noErr)
            }
        }
    }

    @Test("is called for a route change with the reason and both routes")
    func routeChange() {
        let app = open()
        listen(app, to: [kAudioSessionProperty_AudioRouteChange, kAudioSessionProperty_AudioRoute])
        stage.send(.portPlugged(.headset))
        stage.send(.portUnplugged(.headset))
        #expect(
            log.entries == [
                "roch 1 ReceiverAndMicrophone [Receiver]+[MicrophoneBuiltIn] > [Headphones]"
                    + "+[MicrophoneWired]",
                "rout HeadsetInOut",
                "roch 2 HeadsetInOut [Headphones]+[MicrophoneWired] > [Receiver]"
                    + "+[MicrophoneBuiltIn]",
                "rout ReceiverAndMicrophone",
            ])
        #expect(log.threads == Array(repeating: .main, count: 4))
    }

    @Test("is called for a category change, and for changed channel counts")
    func category() {
        let app = open(kAudioSessionCategory_MediaPlayback)
        listen(
            app,
            to: [
                kAudioSessionProperty_CurrentHardwareInputNumberChannels,
                kAudioSessionProperty_CurrentHardwareOutputNumberChannels,
                kAudioSessionProperty_AudioRoute,
            ])
        app.run {
            var category = kAudioSessionCategory_RecordAudio
            AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &category)
        }
        stage.advance(by: .milliseconds(10))
        #expect(log.entries == ["rout MicrophoneBuiltIn", "chic 1", "choc 0"])
    }

    @Test("is called for a changed volume, and not for the same one")
    func volume() {
        let app = open(kAudioSessionCategory_MediaPlayback)
        listen(app, to: [kAudioSessionProperty_CurrentHardwareOutputVolume])
        for volume: Float in [0.5, 0.5, 0.25] { stage.server.send(.volumeSet(.media, volume)) }
        stage.advance(by: .milliseconds(10))
        #expect(log.entries.last == "chov 0.25")
        #expect(Set(log.entries).isSubset(of: ["chov 0.5", "chov 0.25"]))
        #expect(log.entries.count == Set(log.entries).count)
    }

    @Test("is called when a microphone is connected and disconnected")
    func microphone() {
        var configuration = PolicyConfiguration()
        configuration.hasBuiltInMicrophone = false
        let stage = SimulatedStage(configuration)
        let app = stage.open("App")
        app.run {
            AudioSessionInitialize(nil, nil, nil, nil)
            AudioSessionAddPropertyListener(
                kAudioSessionProperty_AudioInputAvailable, propertyLogger, log.clientData)
        }
        stage.send(.portPlugged(.headset))
        stage.send(.portPlugged(.headphones))
        stage.server.send(.portUnplugged(.headphones))
        stage.send(.portUnplugged(.headset))
        #expect(log.entries == ["aiav 1", "aiav 0"])
    }

    @Test("is called when the media services die")
    func serverDied() {
        listen(open(), to: [kAudioSessionProperty_ServerDied])
        stage.server.send(.mediaServicesLost)
        stage.send(.mediaServicesReset)
        #expect(log.entries == ["died 1"])
    }

    @Test("is one, however often it is added with the same data, and is removed in either way")
    func identity() {
        let app = open(kAudioSessionCategory_MediaPlayback)
        let id = kAudioSessionProperty_CurrentHardwareOutputVolume
        let other = ListenerLog()
        app.run {
            for _ in 0..<3 { AudioSessionAddPropertyListener(id, propertyLogger, log.clientData) }
            AudioSessionAddPropertyListener(id, propertyLogger, other.clientData)
        }
        stage.send(.volumeSet(.media, 0.5))
        #expect(log.entries == ["chov 0.5"] && other.entries == ["chov 0.5"])
        app.run {
            AudioSessionRemovePropertyListenerWithUserData(id, propertyLogger, log.clientData)
        }
        stage.send(.volumeSet(.media, 0.25))
        #expect(log.entries.count == 1 && other.entries.count == 2)
        app.run { #expect(AudioSessionRemovePropertyListener(id) == noErr) }
        stage.send(.volumeSet(.media, 0.75))
        #expect(log.entries.count == 1 && other.entries.count == 2)
    }

    @Test("is not called any more when it was removed before its turn")
    func removedBeforeItsTurn() {
        let app = open(kAudioSessionCategory_MediaPlayback)
        let id = kAudioSessionProperty_CurrentHardwareOutputVolume
        listen(app, to: [id])
        stage.server.send(.volumeSet(.media, 0.5))
        app.run {
            AudioSessionRemovePropertyListenerWithUserData(id, propertyLogger, log.clientData)
            // Added again, it is another one: of what was before it hears nothing.
            AudioSessionAddPropertyListener(id, propertyLogger, log.clientData)
        }
        stage.advance(by: .milliseconds(10))
        #expect(log.entries == [])
    }

    @Test("can read the interruption type during the end callback, and not otherwise")
    func interruptionType() {
        // Given an app that a call interrupts.
        let app = open(kAudioSessionCategory_MediaPlayback)
        app.run { #expect(legacyInterruptionType() == nil) }
        stage.send(.callArrived)
        stage.send(.callDeclined)
        // Then it can read that it should go on, within the call about the end alone.
        #expect(log.entries == ["interruption 1 none", "interruption 0 irsm"])
        app.run { #expect(legacyInterruptionType() == nil) }
    }

    @Test("finds that it should not go on after the music player")
    func musicPlayer() throws {
        var configuration = PolicyConfiguration()
        configuration.endIsToldWithoutNotifying = true
        let stage = SimulatedStage(configuration)
        let app = stage.open("App", backgroundModes: ["audio"])
        app.run {
            AudioSessionInitialize(nil, nil, interruptionLogger, log.clientData)
            var category = kAudioSessionCategory_MediaPlayback
            AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &category)
            #expect(AudioSessionSetActive(true) == noErr)
        }
        // Something that keeps it from being suspended while in the background.
        _ = try app.sound.startSilentPlayer()
        let rival = stage.open("Rival")
        rival.run {
            AudioSessionInitialize(nil, nil, nil, nil)
            #expect(AudioSessionSetActive(true) == noErr)
            stage.advance(by: .milliseconds(10))
            #expect(AudioSessionSetActive(false) == noErr)
        }
        stage.advance(by: .milliseconds(10))
        #expect(log.entries == ["interruption 1 none", "interruption 0 !rsm"])
    }

    @Test("comes on the run loop that the app has named")
    func runLoop() {
        let idle = IdleRunLoop()
        let app = open(kAudioSessionCategory_MediaPlayback, runLoop: idle.runLoop)
        listen(app, to: [kAudioSessionProperty_AudioRoute])
        stage.server.send(.portPlugged(.headphones))
        stage.send(.alarmFired)
        #expect(log.entries == [])
        idle.run()
        #expect(log.entries == ["rout Headphone", "interruption 1 none"])
        #expect(log.threads == [nil, nil])
    }
}

/// Client data for the two listeners below: notes what they are told, and where.
final class ListenerLog: Sendable {
    private let all = Mutex<[(text: String, thread: SimulatedThread?)]>([])

    var entries: [String] { all.withLock { $0.map(\.text) } }
    var threads: [SimulatedThread?] { all.withLock { $0.map(\.thread) } }

    func add(_ text: String) {
        all.withLock { $0.append((text, SimulatedThread.current)) }
    }

    /// Valid while this object lives.
    var clientData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ clientData: UnsafeMutableRawPointer?) -> ListenerLog {
        Unmanaged.fromOpaque(clientData!).takeUnretainedValue()
    }
}

let interruptionLogger: AudioSessionInterruptionListener = { clientData, state in
    let type = legacyInterruptionType().map(fourCharacters) ?? "none"
    ListenerLog.of(clientData).add("interruption \(state) \(type)")
}

let propertyLogger: AudioSessionPropertyListener = { clientData, id, size, data in
    let name = fourCharacters(id)
    let value =
        switch id {
        case kAudioSessionProperty_AudioRouteChange:
            routeChangeText(Unmanaged<CFDictionary>.fromOpaque(data!).takeUnretainedValue())
        case kAudioSessionProperty_AudioRoute:
            Unmanaged<CFString>.fromOpaque(data!).takeUnretainedValue() as String
        case kAudioSessionProperty_CurrentHardwareOutputVolume:
            "\(data!.loadUnaligned(as: Float32.self))"
        default: "\(data!.loadUnaligned(as: UInt32.self))"
        }
    let isObject = name == "roch" || name == "rout"
    #expect(size == (isObject ? 8 : 4))
    ListenerLog.of(clientData).add("\(name) \(value)")
}

private func routeChangeText(_ change: CFDictionary) -> String {
    let reason = change[kAudioSession_RouteChangeKey_Reason] as? NSNumber
    let old = change[kAudioSession_AudioRouteChangeKey_OldRoute as CFString] as? String
    let routes = [
        kAudioSession_AudioRouteChangeKey_PreviousRouteDescription,
        kAudioSession_AudioRouteChangeKey_CurrentRouteDescription,
    ].map { key in
        guard let route = change[key] as? CFDictionary else { return "none" }
        return [kAudioSession_AudioRouteKey_Outputs, kAudioSession_AudioRouteKey_Inputs].map {
            "[" + (routeTypes(route, $0) ?? []).joined(separator: " ") + "]"
        }.joined(separator: "+")
    }
    return "\(reason?.intValue ?? -1) \(old ?? "none") " + routes.joined(separator: " > ")
}

/// What `kAudioSessionProperty_InterruptionType` says here and now.
private func legacyInterruptionType() -> UInt32? {
    var type: AudioSessionInterruptionType = 0
    var size = UInt32(MemoryLayout.size(ofValue: type))
    let status = AudioSessionGetProperty(kAudioSessionProperty_InterruptionType, &size, &type)
    if status != noErr { #expect(status == kAudioSessionUnsupportedPropertyError) }
    return status == noErr ? type : nil
}

private func fourCharacters(_ code: UInt32) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
}
