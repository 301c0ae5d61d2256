import AudioToolbox
import TestSupport
import Testing

@Suite("The properties of a file that is written")
struct AudioFileSettingTests {
    let files = SoundFiles()

    private let bytes = [UInt8](0..<40)

    @Test("can be set where they say so, and no others")
    func writable() throws {
        let made = try MadeFile(files)
        for property in [
            kAudioFilePropertyDataFormat, kAudioFilePropertyAudioDataByteCount,
            kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyInfoDictionary,
            kAudioFilePropertyReserveDuration, kAudioFilePropertyUseAudioTrack,
        ] {
            #expect(made.isWritable(property) == true, "\(property)")
        }
        for property in [
            kAudioFilePropertyFileFormat, kAudioFilePropertyAudioDataPacketCount,
            kAudioFilePropertyBitRate,
        ] {
            #expect(made.isWritable(property) == false, "\(property)")
        }
        // What the file has not is an error, also where it can be set.
        for property in [
            kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout,
            kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList,
            kAudioFilePropertyPacketTableInfo, kAudioFilePropertyID3Tag, 0x3F3F_3F3F,
        ] {
            #expect(made.isWritable(property) == nil, "\(property)")
        }
        #expect(made.setCookie(SoundFiles.aacCookie) == noErr)
        #expect(made.isWritable(kAudioFilePropertyMagicCookieData) == true)
        #expect(made.write(bytes, at: 0) == noErr)
        #expect(made.isWritable(kAudioFilePropertyDataFormat) == false)
        #expect(made.isWritable(kAudioFilePropertyReserveDuration) == nil)
        // Set all the same, each says what is wrong.
        #expect(
            made.set(kAudioFilePropertyDataFormat, AudioStreamBasicDescription.integers())
                == kAudioFileOperationNotSupportedError)
        #expect(
            made.set(kAudioFilePropertyFileFormat, UInt32(0))
                == kAudioFileOperationNotSupportedError)
        #expect(made.set(0x3F3F_3F3F, UInt32(0)) == kAudioFileUnsupportedPropertyError)
        #expect(
            made.set(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
                == kAudioFileUnsupportedPropertyError)
        #expect(
            made.set(kAudioFilePropertyDeferSizeUpdates, UInt64(0))
                == kAudioFileBadPropertySizeError)
        #expect(
            AudioFileSetProperty(made.id, kAudioFilePropertyDeferSizeUpdates, 4, nil)
                == kAudio_ParamError)
        // The file is as it was.
        #expect(OpenedFile(sharing: made.id).audio == bytes)
    }

    @Test("take another format while there is no audio")
    func format() throws {
        let made = try MadeFile(files)
        let reading = OpenedFile(sharing: made.id)
        #expect(try reading.format.mBitsPerChannel == 16)
        #expect(
            made.set(
                kAudioFilePropertyDataFormat, AudioStreamBasicDescription.integers(24)) == noErr)
        #expect(try reading.format.mBytesPerPacket == 6)
        var unsigned = AudioStreamBasicDescription.integers()
        unsigned.mFormatFlags = kAudioFormatFlagIsPacked
        #expect(
            made.set(kAudioFilePropertyDataFormat, unsigned)
                == kAudioFileUnsupportedDataFormatError)
        #expect(made.write([UInt8](0..<12), at: 0, size: 6) == noErr)
        #expect(try reading.packetCount == 2)
    }

    @Test("truncate the audio")
    func byteCount() throws {
        let made = try MadeFile(files)
        let reading = OpenedFile(sharing: made.id)
        #expect(made.write(bytes, at: 0) == noErr)
        let property = kAudioFilePropertyAudioDataByteCount
        #expect(made.set(property, UInt64(12)) == noErr)
        #expect(try reading.number64(property) == 12)
        for wrong in [UInt64(13), 16, .max] {
            #expect(made.set(property, wrong) == kAudio_ParamError)
        }
        let file = try made.reopened()
        #expect(file.audio == Array(bytes.prefix(12)))
    }

    @Test("take priming and remainder frames that match the packets, and nothing else")
    func packetTable() throws {
        for type in [kAudioFileCAFType, kAudioFileM4AType] {
            let made = try MadeFile(files, type, .coded(kAudioFormatMPEG4AAC))
            #expect(made.setCookie(SoundFiles.aacCookie) == noErr)
            #expect(made.write(packets: [[1], [2], [3], [4]], at: 0) == noErr)
            func set(_ valid: Int64, _ priming: Int32, _ remainder: Int32) -> OSStatus {
                made.set(
                    kAudioFilePropertyPacketTableInfo,
                    AudioFilePacketTableInfo(
                        mNumberValidFrames: valid, mPrimingFrames: priming,
                        mRemainderFrames: remainder))
            }
            #expect(set(4096 - 2112 - 100, 2112, 100) == noErr)
            for (valid, priming, remainder) in [
                (4096, 1, 0), (4097, 0, 0), (0, 0, 0), (Int64.max, 1, 1), (5096, -1000, 0),
            ] as [(Int64, Int32, Int32)] {
                #expect(set(valid, priming, remainder) == kAudio_ParamError)
            }
            let table = try made.reopened().packetTable
            #expect(table.mNumberValidFrames == 4096 - 2112 - 100)
            #expect(table.mPrimingFrames == 2112)
            #expect(table.mRemainderFrames == 100)
        }
    }

    @Test("keep the channel layout")
    func channelLayout() throws {
        let made = try MadeFile(files)
        let layout = [UInt32(0), 0, 2, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0].flatMap(littleEndian)
        #expect(made.setLayout(layout) == noErr)
        #expect(made.setLayout(Array(layout.prefix(40))) == kAudioFileBadPropertySizeError)
        #expect(made.setLayout([1, 2, 3]) == kAudioFileBadPropertySizeError)
        #expect(made.write(bytes, at: 0) == noErr)
        #expect(made.close() == noErr)
        #expect(try OpenedFile(made.url).channelLayout == layout)
    }

    @Test("refuse a cookie that there is no room for once there is audio")
    func lateCookie() throws {
        let made = try MadeFile(files, kAudioFileCAFType, .coded(kAudioFormatMPEG4AAC))
        #expect(made.setCookie([1, 2, 3]) == noErr)
        #expect(made.write(packets: [[1]], at: 0) == noErr)
        // The page before the audio has room for a little more.
        #expect(made.setCookie([4, 5, 6, 7]) == noErr)
        let large = [UInt8](repeating: 9, count: 5000)
        #expect(made.setCookie(large) == kAudioFileOperationNotSupportedError)
        #expect(made.close() == noErr)
        #expect(try OpenedFile(made.url).cookie == [4, 5, 6, 7])
    }

    // MARK: Texts

    private func info(_ id: AudioFileID) throws -> [String: String] {
        var dictionary: Unmanaged<CFDictionary>?
        var size = UInt32(MemoryLayout.size(ofValue: dictionary))
        try #require(
            AudioFileGetProperty(id, kAudioFilePropertyInfoDictionary, &size, &dictionary) == noErr)
        let texts = try #require(dictionary?.takeRetainedValue() as? [String: String])
        return texts.filter { $0.key != kAFInfoDictionary_ApproximateDurationInSeconds }
    }

    private func setInfo(_ id: AudioFileID, _ texts: [String: String]) -> OSStatus {
        let dictionary = texts as CFDictionary
        var pointer = Unmanaged.passUnretained(dictionary)
        return withExtendedLifetime(dictionary) {
            AudioFileSetProperty(
                id, kAudioFilePropertyInfoDictionary,
                UInt32(MemoryLayout.size(ofValue: pointer)), &pointer)
        }
    }

    @Test(
        "keep the info dictionary, with keys of the app's own",
        arguments: [
            kAudioFileCAFType, kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileWAVEType,
            kAudioFileRF64Type, kAudioFileM4AType,
        ])
    func texts(type: AudioFileTypeID) throws {
        let isM4A = type == kAudioFileM4AType
        let isBig = type == kAudioFileAIFFType || type == kAudioFileAIFCType
        let format: AudioStreamBasicDescription =
            isM4A ? .coded(kAudioFormatMPEG4AAC) : isBig ? .bigEndianIntegers() : .integers()
        let made = try MadeFile(files, type, format)
        if isM4A {
            #expect(made.setCookie(SoundFiles.aacCookie) == noErr)
        }
        #expect(setInfo(made.id, ["title": "first"]) == noErr)
        let audio = isM4A ? made.write(packets: [[1, 2]], at: 0) : made.write(bytes, at: 0)
        #expect(audio == noErr)
        // Set again, they take the place of those before.
        let texts = ["title": "A näme", "comments": "two\nlines", "no such key": "x"]
        #expect(setInfo(made.id, texts) == noErr)
        #expect(made.close() == noErr)
        let file = try OpenedFile(made.url)
        let read = try info(file.id)
        #expect(read == texts)
        #expect(try file.audioByteCount > 0)
    }

    @Test("refuse text that a file cannot store unchanged")
    func impossibleTexts() throws {
        let made = try MadeFile(files)
        #expect(setInfo(made.id, ["a\u{0}b": "x"]) == kAudio_ParamError)
        #expect(setInfo(made.id, ["a": "x\u{0}"]) == kAudio_ParamError)
        #expect(
            setInfo(made.id, ["a": String(repeating: "x", count: 1 << 17)]) == kAudio_ParamError)
        #expect(made.set(kAudioFilePropertyInfoDictionary, UInt(0)) == kAudio_ParamError)
        #expect(try info(made.id) == [:])
    }

    // MARK: Pictures and tags of other kinds

    /// An ID3 tag of version 2.3 with a picture of five bytes.
    private var id3: [UInt8] {
        let frame: [UInt8] = [0] + Array("image/png".utf8) + [0, 3, 0x61, 0] + [1, 2, 3, 4, 5]
        let apic = Array("APIC".utf8) + bigEndian(UInt32(frame.count)) + [0, 0] + frame
        return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(apic.count)] + apic
    }

    private func artwork(_ id: AudioFileID) throws -> Data {
        var picture: Unmanaged<NSData>?
        var size = UInt32(MemoryLayout.size(ofValue: picture))
        try #require(
            AudioFileGetProperty(id, kAudioFilePropertyAlbumArtwork, &size, &picture) == noErr)
        return try #require(picture?.takeRetainedValue()) as Data
    }

    @Test(
        "keep an ID3 tag, and show the picture in it",
        arguments: [kAudioFileAIFFType, kAudioFileWAVEType])
    func id3Tag(type: AudioFileTypeID) throws {
        let isWAVE = type == kAudioFileWAVEType
        let made = try MadeFile(files, type, isWAVE ? .integers() : .bigEndianIntegers())
        #expect(made.isWritable(kAudioFilePropertyID3Tag) == nil)
        #expect(made.set(kAudioFilePropertyID3Tag, bytes: [1, 2]) == noErr)
        #expect(made.write(bytes, at: 0) == noErr)
        #expect(made.set(kAudioFilePropertyID3Tag, bytes: id3) == noErr)
        let file = try made.reopened()
        #expect(try file.bytes(kAudioFilePropertyID3Tag) == id3)
        let offset = try Int(file.number64(kAudioFilePropertyID3TagOffset))
        #expect(try Array(made.bytesOnDisk[offset...].prefix(id3.count)) == id3)
        #expect(try artwork(file.id) == Data([1, 2, 3, 4, 5]))
    }

    @Test("show no picture where a tag is cut anywhere")
    func cutTags() throws {
        for count in 0..<id3.count {
            let made = try MadeFile(files, kAudioFileWAVEType)
            #expect(made.set(kAudioFilePropertyID3Tag, bytes: Array(id3.prefix(count))) == noErr)
            var size: UInt32 = 0
            #expect(
                AudioFileGetPropertyInfo(made.id, kAudioFilePropertyAlbumArtwork, &size, nil)
                    == kAudioFileUnsupportedPropertyError)
        }
    }

    @Test("have exactly one audio track")
    func tracks() throws {
        let file = try OpenedFile(files.write(SoundFiles.sixSeconds(), as: "six.caf"))
        var index: UInt32 = 0
        func use() -> OSStatus {
            AudioFileSetProperty(file.id, kAudioFilePropertyUseAudioTrack, 4, &index)
        }
        #expect(try file.number32(kAudioFilePropertyAudioTrackCount) == 1)
        #expect(use() == noErr)
        for wrong in [UInt32(1), .max] {
            index = wrong
            #expect(use() == kAudio_ParamError)
        }
    }
}
