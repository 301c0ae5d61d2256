import AudioModel
import AudioToolbox
import SoundClient
import Synchronization
import Testing

@Suite("The end of a system sound")
struct CompletionTests {
    private let given: AppWithSound
    private var files: SoundFiles { given.files }
    private var phone: VirtualPhone { given.phone }
    private var app: VirtualApp { given.app }
    private var second: SystemSoundID { given.second }

    init() throws {
        given = try AppWithSound()
    }

    private func add(_ calls: CompletionCalls, to sound: SystemSoundID) -> OSStatus {
        app.run {
            AudioServicesAddSystemSoundCompletion(sound, nil, nil, completionProc, calls.clientData)
        }
    }

    /// Plays the sound, and lets time pass.
    private func play(for interval: HostInterval) {
        app.run { AudioServicesPlaySystemSound(second) }
        phone.pass(interval)
    }

    // Acceptance case 7.
    @Test("runs on the main run loop, with the sound and the client data")
    func told() {
        // Given a second of sound with a completion on no run loop in particular.
        let calls = CompletionCalls()
        #expect(add(calls, to: second) == noErr)
        // When it is played.
        app.run { AudioServicesPlaySystemSound(second) }
        // Then nothing is told before its end, and the end once.
        phone.pass(.milliseconds(990))
        #expect(calls.calls == [])
        phone.pass(.milliseconds(60))
        #expect(calls.calls == [CompletionCalls.Call(sound: second, thread: .main)])
        phone.pass(.seconds(2))
        #expect(calls.count == 1)
    }

    // Acceptance case 8.
    @Test("with the classic idiom ends the sound itself too")
    func idiom() {
        // Given the completion that every program of the time had.
        let calls = CompletionCalls { sound in
            AudioServicesRemoveSystemSoundCompletion(sound)
            AudioServicesDisposeSystemSoundID(sound)
        }
        #expect(add(calls, to: second) == noErr)
        play(for: .milliseconds(1100))
        #expect(calls.count == 1)
        #expect(app.peak(0.2...0.9) > 0)
        // When it is played again after its end.
        play(for: .seconds(2))
        // Then there is no sound and no callback, and the identifier is invalid.
        #expect(app.peak(1.1...3.1) == 0)
        #expect(calls.count == 1)
        let status = app.run { AudioServicesDisposeSystemSoundID(second) }
        #expect(status == kAudioServicesSystemSoundUnspecifiedError)
    }

    // Acceptance case 9.
    @Test("runs after every play")
    func sticky() {
        let calls = CompletionCalls()
        #expect(add(calls, to: second) == noErr)
        for _ in 0..<3 {
            play(for: .milliseconds(1100))
        }
        #expect(calls.count == 3)
    }

    // Acceptance case 10.
    @Test("stops when it is disposed of, without a completion")
    func disposedAtOnce() {
        let calls = CompletionCalls()
        #expect(add(calls, to: second) == noErr)
        let status = app.run {
            AudioServicesPlaySystemSound(second)
            return AudioServicesDisposeSystemSoundID(second)
        }
        #expect(status == noErr)
        phone.pass(.seconds(2))
        #expect(app.peak(0.05...2) == 0)
        #expect(calls.calls == [])
    }

    @Test("does not run when it is removed while it is due")
    func removedWhenDue() {
        // Given a completion, and a block that runs before it and takes it back.
        let calls = CompletionCalls()
        let block = BlockRuns()
        #expect(add(calls, to: second) == noErr)
        // When the sound ends.
        app.run {
            AudioServicesPlaySystemSoundWithCompletion(second) { [second] in
                block.note()
                AudioServicesRemoveSystemSoundCompletion(second)
            }
        }
        phone.pass(.seconds(2))
        // Then only the block has run.
        #expect(block.count == 1)
        #expect(calls.count == 0)
    }

    @Test("runs only the completion registered last")
    func replaced() {
        let first = CompletionCalls()
        let last = CompletionCalls()
        #expect(add(first, to: second) == noErr)
        #expect(add(last, to: second) == noErr)
        play(for: .seconds(2))
        #expect(first.count == 0)
        #expect(last.count == 1)
    }

    @Test("runs a block once, off the main thread, and the completion too")
    func block() {
        let calls = CompletionCalls()
        let block = BlockRuns()
        #expect(add(calls, to: second) == noErr)
        app.run { AudioServicesPlayAlertSoundWithCompletion(second) { block.note() } }
        phone.pass(.milliseconds(990))
        #expect(block.count == 0)
        phone.pass(.seconds(2))
        #expect(block.threads == [.queue])
        #expect(calls.count == 1)
    }

    // Acceptance case 22.
    @Test("of nothing runs the block once, off the main thread")
    func blockOfNothing() {
        let block = BlockRuns()
        app.run {
            for nothing: SystemSoundID in [0, 1, 4094, 4096, 9999, .max] {
                AudioServicesPlaySystemSoundWithCompletion(nothing) { block.note() }
                AudioServicesPlayAlertSoundWithCompletion(nothing) { block.note() }
                AudioServicesPlaySystemSoundWithCompletion(nothing, nil)
                AudioServicesPlaySystemSound(nothing)
                AudioServicesPlayAlertSound(nothing)
            }
        }
        phone.pass(.seconds(1))
        #expect(block.threads == Array(repeating: .queue, count: 12))
        #expect(app.peak(0...1) == 0)
    }

    @Test("of a predefined sound runs as well, in silence")
    func systemSound() {
        let calls = CompletionCalls()
        let block = BlockRuns()
        #expect(add(calls, to: 1104) == noErr)
        app.run { AudioServicesPlaySystemSoundWithCompletion(1104) { block.note() } }
        phone.pass(.seconds(1))
        #expect(calls.calls == [CompletionCalls.Call(sound: 1104, thread: .main)])
        #expect(block.threads == [.queue])
        #expect(app.peak(0...1) == 0)
        #expect(phone.vibrations.count == 0)
    }

    @Test("comes early when the sound is restarted, once for each start")
    func restarted() {
        // Given a second of sound.
        let calls = CompletionCalls()
        let blocks = [BlockRuns(), BlockRuns()]
        #expect(add(calls, to: second) == noErr)
        app.run { AudioServicesPlaySystemSoundWithCompletion(second) { blocks[0].note() } }
        phone.pass(.milliseconds(600))
        // When it is played again at 0.6 s.
        app.run { AudioServicesPlaySystemSoundWithCompletion(second) { blocks[1].note() } }
        phone.pass(.milliseconds(100))
        // Then the first is over and the second sounds to 1.6 s, alone.
        #expect(blocks.map(\.count) == [1, 0])
        #expect(calls.count == 1)
        phone.pass(.seconds(2))
        #expect(blocks.map(\.count) == [1, 1])
        #expect(calls.count == 2)
        #expect(app.peak(1.1...1.55) > 0)
        #expect(app.peak(0.7...1.55) == app.peak(0.1...0.5))
        #expect(app.peak(1.65...2.7) == 0)
    }

    @Test("of one sound leaves others sounding over it")
    func overlapping() throws {
        let url = try files.tone("other.caf", frames: 96_000)
        let other = app.run { makeSound(url) }
        app.run {
            AudioServicesPlaySystemSound(second)
            AudioServicesPlaySystemSound(other)
        }
        phone.pass(.seconds(3))
        let alone = app.peak(1.2...1.9)
        #expect(alone > 0)
        #expect(abs(app.peak(0.1...0.9) - 2 * alone) < 0.001)
        #expect(app.peak(2.1...3) == 0)
    }

    @Test("does not run for a sound that does not exist")
    func nothing() {
        let calls = CompletionCalls()
        for nothing: SystemSoundID in [0, 999, 2000, 4094, 4096, second + 1] {
            #expect(add(calls, to: nothing) == kAudioServicesSystemSoundUnspecifiedError)
        }
        app.run { AudioServicesRemoveSystemSoundCompletion(second) }
        play(for: .seconds(2))
        #expect(calls.count == 0)
    }

    @Test("runs on the run loop that the app chose")
    func givenRunLoop() throws {
        // Given a thread with a run loop.
        let worker = RunLoopThread()
        let threads = Mutex<[Bool]>([])
        let calls = CompletionCalls { [app] _ in
            let isRight = worker.isCurrent && CurrentApp.simulated === app.sound
            threads.withLock { $0.append(isRight) }
            worker.end()
        }
        let status = app.run {
            AudioServicesAddSystemSoundCompletion(
                second, worker.runLoop, CFRunLoopMode.defaultMode.rawValue, completionProc,
                calls.clientData)
        }
        #expect(status == noErr)
        // When the sound has ended.
        play(for: .seconds(2))
        // Then its end is told there, as the app's.
        worker.waitForEnd()
        #expect(threads.withLock { $0 } == [true])
    }

    @Test("runs on the main run loop of a simulated app, however that is named")
    func namedMain() {
        for runLoop in [CFRunLoopGetMain(), CFRunLoopGetCurrent()] {
            let calls = CompletionCalls()
            let status = app.run {
                AudioServicesAddSystemSoundCompletion(
                    second, runLoop, CFRunLoopMode.commonModes.rawValue, completionProc,
                    calls.clientData)
            }
            #expect(status == noErr)
            play(for: .seconds(2))
            #expect(calls.calls == [CompletionCalls.Call(sound: second, thread: .main)])
        }
    }
}
