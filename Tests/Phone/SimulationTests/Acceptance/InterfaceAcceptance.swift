import SoundServer
import SoundPolicy
import AVFAudio
import AudioModel
import AudioToolbox
import Foundation
import Simulation
import Synchronization
import Testing

extension SessionAcceptanceTests {
    @Test("42: before AudioSessionInitialize every call returns '!ini', a second one 'init'")
    func initialization() {
        let app = SimulatedStage().open("App")
        app.run {
            var value: UInt32 = 0
            var size: UInt32 = 4
            let category = kAudioSessionProperty_AudioCategory
            let wanted = status("!ini")
            #expect(AudioSessionSetActive(true) == wanted)
            #expect(AudioSessionSetActiveWithFlags(false, 1) == wanted)
            #expect(AudioSessionGetProperty(category, &size, &value) == wanted)
            #expect(AudioSessionSetProperty(category, 4, &value) == wanted)
            #expect(AudioSessionGetPropertySize(category, &size) == wanted)
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == noErr)
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == status("init"))
        }
    }

    @Test("43: the override and the route change cannot be read", arguments: ["ovrd", "roch"])
    func unreadable(property: String) {
        let app = SimulatedStage().open("App")
        app.run {
            AudioSessionInitialize(nil, nil, nil, nil)
            var value: UInt32 = 7
            var size: UInt32 = 4
            let id = UInt32(bitPattern: status(property))
            #expect(AudioSessionGetProperty(id, &size, &value) == status("pty?"))
            #expect(value == 7)
        }
    }

    @Test("44: the category asked for with size 8 is of the wrong size")
    func wrongSize() {
        let app = SimulatedStage().open("App")
        app.run {
            AudioSessionInitialize(nil, nil, nil, nil)
            var value: UInt64 = 7
            var size: UInt32 = 8
            #expect(
                AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, &value)
                    == status("!siz"))
            #expect(value == 7)
        }
    }

    @Test(
        "45: in the end callback, the type is '!rsm' after the music app, 'irsm' after a call",
        arguments: [false, true])
    func interruptionType(byCall: Bool) throws {
        // Given an app that reads the type of each interruption's end.
        let stage = SimulatedStage()
        let app = stage.open(AppDescription(name: "Game", backgroundModes: ["audio"]))
        let types = InterruptionTypes()
        app.run {
            AudioSessionInitialize(
                nil, nil,
                { context, state in
                    guard let context, state == kAudioSessionEndInterruption else { return }
                    Unmanaged<InterruptionTypes>.fromOpaque(context).takeUnretainedValue().read()
                }, Unmanaged.passUnretained(types).toOpaque())
            #expect(AudioSessionSetActive(true) == noErr)
        }
        // When a call is declined, or the music player has played.
        if byCall {
            stage.server.send(.callArrived)
            stage.settle()
            stage.server.send(.callDeclined)
        } else {
            let player = StagedSession("Music", on: stage, role: .musicPlayer)
            try player.session.setCategory(.playback)
            try player.session.setActive(true)
            stage.settle()
            try player.session.setActive(false)
        }
        stage.settle()
        // Then only the end of the call says that it should resume.
        #expect(types.list.withLock { $0 } == [status(byCall ? "irsm" : "!rsm")])
        withExtendedLifetime(types) {}
    }

    private final class InterruptionTypes: Sendable {
        let list = Mutex<[OSStatus]>([])

        func read() {
            var type: UInt32 = 0
            var size: UInt32 = 4
            #expect(
                AudioSessionGetProperty(kAudioSessionProperty_InterruptionType, &size, &type)
                    == noErr)
            list.withLock { $0.append(OSStatus(bitPattern: type)) }
        }
    }

    @Test("46: after a media-services reset queues are invalid and the session is as at first")
    func mediaServicesReset() throws {
        // Given an app with a category, an active session and a queue.
        let stage = SimulatedStage()
        let music = StagedSession("Music", on: stage)
        try music.session.setCategory(.playback, options: .mixWithOthers)
        let queue = try music.app.run { try emptyQueue() }
        try music.session.setActive(true)
        // When the media services are lost and come back.
        stage.server.send(.mediaServicesLost)
        stage.server.send(.mediaServicesReset)
        stage.settle()
        // Then the queue is invalid, the session has its defaults, and the app is notified once.
        music.app.run {
            #expect(AudioQueueStart(queue, nil) == -66_671)
            #expect(AudioQueuePause(queue) == -66_671)
            _ = AudioQueueDispose(queue, true)
        }
        #expect(music.session.category == .soloAmbient && music.session.categoryOptions == [])
        #expect(!music.isActive)
        let name = AVAudioSession.mediaServicesWereResetNotification.rawValue
        #expect(music.notifications == [[name: 0]])
    }

    private func emptyQueue() throws -> AudioQueueRef {
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        var queue: AudioQueueRef?
        #expect(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &queue) == noErr)
        return try #require(queue)
    }

    /// The status of a four-character code.
    private func status(_ characters: String) -> OSStatus {
        OSStatus(bitPattern: characters.utf8.reduce(0) { $0 << 8 | UInt32($1) })
    }
}
