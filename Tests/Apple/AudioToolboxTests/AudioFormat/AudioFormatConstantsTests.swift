import AudioToolbox
import Testing

@Suite("The declarations of Audio Format Services")
struct AudioFormatConstantsTests {
    @Test("have the properties' four characters")
    func properties() {
        let codes: [(AudioFormatPropertyID, String)] = [
            (kAudioFormatProperty_FormatInfo, "fmti"), (kAudioFormatProperty_FormatName, "fnam"),
            (kAudioFormatProperty_EncodeFormatIDs, "acof"),
            (kAudioFormatProperty_DecodeFormatIDs, "acif"),
            (kAudioFormatProperty_FormatList, "flst"),
            (kAudioFormatProperty_ASBDFromESDS, "essd"),
            (kAudioFormatProperty_ChannelLayoutFromESDS, "escl"),
            (kAudioFormatProperty_OutputFormatList, "ofls"),
            (kAudioFormatProperty_FirstPlayableFormatFromList, "fpfl"),
            (kAudioFormatProperty_FormatIsVBR, "fvbr"),
            (kAudioFormatProperty_FormatIsExternallyFramed, "fexf"),
            (kAudioFormatProperty_FormatEmploysDependentPackets, "fdep"),
            (kAudioFormatProperty_FormatIsEncrypted, "cryp"),
            (kAudioFormatProperty_Encoders, "aven"), (kAudioFormatProperty_Decoders, "avde"),
            (kAudioFormatProperty_AvailableEncodeBitRates, "aebr"),
            (kAudioFormatProperty_AvailableEncodeSampleRates, "aesr"),
            (kAudioFormatProperty_AvailableEncodeChannelLayoutTags, "aecl"),
            (kAudioFormatProperty_AvailableEncodeNumberChannels, "avnc"),
            (kAudioFormatProperty_AvailableDecodeNumberChannels, "adnc"),
            (kAudioFormatProperty_ASBDFromMPEGPacket, "admp"),
            (kAudioFormatProperty_BitmapForLayoutTag, "bmtg"),
            (kAudioFormatProperty_MatrixMixMap, "mmap"),
            (kAudioFormatProperty_ChannelMap, "chmp"),
            (kAudioFormatProperty_NumberOfChannelsForLayout, "nchm"),
            (kAudioFormatProperty_AreChannelLayoutsEquivalent, "cheq"),
            (kAudioFormatProperty_ChannelLayoutHash, "chha"),
            (kAudioFormatProperty_ValidateChannelLayout, "vacl"),
            (kAudioFormatProperty_ChannelLayoutForTag, "cmpl"),
            (kAudioFormatProperty_TagForChannelLayout, "cmpt"),
            (kAudioFormatProperty_ChannelLayoutName, "lonm"),
            (kAudioFormatProperty_ChannelLayoutSimpleName, "lsnm"),
            (kAudioFormatProperty_ChannelLayoutForBitmap, "cmpb"),
            (kAudioFormatProperty_ChannelName, "cnam"),
            (kAudioFormatProperty_ChannelShortName, "csnm"),
            (kAudioFormatProperty_TagsForNumberOfChannels, "tagc"),
            (kAudioFormatProperty_PanningMatrix, "panm"),
            (kAudioFormatProperty_BalanceFade, "balf"), (kAudioFormatProperty_ID3TagSize, "id3s"),
            (kAudioFormatProperty_ID3TagToDictionary, "id3d"),
            (kAudioFormatProperty_HardwareCodecCapabilities, "hwcc"),
        ]
        for (code, expected) in codes { #expect(characters(code) == expected) }
    }

    @Test("have the errors', the codecs' and the modes' values")
    func values() {
        let codes: [(UInt32, String)] = [
            (UInt32(bitPattern: kAudioFormatUnspecifiedError), "what"),
            (UInt32(bitPattern: kAudioFormatUnsupportedPropertyError), "prop"),
            (UInt32(bitPattern: kAudioFormatBadPropertySizeError), "!siz"),
            (UInt32(bitPattern: kAudioFormatBadSpecifierSizeError), "!spc"),
            (UInt32(bitPattern: kAudioFormatUnsupportedDataFormatError), "fmt?"),
            (UInt32(bitPattern: kAudioFormatUnknownFormatError), "!fmt"),
            (kAudioDecoderComponentType, "adec"), (kAudioEncoderComponentType, "aenc"),
            (kAppleSoftwareAudioCodecManufacturer, "appl"),
            (kAppleHardwareAudioCodecManufacturer, "aphw"),
        ]
        for (code, expected) in codes { #expect(characters(code) == expected) }
        #expect(AudioPanningMode.panningMode_SoundField.rawValue == 3)
        #expect(AudioPanningMode.panningMode_VectorBasedPanning.rawValue == 4)
        #expect(AudioBalanceFadeType.maxUnityGain.rawValue == 0)
        #expect(AudioBalanceFadeType.equalPower.rawValue == 1)
    }

    @Test("have the layout of C's structures")
    func layouts() {
        #expect(MemoryLayout<AudioFormatListItem>.stride == 48)
        #expect(MemoryLayout<AudioFormatInfo>.stride == 56)
        #expect(MemoryLayout<AudioClassDescription>.size == 12)
        #expect(MemoryLayout<AudioPanningInfo>.size == 32)
        #expect(MemoryLayout<AudioBalanceFade>.size == 24)
    }

    @Test(
        "have the tags of AC-3 and WAVE",
        arguments: [
            (kAudioChannelLayoutTag_AC3_1_0_1, 149, 2), (kAudioChannelLayoutTag_AC3_3_0, 150, 3),
            (kAudioChannelLayoutTag_AC3_3_1, 151, 4), (kAudioChannelLayoutTag_AC3_3_0_1, 152, 4),
            (kAudioChannelLayoutTag_AC3_2_1_1, 153, 4),
            (kAudioChannelLayoutTag_AC3_3_1_1, 154, 5),
            (kAudioChannelLayoutTag_EAC_6_0_A, 155, 6),
            (kAudioChannelLayoutTag_EAC_7_0_A, 156, 7),
            (kAudioChannelLayoutTag_WAVE_2_1, 133, 3), (kAudioChannelLayoutTag_WAVE_3_0, 113, 3),
            (kAudioChannelLayoutTag_WAVE_4_0_A, 132, 4),
            (kAudioChannelLayoutTag_WAVE_4_0_B, 185, 4),
            (kAudioChannelLayoutTag_WAVE_5_0_A, 117, 5),
            (kAudioChannelLayoutTag_WAVE_5_0_B, 186, 5),
            (kAudioChannelLayoutTag_WAVE_5_1_A, 121, 6),
            (kAudioChannelLayoutTag_WAVE_5_1_B, 187, 6),
            (kAudioChannelLayoutTag_WAVE_6_1, 188, 7), (kAudioChannelLayoutTag_WAVE_7_1, 189, 8),
        ] as [(AudioChannelLayoutTag, UInt32, UInt32)])
    func tags(tag: AudioChannelLayoutTag, number: UInt32, count: UInt32) {
        #expect(tag == number << 16 | count)
    }
}
