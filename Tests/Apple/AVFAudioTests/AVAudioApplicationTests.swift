import AudioModel
import AVFAudio
import Simulation
import SoundClient
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("AVAudioApplication")
struct AVAudioApplicationTests {
    @Test(
        "knows the permission to record and answers with it",
        arguments: [
            (MicrophonePermission.granted, AVAudioApplication.recordPermission.granted),
            (.denied, .denied), (.undetermined, .undetermined),
        ])
    func permission(
        permission: MicrophonePermission, expected: AVAudioApplication.recordPermission
    ) async {
        var configuration = PolicyConfiguration()
        configuration.microphone = permission
        let stage = SimulatedStage(configuration)
        let app = stage.open("App")
        let answers = Mutex<[Bool]>([])
        app.run {
            #expect(AVAudioApplication.shared.recordPermission == expected)
            AVAudioApplication.requestRecordPermission { isGranted in
                answers.withLock { $0.append(isGranted) }
            }
        }
        stage.advance(by: .milliseconds(10))
        #expect(answers.withLock { $0 } == [permission == .granted])
    }

    @Test("reports a muted input while a session that records is active, or when it becomes active")
    func muting() throws {
        let stage = SimulatedStage()
        let app = stage.open("App")
        let told = Mutex<[Bool]>([])
        let application = app.run { AVAudioApplication.shared }
        let token = NotificationCenter.default.addObserver(
            forName: AVAudioApplication.inputMuteStateChangeNotification, object: application,
            queue: nil
        ) { note in
            let state = note.userInfo?[AVAudioApplication.muteStateKey] as? Bool
            told.withLock { $0.append(state ?? false) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        func pass() -> [Bool] {
            stage.advance(by: .milliseconds(10))
            return told.withLock { $0 }
        }
        // Given an app that does not record, when it mutes, then that is only kept.
        try app.run { try application.setInputMuted(true) }
        #expect(application.isInputMuted && app.sound.isInputMuted)
        #expect(pass() == [])
        // When it records, then it is told; so it is of each change from now on.
        try app.run {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            try AVAudioSession.sharedInstance().setActive(true)
        }
        #expect(pass() == [true])
        try app.run {
            try application.setInputMuted(true)
            try application.setInputMuted(false)
        }
        #expect(pass() == [true, false])
        #expect(!app.sound.isInputMuted)
    }

    @Test("asks the app's handler, which may refuse")
    func handler() throws {
        let stage = SimulatedStage()
        let app = stage.open("App")
        let asked = Mutex<[Bool]>([])
        try app.run {
            let application = AVAudioApplication.shared
            try application.setInputMuteStateChangeHandler { state in
                asked.withLock { $0.append(state) }
                return state
            }
            try application.setInputMuted(true)
            #expect(throws: (any Error).self) { try application.setInputMuted(false) }
            #expect(application.isInputMuted)
            try application.setInputMuteStateChangeHandler(nil)
            try application.setInputMuted(false)
            #expect(!application.isInputMuted)
        }
        #expect(asked.withLock { $0 } == [true, false])
    }

    @Test("has Apple's names and numbers, as the session's newer ports and notifications have")
    func values() {
        #expect(AVAudioApplication.recordPermission.undetermined.rawValue == 1_970_168_948)
        #expect(AVAudioApplication.recordPermission.denied.rawValue == 1_684_369_017)
        #expect(AVAudioApplication.recordPermission.granted.rawValue == 1_735_552_628)
        #expect(AVAudioApplication.muteStateKey == "AVAudioApplicationMuteStateKey")
        let ports: [AVAudioSession.Port] = [
            .AVB, .continuityMicrophone, .displayPort, .fireWire, .PCI, .thunderbolt, .virtual,
        ]
        #expect(
            ports.map(\.rawValue) == [
                "AVB", "ContinuityMicrophone", "DisplayPort", "FireWire", "PCI", "Thunderbolt",
                "Virtual",
            ])
        let names: [(Notification.Name, String)] = [
            (
                AVAudioApplication.inputMuteStateChangeNotification,
                "ApplicationInputMuteStateChange"
            ),
            (AVAudioSession.availableInputsChangeNotification, "SessionAvailableInputsChange"),
            (
                AVAudioSession.microphoneInjectionCapabilitiesChangeNotification,
                "SessionMicrophoneInjectionCapabilitiesChange"
            ),
            (AVAudioSession.outputMuteStateChangeNotification, "SessionOutputMuteStateChange"),
            (
                AVAudioSession.renderingCapabilitiesChangeNotification,
                "SessionRenderingCapabilitiesChange"
            ),
            (AVAudioSession.renderingModeChangeNotification, "SessionRenderingModeChange"),
            (
                AVAudioSession.spatialPlaybackCapabilitiesChangedNotification,
                "SessionSpatialPlaybackCapabilitiesChanged"
            ),
            (
                AVAudioSession.userIntentToUnmuteOutputNotification,
                "SessionUserIntentToUnmuteOutput"
            ),
        ]
        #expect(names.map(\.0.rawValue) == names.map { "AVAudio\($0.1)Notification" })
    }

    @Test(
        "and its inputs: a microphone that comes or goes is announced from iOS 26 on",
        arguments: [(PhoneProfile.ios17, 0), (.ios26, 2)])
    func inputs(profile: PhoneProfile, expected: Int) throws {
        var configuration = PolicyConfiguration()
        configuration.profile = profile
        let stage = SimulatedStage(configuration)
        let app = stage.open("App")
        let count = Mutex(0)
        let session = app.run { AVAudioSession.sharedInstance() }
        let token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.availableInputsChangeNotification, object: session, queue: nil
        ) { _ in count.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        try app.run {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            try AVAudioSession.sharedInstance().setActive(true)
        }
        for event in [DeviceEvent.portPlugged(.headset), .portUnplugged(.headset)] {
            stage.server.send(event)
            stage.advance(by: .milliseconds(10))
        }
        #expect(count.withLock { $0 } == expected)
    }
}
