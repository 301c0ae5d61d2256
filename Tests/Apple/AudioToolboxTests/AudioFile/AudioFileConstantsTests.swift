import AudioToolbox
import TestSupport
import Testing

@Suite("The declarations of Audio File Services")
struct AudioFileConstantsTests {
    @Test(
        "have the file types' four characters",
        arguments: [
            (kAudioFileAIFFType, "AIFF"), (kAudioFileAIFCType, "AIFC"),
            (kAudioFileWAVEType, "WAVE"), (kAudioFileRF64Type, "RF64"),
            (kAudioFileBW64Type, "BW64"), (kAudioFileWave64Type, "W64f"),
            (kAudioFileSoundDesigner2Type, "Sd2f"), (kAudioFileNextType, "NeXT"),
            (kAudioFileMP3Type, "MPG3"), (kAudioFileMP2Type, "MPG2"), (kAudioFileMP1Type, "MPG1"),
            (kAudioFileAC3Type, "ac-3"), (kAudioFileAAC_ADTSType, "adts"),
            (kAudioFileMPEG4Type, "mp4f"), (kAudioFileM4AType, "m4af"),
            (kAudioFileM4BType, "m4bf"), (kAudioFileCAFType, "caff"), (kAudioFile3GPType, "3gpp"),
            (kAudioFile3GP2Type, "3gp2"), (kAudioFileAMRType, "amrf"),
            (kAudioFileFLACType, "flac"), (kAudioFileLATMInLOASType, "loas"),
        ])
    func types(type: AudioFileTypeID, characters: String) {
        #expect(type == fourCC(characters))
    }

    @Test(
        "have the errors' numbers",
        arguments: [
            (kAudioFileUnspecifiedError, 2_003_334_207),
            (kAudioFileUnsupportedFileTypeError, 1_954_115_647),
            (kAudioFileUnsupportedDataFormatError, 1_718_449_215),
            (kAudioFileUnsupportedPropertyError, 1_886_681_407),
            (kAudioFileBadPropertySizeError, 561_211_770),
            (kAudioFilePermissionsError, 1_886_547_263),
            (kAudioFileNotOptimizedError, 1_869_640_813),
            (kAudioFileInvalidChunkError, 1_667_787_583),
            (kAudioFileDoesNotAllow64BitDataSizeError, 1_868_981_823),
            (kAudioFileInvalidPacketOffsetError, 1_885_563_711),
            (kAudioFileInvalidPacketDependencyError, 1_684_369_471),
            (kAudioFileInvalidFileError, 1_685_348_671),
            (kAudioFileOperationNotSupportedError, 0x6F70_3F3F),
            (kAudioFileNotOpenError, -38), (kAudioFileEndOfFileError, -39),
            (kAudioFilePositionError, -40), (kAudioFileFileNotFoundError, -43),
        ] as [(OSStatus, OSStatus)])
    func errors(value: OSStatus, expected: OSStatus) {
        #expect(value == expected)
    }

    @Test(
        "have the properties' four characters",
        arguments: [
            (kAudioFilePropertyFileFormat, "ffmt"), (kAudioFilePropertyDataFormat, "dfmt"),
            (kAudioFilePropertyFormatList, "flst"), (kAudioFilePropertyIsOptimized, "optm"),
            (kAudioFilePropertyMagicCookieData, "mgic"),
            (kAudioFilePropertyAudioDataByteCount, "bcnt"),
            (kAudioFilePropertyAudioDataPacketCount, "pcnt"),
            (kAudioFilePropertyMaximumPacketSize, "psze"),
            (kAudioFilePropertyPacketSizeUpperBound, "pkub"),
            (kAudioFilePropertyPacketRangeByteCountUpperBound, "prub"),
            (kAudioFilePropertyReserveDuration, "rsrv"),
            (kAudioFilePropertyEstimatedDuration, "edur"), (kAudioFilePropertyBitRate, "brat"),
            (kAudioFilePropertyDataOffset, "doff"), (kAudioFilePropertyChannelLayout, "cmap"),
            (kAudioFilePropertyDeferSizeUpdates, "dszu"),
            (kAudioFilePropertyDataFormatName, "fnme"),
            (kAudioFilePropertyPacketToFrame, "pkfr"), (kAudioFilePropertyFrameToPacket, "frpk"),
            (kAudioFilePropertyRestrictsRandomAccess, "rrap"),
            (kAudioFilePropertyPacketToRollDistance, "pkrl"),
            (kAudioFilePropertyPreviousIndependentPacket, "pind"),
            (kAudioFilePropertyNextIndependentPacket, "nind"),
            (kAudioFilePropertyPacketToDependencyInfo, "pkdp"),
            (kAudioFilePropertyPacketToByte, "pkby"), (kAudioFilePropertyByteToPacket, "bypk"),
            (kAudioFilePropertyChunkIDs, "chid"), (kAudioFilePropertyInfoDictionary, "info"),
            (kAudioFilePropertyPacketTableInfo, "pnfo"),
            (kAudioFilePropertySourceBitDepth, "sbtd"), (kAudioFilePropertyID3Tag, "id3t"),
            (kAudioFilePropertyID3TagOffset, "id3o"), (kAudioFilePropertyAudioTrackCount, "atct"),
            (kAudioFilePropertyUseAudioTrack, "uatk"), (kAudioFilePropertyMarkerList, "mkls"),
            (kAudioFilePropertyRegionList, "rgls"), (kAudioFilePropertyAlbumArtwork, "aart"),
            (kAudioFileGlobalInfo_ReadableTypes, "afrf"),
            (kAudioFileGlobalInfo_WritableTypes, "afwf"),
            (kAudioFileGlobalInfo_FileTypeName, "ftnm"),
            (kAudioFileGlobalInfo_AvailableFormatIDs, "fmid"),
            (kAudioFileGlobalInfo_AllExtensions, "alxt"),
            (kAudioFileGlobalInfo_AllHFSTypeCodes, "ahfs"), (kAudioFileGlobalInfo_AllUTIs, "auti"),
            (kAudioFileGlobalInfo_AllMIMETypes, "amim"),
            (kAudioFileGlobalInfo_ExtensionsForType, "fext"),
            (kAudioFileGlobalInfo_HFSTypeCodesForType, "fhfs"),
            (kAudioFileGlobalInfo_UTIsForType, "futi"),
            (kAudioFileGlobalInfo_MIMETypesForType, "fmim"),
            (kAudioFileGlobalInfo_TypesForMIMEType, "tmim"),
            (kAudioFileGlobalInfo_TypesForUTI, "tuti"),
            (kAudioFileGlobalInfo_TypesForHFSTypeCode, "thfs"),
            (kAudioFileGlobalInfo_TypesForExtension, "text"),
        ])
    func properties(property: AudioFilePropertyID, characters: String) {
        #expect(property == fourCC(characters))
    }

    @Test("have Apple's option and permission values")
    func enumerations() {
        let permissions: [AudioFilePermissions] = [
            .readPermission, .writePermission, .readWritePermission,
        ]
        #expect(permissions.map(\.rawValue) == [1, 2, 3])
        #expect(MemoryLayout<AudioFilePermissions>.size == 1)
        let bits: AudioChannelBitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
        #expect(bits.rawValue == 0b1011)
        #expect(
            AudioBytePacketTranslationFlags(rawValue: 1) == .bytePacketTranslationFlag_IsEstimate)
    }

    @Test("have Apple's flag and marker-list values")
    func writing() {
        #expect(AudioFileFlags.eraseFile.rawValue == 1)
        #expect(AudioFileFlags.dontPageAlignAudioData.rawValue == 2)
        #expect(AudioFileRegionFlags.loopEnable.rawValue == 1)
        #expect(AudioFileRegionFlags.playForward.rawValue == 2)
        #expect(AudioFileRegionFlags.playBackward.rawValue == 4)
        #expect(kAudioFileMarkerType_Generic == 0)
        #expect(MemoryLayout<AudioFile_SMPTE_Time>.size == 8)
        #expect(MemoryLayout<AudioFileMarker>.size == 40)
        #expect(MemoryLayout<AudioFileMarker>.offset(of: \.mMarkerID) == 16)
        #expect(MemoryLayout<AudioFileMarker>.offset(of: \.mSMPTETime) == 20)
        #expect(MemoryLayout<AudioFileMarker>.offset(of: \.mChannel) == 34)
        #expect(MemoryLayout<AudioFileMarkerList>.offset(of: \.mMarkers) == 8)
        #expect(MemoryLayout<AudioFileRegion>.offset(of: \.mMarkers) == 24)
        #expect(MemoryLayout<AudioFileRegionList>.offset(of: \.mRegions) == 8)
        #expect(NumAudioFileMarkersToNumBytes(3) == 128)
        #expect(NumBytesToNumAudioFileMarkers(128) == 3)
        #expect(NumBytesToNumAudioFileMarkers(7) == 0)
    }

    @Test("have structures with Apple's memory layout")
    func layouts() {
        #expect(MemoryLayout<AudioFileID>.size == 8)
        #expect(MemoryLayout<AudioBuffer>.size == 16)
        #expect(MemoryLayout<AudioBufferList>.size == 24)
        #expect(MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) == 8)
        #expect(MemoryLayout<AudioValueRange>.size == 16)
        #expect(MemoryLayout<AudioChannelDescription>.size == 20)
        #expect(MemoryLayout<AudioChannelLayout>.size == 32)
        #expect(MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) == 12)
        #expect(MemoryLayout<AudioFormatListItem>.size == 48)
        #expect(MemoryLayout<AudioFormatListItem>.offset(of: \.mChannelLayoutTag) == 40)
        #expect(MemoryLayout<AudioFilePacketTableInfo>.size == 16)
        #expect(MemoryLayout<AudioFramePacketTranslation>.size == 24)
        #expect(MemoryLayout<AudioFramePacketTranslation>.offset(of: \.mFrameOffsetInPacket) == 16)
        #expect(MemoryLayout<AudioBytePacketTranslation>.size == 24)
        #expect(MemoryLayout<AudioBytePacketTranslation>.offset(of: \.mFlags) == 20)
        #expect(MemoryLayout<AudioPacketRangeByteCountTranslation>.size == 24)
        #expect(MemoryLayout<AudioPacketRollDistanceTranslation>.size == 16)
        #expect(MemoryLayout<AudioIndependentPacketTranslation>.size == 16)
        #expect(MemoryLayout<AudioPacketDependencyInfoTranslation>.size == 16)
        #expect(MemoryLayout<AudioFileTypeAndFormatID>.size == 8)
    }

    @Test("have layout tags whose lower half counts the channels")
    func layoutTags() {
        let tags: [(AudioChannelLayoutTag, UInt32, UInt32)] = [
            (kAudioChannelLayoutTag_Mono, 100, 1), (kAudioChannelLayoutTag_Stereo, 101, 2),
            (kAudioChannelLayoutTag_Quadraphonic, 108, 4),
            (kAudioChannelLayoutTag_MPEG_5_1_A, 121, 6),
            (kAudioChannelLayoutTag_AAC_5_1, 124, 6),
            (kAudioChannelLayoutTag_MPEG_7_1_C, 128, 8),
            (kAudioChannelLayoutTag_TMH_10_2_full, 146, 21),
            (kAudioChannelLayoutTag_DiscreteInOrder, 147, 0),
            (kAudioChannelLayoutTag_Unknown, 0xFFFF, 0),
        ]
        for (tag, number, channels) in tags {
            #expect(tag >> 16 == number && tag & 0xFFFF == channels)
        }
        #expect(kAudioChannelLayoutTag_UseChannelBitmap == 0x10000)
        #expect(kAudioChannelLayoutTag_UseChannelDescriptions == 0)
        #expect(
            [
                kAudioChannelLabel_Left, kAudioChannelLabel_LFEScreen, kAudioChannelLabel_Mono,
                kAudioChannelLabel_RearSurroundLeft, kAudioChannelLabel_Discrete_0,
                kAudioChannelLabel_Discrete_15, kAudioChannelLabel_HOA_ACN,
                kAudioChannelLabel_HOA_ACN_15, kAudioChannelLabel_HOA_ACN_65024,
                kAudioChannelLabel_HOA_SN3D, kAudioChannelLabel_HOA_N3D,
                kAudioChannelLabel_Object,
            ] == [
                1, 4, 42, 33, 0x10000, 0x1000F, 500, 0x2000F, 0x2FE00, 0x20000, 0x30000, 0x40000,
            ])
        #expect(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_MPEG_7_1_C) == 8)
        #expect(kAudioFormatFlagsCanonical == 12)
    }
}
