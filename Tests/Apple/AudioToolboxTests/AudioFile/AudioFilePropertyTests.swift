import AudioToolbox
import TestSupport
import Testing

@Suite("The properties of an audio file")
struct AudioFilePropertyTests {
    let files = SoundFiles()

    private func open(_ bytes: [UInt8]) throws -> OpenedFile {
        try OpenedFile(files.write(bytes, as: "file"))
    }

    private func infoStatus(_ file: OpenedFile, _ property: AudioFilePropertyID) -> OSStatus {
        var size: UInt32 = 77
        let status = AudioFileGetPropertyInfo(file.id, property, &size, nil)
        if status != noErr { #expect(size == 77) }
        return status
    }

    @Test("of linear PCM are known exactly")
    func linearPCM() throws {
        let file = try open(SoundFiles.sixSeconds())
        #expect(try file.type == kAudioFileCAFType)
        #expect(try file.audioByteCount == 1_058_400)
        #expect(try file.maximumPacketSize == 4)
        #expect(try file.dataOffset == 8 + 44 + 16)
        #expect(try file.number32(kAudioFilePropertyBitRate) == 1_411_200)
        #expect(try file.property(kAudioFilePropertySourceBitDepth, Int32(0)) == 16)
        #expect(try file.isOptimized == 1)
        #expect(try file.number32(kAudioFilePropertyDeferSizeUpdates) == 1)
        #expect(try file.number32(kAudioFilePropertyAudioTrackCount) == 1)
        #expect(try file.number32(kAudioFilePropertyRestrictsRandomAccess) == 0)
        let item = try file.formatListItem
        #expect(item.mASBD.mBytesPerFrame == 4)
        #expect(item.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
        #expect(
            try file.bytes(kAudioFilePropertyChunkIDs)
                == ["desc", "data"].flatMap { Array($0.utf8.reversed()) })
    }

    // Acceptance case 11.
    @Test(
        "that it does not have give an error and no size",
        arguments: [
            kAudioFilePropertyMagicCookieData, kAudioFilePropertyPacketTableInfo,
            kAudioFilePropertyChannelLayout, kAudioFilePropertyID3Tag,
            kAudioFilePropertyID3TagOffset, kAudioFilePropertyReserveDuration, 0, 0x1234_5678,
        ])
    func absent(property: AudioFilePropertyID) throws {
        let file = try open(SoundFiles.sixSeconds())
        #expect(infoStatus(file, property) == kAudioFileUnsupportedPropertyError)
        var bytes = [UInt8](repeating: 9, count: 1000)
        var size = UInt32(bytes.count)
        #expect(
            AudioFileGetProperty(file.id, property, &size, &bytes)
                == kAudioFileUnsupportedPropertyError)
        #expect(size == 1000 && bytes.allSatisfy { $0 == 9 })
    }

    @Test("cannot be set while it is open for reading")
    func notWritable() throws {
        let file = try open(SoundFiles.sixSeconds())
        var isWritable: UInt32 = 7
        #expect(
            AudioFileGetPropertyInfo(file.id, kAudioFilePropertyDataFormat, nil, &isWritable)
                == noErr)
        #expect(isWritable == 0)
    }

    @Test("of variable-size packets include the packet table and the cookie")
    func variable() throws {
        let cookie: [UInt8] = [3, 1, 4, 1, 5]
        let file = try open(SoundFiles.cafVariable(cookie: cookie))
        let format = try file.format
        #expect(format.mFormatID == kAudioFormatMPEG4AAC)
        #expect(format.mBytesPerPacket == 0 && format.mFramesPerPacket == 1024)
        #expect(try file.cookie == cookie)
        #expect(try file.packetCount == 4)
        let table = try file.packetTable
        #expect(
            [table.mNumberValidFrames, Int64(table.mPrimingFrames), Int64(table.mRemainderFrames)]
                == [1900, 2112, 84])
        // The bound may be higher than the truth, never lower.
        let maximum = try file.maximumPacketSize
        #expect(maximum == 300)
        #expect(try file.packetSizeUpperBound >= maximum)
        #expect(try file.estimatedDuration == 1900.0 / 44_100)
        #expect(infoStatus(file, kAudioFilePropertySourceBitDepth) != noErr)
    }

    // Acceptance case 9.
    @Test(
        "give the format flags of CAF's samples as Apple defines them",
        arguments: [(0, 16, 0x0E), (2, 16, 0x0C), (1, 32, 0x0B), (3, 32, 0x09)]
            as [(UInt32, UInt32, AudioFormatFlags)])
    func flags(inFile: UInt32, bits: UInt32, expected: AudioFormatFlags) throws {
        let description = SoundFiles.Description(
            flags: inFile, bytesPerPacket: bits / 4, bits: bits)
        let file = try open(
            SoundFiles.caf(description, [SoundFiles.data([UInt8](repeating: 0, count: 64))]))
        #expect(try file.format.mFormatFlags == expected)
    }

    @Test("are taken from the file's length when the data chunk's is not known")
    func unknownSize() throws {
        let file = try open(
            SoundFiles.caf(
                .init(), [SoundFiles.data([UInt8](repeating: 0, count: 402), statedSize: -1)]))
        #expect(try file.packetCount == 100)
    }

    @Test("give the data offset, whatever chunks come before")
    func wavWithFiller() throws {
        let format =
            littleEndian(UInt16(1)) + littleEndian(UInt16(1))
            + littleEndian(UInt32(8000)) + littleEndian(UInt32(16_000))
            + littleEndian(UInt16(2)) + littleEndian(UInt16(16))
        let file = try open(
            SoundFiles.riff(
                "WAVE",
                [
                    .init("JUNK", [UInt8](repeating: 0, count: 28)), .init("fmt ", format),
                    .init("LIST", ascii("INFOINAM") + [5, 0, 0, 0, 80, 108, 105, 110] + [0, 0]),
                    .init("FLLR", [UInt8](repeating: 0, count: 3951)),
                    .init("data", [1, 2, 3, 4, 5, 6]),
                ]))
        #expect(try file.type == kAudioFileWAVEType)
        #expect(try file.packetCount == 3)
        let offset = try file.dataOffset
        #expect(offset == 12 + 36 + 24 + 26 + 8 + 3952 + 8)
        #expect(file.packets(at: 1, count: 1, capacity: 2).bytes == [3, 4])
    }

    // Acceptance case 14.
    @Test("count packets of Apple's IMA4 as AIFF-C does", arguments: [1, 2])
    func ima4(channels: Int) throws {
        let file = try open(SoundFiles.aifcIMA4(packets: 7, channels: channels))
        let format = try file.format
        #expect(try file.type == kAudioFileAIFCType)
        #expect(format.mFormatID == kAudioFormatAppleIMA4)
        #expect(format.mBytesPerPacket == UInt32(34 * channels))
        #expect(format.mFramesPerPacket == 64)
        #expect(format.mBytesPerFrame == 0 && format.mBitsPerChannel == 0)
        #expect(try file.packetCount == 7)
        #expect(try file.estimatedDuration == 448 / 44_100.0)
        let end = try file.property(
            kAudioFilePropertyPacketToFrame,
            AudioFramePacketTranslation(mFrame: 0, mPacket: 7, mFrameOffsetInPacket: 0))
        #expect(end.mFrame == 448)
    }

    @Test("give the whole channel layout")
    func channelLayout() throws {
        let tag = kAudioChannelLayoutTag_UseChannelDescriptions
        let chunk =
            bigEndian(tag) + bigEndian(UInt32(0))
            + bigEndian(UInt32(2))
            + [kAudioChannelLabel_Left, kAudioChannelLabel_Right].flatMap {
                bigEndian($0) + [UInt8](repeating: 0, count: 16)
            }
        let file = try open(
            SoundFiles.caf(.init(), [.init("chan", chunk), SoundFiles.data([1, 2, 3, 4])]))
        let bytes = try file.channelLayout
        #expect(bytes.count == 12 + 2 * 20)
        #expect(bytes.elements(UInt32.self) == [0, 0, 2, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0])
    }

    @Test("in a buffer that is too small give the size's error")
    func tooSmall() throws {
        let file = try open(SoundFiles.sixSeconds())
        var count: UInt64 = 5
        for room in 0..<UInt32(8) {
            var size = room
            #expect(
                AudioFileGetProperty(
                    file.id, kAudioFilePropertyAudioDataPacketCount, &size, &count)
                    == kAudioFileBadPropertySizeError)
            #expect(size == room)
        }
        #expect(count == 5)
        // A larger one does no harm, and the size tells what was written.
        var bytes = [UInt8](repeating: 9, count: 100)
        var size: UInt32 = 100
        #expect(
            AudioFileGetProperty(file.id, kAudioFilePropertyPacketSizeUpperBound, &size, &bytes)
                == noErr)
        #expect(size == 4)
        #expect(bytes.prefix(5) == [4, 0, 0, 0, 9])
    }

    @Test("include the info dictionary, with the duration")
    func infoDictionary() throws {
        let texts = bigEndian(UInt32(2)) + Array("title\0Ping\0artist\0A Band\0".utf8)
        let file = try open(
            SoundFiles.caf(
                .init(),
                [.init("info", texts), SoundFiles.data([UInt8](repeating: 0, count: 88_200))]))
        var size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        var info: Unmanaged<CFDictionary>?
        #expect(
            AudioFileGetProperty(file.id, kAudioFilePropertyInfoDictionary, &size, &info) == noErr)
        #expect(
            info?.takeRetainedValue() as? [String: String] == [
                kAFInfoDictionary_Title: "Ping", kAFInfoDictionary_Artist: "A Band",
                kAFInfoDictionary_ApproximateDurationInSeconds: "0.500",
            ])
        var name: Unmanaged<CFString>?
        size = 8
        #expect(
            AudioFileGetProperty(file.id, kAudioFilePropertyDataFormatName, &size, &name) == noErr)
        #expect(name?.takeRetainedValue() as String? == "16-bit little-endian integer PCM")
    }

    @Test("give user data by chunk identifier")
    func userData() throws {
        let file = try open(
            SoundFiles.caf(
                .init(),
                [
                    .init("abcd", [1, 2, 3]), .init("abcd", [4, 5, 6, 7]),
                    SoundFiles.data([1, 2, 3, 4]),
                ]))
        let id: UInt32 = 0x6162_6364
        var count: UInt32 = 0
        #expect(AudioFileCountUserData(file.id, id, &count) == noErr)
        #expect(count == 2)
        #expect(AudioFileCountUserData(file.id, 1, &count) == noErr)
        #expect(count == 0)
        var size: UInt32 = 0
        #expect(AudioFileGetUserDataSize(file.id, id, 1, &size) == noErr)
        #expect(size == 4)
        var size64: UInt64 = 0
        #expect(AudioFileGetUserDataSize64(file.id, id, 0, &size64) == noErr)
        #expect(size64 == 3)
        #expect(AudioFileGetUserDataSize(file.id, id, 2, &size) == kAudioFileInvalidChunkError)
        var bytes = [UInt8](repeating: 9, count: 8)
        size = 8
        #expect(AudioFileGetUserData(file.id, id, 1, &size, &bytes) == noErr)
        #expect(size == 4 && bytes == [4, 5, 6, 7, 9, 9, 9, 9])
        size = 2
        #expect(AudioFileGetUserDataAtOffset(file.id, id, 0, 1, &size, &bytes) == noErr)
        #expect(size == 2 && bytes.prefix(3) == [2, 3, 6])
        #expect(AudioFileGetUserData(file.id, id, 9, &size, &bytes) == kAudioFileInvalidChunkError)
        #expect(
            AudioFileGetUserDataAtOffset(file.id, id, 0, -1, &size, &bytes) == kAudio_ParamError)
    }
}

@Suite("Packet translations")
struct AudioFileTranslationTests {
    let files: SoundFiles
    let pcm: OpenedFile
    let aac: OpenedFile

    init() throws {
        files = SoundFiles()
        pcm = try OpenedFile(files.write(SoundFiles.sixSeconds(), as: "pcm"))
        aac = try OpenedFile(files.write(SoundFiles.cafVariable(), as: "aac"))
    }

    @Test("are answered in frames")
    func frames() throws {
        var asked = AudioFramePacketTranslation(mFrame: 0, mPacket: 3, mFrameOffsetInPacket: 9)
        asked = try aac.property(kAudioFilePropertyPacketToFrame, asked)
        #expect(asked.mFrame == 3072 && asked.mFrameOffsetInPacket == 0)
        asked.mFrame = 2050
        asked = try aac.property(kAudioFilePropertyFrameToPacket, asked)
        #expect(asked.mPacket == 2 && asked.mFrameOffsetInPacket == 2)
        asked.mFrame = 77
        asked = try pcm.property(kAudioFilePropertyFrameToPacket, asked)
        #expect(asked.mPacket == 77 && asked.mFrameOffsetInPacket == 0)
    }

    @Test("are answered in bytes")
    func bytes() throws {
        var asked = AudioBytePacketTranslation()
        asked.mPacket = 3
        asked = try aac.property(kAudioFilePropertyPacketToByte, asked)
        #expect(asked.mByte == 213 && asked.mFlags == [])
        asked.mByte = 211
        asked = try aac.property(kAudioFilePropertyByteToPacket, asked)
        #expect(asked.mPacket == 2 && asked.mByteOffsetInPacket == 1)
        asked.mByte = 41
        asked = try pcm.property(kAudioFilePropertyByteToPacket, asked)
        #expect(asked.mPacket == 10 && asked.mByteOffsetInPacket == 1)
    }

    @Test("are answered about their neighbours")
    func neighbours() throws {
        var range = AudioPacketRangeByteCountTranslation(
            mPacket: 1, mPacketCount: 2, mByteCountUpperBound: 0)
        range = try pcm.property(kAudioFilePropertyPacketRangeByteCountUpperBound, range)
        #expect(range.mByteCountUpperBound == 8)
        range = try aac.property(kAudioFilePropertyPacketRangeByteCountUpperBound, range)
        #expect(range.mByteCountUpperBound >= 203)
        var neighbour = AudioIndependentPacketTranslation(
            mPacket: 3, mIndependentlyDecodablePacket: 0)
        neighbour = try aac.property(kAudioFilePropertyPreviousIndependentPacket, neighbour)
        #expect(neighbour.mIndependentlyDecodablePacket == 2)
        neighbour = try aac.property(kAudioFilePropertyNextIndependentPacket, neighbour)
        #expect(neighbour.mIndependentlyDecodablePacket == -1)
        var roll = AudioPacketRollDistanceTranslation(mPacket: 3, mRollDistance: 9)
        roll = try aac.property(kAudioFilePropertyPacketToRollDistance, roll)
        #expect(roll.mRollDistance == 1)
        roll = try pcm.property(kAudioFilePropertyPacketToRollDistance, roll)
        #expect(roll.mRollDistance == 0)
        var dependency = AudioPacketDependencyInfoTranslation()
        dependency.mPacket = 0
        dependency = try aac.property(kAudioFilePropertyPacketToDependencyInfo, dependency)
        #expect(dependency.mIsIndependentlyDecodable == 1)
        #expect(dependency.mNumberPrerollPackets == 0)
    }

    @Test("about what must be decoded before are not there for codings of which it is not known")
    func unknownRoll() throws {
        let frames: [UInt8] = (0..<9).flatMap { (index: UInt8) -> [UInt8] in
            [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: index, count: 92)
        }
        let file = try OpenedFile(files.write(frames, as: "mp3"))
        for property in [
            kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPacketToDependencyInfo,
        ] {
            var size: UInt32 = 16
            var question: [Int64] = [0, 0]
            #expect(
                AudioFileGetPropertyInfo(file.id, property, &size, nil)
                    == kAudioFileUnsupportedPropertyError)
            #expect(
                AudioFileGetProperty(file.id, property, &size, &question)
                    == kAudioFileUnsupportedPropertyError)
        }
    }

    @Test(
        "that name no packet give an error",
        arguments: [
            (kAudioFilePropertyPacketToFrame, 1), (kAudioFilePropertyFrameToPacket, 0),
            (kAudioFilePropertyPacketToByte, 1), (kAudioFilePropertyByteToPacket, 0),
            (kAudioFilePropertyPacketRangeByteCountUpperBound, 0),
            (kAudioFilePropertyPacketToRollDistance, 0),
            (kAudioFilePropertyPacketToDependencyInfo, 0),
            (kAudioFilePropertyPreviousIndependentPacket, 0),
            (kAudioFilePropertyNextIndependentPacket, 0),
        ] as [(AudioFilePropertyID, Int)])
    func outOfRange(property: AudioFilePropertyID, field: Int) {
        // Given a question with a negative number, in the first or the second of its fields.
        for file in [pcm, aac] {
            for number in [-1, Int64.min] {
                var question: [Int64] = [0, 0, 0]
                question[field] = number
                let before = question
                var size = UInt32(24)
                #expect(
                    AudioFileGetProperty(file.id, property, &size, &question)
                        == kAudioFileInvalidPacketOffsetError)
                #expect(question == before && size == 24)
            }
        }
    }
}
