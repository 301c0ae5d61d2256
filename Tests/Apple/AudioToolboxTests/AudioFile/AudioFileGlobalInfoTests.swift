import AudioToolbox
import TestSupport
import Testing

@Suite("Global information about file types")
struct AudioFileGlobalInfoTests {
    private func texts(_ bytes: [UInt8]) throws -> [String] {
        let pointer = try #require(UnsafeRawPointer(bitPattern: bytes.elements(UInt.self)[0]))
        let array = Unmanaged<CFArray>.fromOpaque(pointer).takeRetainedValue()
        return try #require(array as? [String])
    }

    @Test("includes what can be read")
    func readable() throws {
        let types = try globalInfo(kAudioFileGlobalInfo_ReadableTypes).elements(UInt32.self)
        #expect(Set(types).count == types.count)
        for type in [
            kAudioFileCAFType, kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileWAVEType,
        ] {
            #expect(types.contains(type))
        }
        #expect(try texts(globalInfo(kAudioFileGlobalInfo_AllExtensions)).contains("caf"))
        #expect(try texts(globalInfo(kAudioFileGlobalInfo_AllMIMETypes)).contains("audio/aiff"))
        #expect(
            try texts(globalInfo(kAudioFileGlobalInfo_AllUTIs)).contains(
                "com.apple.coreaudio-format"))
        #expect(
            try globalInfo(kAudioFileGlobalInfo_AllHFSTypeCodes).elements(UInt32.self).contains(
                0x4149_4646))
    }

    @Test("finds types by extension, by MIME type, by uniform type and by code")
    func types() throws {
        #expect(
            try fileTypes(kAudioFileGlobalInfo_TypesForExtension, of: "caf") == [kAudioFileCAFType])
        #expect(
            try fileTypes(kAudioFileGlobalInfo_TypesForExtension, of: "AIFF")
                == [kAudioFileAIFFType, kAudioFileAIFCType])
        #expect(try fileTypes(kAudioFileGlobalInfo_TypesForExtension, of: "doc") == [])
        #expect(
            try fileTypes(kAudioFileGlobalInfo_TypesForMIMEType, of: "audio/x-caf") == [
                kAudioFileCAFType
            ])
        #expect(
            try fileTypes(kAudioFileGlobalInfo_TypesForUTI, of: "public.aifc-audio")
                == [kAudioFileAIFCType])
        var code: UInt32 = 0x4149_4646
        #expect(
            try globalInfo(kAudioFileGlobalInfo_TypesForHFSTypeCode, &code, 4).elements()
                == [kAudioFileAIFFType])
        #expect(
            try globalNumbers(kAudioFileGlobalInfo_HFSTypeCodesForType, of: kAudioFileWAVEType)
                .first == 0x5741_5645)
    }

    @Test func `audio/mp4a-latm is MPEG-4 audio first, and then LATM`() throws {
        #expect(
            try fileTypes(kAudioFileGlobalInfo_TypesForMIMEType, of: "Audio/MP4A-LATM")
                == [kAudioFileM4AType, kAudioFileLATMInLOASType])
        var type = kAudioFileM4AType
        let types = try texts(globalInfo(kAudioFileGlobalInfo_MIMETypesForType, &type, 4))
        #expect(types.first == "audio/mp4")
        #expect(types.last == "audio/mp4a-latm")
        var streamed = kAudioFileLATMInLOASType
        #expect(
            try texts(globalInfo(kAudioFileGlobalInfo_MIMETypesForType, &streamed, 4))
                == ["audio/mp4a-latm"])
    }

    /// What is known of one type.
    struct Kind: CustomTestStringConvertible {
        var type: AudioFileTypeID
        var name: String
        var fileExtension: String
        var mimeType: String
        var uniformType: String
        var formats: String
        var testDescription: String { name }
    }

    private static let kinds = [
        Kind(
            type: kAudioFileCAFType, name: "CAF", fileExtension: "caf", mimeType: "audio/x-caf",
            uniformType: "com.apple.coreaudio-format",
            formats: ".mp1 .mp2 .mp3 QDM2 aac_ aach ac-3 alac alaw ima4 lpcm ulaw samr"),
        Kind(
            type: kAudioFileWAVEType, name: "WAVE", fileExtension: "wav", mimeType: "audio/wav",
            uniformType: "com.microsoft.waveform-audio", formats: "lpcm"),
        Kind(
            type: kAudioFileAC3Type, name: "AC3", fileExtension: "ac3", mimeType: "audio/ac3",
            uniformType: "public.ac3-audio", formats: "ac-3"),
        Kind(
            type: kAudioFileAMRType, name: "AMR", fileExtension: "amr", mimeType: "audio/amr",
            uniformType: "org.3gpp.adaptive-multi-rate-audio", formats: "samr sawb"),
        Kind(
            type: kAudioFile3GPType, name: "3GP Audio", fileExtension: "3gp",
            mimeType: "audio/3gpp", uniformType: "public.3gpp", formats: "Qclp aac_ aach samr"),
        Kind(
            type: kAudioFile3GP2Type, name: "3GPP-2 Audio", fileExtension: "3g2",
            mimeType: "audio/3gpp2", uniformType: "public.3gpp2", formats: "Qclp aac_ aach samr"),
        Kind(
            type: kAudioFileLATMInLOASType, name: "LATM/LOAS", fileExtension: "loas",
            mimeType: "audio/mp4a-latm", uniformType: "public.loas-audio", formats: "aac_ usac"),
        Kind(
            type: kAudioFileM4BType, name: "Apple MPEG-4 AudioBooks", fileExtension: "m4b",
            mimeType: "audio/mp4", uniformType: "com.apple.protected-mpeg-4-audio-b",
            formats: "aac_ aach aacp"),
        Kind(
            type: kAudioFileM4AType, name: "Apple MPEG-4 Audio", fileExtension: "m4a",
            mimeType: "audio/mp4", uniformType: "com.apple.m4a-audio",
            formats: "aac_ aach alac ac-3 ec-3"),
    ]

    @Test("has names, types and data formats as Apple's systems do", arguments: kinds)
    func kind(expected: Kind) throws {
        var type = expected.type
        var name: Unmanaged<CFString>?
        var size: UInt32 = 8
        #expect(
            AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, 4, &type, &size, &name)
                == noErr)
        #expect(name?.takeRetainedValue() as String? == expected.name)
        func found(_ property: AudioFilePropertyID) throws -> [String] {
            try texts(globalInfo(property, &type, 4))
        }
        #expect(try found(kAudioFileGlobalInfo_ExtensionsForType).first == expected.fileExtension)
        #expect(try found(kAudioFileGlobalInfo_MIMETypesForType).first == expected.mimeType)
        #expect(try found(kAudioFileGlobalInfo_UTIsForType).first == expected.uniformType)
        let formats = try globalNumbers(kAudioFileGlobalInfo_AvailableFormatIDs, of: type)
        for word in expected.formats.split(separator: " ") {
            let id = word.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1 == 0x5F ? 0x20 : $1) }
            #expect(formats.contains(id), "\(word)")
        }
        #expect(Set(formats).count == formats.count)
    }

    @Test("answers for more than fifty pairs of a type and a format")
    func pairs() throws {
        var pairCount = 0
        for kind in Self.kinds.map(\.type) + [
            kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileWAVEType, kAudioFileNextType,
            kAudioFileMP3Type, kAudioFileMPEG4Type, kAudioFileAAC_ADTSType,
            kAudioFileSoundDesigner2Type,
        ] {
            for id in try globalNumbers(kAudioFileGlobalInfo_AvailableFormatIDs, of: kind) {
                var pair = AudioFileTypeAndFormatID(mFileType: kind, mFormatID: id)
                let bytes = try globalInfo(
                    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, &pair, 8)
                let stride = MemoryLayout<AudioStreamBasicDescription>.stride
                #expect(bytes.count >= stride && bytes.count % stride == 0)
                let formats = bytes.elements(AudioStreamBasicDescription.self)
                #expect(formats.allSatisfy { $0.mFormatID == id })
                pairCount += 1
            }
        }
        #expect(pairCount > 90)
        var pair = AudioFileTypeAndFormatID(
            mFileType: kAudioFileWAVEType, mFormatID: kAudioFormatAppleIMA4)
        var size: UInt32 = 0
        #expect(
            AudioFileGetGlobalInfoSize(
                kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, 8, &pair, &size)
                == kAudioFileUnsupportedDataFormatError)
    }

    /// Flags and bits of linear PCM, in order.
    @Test(
        "lists the formats of linear PCM in the order of Apple's systems",
        arguments: [
            (kAudioFileAIFFType, "14/8 14/16 14/24 14/32"),
            (
                kAudioFileCAFType,
                "14/8 14/16 14/24 14/32 11/32 11/64 12/16 12/24 12/32 9/32 9/64"
            ),
            (kAudioFileWAVEType, "8/8 12/16 12/24 12/32 9/32 9/64"),
        ])
    func linearFormats(type: AudioFileTypeID, expected: String) throws {
        var pair = AudioFileTypeAndFormatID(mFileType: type, mFormatID: kAudioFormatLinearPCM)
        let formats = try globalInfo(
            kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, &pair, 8
        ).elements(AudioStreamBasicDescription.self)
        let words = formats.map { "\($0.mFormatFlags)/\($0.mBitsPerChannel)" }
        #expect(words.joined(separator: " ") == expected)
    }

    @Test("distinguishes readable and writable types from those only known")
    func known() throws {
        let readable = try globalInfo(kAudioFileGlobalInfo_ReadableTypes).elements(UInt32.self)
        #expect(!readable.contains(kAudioFileLATMInLOASType))
        #expect(readable.contains(kAudioFile3GP2Type))
        let writable = try globalInfo(kAudioFileGlobalInfo_WritableTypes).elements(UInt32.self)
        #expect(Set(writable).isSubset(of: readable))
        #expect(!writable.contains(kAudioFile3GPType))
    }

    @Test("gives an error for what is not known")
    func unknown() {
        var type: UInt32 = 1
        var size: UInt32 = 0
        #expect(
            AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 4, &type, &size)
                == kAudioFileUnsupportedFileTypeError)
        #expect(
            AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 3, &type, &size)
                == kAudioFileBadPropertySizeError)
        #expect(
            AudioFileGetGlobalInfoSize(12, 4, &type, &size) == kAudioFileUnsupportedPropertyError)
        var byte: UInt8 = 0
        size = 1
        #expect(
            AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size, &byte)
                == kAudioFileBadPropertySizeError)
        #expect(size == 1)
    }
}
