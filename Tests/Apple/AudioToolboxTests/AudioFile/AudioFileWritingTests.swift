import AudioToolbox
import TestSupport
import Testing

@Suite("Writing an audio file")
struct AudioFileWritingTests {
    let files = SoundFiles()

    /// Frames of four bytes that tell their index.
    private func frames(_ range: Range<Int>) -> [UInt8] {
        range.flatMap { littleEndian(UInt32($0)) }
    }

    // MARK: Making a file

    // Acceptance case 34.
    @Test("leaves a file alone that is there, unless it is to be erased")
    func erasing() throws {
        let url = try files.write(Array("an old file, longer than a new one".utf8), as: "old.caf")
        var format = AudioStreamBasicDescription.integers()
        var id: AudioFileID?
        func create(_ flags: AudioFileFlags, _ type: AudioFileTypeID = kAudioFileCAFType)
            -> OSStatus
        {
            AudioFileCreateWithURL(url as CFURL, type, &format, flags, &id)
        }
        #expect(create([]) == kAudioFilePermissionsError)
        // What cannot be made erases nothing.
        #expect(create(.eraseFile, kAudioFileMP3Type) == kAudioFileUnsupportedFileTypeError)
        #expect(create(.eraseFile, kAudioFileAIFFType) == kAudioFileUnsupportedDataFormatError)
        #expect(try Data(contentsOf: url).count == 34)
        #expect(id == nil)
        #expect(create([.eraseFile, .dontPageAlignAudioData]) == noErr)
        #expect(AudioFileClose(id) == noErr)
        let file = try OpenedFile(url)
        #expect(try file.packetCount == 0)
        #expect(try Data(contentsOf: url).count < 10_000)
        #expect(try file.type == kAudioFileCAFType)
    }

    @Test("goes by the type, never by the name, and takes a path for a URL")
    func typeAndName() throws {
        // Given a recorder that writes AIFF data to "voice.wav", and names it without a scheme.
        let path = files.missing("voice.wav").path
        var format = AudioStreamBasicDescription.bigEndianIntegers()
        var id: AudioFileID?
        let url = try #require(NSURL(string: path))
        try #require(
            AudioFileCreateWithURL(url, kAudioFileAIFFType, &format, .eraseFile, &id) == noErr)
        var count: UInt32 = 2
        #expect(
            AudioFileWritePackets(
                id, false, 8, nil, 0, &count, [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8])
                == noErr)
        #expect(AudioFileClose(id) == noErr)
        let file = try OpenedFile(URL(fileURLWithPath: path))
        #expect(try file.type == kAudioFileAIFFType)
        #expect(try file.format.mFormatFlags == 0x0E)
        #expect(file.audio == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test("aligns the audio to a page, unless the flag says otherwise")
    func pages() throws {
        for type in [kAudioFileCAFType, kAudioFileWAVEType] {
            let aligned = try MadeFile(files, type, name: "aligned")
            #expect(aligned.write(frames(0..<3), at: 0) == noErr)
            aligned.close()
            #expect(try OpenedFile(aligned.url).number64(kAudioFilePropertyDataOffset) == 4096)
            let dense = try MadeFile(
                files, type, flags: [.eraseFile, .dontPageAlignAudioData], name: "dense")
            #expect(dense.write(frames(0..<3), at: 0) == noErr)
            dense.close()
            #expect(try OpenedFile(dense.url).number64(kAudioFilePropertyDataOffset) < 100)
        }
    }

    @Test("gives an error where no file can be made")
    func impossible() throws {
        var format = AudioStreamBasicDescription.integers()
        var id: AudioFileID?
        func create(_ url: URL) -> OSStatus {
            AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &id)
        }
        #expect(create(files.missing("no/such/folder.caf")) == kAudioFileFileNotFoundError)
        #expect(create(files.missing("")) == kAudioFilePermissionsError)
        #expect(create(URL(fileURLWithPath: "/dev/null")) == kAudioFileUnsupportedFileTypeError)
        #expect(create(try #require(URL(string: "https://a.b/c"))) == kAudioFileFileNotFoundError)
        for (rate, channels) in [(Double.nan, 2), (-1, 2), (44_100, 0), (44_100, UInt32.max)] {
            format = .integers(channels: 2, rate: rate)
            format.mChannelsPerFrame = channels
            #expect(create(files.missing("x")) == kAudioFileUnsupportedDataFormatError)
        }
        #expect(!FileManager.default.fileExists(atPath: files.missing("x").path))
    }

    // MARK: Packets

    @Test("writes packets of one size anywhere up to the end, and reads them meanwhile")
    func overwriting() throws {
        let made = try MadeFile(files)
        let reading = OpenedFile(sharing: made.id)
        #expect(made.write(frames(0..<10), at: 0) == noErr)
        #expect(reading.audio == frames(0..<10))
        // Over the end, so that the file grows.
        #expect(made.write(frames(108..<112), at: 8) == noErr)
        #expect(reading.audio == frames(0..<8) + frames(108..<112))
        #expect(try reading.packetCount == 12)
        // There is no gap.
        #expect(made.write(frames(0..<1), at: 13) == kAudioFileInvalidPacketOffsetError)
        #expect(made.write(frames(0..<1), at: -1) == kAudioFileInvalidPacketOffsetError)
        #expect(made.write(frames(0..<1), at: .max) == kAudioFileInvalidPacketOffsetError)
        #expect(made.close() == noErr)
        #expect(try OpenedFile(made.url).audio == frames(0..<8) + frames(108..<112))
    }

    @Test("writes bytes, and counts the packets that are whole")
    func writingBytes() throws {
        let made = try MadeFile(files)
        let reading = OpenedFile(sharing: made.id)
        func write(_ bytes: [UInt8], at offset: Int64) -> OSStatus {
            var count = UInt32(bytes.count)
            return AudioFileWriteBytes(made.id, false, offset, &count, bytes)
        }
        #expect(write([1, 2, 3, 4, 5, 6], at: 0) == noErr)
        #expect(try reading.packetCount == 1)
        #expect(write([7, 8], at: 6) == noErr)
        #expect(try reading.packetCount == 2)
        #expect(write([9], at: 9) == kAudioFilePositionError)
        #expect(write([9], at: -1) == kAudioFilePositionError)
        #expect(write([9], at: .max) == kAudioFilePositionError)
        #expect(reading.packets(at: 0, count: 2, capacity: 8).bytes == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test("refuses counts that do not go with the bytes, and writes nothing of them")
    func wrongCounts() throws {
        let made = try MadeFile(files)
        var count: UInt32 = 3
        #expect(
            AudioFileWritePackets(made.id, false, 8, nil, 0, &count, frames(0..<3))
                == kAudio_ParamError)
        count = .max
        #expect(
            AudioFileWritePackets(made.id, false, 8, nil, 0, &count, frames(0..<3))
                == kAudio_ParamError)
        #expect(count == .max)
        // Variable packets: outside the bytes, or of a size that wraps around.
        let coded = try MadeFile(files, kAudioFileCAFType, .coded(kAudioFormatMPEG4AAC), name: "v")
        for (start, size) in [(0, 5), (1, 4), (-1, 1), (Int64.max, UInt32.max)] {
            var packet = AudioStreamPacketDescription(
                mStartOffset: start, mVariableFramesInPacket: 0, mDataByteSize: size)
            var one: UInt32 = 1
            #expect(
                AudioFileWritePackets(coded.id, false, 4, &packet, 0, &one, [1, 2, 3, 4])
                    == kAudio_ParamError)
        }
        var one: UInt32 = 1
        #expect(
            AudioFileWritePackets(coded.id, false, 4, nil, 0, &one, [1, 2, 3, 4])
                == kAudio_ParamError)
        #expect(try OpenedFile(sharing: coded.id).packetCount == 0)
    }

    @Test("puts packets of differing sizes at the end only")
    func variablePackets() throws {
        let made = try MadeFile(files, kAudioFileCAFType, .coded(kAudioFormatMPEG4AAC))
        let reading = OpenedFile(sharing: made.id)
        let packets: [[UInt8]] = [[1], [2, 2], [3, 3, 3]]
        #expect(made.write(packets: packets, at: 0) == noErr)
        #expect(made.write(packets: [[9]], at: 1) == kAudioFileInvalidPacketOffsetError)
        #expect(reading.packets(at: 1, count: 9, capacity: 99).bytes == [2, 2, 3, 3, 3])
        #expect(made.write(packets: [[4, 4]], at: 3) == noErr)
        #expect(reading.packets(at: 2, count: 9, capacity: 99).bytes == [3, 3, 3, 4, 4])
        var count: UInt32 = 4
        #expect(
            AudioFileWriteBytes(made.id, false, 0, &count, [1, 2, 3, 4])
                == kAudioFileOperationNotSupportedError)
    }

    // MARK: What an app may not do

    @Test("is refused for a file that is only read, and reading for one that is only written")
    func permissions() throws {
        let url = try files.write(SoundFiles.sixSeconds(), as: "six.caf")
        let read = try MadeFile(writing: url, .readPermission)
        #expect(read.write(frames(0..<1), at: 0) == kAudioFilePermissionsError)
        var count: UInt32 = 4
        #expect(
            AudioFileWriteBytes(read.id, false, 0, &count, frames(0..<1))
                == kAudioFilePermissionsError)
        #expect(AudioFileOptimize(read.id) == kAudioFilePermissionsError)
        #expect(AudioFileSetUserData(read.id, 1, 0, 1, [1]) == kAudioFilePermissionsError)
        #expect(AudioFileRemoveUserData(read.id, 1, 0) == kAudioFilePermissionsError)
        #expect(
            read.set(kAudioFilePropertyDeferSizeUpdates, UInt32(0)) == kAudioFilePermissionsError)
        #expect(read.isWritable(kAudioFilePropertyDataFormat) == false)
        read.close()

        let written = try MadeFile(writing: url, .writePermission)
        #expect(written.write(frames(5..<6), at: 0) == noErr)
        let opened = OpenedFile(sharing: written.id)
        #expect(opened.packets(at: 0, count: 1, capacity: 4).status == kAudioFilePermissionsError)
        #expect(try opened.packetCount == 264_600)
        #expect(written.close() == noErr)
    }

    @Test("waits for the cookie of a file type that requires one")
    func missingCookie() throws {
        let made = try MadeFile(files, kAudioFileM4AType, .coded(kAudioFormatMPEG4AAC))
        let reading = OpenedFile(sharing: made.id)
        // What can be told without it is told.
        #expect(try reading.format.mFramesPerPacket == 1024)
        #expect(try reading.packetCount == 0)
        #expect(made.write(packets: [[1]], at: 0) == kAudioFileOperationNotSupportedError)
        #expect(made.setCookie(SoundFiles.aacCookie) == noErr)
        #expect(made.write(packets: [[1]], at: 0) == noErr)
        // A second time at the end, like recorders with an encoder that knows more then.
        #expect(made.setCookie(SoundFiles.aacCookie) == noErr)
        let file = try made.reopened()
        #expect(try file.cookie == SoundFiles.aacCookie)
        #expect(file.packets(at: 0, count: 1, capacity: 9).bytes == [1])
    }

    // MARK: Sizes

    @Test("keeps the file on disk whole after every write, when sizes are not deferred")
    func sizesAtOnce() throws {
        for (type, format) in [
            (kAudioFileCAFType, AudioStreamBasicDescription.integers()),
            (kAudioFileWAVEType, .integers()), (kAudioFileAIFFType, .bigEndianIntegers()),
            (kAudioFileNextType, .bigEndianIntegers()), (kAudioFileRF64Type, .integers()),
        ] {
            let made = try MadeFile(files, type, format)
            #expect(made.set(kAudioFilePropertyDeferSizeUpdates, UInt32(0)) == noErr)
            for count in 1...3 {
                #expect(made.write(frames(count - 1..<count), at: Int64(count - 1)) == noErr)
                // What a program that is killed now leaves behind.
                let left = try OpenedFile(files.write(made.bytesOnDisk, as: "left"))
                #expect(left.audio == frames(0..<count))
            }
        }
    }

    @Test("leaves what can be read by its length, when sizes are deferred")
    func sizesDeferred() throws {
        let made = try MadeFile(files)
        #expect(try OpenedFile(sharing: made.id).number32(kAudioFilePropertyDeferSizeUpdates) == 1)
        #expect(made.write(frames(0..<5), at: 0) == noErr)
        let left = try OpenedFile(files.write(made.bytesOnDisk, as: "left"))
        #expect(left.audio == frames(0..<5))
    }

    @Test("ends at the file type's size limit; RF64 goes on")
    func longFiles() throws {
        // Given functions that take everything and keep only the head.
        for (type, isLong) in [(kAudioFileWAVEType, false), (kAudioFileRF64Type, true)] {
            let store = CallbackStore()
            store.set { $0.keptByteCountMax = 8192 }
            var id: AudioFileID?
            try #require(store.create(type, .integers(32), &id) == noErr)
            let file = try #require(id)
            let packetsAtATime: UInt32 = 1 << 25
            let room = try #require(calloc(Int(packetsAtATime), 8))
            defer { free(room) }
            // When 4 GiB and more are written.
            var statuses: [OSStatus] = []
            for piece in 0..<17 {
                var count = packetsAtATime
                statuses.append(
                    AudioFileWritePackets(
                        file, false, packetsAtATime * 8, nil,
                        Int64(piece) * Int64(packetsAtATime), &count, room))
            }
            #expect(statuses.prefix(15).allSatisfy { $0 == noErr })
            let last = isLong ? noErr : kAudioFileInvalidPacketOffsetError
            let sixteenth = isLong ? noErr : kAudioFileDoesNotAllow64BitDataSizeError
            #expect(Array(statuses.suffix(2)) == [sixteenth, last])
            #expect(AudioFileClose(file) == noErr)
            guard isLong else { continue }
            // Then the long sizes are in the head, the short ones are not used.
            let head = store.bytes
            #expect(Array(head[0..<8]) == Array("RF64".utf8) + [255, 255, 255, 255])
            let dataSize = head[28..<36].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            #expect(dataSize == 17 << 28)
            #expect(Array(head[4092..<4096]) == [255, 255, 255, 255])
        }
    }
}
