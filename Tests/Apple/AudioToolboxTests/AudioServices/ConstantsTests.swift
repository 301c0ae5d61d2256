import AudioToolbox
import TestSupport
import Testing

@Suite("The constants that apps see")
struct ConstantsTests {
    @Test("of System Sound Services have Apple's values")
    func services() {
        let constants = [
            kSystemSoundID_Vibrate, kSystemSoundID_FlashScreen, kSystemSoundID_UserPreferredAlert,
            kAudioServicesPropertyIsUISound, kAudioServicesPropertyCompletePlaybackIfAppDies,
        ]
        #expect(constants == [4095, 0x0FFE, 0x1000, 1_769_174_377, 1_768_318_057])
        let errors = [
            kAudioServicesNoError, kAudioServicesUnsupportedPropertyError,
            kAudioServicesBadPropertySizeError, kAudioServicesBadSpecifierSizeError,
            kAudioServicesSystemSoundUnspecifiedError,
            kAudioServicesSystemSoundClientTimedOutError,
            kAudioServicesSystemSoundExceededMaximumDurationError,
        ]
        #expect(errors == [0, 1_886_681_407, 561_211_770, 561_213_539, -1500, -1501, -1502])
    }

    @Test("of all audio have Apple's values")
    func errors() {
        let errors = [
            noErr, kAudio_UnimplementedError, kAudio_TooManyFilesOpenError,
            kAudio_FileNotFoundError, kAudio_ParamError, kAudio_FilePermissionError,
            kAudio_MemFullError, kAudio_BadFilePathError,
        ]
        #expect(errors == [0, -4, -42, -43, -50, -54, -108, 561_017_960])
    }

    @Test("of MPEG-4 objects have Apple's names and values")
    func objects() {
        let objects: [MPEG4ObjectID] = [
            .aac_Main, .AAC_LC, .AAC_SSR, .AAC_LTP, .AAC_SBR, .aac_Scalable, .twinVQ, .CELP, .HVXC,
        ]
        #expect(objects.map(\.rawValue) == Array(1...9))
    }

    @Test(
        "of formats are their four characters",
        arguments: [
            (kAudioFormatLinearPCM, "lpcm"), (kAudioFormatAppleIMA4, "ima4"),
            (kAudioFormatMPEG4AAC, "aac "), (kAudioFormatMPEG4AAC_HE, "aach"),
            (kAudioFormatMPEG4AAC_HE_V2, "aacp"), (kAudioFormatMPEG4AAC_LD, "aacl"),
            (kAudioFormatMPEG4AAC_ELD, "aace"), (kAudioFormatMPEG4CELP, "celp"),
            (kAudioFormatMPEG4HVXC, "hvxc"), (kAudioFormatMPEG4TwinVQ, "twvq"),
            (kAudioFormatMPEGD_USAC, "usac"), (kAudioFormatAppleLossless, "alac"),
            (kAudioFormatMPEGLayer1, ".mp1"), (kAudioFormatMPEGLayer2, ".mp2"),
            (kAudioFormatMPEGLayer3, ".mp3"), (kAudioFormatULaw, "ulaw"),
            (kAudioFormatALaw, "alaw"), (kAudioFormatMACE3, "MAC3"), (kAudioFormatMACE6, "MAC6"),
            (kAudioFormatQDesign, "QDMC"), (kAudioFormatQDesign2, "QDM2"),
            (kAudioFormatQUALCOMM, "Qclp"), (kAudioFormatAC3, "ac-3"),
            (kAudioFormatEnhancedAC3, "ec-3"), (kAudioFormat60958AC3, "cac3"),
            (kAudioFormatiLBC, "ilbc"), (kAudioFormatAMR, "samr"), (kAudioFormatAMR_WB, "sawb"),
            (kAudioFormatFLAC, "flac"), (kAudioFormatOpus, "opus"),
            (kAudioFormatAudible, "AUDB"), (kAudioFormatTimeCode, "time"),
            (kAudioFormatMIDIStream, "midi"), (kAudioFormatParameterValueStream, "apvs"),
            (kAudioFormatAES3, "aes3"), (kAudioFormatDVIIntelIMA, "ms\u{00}\u{11}"),
            (kAudioFormatMicrosoftGSM, "ms\u{00}\u{31}"),
        ])
    func formats(id: AudioFormatID, characters: String) {
        #expect(id == fourCC(characters))
    }

    @Test("of format flags are Apple's bits, and make the usual words")
    func flags() {
        let bits: [AudioFormatFlags] = [
            kAudioFormatFlagIsFloat, kAudioFormatFlagIsBigEndian, kAudioFormatFlagIsSignedInteger,
            kAudioFormatFlagIsPacked, kAudioFormatFlagIsAlignedHigh,
            kAudioFormatFlagIsNonInterleaved, kAudioFormatFlagIsNonMixable,
            kAudioFormatFlagsAreAllClear,
        ]
        #expect(bits == [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x8000_0000])
        let linearPCM: [AudioFormatFlags] = [
            kLinearPCMFormatFlagIsFloat, kLinearPCMFormatFlagIsBigEndian,
            kLinearPCMFormatFlagIsSignedInteger, kLinearPCMFormatFlagIsPacked,
            kLinearPCMFormatFlagIsAlignedHigh, kLinearPCMFormatFlagIsNonInterleaved,
            kLinearPCMFormatFlagIsNonMixable, kLinearPCMFormatFlagsAreAllClear,
        ]
        #expect(linearPCM == bits)
        #expect(kLinearPCMFormatFlagsSampleFractionShift == 7)
        #expect(kLinearPCMFormatFlagsSampleFractionMask == 0x1F80)
        let lossless: [AudioFormatFlags] = [
            kAppleLosslessFormatFlag_16BitSourceData, kAppleLosslessFormatFlag_20BitSourceData,
            kAppleLosslessFormatFlag_24BitSourceData, kAppleLosslessFormatFlag_32BitSourceData,
        ]
        #expect(lossless == [1, 2, 3, 4])
        #expect(kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked == 0x0C)
        let native = kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsFloat
        #expect(native | kAudioFormatFlagIsPacked == kAudioFormatFlagsNativeFloatPacked)
        #expect(kAudioFormatFlagsNativeEndian == (1.bigEndian == 1 ? 2 : 0))
    }
}
