import AudioModel
import AudioToolbox
import TestSupport
import Testing

@Suite("The constants of Audio Session Services")
struct AudioSessionConstantsTests {
    @Test("are Apple's status codes")
    func statuses() {
        #expect(kAudioSessionNoError == 0)
        #expect(kAudioSessionNotInitialized == 560_557_673)
        #expect(kAudioSessionAlreadyInitialized == 1_768_843_636)
        #expect(kAudioSessionInitializationError == 1_768_843_583)
        #expect(kAudioSessionUnsupportedPropertyError == 1_886_681_407)
        #expect(kAudioSessionBadPropertySizeError == 561_211_770)
        #expect(kAudioSessionNotActiveError == 560_030_580)
        #expect(kAudioServicesNoHardwareError == 1_852_794_999)
        #expect(kAudioSessionNoHardwareError == 1_852_794_999)
        #expect(kAudioSessionNoCategorySet == 1_063_477_620)
        #expect(kAudioSessionIncompatibleCategory == 560_161_140)
        #expect(kAudioSessionUnspecifiedError == 2_003_329_396)
    }

    @Test("are Apple's numbers and flags")
    func numbers() {
        #expect(kAudioSessionEndInterruption == 0 && kAudioSessionBeginInterruption == 1)
        #expect(kAudioSessionInterruptionType_ShouldResume == 1_769_108_333)
        #expect(kAudioSessionInterruptionType_ShouldNotResume == 561_148_781)
        #expect(kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation == 1)
        #expect(kAudioSessionOverrideAudioRoute_None == 0)
        #expect(kAudioSessionOverrideAudioRoute_Speaker == fourCC("spkr"))
        let reasons = [
            kAudioSessionRouteChangeReason_Unknown,
            kAudioSessionRouteChangeReason_NewDeviceAvailable,
            kAudioSessionRouteChangeReason_OldDeviceUnavailable,
            kAudioSessionRouteChangeReason_CategoryChange,
            kAudioSessionRouteChangeReason_Override,
            kAudioSessionRouteChangeReason_WakeFromSleep,
            kAudioSessionRouteChangeReason_NoSuitableRouteForCategory,
            kAudioSessionRouteChangeReason_RouteConfigurationChange,
        ]
        #expect(reasons == [0, 1, 2, 3, 4, 6, 7, 8])
        #expect(reasons.map(UInt.init) == RouteChangeReason.allCases.map(\.rawValue))
    }

    @Test("are Apple's categories and modes")
    func categoriesAndModes() {
        #expect(kAudioSessionCategory_UserInterfaceSoundEffects == 1_969_841_784)
        #expect(kAudioSessionCategory_AmbientSound == 1_634_558_569)
        #expect(kAudioSessionCategory_SoloAmbientSound == 1_936_682_095)
        #expect(kAudioSessionCategory_MediaPlayback == 1_835_361_385)
        #expect(kAudioSessionCategory_LiveAudio == 1_818_850_917)
        #expect(kAudioSessionCategory_RecordAudio == 1_919_247_201)
        #expect(kAudioSessionCategory_PlayAndRecord == 1_886_151_026)
        #expect(kAudioSessionCategory_AudioProcessing == 1_886_547_811)
        #expect(kAudioSessionMode_Default == fourCC("dflt"))
        #expect(kAudioSessionMode_VoiceChat == fourCC("vcct"))
        #expect(kAudioSessionMode_VideoRecording == fourCC("vrcd"))
        #expect(kAudioSessionMode_Measurement == fourCC("msmt"))
        #expect(kAudioSessionMode_GameChat == fourCC("gmct"))
    }

    @Test("are Apple's properties")
    func properties() {
        #expect(kAudioSessionProperty_PreferredHardwareSampleRate == fourCC("hwsr"))
        #expect(kAudioSessionProperty_PreferredHardwareIOBufferDuration == fourCC("iobd"))
        #expect(kAudioSessionProperty_AudioCategory == fourCC("acat"))
        #expect(kAudioSessionProperty_AudioRoute == 1_919_907_188)
        #expect(kAudioSessionProperty_AudioRouteChange == fourCC("roch"))
        #expect(kAudioSessionProperty_CurrentHardwareSampleRate == fourCC("chsr"))
        #expect(kAudioSessionProperty_CurrentHardwareInputNumberChannels == fourCC("chic"))
        #expect(kAudioSessionProperty_CurrentHardwareOutputNumberChannels == fourCC("choc"))
        #expect(kAudioSessionProperty_CurrentHardwareOutputVolume == fourCC("chov"))
        #expect(kAudioSessionProperty_CurrentHardwareInputLatency == fourCC("cilt"))
        #expect(kAudioSessionProperty_CurrentHardwareOutputLatency == fourCC("colt"))
        #expect(kAudioSessionProperty_CurrentHardwareIOBufferDuration == fourCC("chbd"))
        #expect(kAudioSessionProperty_OtherAudioIsPlaying == fourCC("othr"))
        #expect(kAudioSessionProperty_OverrideAudioRoute == fourCC("ovrd"))
        #expect(kAudioSessionProperty_AudioInputAvailable == fourCC("aiav"))
        #expect(kAudioSessionProperty_ServerDied == fourCC("died"))
        #expect(kAudioSessionProperty_OtherMixableAudioShouldDuck == fourCC("duck"))
        #expect(kAudioSessionProperty_OverrideCategoryMixWithOthers == fourCC("cmix"))
        #expect(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker == fourCC("cspk"))
        #expect(kAudioSessionProperty_OverrideCategoryEnableBluetoothInput == fourCC("cblu"))
        #expect(kAudioSessionProperty_InterruptionType == fourCC("type"))
        #expect(kAudioSessionProperty_Mode == fourCC("mode"))
        #expect(kAudioSessionProperty_InputSources == fourCC("srcs"))
        #expect(kAudioSessionProperty_OutputDestinations == fourCC("dsts"))
        #expect(kAudioSessionProperty_InputSource == fourCC("isrc"))
        #expect(kAudioSessionProperty_OutputDestination == fourCC("odst"))
        #expect(kAudioSessionProperty_InputGainAvailable == fourCC("igav"))
        #expect(kAudioSessionProperty_InputGainScalar == fourCC("igsc"))
        #expect(kAudioSessionProperty_AudioRouteDescription == fourCC("crar"))
    }

    @Test("are the keys and types that dictionaries of Apple's have")
    func texts() {
        #expect(kAudioSession_AudioRouteChangeKey_Reason == "OutputDeviceDidChange_Reason")
        #expect(kAudioSession_AudioRouteChangeKey_OldRoute == "OutputDeviceDidChange_OldRoute")
        let keys = [
            kAudioSession_RouteChangeKey_Reason,
            kAudioSession_AudioRouteChangeKey_PreviousRouteDescription,
            kAudioSession_AudioRouteChangeKey_CurrentRouteDescription,
            kAudioSession_AudioRouteKey_Inputs, kAudioSession_AudioRouteKey_Outputs,
            kAudioSession_AudioRouteKey_Type,
        ]
        #expect(
            keys == [
                "OutputDeviceDidChange_Reason", "ActiveAudioRouteDidChange_OldDetailedRoute",
                "ActiveAudioRouteDidChange_NewDetailedRoute", "RouteDetailedDescription_Inputs",
                "RouteDetailedDescription_Outputs", "RouteDetailedDescription_PortType",
            ])
        let inputs = [
            kAudioSessionInputRoute_LineIn, kAudioSessionInputRoute_BuiltInMic,
            kAudioSessionInputRoute_HeadsetMic, kAudioSessionInputRoute_BluetoothHFP,
            kAudioSessionInputRoute_USBAudio,
        ]
        #expect(
            inputs == [
                "LineIn", "MicrophoneBuiltIn", "MicrophoneWired", "MicrophoneBluetooth", "USB",
            ])
        let outputs = [
            kAudioSessionOutputRoute_LineOut, kAudioSessionOutputRoute_Headphones,
            kAudioSessionOutputRoute_BluetoothHFP, kAudioSessionOutputRoute_BluetoothA2DP,
            kAudioSessionOutputRoute_BuiltInReceiver, kAudioSessionOutputRoute_BuiltInSpeaker,
            kAudioSessionOutputRoute_USBAudio, kAudioSessionOutputRoute_HDMI,
            kAudioSessionOutputRoute_AirPlay,
        ]
        #expect(
            outputs == [
                "LineOut", "Headphones", "HeadsetBT", "HeadphonesBT", "Receiver", "Speaker", "USB",
                "HDMI", "AirTunes",
            ])
        let sources = [
            kAudioSession_InputSourceKey_ID, kAudioSession_InputSourceKey_Description,
            kAudioSession_OutputDestinationKey_ID, kAudioSession_OutputDestinationKey_Description,
        ]
        #expect(Set(sources).count == 4)
    }
}
