import AudioModel
import AudioToolbox
import Foundation
import SoundClient
import Synchronization
import Testing

import AudioToolbox

@Suite("System sounds, misused")
struct HostileUseTests {
    let files: SoundFiles
    let phone = VirtualPhone()
    let app: VirtualApp

    init() throws {
        files = SoundFiles()
        app = phone.open("bad")
    }

    @Test("through C with null pointers give a parameter error")
    func nullPointers() {
        var sound: SystemSoundID = 77
        let statuses = app.run {
            [
                createSystemSoundForC(nil, nil),
                createSystemSoundForC(nil, &sound),
                addSystemSoundCompletionForC(kSystemSoundID_Vibrate, nil, nil, nil, nil),
                getPropertyInfoForC(kAudioServicesPropertyIsUISound, 4, nil, nil, nil),
            ]
        }
        #expect(statuses == Array(repeating: kAudio_ParamError, count: 4))
        #expect(sound == 0)
    }

    @Test("played from eight threads at once complete once each")
    func eightThreads() throws {
        // Given one sound, and eight threads that play it and others of their own.
        let url = try files.tone(frames: 4800)
        let shared = app.run { makeSound(url) }
        let block = BlockRuns()
        let calls = CompletionCalls()
        app.run {
            AudioServicesAddSystemSoundCompletion(
                shared, nil, nil, completionProc, calls.clientData)
        }
        // When they all run at once, beside the render and the app's main thread.
        let crowd = Crowd(8) { [app] _ in
            app.run {
                for _ in 0..<25 {
                    let own = makeSound(url)
                    AudioServicesPlaySystemSoundWithCompletion(shared) { block.note() }
                    AudioServicesPlayAlertSoundWithCompletion(own) { block.note() }
                    AudioServicesDisposeSystemSoundID(own)
                }
            }
        }
        while !crowd.isDone { phone.pass(.milliseconds(10)) }
        phone.pass(.seconds(5))
        // Then no play was lost and none was told twice.
        #expect(block.count == 400)
        #expect(calls.count == 200)
    }

    @Test("ended from two threads at once are ended by one of them")
    func disposedTwice() throws {
        let url = try files.tone(frames: 480)
        let successes = Mutex(0)
        for _ in 0..<100 {
            let sound = app.run { makeSound(url) }
            app.run { AudioServicesPlaySystemSound(sound) }
            let crowd = Crowd(2) { [app] _ in
                let status = app.run { AudioServicesDisposeSystemSoundID(sound) }
                if status == noErr { successes.withLock { $0 += 1 } }
            }
            crowd.wait()
        }
        #expect(successes.withLock { $0 } == 100)
        phone.pass(.seconds(1))
    }

    @Test("may be made, played and ended inside a completion")
    func busyCompletion() throws {
        // Given two sounds of 0.1 s, and a completion that does everything at once.
        let url = try files.tone(frames: 4800)
        let made = Mutex<[SystemSoundID]>([])
        let calls = CompletionCalls { sound in
            AudioServicesDisposeSystemSoundID(sound)
            let next = makeSound(url)
            made.withLock { $0.append(next) }
            AudioServicesPlaySystemSound(next)
            AudioServicesPlaySystemSound(sound)
            AudioServicesRemoveSystemSoundCompletion(sound)
            AudioServicesDisposeSystemSoundID(sound)
        }
        let first = app.run { makeSound(url) }
        app.run {
            AudioServicesAddSystemSoundCompletion(first, nil, nil, completionProc, calls.clientData)
            AudioServicesPlaySystemSound(first)
        }
        // When the first ends.
        phone.pass(.seconds(1))
        // Then the second sounds after it.
        #expect(calls.count == 1)
        #expect(made.withLock { $0.count } == 1)
        #expect(app.peak(0.15...0.2) > 0)
        #expect(app.peak(0.3...1) == 0)
    }

    @Test("that start two of themselves at each end neither stop time nor pile up")
    func storm() throws {
        let url = try files.tone(frames: 480)
        for sound in [app.run { makeSound(url) }, kSystemSoundID_Vibrate, 1104] {
            // Given a completion that would double the plays at every end.
            let calls = CompletionCalls { sound in
                AudioServicesPlaySystemSound(sound)
                AudioServicesPlaySystemSound(sound)
            }
            app.run {
                AudioServicesAddSystemSoundCompletion(
                    sound, nil, nil, completionProc, calls.clientData)
                for _ in 0..<100 { AudioServicesPlaySystemSound(sound) }
            }
            // When time passes, then it does, and what waits has its limit.
            for _ in 0..<10 {
                phone.pass(.milliseconds(100))
                #expect(phone.time.waitingCount < 2000)
                if calls.count > 2000 { break }
            }
            #expect(calls.count > 100)
            app.run { AudioServicesRemoveSystemSoundCompletion(sound) }
            phone.pass(.seconds(1))
        }
    }

    @Test("that fail in a loop of blocks let time pass")
    func failureLoop() {
        let block = BlockRuns()
        @Sendable func again() {
            block.note()
            AudioServicesPlaySystemSoundWithCompletion(4711) { again() }
        }
        app.run { AudioServicesPlaySystemSoundWithCompletion(4711) { again() } }
        phone.pass(.seconds(1))
        #expect((10...101).contains(block.count))
    }

    @Test("vibrated ten thousand times at once need few timers, and complete up to the limit")
    func vibrationStorm() {
        let calls = CompletionCalls()
        app.run {
            AudioServicesAddSystemSoundCompletion(
                kSystemSoundID_Vibrate, nil, nil, completionProc, calls.clientData)
            for _ in 0..<10_000 { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
        }
        #expect(phone.time.waitingCount <= 64)
        phone.pass(.seconds(1))
        #expect(calls.count == 256)
    }

    @Test("ended by the last thing that a block held do not lock up")
    func endedByDeinit() throws {
        // Given a sound with a block that holds an object which disposes of another sound in its
        // deinit.
        let url = try files.tone(frames: 48_000)
        let (first, other) = app.run { (makeSound(url), makeSound(url)) }
        let ended = Mutex<[OSStatus]>([])
        app.run {
            let holder = EndsSound(other, app) { status in ended.withLock { $0.append(status) } }
            AudioServicesPlaySystemSoundWithCompletion(first) { _ = holder }
            AudioServicesDisposeSystemSoundID(first)
        }
        // When the block goes.
        phone.pass(.seconds(1))
        // Then the other sound was ended.
        #expect(ended.withLock { $0 } == [noErr])
    }

    @Test("of an app that has ended do nothing")
    func goneApp() throws {
        let url = try files.tone(frames: 480)
        let block = BlockRuns()
        let sound = app.run { makeSound(url) }
        app.end(.killed)
        app.run {
            AudioServicesPlaySystemSoundWithCompletion(sound) { block.note() }
            AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
        }
        phone.pass(.seconds(1))
        #expect(app.peak(0...1) == 0)
        #expect(phone.vibrations.count == 0)
        #expect(block.count == 1)
    }
}

/// Ends a sound when it is freed.
private final class EndsSound: Sendable {
    private let sound: SystemSoundID
    private let app: VirtualApp
    private let result: @Sendable (OSStatus) -> Void

    init(
        _ sound: SystemSoundID, _ app: VirtualApp, _ result: @escaping @Sendable (OSStatus) -> Void
    ) {
        self.sound = sound
        self.app = app
        self.result = result
    }

    deinit {
        let status = app.run { AudioServicesDisposeSystemSoundID(sound) }
        result(status)
    }
}
