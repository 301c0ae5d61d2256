import AVFAudio
import Testing

@Suite("The values of AVAudioSession")
struct SessionValuesTests {
    @Test("are Apple's names of categories, modes and ports")
    func names() {
        let categories: [AVAudioSession.Category] = [
            .ambient, .soloAmbient, .playback, .record, .playAndRecord, .audioProcessing,
            .multiRoute,
        ]
        #expect(
            categories.map(\.rawValue)
                == [
                    "Ambient", "SoloAmbient", "Playback", "Record", "PlayAndRecord",
                    "AudioProcessing", "MultiRoute",
                ].map { "AVAudioSessionCategory" + $0 })
        let modes: [AVAudioSession.Mode] = [
            .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback,
            .videoChat, .spokenAudio, .voicePrompt,
        ]
        #expect(
            modes.map(\.rawValue)
                == [
                    "Default", "VoiceChat", "GameChat", "VideoRecording", "Measurement",
                    "MoviePlayback", "VideoChat", "SpokenAudio", "VoicePrompt",
                ].map { "AVAudioSessionMode" + $0 })
        let ports: [AVAudioSession.Port] = [
            .lineIn, .builtInMic, .headsetMic, .lineOut, .headphones, .bluetoothA2DP,
            .builtInReceiver, .builtInSpeaker, .HDMI, .airPlay, .bluetoothLE, .bluetoothHFP,
            .usbAudio, .carAudio,
        ]
        #expect(
            ports.map(\.rawValue) == [
                "LineIn", "MicrophoneBuiltIn", "MicrophoneWired", "LineOut", "Headphones",
                "BluetoothA2DPOutput", "Receiver", "Speaker", "HDMIOutput", "AirPlay",
                "BluetoothLE", "BluetoothHFP", "USBAudio", "CarAudio",
            ])
    }

    @Test("are Apple's bits of options")
    func options() {
        let options: [AVAudioSession.CategoryOptions] = [
            .mixWithOthers, .duckOthers, .allowBluetooth, .allowBluetoothHFP, .defaultToSpeaker,
            .interruptSpokenAudioAndMixWithOthers, .allowBluetoothA2DP, .allowAirPlay,
            .overrideMutedMicrophoneInterruption,
        ]
        #expect(options.map(\.rawValue) == [1, 2, 4, 4, 8, 0x11, 0x20, 0x40, 0x80])
        #expect(AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
        #expect(AVAudioSession.InterruptionOptions.shouldResume.rawValue == 1)
    }

    @Test("are Apple's numbers of enumerations")
    func enumerations() {
        #expect(AVAudioSession.InterruptionType.began.rawValue == 1)
        #expect(AVAudioSession.InterruptionType.ended.rawValue == 0)
        let interruptions: [AVAudioSession.InterruptionReason] = [
            .default, .appWasSuspended, .builtInMicMuted, .routeDisconnected,
        ]
        #expect(interruptions.map(\.rawValue) == [0, 1, 2, 4])
        let changes: [AVAudioSession.RouteChangeReason] = [
            .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .categoryChange, .override,
            .wakeFromSleep, .noSuitableRouteForCategory, .routeConfigurationChange,
        ]
        #expect(changes.map(\.rawValue) == [0, 1, 2, 3, 4, 6, 7, 8])
        #expect(AVAudioSession.RouteChangeReason(rawValue: 5) == nil)
        let policies: [AVAudioSession.RouteSharingPolicy] = [
            .default, .longFormAudio, .longForm, .independent, .longFormVideo,
        ]
        #expect(policies.map(\.rawValue) == [0, 1, 1, 2, 3])
        #expect(AVAudioSession.PortOverride.none.rawValue == 0)
        #expect(AVAudioSession.PortOverride.speaker.rawValue == 0x7370_6B72)
        #expect(AVAudioSession.SilenceSecondaryAudioHintType.begin.rawValue == 1)
        #expect(AVAudioSession.SilenceSecondaryAudioHintType.end.rawValue == 0)
        #expect(AVAudioSession.RecordPermission.undetermined.rawValue == 1_970_168_948)
        #expect(AVAudioSession.RecordPermission.denied.rawValue == 1_684_369_017)
        #expect(AVAudioSession.RecordPermission.granted.rawValue == 1_735_552_628)
        #expect(AVAudioSession.IOType.notSpecified.rawValue == 0)
        #expect(AVAudioSession.IOType.aggregated.rawValue == 1)
        #expect(AVAudioSession.PromptStyle.none.rawValue == 1_852_796_517)
        #expect(AVAudioSession.PromptStyle.short.rawValue == 1_936_224_884)
        #expect(AVAudioSession.PromptStyle.normal.rawValue == 1_852_992_876)
        let orientations: [AVAudioSession.StereoOrientation] = [
            .none, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
        ]
        #expect(orientations.map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test("are Apple's codes of errors")
    func errors() {
        let codes: [(AVAudioSession.ErrorCode, Int)] = [
            (.none, 0), (.mediaServicesFailed, 1_836_282_486), (.isBusy, 560_030_580),
            (.incompatibleCategory, 560_161_140), (.cannotInterruptOthers, 560_557_684),
            (.missingEntitlement, 1_701_737_535), (.siriIsRecording, 1_936_290_409),
            (.cannotStartPlaying, 561_015_905), (.cannotStartRecording, 561_145_187),
            (.badParam, -50), (.insufficientPriority, 561_017_449),
            (.resourceNotAvailable, 561_145_203), (.unspecified, 2_003_329_396),
            (.expiredSession, 561_210_739), (.sessionNotActive, 1_768_841_571),
        ]
        for (code, number) in codes { #expect(code.rawValue == number) }
    }

    @Test("are Apple's names of notifications and of their keys")
    func notifications() {
        let names: [Notification.Name] = [
            AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
            AVAudioSession.silenceSecondaryAudioHintNotification,
            AVAudioSession.mediaServicesWereLostNotification,
            AVAudioSession.mediaServicesWereResetNotification,
        ]
        #expect(
            names.map(\.rawValue)
                == [
                    "Interruption", "RouteChange", "SilenceSecondaryAudioHint",
                    "MediaServicesWereLost", "MediaServicesWereReset",
                ].map { "AVAudioSession\($0)Notification" })
        let keys = [
            AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionOptionKey,
            AVAudioSessionInterruptionReasonKey, AVAudioSessionInterruptionWasSuspendedKey,
            AVAudioSessionRouteChangeReasonKey, AVAudioSessionRouteChangePreviousRouteKey,
            AVAudioSessionSilenceSecondaryAudioHintTypeKey,
        ]
        #expect(
            keys
                == [
                    "InterruptionType", "InterruptionOption", "InterruptionReason",
                    "InterruptionWasSuspended", "RouteChangeReason", "RouteChangePreviousRoute",
                    "SilenceSecondaryAudioHintType",
                ].map { "AVAudioSession\($0)Key" })
    }
}
