import AudioToolbox
import TestSupport
import Testing

@Suite("A stream's properties")
struct AudioFileStreamPropertyTests {
    private func parsed(_ file: [UInt8]) throws -> ParsedStream {
        let stream = try ParsedStream()
        try #require(stream.parse(file) == noErr)
        return stream
    }

    @Test("say what the header says")
    func header() throws {
        let stream = try parsed(AudioFileStreamParsingTests.variable)
        #expect(
            try stream.property(kAudioFileStreamProperty_FileFormat, UInt32(0)) == kAudioFileCAFType
        )
        let format = try stream.property(
            kAudioFileStreamProperty_DataFormat, AudioStreamBasicDescription())
        #expect(format.mFormatID == kAudioFormatMPEG4AAC)
        #expect(format.mFramesPerPacket == 1024)
        let item = try stream.property(kAudioFileStreamProperty_FormatList, AudioFormatListItem())
        #expect(item.mASBD.mSampleRate == 44_100)
        #expect(try stream.bytes(of: kAudioFileStreamProperty_MagicCookieData) == [7, 8, 9])
        let table = try stream.property(
            kAudioFileStreamProperty_PacketTableInfo, AudioFilePacketTableInfo())
        #expect(table.mNumberValidFrames == 4096 - 2112 - 84)
        #expect(table.mPrimingFrames == 2112)
        #expect(table.mRemainderFrames == 84)
    }

    @Test("give counts, exactly where there is a packet table")
    func counts() throws {
        let stream = try parsed(AudioFileStreamParsingTests.variable)
        let file = AudioFileStreamParsingTests.variable
        #expect(
            try stream.property(kAudioFileStreamProperty_DataOffset, Int64(0))
                == Int64(file.count - 513))
        #expect(try stream.property(kAudioFileStreamProperty_AudioDataByteCount, UInt64(0)) == 513)
        #expect(try stream.property(kAudioFileStreamProperty_AudioDataPacketCount, UInt64(0)) == 4)
        #expect(try stream.property(kAudioFileStreamProperty_MaximumPacketSize, UInt32(0)) == 300)
        #expect(
            try stream.property(kAudioFileStreamProperty_PacketSizeUpperBound, UInt32(0)) == 1536)
        #expect(try stream.property(kAudioFileStreamProperty_AverageBytesPerPacket, 0.0) == 513 / 4)
        // 128.25 bytes for 1024 frames.
        #expect(try stream.property(kAudioFileStreamProperty_BitRate, UInt32(0)) == 44_186)
        #expect(try stream.property(kAudioFileStreamProperty_ReadyToProducePackets, UInt32(0)) == 1)
        #expect(try stream.property(kAudioFileStreamProperty_RestrictsRandomAccess, UInt32(9)) == 0)
    }

    @Test("of frames that follow one another are those of the packets so far")
    func running() throws {
        let frame: [UInt8] = [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: 1, count: 92)
        let stream = try parsed(frame + frame + frame)
        #expect(
            stream.status(of: kAudioFileStreamProperty_AudioDataByteCount)
                == kAudioFileStreamError_ValueUnknown)
        #expect(
            stream.status(of: kAudioFileStreamProperty_AudioDataPacketCount)
                == kAudioFileStreamError_ValueUnknown)
        #expect(try stream.property(kAudioFileStreamProperty_AverageBytesPerPacket, 0.0) == 96)
        #expect(try stream.property(kAudioFileStreamProperty_BitRate, UInt32(0)) == 32_000)
        #expect(try stream.property(kAudioFileStreamProperty_MaximumPacketSize, UInt32(0)) == 488)
        let asked = AudioBytePacketTranslation(
            mByte: 0, mPacket: 10, mByteOffsetInPacket: 0, mFlags: [])
        let told = try stream.property(kAudioFileStreamProperty_PacketToByte, asked)
        #expect(told.mByte == 960)
        #expect(told.mFlags.rawValue == 1)
        let byte = AudioBytePacketTranslation(
            mByte: 970, mPacket: 0, mByteOffsetInPacket: 0, mFlags: [])
        let place = try stream.property(kAudioFileStreamProperty_ByteToPacket, byte)
        #expect(place.mPacket == 10)
        #expect(place.mByteOffsetInPacket == 10)
    }

    @Test("answer questions about packets, frames and bytes")
    func translations() throws {
        let stream = try parsed(AudioFileStreamParsingTests.variable)
        let frame = try stream.property(
            kAudioFileStreamProperty_PacketToFrame,
            AudioFramePacketTranslation(mFrame: 0, mPacket: 3, mFrameOffsetInPacket: 0))
        #expect(frame.mFrame == 3072)
        let packet = try stream.property(
            kAudioFileStreamProperty_FrameToPacket,
            AudioFramePacketTranslation(mFrame: 1030, mPacket: 0, mFrameOffsetInPacket: 0))
        #expect(packet.mPacket == 1)
        #expect(packet.mFrameOffsetInPacket == 6)
        let byte = try stream.property(
            kAudioFileStreamProperty_PacketToByte,
            AudioBytePacketTranslation(mByte: 0, mPacket: 2, mByteOffsetInPacket: 0, mFlags: []))
        #expect(byte.mByte == 210)
        #expect(byte.mFlags == [])
        let roll = try stream.property(
            kAudioFileStreamProperty_PacketToRollDistance,
            AudioPacketRollDistanceTranslation(mPacket: 2, mRollDistance: 0))
        #expect(roll.mRollDistance == 1)
        let next = try stream.property(
            kAudioFileStreamProperty_NextIndependentPacket,
            AudioIndependentPacketTranslation(mPacket: 3, mIndependentlyDecodablePacket: 0))
        #expect(next.mIndependentlyDecodablePacket == -1)
        let previous = try stream.property(
            kAudioFileStreamProperty_PreviousIndependentPacket,
            AudioIndependentPacketTranslation(mPacket: 3, mIndependentlyDecodablePacket: 0))
        #expect(previous.mIndependentlyDecodablePacket == 2)
        let dependency = try stream.property(
            kAudioFileStreamProperty_PacketToDependencyInfo,
            AudioPacketDependencyInfoTranslation(
                mPacket: 3, mIsIndependentlyDecodable: 0, mNumberPrerollPackets: 0))
        #expect(dependency.mIsIndependentlyDecodable == 1)
        #expect(dependency.mNumberPrerollPackets == 1)
    }

    @Test("that are wrong to ask for give the error that says why")
    func errors() throws {
        let stream = try ParsedStream()
        #expect(
            stream.status(of: kAudioFileStreamProperty_FileFormat)
                == kAudioFileStreamError_DataUnavailable)
        #expect(
            stream.status(of: kAudioFileStreamProperty_PacketToFrame)
                == kAudioFileStreamError_DataUnavailable)
        #expect(try stream.property(kAudioFileStreamProperty_ReadyToProducePackets, UInt32(9)) == 0)
        stream.parse(AudioFileStreamParsingTests.linear)
        #expect(
            stream.status(of: kAudioFileStreamProperty_MagicCookieData)
                == kAudioFileStreamError_ValueUnknown)
        #expect(stream.status(of: 0x3F3F_3F3F) == kAudioFileStreamError_UnsupportedProperty)
        var value = AudioStreamBasicDescription()
        var size: UInt32 = 39
        #expect(
            AudioFileStreamGetProperty(
                stream.id, kAudioFileStreamProperty_DataFormat, &size, &value)
                == kAudioFileStreamError_BadPropertySize)
        #expect(size == 39 && value.mSampleRate == 0)
        #expect(
            AudioFileStreamSetProperty(
                stream.id, kAudioFileStreamProperty_DataFormat, 40, &value)
                == kAudioFileStreamError_UnsupportedProperty)
    }

    @Test("and calls survive wrong arguments")
    func misuse() throws {
        #expect(AudioFileStreamOpen(nil, nil, nil, 0, nil) == kAudio_ParamError)
        #expect(AudioFileStreamClose(nil) == kAudio_ParamError)
        let stranger = AudioFileStreamID(bitPattern: 0x7FFF_0000)
        #expect(AudioFileStreamClose(stranger) == kAudioFileStreamError_IllegalOperation)
        #expect(
            AudioFileStreamParseBytes(stranger, 0, nil, [])
                == kAudioFileStreamError_IllegalOperation)
        let stream = try ParsedStream()
        #expect(AudioFileStreamParseBytes(stream.id, 5, nil, []) == kAudio_ParamError)
        #expect(AudioFileStreamSeek(stream.id, 0, nil, nil) == kAudio_ParamError)
        var byte: Int64 = 7
        var flags: AudioFileStreamSeekFlags = []
        #expect(
            AudioFileStreamSeek(stream.id, 0, &byte, &flags)
                == kAudioFileStreamError_DataUnavailable)
        #expect(byte == 7)
        #expect(AudioFileStreamGetProperty(stream.id, 0, nil, nil) == kAudio_ParamError)
        for extreme in [Int64.min, -1, .max] {
            stream.parse(AudioFileStreamParsingTests.variable)
            _ = AudioFileStreamSeek(stream.id, extreme, &byte, &flags)
            var asked = AudioBytePacketTranslation(
                mByte: extreme, mPacket: extreme, mByteOffsetInPacket: 0, mFlags: [])
            var size: UInt32 = 24
            for property in [
                kAudioFileStreamProperty_PacketToByte, kAudioFileStreamProperty_ByteToPacket,
                kAudioFileStreamProperty_PacketToFrame, kAudioFileStreamProperty_FrameToPacket,
                kAudioFileStreamProperty_NextIndependentPacket,
                kAudioFileStreamProperty_PreviousIndependentPacket,
            ] {
                _ = AudioFileStreamGetProperty(stream.id, property, &size, &asked)
                size = 24
            }
        }
    }

    @Test(
        "and errors have Apple's four characters",
        arguments: [
            (kAudioFileStreamProperty_ReadyToProducePackets, "redy"),
            (kAudioFileStreamProperty_FileFormat, "ffmt"),
            (kAudioFileStreamProperty_DataFormat, "dfmt"),
            (kAudioFileStreamProperty_FormatList, "flst"),
            (kAudioFileStreamProperty_MagicCookieData, "mgic"),
            (kAudioFileStreamProperty_AudioDataByteCount, "bcnt"),
            (kAudioFileStreamProperty_AudioDataPacketCount, "pcnt"),
            (kAudioFileStreamProperty_MaximumPacketSize, "psze"),
            (kAudioFileStreamProperty_DataOffset, "doff"),
            (kAudioFileStreamProperty_ChannelLayout, "cmap"),
            (kAudioFileStreamProperty_PacketToFrame, "pkfr"),
            (kAudioFileStreamProperty_FrameToPacket, "frpk"),
            (kAudioFileStreamProperty_RestrictsRandomAccess, "rrap"),
            (kAudioFileStreamProperty_PacketToRollDistance, "pkrl"),
            (kAudioFileStreamProperty_PreviousIndependentPacket, "pind"),
            (kAudioFileStreamProperty_NextIndependentPacket, "nind"),
            (kAudioFileStreamProperty_PacketToDependencyInfo, "pkdp"),
            (kAudioFileStreamProperty_PacketToByte, "pkby"),
            (kAudioFileStreamProperty_ByteToPacket, "bypk"),
            (kAudioFileStreamProperty_PacketTableInfo, "pnfo"),
            (kAudioFileStreamProperty_PacketSizeUpperBound, "pkub"),
            (kAudioFileStreamProperty_AverageBytesPerPacket, "abpp"),
            (kAudioFileStreamProperty_BitRate, "brat"),
            (kAudioFileStreamProperty_InfoDictionary, "info"),
        ])
    func codes(property: AudioFileStreamPropertyID, expected: String) {
        #expect(characters(property) == expected)
    }

    @Test("and errors and flags have Apple's numbers")
    func numbers() {
        let errors: [(OSStatus, String)] = [
            (kAudioFileStreamError_UnsupportedFileType, "typ?"),
            (kAudioFileStreamError_UnsupportedDataFormat, "fmt?"),
            (kAudioFileStreamError_UnsupportedProperty, "pty?"),
            (kAudioFileStreamError_BadPropertySize, "!siz"),
            (kAudioFileStreamError_NotOptimized, "optm"),
            (kAudioFileStreamError_InvalidPacketOffset, "pck?"),
            (kAudioFileStreamError_InvalidFile, "dta?"),
            (kAudioFileStreamError_ValueUnknown, "unk?"),
            (kAudioFileStreamError_DataUnavailable, "more"),
            (kAudioFileStreamError_IllegalOperation, "nope"),
            (kAudioFileStreamError_UnspecifiedError, "wht?"),
            (kAudioFileStreamError_DiscontinuityCantRecover, "dsc!"),
        ]
        for (error, expected) in errors {
            #expect(characters(UInt32(bitPattern: error)) == expected)
        }
        #expect(AudioFileStreamPropertyFlags.propertyIsCached.rawValue == 1)
        #expect(AudioFileStreamPropertyFlags.cacheProperty.rawValue == 2)
        #expect(AudioFileStreamParseFlags.discontinuity.rawValue == 1)
        #expect(AudioFileStreamSeekFlags.offsetIsEstimated.rawValue == 1)
    }
}
