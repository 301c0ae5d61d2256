import AudioToolbox
import TestSupport
import Testing

@Suite("The declarations of Audio Converter")
struct AudioConverterConstantsTests {
    @Test(
        "have the properties' four characters",
        arguments: [
            (kAudioConverterPropertyMinimumInputBufferSize, "mibs"),
            (kAudioConverterPropertyMinimumOutputBufferSize, "mobs"),
            (kAudioConverterPropertyMaximumInputPacketSize, "xips"),
            (kAudioConverterPropertyMaximumOutputPacketSize, "xops"),
            (kAudioConverterPropertyCalculateInputBufferSize, "cibs"),
            (kAudioConverterPropertyCalculateOutputBufferSize, "cobs"),
            (kAudioConverterPropertyInputCodecParameters, "icdp"),
            (kAudioConverterPropertyOutputCodecParameters, "ocdp"),
            (kAudioConverterSampleRateConverterComplexity, "srca"),
            (kAudioConverterSampleRateConverterQuality, "srcq"),
            (kAudioConverterSampleRateConverterInitialPhase, "srcp"),
            (kAudioConverterCodecQuality, "cdqu"), (kAudioConverterPrimeMethod, "prmm"),
            (kAudioConverterPrimeInfo, "prim"), (kAudioConverterChannelMap, "chmp"),
            (kAudioConverterDecompressionMagicCookie, "dmgc"),
            (kAudioConverterCompressionMagicCookie, "cmgc"),
            (kAudioConverterEncodeBitRate, "brat"),
            (kAudioConverterEncodeAdjustableSampleRate, "ajsr"),
            (kAudioConverterInputChannelLayout, "icl "),
            (kAudioConverterOutputChannelLayout, "ocl "),
            (kAudioConverterApplicableEncodeBitRates, "aebr"),
            (kAudioConverterAvailableEncodeBitRates, "vebr"),
            (kAudioConverterApplicableEncodeSampleRates, "aesr"),
            (kAudioConverterAvailableEncodeSampleRates, "vesr"),
            (kAudioConverterAvailableEncodeChannelLayoutTags, "aecl"),
            (kAudioConverterCurrentOutputStreamDescription, "acod"),
            (kAudioConverterCurrentInputStreamDescription, "acid"),
            (kAudioConverterPropertySettings, "acps"),
            (kAudioConverterPropertyBitDepthHint, "acbd"),
            (kAudioConverterPropertyFormatList, "flst"),
            (kAudioConverterPropertyCanResumeFromInterruption, "crfi"),
            (kAudioConverterPropertyPerformDownmix, "dmix"),
            (kAudioConverterPropertyChannelMixMap, "mmap"),
            (kAudioConverterPropertyDithering, "dith"),
            (kAudioConverterPropertyDitherBitDepth, "dbit"),
            (kAudioConverterSampleRateConverterComplexity_Linear, "line"),
            (kAudioConverterSampleRateConverterComplexity_Normal, "norm"),
            (kAudioConverterSampleRateConverterComplexity_Mastering, "bats"),
            (kAudioConverterSampleRateConverterComplexity_MinimumPhase, "minp"),
            (kAudioDecoderComponentType, "adec"), (kAudioEncoderComponentType, "aenc"),
            (kAppleSoftwareAudioCodecManufacturer, "appl"),
            (kAppleHardwareAudioCodecManufacturer, "aphw"),
        ] as [(UInt32, String)])
    func properties(value: UInt32, characters: String) {
        #expect(value == fourCC(characters))
    }

    @Test(
        "have the errors' numbers",
        arguments: [
            (kAudioConverterErr_FormatNotSupported, 1_718_449_215),
            (kAudioConverterErr_OperationNotSupported, 0x6F70_3F3F),
            (kAudioConverterErr_PropertyNotSupported, 1_886_547_824),
            (kAudioConverterErr_InvalidInputSize, 1_768_846_202),
            (kAudioConverterErr_InvalidOutputSize, 1_869_902_714),
            (kAudioConverterErr_UnspecifiedError, 2_003_329_396),
            (kAudioConverterErr_BadPropertySizeError, 561_211_770),
            (kAudioConverterErr_RequiresPacketDescriptionsError, 561_015_652),
            (kAudioConverterErr_InputSampleRateOutOfRange, 560_558_962),
            (kAudioConverterErr_OutputSampleRateOutOfRange, 560_952_178),
            (kAudioConverterErr_HardwareInUse, 1_752_656_245),
            (kAudioConverterErr_NoHardwarePermission, 1_885_696_621),
        ] as [(OSStatus, OSStatus)])
    func errors(value: OSStatus, expected: OSStatus) {
        #expect(value == expected)
    }

    @Test("have the other values")
    func values() {
        #expect(kAudioConverterQuality_Max == 127)
        #expect(kAudioConverterQuality_High == 96)
        #expect(kAudioConverterQuality_Medium == 64)
        #expect(kAudioConverterQuality_Low == 32)
        #expect(kAudioConverterQuality_Min == 0)
        #expect(kConverterPrimeMethod_Pre == 0)
        #expect(kConverterPrimeMethod_Normal == 1)
        #expect(kConverterPrimeMethod_None == 2)
        #expect(kDitherAlgorithm_TPDF == 1)
        #expect(kDitherAlgorithm_NoiseShaping == 2)
        #expect(MemoryLayout<AudioConverterPrimeInfo>.size == 8)
        #expect(MemoryLayout<AudioClassDescription>.size == 12)
    }
}
