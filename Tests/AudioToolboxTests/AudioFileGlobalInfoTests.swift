import AudioToolbox
import Testing

@Suite("What is known of kinds of audio file")
struct AudioFileGlobalInfoTests {
    private func value(
        _ property: AudioFilePropertyID, _ specifier: UnsafeMutableRawPointer? = nil,
        _ specifierSize: Int = 0
    ) throws -> [UInt8] {
        var size: UInt32 = 0
        try #require(
            AudioFileGetGlobalInfoSize(property, UInt32(specifierSize), specifier, &size) == noErr)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        // An empty array has no address of its own.
        bytes.reserveCapacity(1)
        try #require(
            AudioFileGetGlobalInfo(property, UInt32(specifierSize), specifier, &size, &bytes)
                == noErr)
        #expect(Int(size) == bytes.count)
        return bytes
    }

    private func numbers(_ bytes: [UInt8]) -> [UInt32] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map {
                bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
            }
        }
    }

    private func texts(_ bytes: [UInt8]) throws -> [String] {
        let address = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt.self) }
        let pointer = try #require(UnsafeRawPointer(bitPattern: address))
        let array = Unmanaged<CFArray>.fromOpaque(pointer).takeRetainedValue()
        return try #require(array as? [String])
    }

    @Test("includes what can be read")
    func readable() throws {
        let types = numbers(try value(kAudioFileGlobalInfo_ReadableTypes))
        #expect(Set(types).count == types.count)
        for type in [
            kAudioFileCAFType, kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileWAVEType,
        ] {
            #expect(types.contains(type))
        }
        #expect(try texts(value(kAudioFileGlobalInfo_AllExtensions)).contains("caf"))
        #expect(try texts(value(kAudioFileGlobalInfo_AllMIMETypes)).contains("audio/aiff"))
        #expect(
            try texts(value(kAudioFileGlobalInfo_AllUTIs)).contains("com.apple.coreaudio-format"))
        #expect(numbers(try value(kAudioFileGlobalInfo_AllHFSTypeCodes)).contains(0x4149_4646))
    }

    @Test("is found by type")
    func byType() throws {
        var type = kAudioFileWAVEType
        #expect(
            try texts(value(kAudioFileGlobalInfo_ExtensionsForType, &type, 4)).first == "wav")
        #expect(
            try texts(value(kAudioFileGlobalInfo_MIMETypesForType, &type, 4)).first == "audio/wav")
        #expect(
            try texts(value(kAudioFileGlobalInfo_UTIsForType, &type, 4))
                == ["com.microsoft.waveform-audio"])
        #expect(
            numbers(try value(kAudioFileGlobalInfo_HFSTypeCodesForType, &type, 4)).first
                == 0x5741_5645)
        #expect(
            numbers(try value(kAudioFileGlobalInfo_AvailableFormatIDs, &type, 4))
                .contains(kAudioFormatLinearPCM))
        var name: Unmanaged<CFString>?
        var size: UInt32 = 8
        #expect(
            AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, 4, &type, &size, &name)
                == noErr)
        #expect(name?.takeRetainedValue() as String? == "WAVE")
    }

    @Test("finds types by extension, by MIME type, by uniform type and by code")
    func types() throws {
        func found(_ property: AudioFilePropertyID, _ text: String) throws -> [UInt32] {
            let text = text as CFString
            return try withExtendedLifetime(text) {
                var reference = Unmanaged.passUnretained(text)
                return numbers(try value(property, &reference, 8))
            }
        }
        #expect(try found(kAudioFileGlobalInfo_TypesForExtension, "caf") == [kAudioFileCAFType])
        #expect(
            try found(kAudioFileGlobalInfo_TypesForExtension, "AIFF")
                == [kAudioFileAIFFType, kAudioFileAIFCType])
        #expect(try found(kAudioFileGlobalInfo_TypesForExtension, "doc") == [])
        #expect(
            try found(kAudioFileGlobalInfo_TypesForMIMEType, "audio/x-caf") == [kAudioFileCAFType])
        #expect(
            try found(kAudioFileGlobalInfo_TypesForUTI, "public.aifc-audio")
                == [kAudioFileAIFCType])
        var code: UInt32 = 0x4149_4646
        #expect(
            numbers(try value(kAudioFileGlobalInfo_TypesForHFSTypeCode, &code, 4))
                == [kAudioFileAIFFType])
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
            try texts(value(property, &type, 4))
        }
        #expect(
            try found(kAudioFileGlobalInfo_ExtensionsForType).first == expected.fileExtension)
        #expect(try found(kAudioFileGlobalInfo_MIMETypesForType).first == expected.mimeType)
        #expect(try found(kAudioFileGlobalInfo_UTIsForType).first == expected.uniformType)
        let formats = numbers(try value(kAudioFileGlobalInfo_AvailableFormatIDs, &type, 4))
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
            var type = kind
            for id in numbers(try value(kAudioFileGlobalInfo_AvailableFormatIDs, &type, 4)) {
                var pair = AudioFileTypeAndFormatID(mFileType: kind, mFormatID: id)
                let bytes = try value(
                    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, &pair, 8)
                let stride = MemoryLayout<AudioStreamBasicDescription>.stride
                #expect(bytes.count >= stride && bytes.count % stride == 0)
                let ids = numbers(bytes).enumerated().filter { $0.offset % (stride / 4) == 2 }
                #expect(ids.allSatisfy { $0.element == id })
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

    @Test("tells what is read and written apart from what is only known")
    func known() throws {
        let readable = numbers(try value(kAudioFileGlobalInfo_ReadableTypes))
        #expect(!readable.contains(kAudioFileLATMInLOASType))
        #expect(readable.contains(kAudioFile3GP2Type))
        let writable = numbers(try value(kAudioFileGlobalInfo_WritableTypes))
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
