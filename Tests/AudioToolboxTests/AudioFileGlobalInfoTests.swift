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
