import AudioModel
import AVFoundation
import Simulation
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("An audio session")
struct AVAudioSessionTests {
    @Test("begins as solo ambient, inactive, with nothing chosen")
    func begins() {
        let stage = SimulatedStage()
        let app = stage.open("Fresh")
        app.run {
            let session = AVAudioSession.sharedInstance()
            #expect(session === AVAudioSession.sharedInstance())
            #expect(session.category == .soloAmbient)
            #expect(session.mode == .default)
            #expect(session.categoryOptions == [])
            #expect(session.routeSharingPolicy == .default)
            #expect(session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
            #expect(session.availableInputs == nil)
            #expect(session.isInputAvailable)
            #expect(session.outputVolume == 0.8)
            #expect(session.sampleRate == 48_000)
            #expect(session.outputNumberOfChannels == 2 && session.inputNumberOfChannels == 0)
            #expect(session.recordPermission == .granted)
        }
    }

    @Test("is one for each app")
    func oneEach() throws {
        let stage = SimulatedStage()
        let music = stage.open("Music")
        let game = stage.open("Game")
        try music.run { try AVAudioSession.sharedInstance().setCategory(.playback) }
        game.run { #expect(AVAudioSession.sharedInstance().category == .soloAmbient) }
        music.run { #expect(AVAudioSession.sharedInstance().category == .playback) }
    }

    @Test("takes what goes together, and drops what was chosen before")
    func chooses() throws {
        let stage = SimulatedStage()
        let app = stage.open("Player")
        try app.run {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playback, mode: .spokenAudio, options: .duckOthers)
            #expect(session.mode == .spokenAudio)
            #expect(session.categoryOptions == [.mixWithOthers, .duckOthers])
            try session.setCategory(.playback)
            #expect(session.categoryOptions == [] && session.mode == .default)
            // A mode that the category does not support changes nothing.
            try session.setMode(.voiceChat)
            #expect(session.mode == .voiceChat)
            // Apple's sample of speech recognition sets this.
            try session.setCategory(.record, mode: .measurement, options: .duckOthers)
            #expect(session.categoryOptions == .duckOthers && session.mode == .measurement)
            try session.setCategory(.playback, mode: .default, policy: .longFormAudio)
            #expect(session.routeSharingPolicy == .longFormAudio)
        }
    }

    @Test("refuses what does not, and stays as it was")
    func refuses() {
        let stage = SimulatedStage()
        let app = stage.open("Player")
        app.run {
            let session = AVAudioSession.sharedInstance()
            #expect(code { try session.setCategory(.playback, options: .defaultToSpeaker) } == -50)
            #expect(code { try session.setCategory(.playback, options: .allowAirPlay) } == -50)
            #expect(code { try session.setCategory(.init(rawValue: "No such")) } == -50)
            #expect(code { try session.overrideOutputAudioPort(.speaker) } == -50)
            #expect(code { try session.setPreferredSampleRate(.nan) } == -50)
            #expect(code { try session.setInputGain(1) } == 0x2172_6573)
            #expect(session.category == .soloAmbient)
        }
    }

    @Test("is not activated during a call, and says with which code")
    func call() {
        let stage = SimulatedStage()
        let app = stage.open("Voice")
        stage.server.send(.callArrived)
        stage.server.send(.callAnswered)
        app.run {
            let session = AVAudioSession.sharedInstance()
            #expect(code { try session.setCategory(.playAndRecord) } == nil)
            do {
                try session.setActive(true)
                Issue.record("it was activated")
            } catch let error as NSError {
                #expect(error.domain == NSOSStatusErrorDomain)
                #expect(AVAudioSession.ErrorCode(rawValue: error.code) == .insufficientPriority)
            }
        }
    }

    @Test("chooses the microphone, and the speaker for the time being")
    func routes() throws {
        let stage = SimulatedStage()
        let app = stage.open("Voice")
        stage.server.send(.portPlugged(.headset))
        try app.run {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playAndRecord)
            try session.setActive(true)
            #expect(session.currentRoute.outputs.map(\.portType) == [.headphones])
            #expect(session.currentRoute.inputs.map(\.portType) == [.headsetMic])
            let inputs = try #require(session.availableInputs)
            #expect(inputs.map(\.portType) == [.builtInMic, .headsetMic])
            try session.setPreferredInput(inputs[0])
            #expect(session.preferredInput == inputs[0])
            #expect(session.currentRoute.inputs == [inputs[0]])
            try session.overrideOutputAudioPort(.speaker)
            #expect(session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
            try session.overrideOutputAudioPort(.none)
            #expect(session.currentRoute.outputs.map(\.portType) == [.headphones])
            #expect(session.currentRoute.outputs[0].channels?.count == 2)
        }
    }

    @Test("gives the code that a call threw")
    func codes() {
        #expect(AVAudioSession.ErrorCode.isBusy.rawValue == 560_030_580)
        #expect(AVAudioSession.ErrorCode.cannotInterruptOthers.rawValue == 560_557_684)
        #expect(AVAudioSession.ErrorCode.insufficientPriority.rawValue == 561_017_449)
        #expect(AVAudioSession.ErrorCode.siriIsRecording.rawValue == 1_936_290_409)
        for error in SessionError.allCases {
            #expect(AVAudioSession.ErrorCode(rawValue: Int(error.rawValue)) != nil, "\(error)")
        }
    }

    @Test("has Apple's raw values")
    func rawValues() {
        #expect(AVAudioSession.Category.playback.rawValue == "AVAudioSessionCategoryPlayback")
        #expect(AVAudioSession.Mode.spokenAudio.rawValue == "AVAudioSessionModeSpokenAudio")
        #expect(AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.rawValue == 17)
        #expect(AVAudioSession.PortOverride.speaker.rawValue == 0x7370_6B72)
        #expect(AVAudioSession.RecordPermission.granted.rawValue == 1_735_552_628)
        #expect(AVAudioSession.PromptStyle.normal.rawValue == 1_852_992_876)
        #expect(AVAudioSession.Port.bluetoothHFP.rawValue == "BluetoothHFP")
        for option in SessionOptions.named {
            let bits = option.option.rawValue
            #expect(AVAudioSession.CategoryOptions(rawValue: bits).rawValue == bits)
        }
        #expect(AVAudioSession.sharedInstance().availableCategories.count == 7)
        #expect(AVAudioSession.sharedInstance().availableModes.count == SessionMode.allCases.count)
    }

    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as NSError).code
        }
    }
}
