import SoundServer
import AVFAudio
import AudioModel
import AudioToolbox
import Simulation
import SoundClient
import SoundPolicy
import Synchronization
import TestSupport
import Testing

@Suite("A callback of the audio session")
struct ReentrantCallTests {
    /// What the system calls in an app.
    enum Callback: String, CaseIterable, Sendable {
        case interruptionBegan
        case interruptionEnded
        case routeChange
        case hint
        case mediaServicesLost
        case mediaServicesReset
        case outputVolume
        case delegate
        case legacyInterruption
        case legacyProperty
        case systemSoundCompletion
        case queueBuffer
        case queueProperty
    }

    @Test(
        "may call any function of the session, and the phone goes on",
        arguments: Callback.allCases)
    func mayCallAnything(callback: Callback) {
        for call in SessionCall.all {
            guard returns({ Self.makeCall(call, from: callback) }) else {
                Issue.record("\(call.name) does not return when called from \(callback.rawValue)")
                return
            }
        }
    }

    /// Runs `body` on a thread of its own.
    ///
    /// - Returns: Whether it came back. A minute without means never.
    private func returns(_ body: @escaping @Sendable () -> Void) -> Bool {
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            isDone.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        return isDone.wait(timeout: .now() + 60) == .success
    }

    private static func makeCall(_ call: SessionCall, from callback: Callback) {
        // What begins in the background may do so.
        var configuration = PolicyConfiguration()
        configuration.backgroundMayBeginAloneOverride = true
        let stage = SimulatedStage(configuration)
        let music = stage.open("Music", backgroundModes: ["audio"])
        let app = stage.open("App", backgroundModes: ["audio"])
        let reaction = Reaction()
        let held = app.run {
            let session = AVAudioSession.sharedInstance()
            reaction.body = { call.run(session) }
            let category = callback == .hint ? AVAudioSession.Category.ambient : .playback
            #expect(throws: Never.self) {
                try session.setCategory(category)
                try session.setActive(true)
            }
            // In all but one: there the listener comes with it.
            if callback != .legacyInterruption { AudioSessionInitialize(nil, nil, nil, nil) }
            return arm(callback, session, reaction)
        }
        stage.advance(by: .milliseconds(1))
        trigger(callback, stage, app, music, held.queue)
        stage.advance(by: .milliseconds(1))
        #expect(reaction.count > 0, "\(callback.rawValue) was not called")

        // The phone goes on, for this app and for the other.
        stage.server.send(.volumeSet(.media, 0.375))
        stage.advance(by: .milliseconds(1))
        app.run { #expect(AVAudioSession.sharedInstance().outputVolume == 0.375) }
        music.run {
            let session = AVAudioSession.sharedInstance()
            #expect(throws: Never.self) { try session.setCategory(.ambient) }
            #expect(session.category == .ambient)
        }
        for token in held.tokens { NotificationCenter.default.removeObserver(token) }
        if let queue = held.queue { app.run { _ = AudioQueueDispose(queue, true) } }
        for app in [app, music] { stage.end(app, .quit) }
        withExtendedLifetime((held, reaction)) {}
    }

    /// What must live for as long as the callback is wanted.
    private struct Held {
        var tokens: [any NSObjectProtocol] = []
        var observation: NSKeyValueObservation?
        var delegate: Delegate?
        var queue: AudioQueueRef?
    }

    /// Has `reaction` run by the callback. On the app's main thread.
    private static func arm(
        _ callback: Callback, _ session: AVAudioSession, _ reaction: Reaction
    ) -> Held {
        let clientData = Unmanaged.passUnretained(reaction).toOpaque()
        switch callback {
        case .interruptionBegan, .interruptionEnded, .routeChange, .hint, .mediaServicesLost,
            .mediaServicesReset:
            let token = NotificationCenter.default.addObserver(
                forName: name(of: callback), object: session, queue: nil
            ) { notification in
                let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                if callback == .interruptionEnded, type != 0 { return }
                reaction.run()
            }
            return Held(tokens: [token])
        case .outputVolume:
            return Held(observation: session.observe(\.outputVolume) { _, _ in reaction.run() })
        case .delegate:
            let delegate = Delegate(reaction)
            session.delegate = delegate
            return Held(delegate: delegate)
        case .legacyInterruption:
            AudioSessionInitialize(nil, nil, { Reaction.of($0).run($1) }, clientData)
        case .legacyProperty:
            AudioSessionAddPropertyListener(
                kAudioSessionProperty_CurrentHardwareOutputVolume,
                { data, _, _, _ in Reaction.of(data).run() }, clientData)
        case .systemSoundCompletion:
            AudioServicesAddSystemSoundCompletion(
                kSystemSoundID_Vibrate, nil, nil, { Reaction.of($1).run() }, clientData)
        case .queueBuffer, .queueProperty: return Held(queue: queue(callback, clientData))
        }
        return Held()
    }

    /// Makes a queue with one buffer of 0.1 s and a callback or a listener of its running state.
    private static func queue(
        _ callback: Callback, _ clientData: UnsafeMutableRawPointer
    ) -> AudioQueueRef? {
        var format = AudioStreamBasicDescription.integers(channels: 1, rate: 48_000)
        let isOfBuffer = callback == .queueBuffer
        var made: AudioQueueRef?
        AudioQueueNewOutput(
            &format, { data, _, _ in if let data { Reaction.of(data).run() } },
            isOfBuffer ? clientData : nil, nil, nil, 0, &made)
        guard let queue = made else { return nil }
        if !isOfBuffer {
            AudioQueueAddPropertyListener(
                queue, kAudioQueueProperty_IsRunning, { data, _, _ in Reaction.of(data).run() },
                clientData)
        }
        var buffer: AudioQueueBufferRef?
        AudioQueueAllocateBuffer(queue, 9_600, &buffer)
        guard let buffer else { return nil }
        buffer.pointee.mAudioDataByteSize = 9_600
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        return queue
    }

    private static func name(of callback: Callback) -> Notification.Name {
        switch callback {
        case .routeChange: AVAudioSession.routeChangeNotification
        case .hint: AVAudioSession.silenceSecondaryAudioHintNotification
        case .mediaServicesLost: AVAudioSession.mediaServicesWereLostNotification
        case .mediaServicesReset: AVAudioSession.mediaServicesWereResetNotification
        default: AVAudioSession.interruptionNotification
        }
    }

    private static func trigger(
        _ callback: Callback, _ stage: SimulatedStage, _ app: StagedApp, _ music: StagedApp,
        _ queue: AudioQueueRef?
    ) {
        switch callback {
        case .interruptionBegan, .interruptionEnded, .delegate, .legacyInterruption:
            stage.server.send(.callArrived)
            stage.advance(by: .milliseconds(1))
            stage.server.send(.callDeclined)
        case .routeChange: stage.server.send(.portPlugged(.headphones))
        case .hint:
            #expect(throws: Never.self) {
                try music.sound.request(.setCategory(.playback, .default, [], .default))
                _ = try music.sound.startSilentPlayer()
            }
        case .mediaServicesLost, .mediaServicesReset:
            stage.server.send(.mediaServicesLost)
            stage.advance(by: .milliseconds(1))
            stage.server.send(.mediaServicesReset)
        case .outputVolume, .legacyProperty: stage.server.send(.volumeSet(.media, 0.5))
        case .systemSoundCompletion:
            app.run { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
            stage.advance(by: .seconds(1))
        case .queueBuffer, .queueProperty:
            guard let queue else { return }
            app.run { #expect(AudioQueueStart(queue, nil) == 0) }
            stage.advance(by: .milliseconds(300))
        }
    }
}

/// Client data: what an app does when it is called.
final class Reaction: Sendable {
    private struct State {
        var body: @Sendable () -> Void = {}
        var count = 0
    }

    private let state = Mutex(State())

    var body: @Sendable () -> Void {
        get { state.withLock { $0.body } }
        set { state.withLock { $0.body = newValue } }
    }

    var count: Int { state.withLock { $0.count } }

    func run(_ state: UInt32 = 0) {
        let body = self.state.withLock { state in
            state.count += 1
            return state.body
        }
        body()
    }

    static func of(_ clientData: UnsafeMutableRawPointer?) -> Reaction {
        Unmanaged.fromOpaque(clientData!).takeUnretainedValue()
    }
}

final class Delegate: AVAudioSessionDelegate {
    private let reaction: Reaction

    init(_ reaction: Reaction) {
        self.reaction = reaction
    }

    func beginInterruption() { reaction.run() }
    func endInterruption(withFlags flags: Int) { reaction.run() }
    func inputIsAvailableChanged(_ isInputAvailable: Bool) { reaction.run() }
}
