import AudioConversion
import AudioFiles
import AudioFormats
import AudioModel
import AudioToolbox
import TestSupport
import Testing

@Suite("Writing an extended audio file")
struct ExtendedAudioFileWritingTests {
    let files = SoundFiles()

    private func wave(_ name: String = "a.wav") throws -> ExtendedFile {
        try ExtendedFile(creating: files.missing(name), kAudioFileWAVEType, .integers())
    }

    @Test("makes the file the type says, whatever its name ends in")
    func typeNotName() throws {
        let url = files.missing("voice.wav")
        var format = AudioStreamBasicDescription.integers()
        format.mFormatFlags |= kAudioFormatFlagIsBigEndian
        let file = try ExtendedFile(creating: url, kAudioFileAIFFType, format)
        #expect(file.write(testSamples(10), bytesPerFrame: 4) == noErr)
        #expect(try file.frameCount == 10)
        #expect(file.close() == noErr)
        let bytes = try Data(contentsOf: url)
        #expect(bytes.prefix(4).elementsEqual("FORM".utf8))
    }

    @Test("writes nothing but what was given")
    func exact() throws {
        let file = try wave()
        #expect(file.setClient(.planarFloats(channels: 2)) == noErr)
        #expect(file.setClient(.integers()) == noErr)
        // In pieces that fit nothing.
        let samples = testSamples(5000)
        for start in stride(from: 0, to: samples.count, by: 4 * 333) {
            #expect(file.write(Array(samples[start...].prefix(4 * 333)), bytesPerFrame: 4) == noErr)
        }
        #expect(file.close() == noErr)
        let written = try ExtendedFile(files.missing("a.wav"))
        #expect(try written.readAll(bytesPerFrame: 4) == samples)
    }

    @Test("brings frames to the file's rate, to the exact number of them")
    func otherRate() throws {
        let file = try wave()
        #expect(file.setClient(.integers(rate: 48_000)) == noErr)
        #expect(file.write(testSamples(4801), bytesPerFrame: 4) == noErr)
        let expected = Int64((4801 * 44_100 + 47_999) / 48_000)
        #expect(try file.frameCount == expected)
        #expect(file.close() == noErr)
        #expect(try ExtendedFile(files.missing("a.wav")).frameCount == expected)
    }

    @Test("takes formats and layouts before the first frame only")
    func order() throws {
        let file = try wave()
        let stereo = [kAudioChannelLayoutTag_Stereo, 0, 0]
        func setLayout(_ id: ExtAudioFilePropertyID, _ numbers: [UInt32]) -> OSStatus {
            ExtAudioFileSetProperty(file.reference, id, UInt32(4 * numbers.count), numbers)
        }
        #expect(setLayout(kExtAudioFileProperty_FileChannelLayout, stereo) == noErr)
        #expect(setLayout(kExtAudioFileProperty_ClientChannelLayout, stereo) == noErr)
        #expect(
            setLayout(
                kExtAudioFileProperty_FileChannelLayout, [kAudioChannelLayoutTag_Mono, 0, 0])
                == kExtAudioFileError_InvalidChannelMap)
        #expect(
            setLayout(kExtAudioFileProperty_FileChannelLayout, [0])
                == kExtAudioFileError_InvalidPropertySize)
        var isWritable: DarwinBoolean = false
        ExtAudioFileGetPropertyInfo(
            file.reference, kExtAudioFileProperty_ClientDataFormat, nil, &isWritable)
        #expect(isWritable.boolValue)
        // When the first frame has been written, then it is too late.
        #expect(file.write(testSamples(1), bytesPerFrame: 4) == noErr)
        #expect(file.setClient(.integers()) == kExtAudioFileError_InvalidOperationOrder)
        #expect(
            setLayout(kExtAudioFileProperty_FileChannelLayout, stereo)
                == kExtAudioFileError_InvalidOperationOrder)
        #expect(
            setLayout(kExtAudioFileProperty_ClientChannelLayout, stereo)
                == kExtAudioFileError_InvalidOperationOrder)
        ExtAudioFileGetPropertyInfo(
            file.reference, kExtAudioFileProperty_ClientDataFormat, nil, &isWritable)
        #expect(!isWritable.boolValue)
    }

    @Test("cannot be read or seeked; a file opened for reading cannot be written")
    func oneWay() throws {
        let file = try wave()
        #expect(file.write(testSamples(10), bytesPerFrame: 4) == noErr)
        #expect(file.seek(0) == kExtAudioFileError_InvalidSeek)
        #expect(try file.position == 10)
        var frames: UInt32 = 1
        var sample: [UInt8] = [0, 0, 0, 0]
        withBufferList(of: &sample, channels: 2) { list in
            #expect(ExtAudioFileRead(file.reference, &frames, &list) == kAudioFilePermissionsError)
        }
        #expect(file.close() == noErr)
        let read = try ExtendedFile(files.missing("a.wav"))
        #expect(read.write(testSamples(1), bytesPerFrame: 4) == kAudioFilePermissionsError)
        #expect(ExtAudioFileWriteAsync(read.reference, 0, nil) == kAudioFilePermissionsError)
    }

    @Test("is not created in an unsupported type or format, and an existing file stays")
    func refused() throws {
        let url = try files.write([1, 2, 3], as: "a.bin")
        func create(
            _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ flags: UInt32
        ) -> OSStatus {
            var reference: ExtAudioFileRef?
            var format = format
            let status = ExtAudioFileCreateWithURL(
                url as CFURL, type, &format, nil, flags, &reference)
            #expect(reference == nil)
            return status
        }
        #expect(create(kAudioFileMP3Type, .integers(), 1) == kAudioFileUnsupportedFileTypeError)
        #expect(
            create(kAudioFileWAVEType, .coded(kAudioFormatMPEG4AAC), 1)
                == kAudioFileUnsupportedDataFormatError)
        #expect(
            create(kAudioFileAIFFType, .integers(rate: 0), 1)
                == kAudioFileUnsupportedDataFormatError)
        #expect(create(kAudioFileWAVEType, .integers(), 0) == kAudioFilePermissionsError)
        #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
        #expect(
            ExtAudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, nil, nil, 1, nil)
                == kAudio_ParamError)
    }

    @Test("without a client's format for a coding says so")
    func clientFormatMissing() throws {
        let file = try ExtendedFile(
            creating: files.missing("a.caf"), kAudioFileCAFType, .coded(kAudioFormatAppleIMA4))
        #expect(
            file.write(testSamples(1), bytesPerFrame: 4) == kExtAudioFileError_NonPCMClientFormat)
        #expect(file.close() == noErr)
    }

    @Test("stands on a file that is being written, and leaves it open")
    func wrapped() throws {
        // Given a file of an app's own with four frames in it.
        let url = files.missing("own.caf")
        var format = AudioStreamBasicDescription.integers()
        var id: AudioFileID?
        #expect(
            AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &id)
                == noErr)
        let below = try #require(id)
        var count: UInt32 = 4
        #expect(AudioFileWritePackets(below, false, 16, nil, 0, &count, testSamples(4)) == noErr)
        // When floats are written by standing on it.
        var reference: ExtAudioFileRef?
        #expect(ExtAudioFileWrapAudioFileID(below, true, &reference) == noErr)
        let wrapped = try #require(reference)
        var client = AudioStreamBasicDescription.integers(32)
        #expect(
            ExtAudioFileSetProperty(
                wrapped, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
        var samples = [1 << 16, 2 << 16, 3 << 16, 4 << 16].map(Int32.init).bytes
        withBufferList(of: &samples, channels: 2) { list in
            #expect(ExtAudioFileWrite(wrapped, 2, &list) == noErr)
        }
        #expect(ExtAudioFileDispose(wrapped) == noErr)
        // Then they stand behind what was there, in a file that goes on.
        #expect(try OpenedFile(sharing: below).packetCount == 6)
        #expect(AudioFileClose(below) == noErr)
        let written = try ExtendedFile(url).readAll(bytesPerFrame: 4)
        #expect(written == testSamples(4) + [1, 0, 2, 0, 3, 0, 4, 0])
    }

    #if FFmpeg
        @Test(
            "into which nothing was written is an empty file, also without a client's format",
            arguments: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless],
            [kAudioFileM4AType, kAudioFileCAFType])
        func nothing(coding: AudioFormatID, type: AudioFileTypeID) throws {
            let url = files.missing("empty.m4a")
            let file = try ExtendedFile(creating: url, type, .coded(coding))
            #expect(file.write(testSamples(1), bytesPerFrame: 4) != noErr)
            #expect(file.close() == noErr)
            let written = try ExtendedFile(url)
            #expect(try written.frameCount == 0)
            #expect(written.setClient(.integers()) == noErr)
            #expect(try written.readAll(bytesPerFrame: 4) == [])
        }

        @Test("leaves a file below that has a cookie as the app made it")
        func ownCookie() throws {
            let made = try MadeFile(
                files, kAudioFileM4AType, .coded(kAudioFormatMPEG4AAC), name: "own.m4a")
            #expect(made.setCookie(SoundFiles.aacCookie) == noErr)
            var reference: ExtAudioFileRef?
            #expect(ExtAudioFileWrapAudioFileID(made.id, true, &reference) == noErr)
            #expect(ExtAudioFileDispose(reference) == noErr)
            #expect(try OpenedFile(sharing: made.id).cookie == SoundFiles.aacCookie)
        }

        @Test("takes over what an app sets of its converter, when the app says so")
        func converter() throws {
            func byteCount(bitRate: UInt32?) throws -> Int {
                let url = files.missing("a.m4a")
                let file = try ExtendedFile(
                    creating: url, kAudioFileM4AType, .coded(kAudioFormatMPEG4AAC))
                #expect(file.setClient(.integers()) == noErr)
                if var bitRate {
                    let number = try file.property(kExtAudioFileProperty_AudioConverter, UInt(0))
                    let converter = try #require(AudioConverterRef(bitPattern: number))
                    #expect(
                        AudioConverterSetProperty(
                            converter, kAudioConverterEncodeBitRate, 4, &bitRate) == noErr)
                    #expect(
                        ExtAudioFileSetProperty(
                            file.reference, kExtAudioFileProperty_ConverterConfig, 0, nil)
                            == noErr)
                }
                #expect(file.write(testSamples(20_000), bytesPerFrame: 4) == noErr)
                #expect(file.close() == noErr)
                return try Data(contentsOf: url).count
            }
            #expect(try byteCount(bitRate: 48_000) < byteCount(bitRate: 192_000))
            // Where nothing is converted there is none.
            let file = try wave()
            #expect(try file.property(kExtAudioFileProperty_AudioConverter, UInt(1)) == 0)
        }
    #endif

    // MARK: On another thread

    @Test("on another thread writes everything, in order")
    func asynchronous() throws {
        let file = try wave()
        #expect(file.setClient(.integers()) == noErr)
        // Given that the app got ready where it may wait.
        #expect(file.writeAsynchronously([], bytesPerFrame: 4) == noErr)
        // When frames come in small pieces, a second of them.
        let samples = testSamples(44_100)
        for start in stride(from: 0, to: samples.count, by: 4 * 512) {
            #expect(
                file.writeAsynchronously(
                    Array(samples[start...].prefix(4 * 512)), bytesPerFrame: 4) == noErr)
        }
        #expect(file.setClient(.integers()) == kExtAudioFileError_InvalidOperationOrder)
        // Then all of them are in the file once it is disposed of, and after them what was written
        // in the usual way.
        #expect(file.write(testSamples(100), bytesPerFrame: 4) == noErr)
        #expect(file.close() == noErr)
        let written = try ExtendedFile(files.missing("a.wav"))
        #expect(try written.readAll(bytesPerFrame: 4) == samples + testSamples(100))
    }

    @Test("on another thread refuses what it could never keep, and what it cannot keep now")
    func overflow() throws {
        let format = StreamFormat(
            sampleRate: 8000, id: .linearPCM, flags: [.signedInteger, .packed], bytesPerPacket: 2,
            framesPerPacket: 1, bytesPerFrame: 2, channelCount: 1, bitsPerChannel: 16)
        let sink = MemorySink()
        let file = ExtendedAudioFile(
            writing: ExtendedFileWriting(try AudioFileWriter(sink, kind: .wav, format: format)))
        try file.prepareAsynchronousWriting()
        let samples = [Int16](repeating: 7, count: 1 << 20)
        func write(_ count: Int) -> ExtendedFileError? {
            samples.withUnsafeBytes { bytes in
                let piece = UnsafeRawBufferPointer(rebasing: bytes[..<(2 * count)])
                return withUnsafePointer(to: piece) { piece in
                    do throws(ExtendedFileError) {
                        try file.writeAsynchronously(
                            count, from: UnsafeBufferPointer(start: piece, count: 1))
                        return nil
                    } catch {
                        return error
                    }
                }
            }
        }
        #expect(write(1 << 20) == .asynchronousWriteTooLarge)
        // While somebody else has the file, nothing can be written of what comes.
        var taken = 0
        let problem = try file.access { _ in
            while taken < 1 << 20 {
                if let problem = write(1000) { return problem as ExtendedFileError? }
                taken += 1000
            }
            return nil
        }
        #expect(problem == .asynchronousWriteOverflow)
        // And all that was taken is in the file at the end.
        try file.dispose()
        let url = try files.write(sink.bytes, as: "a.wav")
        #expect(try ExtendedFile(url).frameCount == Int64(taken))
    }
}
