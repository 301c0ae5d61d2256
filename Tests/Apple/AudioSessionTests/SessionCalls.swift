import AVFAudio
import AudioToolbox
import TestSupport

/// One function of the audio session, in either of its faces, as an app would call it.
struct SessionCall {
    var name: String
    var run: @Sendable (AVAudioSession) -> Void

    private init(_ name: String, _ run: @escaping @Sendable (AVAudioSession) -> Void) {
        self.name = name
        self.run = run
    }

    static func named(_ name: String) -> SessionCall? { all.first { $0.name == name } }

    static let all = changes + choices + readings + legacy

    /// What changes the session's own state, and with it that of others.
    private static let changes = [
        SessionCall("setCategory(_:)") { try? $0.setCategory(.playback) },
        SessionCall("setCategory(_:options:)") {
            try? $0.setCategory(.playAndRecord, options: [.duckOthers, .defaultToSpeaker])
        },
        SessionCall("setCategory(_:mode:options:)") {
            try? $0.setCategory(.playback, mode: .spokenAudio, options: .mixWithOthers)
        },
        SessionCall("setCategory(_:mode:policy:options:)") {
            try? $0.setCategory(.playback, mode: .default, policy: .longFormAudio, options: [])
        },
        SessionCall("setMode(_:)") { try? $0.setMode(.moviePlayback) },
        SessionCall("setActive(true)") { try? $0.setActive(true) },
        SessionCall("setActive(false)") { try? $0.setActive(false) },
        SessionCall("setActive(false, notifying)") {
            try? $0.setActive(false, options: .notifyOthersOnDeactivation)
        },
        SessionCall("off and on") {
            try? $0.setActive(false)
            try? $0.setActive(true)
        },
        SessionCall("setPreferredInput(_:)") {
            try? $0.setCategory(.playAndRecord)
            try? $0.setPreferredInput($0.availableInputs?.first)
        },
        SessionCall("overrideOutputAudioPort(_:)") {
            try? $0.setCategory(.playAndRecord)
            try? $0.overrideOutputAudioPort(.speaker)
        },
    ]

    /// What the app prefers.
    private static let choices = [
        SessionCall("requestRecordPermission(_:)") { $0.requestRecordPermission { _ in } },
        SessionCall("setPreferredSampleRate(_:)") { try? $0.setPreferredSampleRate(44_100) },
        SessionCall("setPreferredIOBufferDuration(_:)") {
            try? $0.setPreferredIOBufferDuration(0.005)
        },
        SessionCall("setPreferredInputNumberOfChannels(_:)") {
            try? $0.setPreferredInputNumberOfChannels(0)
        },
        SessionCall("setPreferredOutputNumberOfChannels(_:)") {
            try? $0.setPreferredOutputNumberOfChannels(2)
        },
        SessionCall("setInputGain(_:)") { try? $0.setInputGain(0.5) },
        SessionCall("setInputDataSource(_:)") { try? $0.setInputDataSource(nil) },
        SessionCall("setOutputDataSource(_:)") { try? $0.setOutputDataSource(nil) },
        SessionCall("setAllowHapticsAndSystemSoundsDuringRecording(_:)") {
            try? $0.setAllowHapticsAndSystemSoundsDuringRecording(true)
        },
        SessionCall("setPrefersNoInterruptionsFromSystemAlerts(_:)") {
            try? $0.setPrefersNoInterruptionsFromSystemAlerts(true)
        },
        SessionCall("setPrefersInterruptionOnRouteDisconnect(_:)") {
            try? $0.setPrefersInterruptionOnRouteDisconnect(false)
        },
        SessionCall("setAggregatedIOPreference(_:)") {
            try? $0.setAggregatedIOPreference(.aggregated)
        },
        SessionCall("setPreferredInputOrientation(_:)") {
            try? $0.setPreferredInputOrientation(.portrait)
        },
        SessionCall("setSupportsMultichannelContent(_:)") {
            try? $0.setSupportsMultichannelContent(true)
        },
        SessionCall("delegate") { $0.delegate = nil },
        SessionCall("observe(_:options:changeHandler:)") {
            $0.observe(\.outputVolume, options: .initial) { _, _ in }.invalidate()
        },
    ]

    private static let readings = [
        SessionCall("sharedInstance()") { _ in _ = AVAudioSession.sharedInstance() },
        SessionCall("what it is for") {
            _ = ($0.category, $0.mode, $0.categoryOptions, $0.routeSharingPolicy)
            _ = ($0.availableCategories, $0.availableModes, $0.promptStyle)
        },
        SessionCall("currentRoute") { _ = $0.currentRoute },
        SessionCall("inputs") {
            _ = ($0.availableInputs, $0.preferredInput, $0.isInputAvailable)
            _ = ($0.inputDataSources, $0.outputDataSources)
        },
        SessionCall("others") {
            _ = ($0.isOtherAudioPlaying, $0.secondaryAudioShouldBeSilencedHint)
        },
        SessionCall("outputVolume") { _ = $0.outputVolume },
        SessionCall("recordPermission") { _ = $0.recordPermission },
        SessionCall("hardware") {
            _ = ($0.sampleRate, $0.ioBufferDuration, $0.inputLatency, $0.outputLatency)
            _ = ($0.inputNumberOfChannels, $0.outputNumberOfChannels, $0.inputGain)
            _ = ($0.preferredSampleRate, $0.preferredIOBufferDuration)
        },
    ]

    private static let legacy =
        [
            SessionCall("AudioSessionInitialize") { _ in
                AudioSessionInitialize(nil, nil, { _, _ in }, nil)
            },
            SessionCall("AudioSessionSetActive") { _ in AudioSessionSetActive(true) },
            SessionCall("AudioSessionSetActiveWithFlags") { _ in
                AudioSessionSetActiveWithFlags(false, 1)
            },
            SessionCall("AudioSessionGetProperty") { _ in readEveryProperty() },
            SessionCall("AudioSessionAddPropertyListener") { _ in
                AudioSessionAddPropertyListener(
                    kAudioSessionProperty_AudioRouteChange, { _, _, _, _ in }, nil)
            },
            SessionCall("AudioSessionRemovePropertyListenerWithUserData") { _ in
                AudioSessionRemovePropertyListenerWithUserData(
                    kAudioSessionProperty_CurrentHardwareOutputVolume, { _, _, _, _ in }, nil)
            },
            SessionCall("AudioSessionRemovePropertyListener") { _ in
                AudioSessionRemovePropertyListener(
                    kAudioSessionProperty_CurrentHardwareOutputVolume)
            },
        ]
        + [
            ("acat", kAudioSessionCategory_PlayAndRecord), ("mode", kAudioSessionMode_Default),
            ("cmix", 1), ("duck", 1), ("cspk", 1), ("cblu", 1), ("ovrd", 0),
        ].map { name, value in
            SessionCall("AudioSessionSetProperty \(name)") { _ in
                var value: UInt32 = value
                AudioSessionSetProperty(propertyID(name), 4, &value)
            }
        }
}

/// A property by its four characters.
func propertyID(_ characters: some StringProtocol) -> AudioSessionPropertyID {
    fourCC(String(characters))
}

private func readEveryProperty() {
    for name in [
        "hwsr", "iobd", "acat", "chsr", "chic", "choc", "chov", "cilt", "colt", "chbd", "othr",
        "aiav", "duck", "cmix", "cspk", "cblu", "type", "mode", "igav", "igsc",
    ] {
        var size: UInt32 = 0
        var value: UInt64 = 0
        AudioSessionGetPropertySize(propertyID(name), &size)
        AudioSessionGetProperty(propertyID(name), &size, &value)
    }
    for name in ["rout", "crar", "srcs", "dsts"] {
        var object: Unmanaged<AnyObject>?
        var size: UInt32 = 8
        AudioSessionGetProperty(propertyID(name), &size, &object)
        object?.release()
    }
}
