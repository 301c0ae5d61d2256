import SoundServer
import AVFAudio
import AudioModel
import AudioToolbox
import Simulation
import SoundClient
import SoundPolicy
import Synchronization
import Testing

@Suite("An app's shared session")
struct SharedSessionTests {
    @Test("is one in both interfaces")
    func bothInterfaces() throws {
        let stage = SimulatedStage()
        try stage.open("App").run {
            let session = AVAudioSession.sharedInstance()
            AudioSessionInitialize(nil, nil, nil, nil)
            try session.setCategory(.playAndRecord, options: .defaultToSpeaker)
            try session.setPreferredSampleRate(22_050)
            var category: UInt32 = 0
            var speaker: UInt32 = 0
            var rate: Float64 = 0
            var size: UInt32 = 4
            AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, &category)
            AudioSessionGetProperty(
                kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, &size, &speaker)
            size = 8
            AudioSessionGetProperty(kAudioSessionProperty_PreferredHardwareSampleRate, &size, &rate)
            #expect(category == kAudioSessionCategory_PlayAndRecord && speaker == 1)
            #expect(rate == 22_050)
            category = kAudioSessionCategory_AmbientSound
            AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &category)
            #expect(session.category == .ambient && session.categoryOptions == [])
        }
    }

    @Test("gets only its own app's notifications")
    func severalApps() throws {
        // Given a player and a game in one test, each observing its own session.
        // What begins in the background may do so.
        var configuration = PolicyConfiguration()
        configuration.backgroundMayBeginAloneOverride = true
        let stage = SimulatedStage(configuration)
        let log = ListenerLog()
        let apps = ["Player", "Game"].map { stage.open($0, backgroundModes: ["audio"]) }
        let sessions = apps.map { app in app.run { AVAudioSession.sharedInstance() } }
        #expect(sessions[0] !== sessions[1])
        let tokens = zip(["player", "game"], sessions).map { name, session in
            NotificationCenter.default.addObserver(
                forName: AVAudioSession.interruptionNotification, object: session, queue: nil
            ) {
                #expect($0.object as? AVAudioSession === session)
                #expect(AVAudioSession.sharedInstance() === session)
                log.add(name)
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        try apps[0].run {
            try sessions[0].setCategory(.playback)
            try sessions[0].setActive(true)
        }
        // When the game becomes active, then the player hears of it, in its own surroundings.
        try apps[1].run { try sessions[1].setActive(true) }
        stage.advance(by: .milliseconds(10))
        #expect(log.entries == ["player"])
        #expect(log.threads == [.main])
    }

    @Test(
        "has the render cycle of a power of two that is nearest to the preferred one",
        arguments: [(0.0, 1024), (0.005, 256), (0.02, 1024), (0.0001, 64), (10.0, 4096)])
    func renderCycle(preferred: Double, frameCount: Int) throws {
        let stage = SimulatedStage()
        try stage.open("App").run {
            let session = AVAudioSession.sharedInstance()
            try session.setPreferredIOBufferDuration(preferred)
            #expect(session.ioBufferDuration == Double(frameCount) / 48_000)
            #expect(session.preferredIOBufferDuration == preferred)
        }
    }

    @Test("refuses while the media services are lost, and starts afresh after the reset")
    func mediaServices() throws {
        let stage = SimulatedStage()
        let app = stage.open("App")
        let session = try app.run {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playAndRecord, mode: .voiceChat, options: .duckOthers)
            try session.setPreferredIOBufferDuration(0.005)
            try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
            try session.setPrefersNoInterruptionsFromSystemAlerts(true)
            try session.setActive(true)
            return session
        }
        stage.send(.mediaServicesLost)
        app.run {
            #expect(code { try session.setActive(true) } == .mediaServicesFailed)
            #expect(session.category == .soloAmbient && session.mode == .default)
            #expect(session.categoryOptions == [] && session.preferredIOBufferDuration == 0)
            #expect(!session.allowHapticsAndSystemSoundsDuringRecording)
            // A preference is not a property of what is gone.
            #expect(session.prefersNoInterruptionsFromSystemAlerts)
            #expect(session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
            #expect(throws: Never.self) { try session.setCategory(.playback) }
        }
        stage.send(.mediaServicesReset)
        app.run { #expect(code { try session.setActive(true) } == nil) }
    }

    @Test(
        "records silence where it may not record, and says so when it is asked",
        arguments: [MicrophonePermission.undetermined, .denied, .granted])
    func permission(microphone: MicrophonePermission) throws {
        var configuration = PolicyConfiguration()
        configuration.microphone = microphone
        let stage = SimulatedStage(configuration)
        let tone = SoundBuffer(frameCount: 48_000, channelCount: 1, sampleRate: 48_000) {
            $0.update(repeating: 0.5)
        }
        let app = stage.open("Memo", microphone: VirtualMicrophone(hearing: tone))
        let answers = Mutex<[Bool]>([])
        let threads = Mutex<[SimulatedThread?]>([])
        let loudest = Mutex<Float>(-1)
        try app.run {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.record)
            let permissions: [MicrophonePermission: AVAudioSession.RecordPermission] = [
                .undetermined: .undetermined, .denied: .denied, .granted: .granted,
            ]
            #expect(session.recordPermission == permissions[microphone])
            session.requestRecordPermission { isGranted in
                answers.withLock { $0.append(isGranted) }
                threads.withLock { $0.append(SimulatedThread.current) }
            }
            _ = try app.sound.startRecording(
                onCapture: { sound in
                    let peak = sound.samples.map(abs).max() ?? 0
                    loudest.withLock { $0 = max($0, peak) }
                }
            ) { _ in }
        }
        stage.advance(by: .milliseconds(100))
        #expect(answers.withLock { $0 } == [microphone == .granted])
        #expect(threads.withLock { $0 } == [.control])
        #expect(loudest.withLock { $0 } == (microphone == .granted ? 0.5 : 0))
    }

    @Test("throws what an app can read as a number and as a code")
    func errors() {
        let stage = SimulatedStage()
        stage.open("App").run {
            let session = AVAudioSession.sharedInstance()
            do {
                try session.setCategory(.playback, options: .defaultToSpeaker)
                Issue.record("it was accepted")
            } catch let error as NSError {
                #expect(error.domain == NSOSStatusErrorDomain && error.code == -50)
                #expect(AVAudioSession.ErrorCode(rawValue: error.code) == .badParam)
            }
            let calls: [() throws -> Void] = [
                { try session.setPreferredInputNumberOfChannels(3) },
                { try session.setPreferredOutputNumberOfChannels(-1) },
                { try session.setPreferredIOBufferDuration(.infinity) },
                { try session.setMode(.init(rawValue: "")) },
            ]
            for call in calls { #expect(code(call) == .badParam) }
        }
    }

    private func code(_ body: () throws -> Void) -> AVAudioSession.ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return AVAudioSession.ErrorCode(rawValue: (error as NSError).code)
        }
    }
}
