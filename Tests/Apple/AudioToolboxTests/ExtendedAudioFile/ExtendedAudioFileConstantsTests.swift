import AudioToolbox
import TestSupport
import Testing

@Suite("The constants of extended audio files")
struct ExtendedAudioFileConstantsTests {
    @Test(
        "are Apple's four characters",
        arguments: [
            (kExtAudioFileProperty_FileDataFormat, "ffmt"),
            (kExtAudioFileProperty_FileChannelLayout, "fclo"),
            (kExtAudioFileProperty_ClientDataFormat, "cfmt"),
            (kExtAudioFileProperty_ClientChannelLayout, "cclo"),
            (kExtAudioFileProperty_CodecManufacturer, "cman"),
            (kExtAudioFileProperty_AudioConverter, "acnv"),
            (kExtAudioFileProperty_AudioFile, "afil"),
            (kExtAudioFileProperty_FileMaxPacketSize, "fmps"),
            (kExtAudioFileProperty_ClientMaxPacketSize, "cmps"),
            (kExtAudioFileProperty_FileLengthFrames, "#frm"),
            (kExtAudioFileProperty_ConverterConfig, "accf"),
            (kExtAudioFileProperty_IOBufferSizeBytes, "iobs"),
            (kExtAudioFileProperty_IOBuffer, "iobf"),
            (kExtAudioFileProperty_PacketTable, "xpti"),
        ])
    func properties(id: ExtAudioFilePropertyID, characters: String) {
        #expect(id == fourCC(characters))
    }

    @Test("are Apple's numbers")
    func errors() {
        #expect(
            [
                kExtAudioFileError_CodecUnavailableInputConsumed,
                kExtAudioFileError_CodecUnavailableInputNotConsumed,
                kExtAudioFileError_InvalidProperty, kExtAudioFileError_InvalidPropertySize,
                kExtAudioFileError_NonPCMClientFormat, kExtAudioFileError_InvalidChannelMap,
                kExtAudioFileError_InvalidOperationOrder, kExtAudioFileError_InvalidDataFormat,
                kExtAudioFileError_MaxPacketSizeUnknown, kExtAudioFileError_InvalidSeek,
                kExtAudioFileError_AsyncWriteTooLarge,
                kExtAudioFileError_AsyncWriteBufferOverflow,
            ] == Array((-66570 ... -66559).reversed()))
        #expect(kExtAudioFilePacketTableInfoOverride_UseFileValue == -1)
        #expect(kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid == -2)
    }
}

@Suite("An extended audio file, misused")
struct ExtendedAudioFileMisuseTests {
    let files = SoundFiles()

    @Test("that is closed, or never was open, gives an error from every function")
    func closed() throws {
        let file = try ExtendedFile(files.tone())
        #expect(file.close() == noErr)
        for reference in [file.reference, ExtAudioFileRef(bitPattern: 0xDEAD)] {
            var number: Int64 = 7
            var size: UInt32 = 8
            var frames: UInt32 = 1
            var list = AudioBufferList()
            let statuses = [
                ExtAudioFileDispose(reference), ExtAudioFileRead(reference, &frames, &list),
                ExtAudioFileWrite(reference, 1, &list),
                ExtAudioFileWriteAsync(reference, 1, &list), ExtAudioFileSeek(reference, 0),
                ExtAudioFileTell(reference, &number),
                ExtAudioFileGetPropertyInfo(
                    reference, kExtAudioFileProperty_FileLengthFrames, &size, nil),
                ExtAudioFileGetProperty(
                    reference, kExtAudioFileProperty_FileLengthFrames, &size, &number),
                ExtAudioFileSetProperty(
                    reference, kExtAudioFileProperty_IOBufferSizeBytes, 4, &size),
            ]
            #expect(statuses == Array(repeating: kAudioFileNotOpenError, count: 9))
            #expect(number == 7)
        }
    }

    @Test("without a file, an answer's place or a value gives an error")
    func missing() throws {
        var reference: ExtAudioFileRef?
        let none = files.missing("none.wav")
        #expect(ExtAudioFileOpenURL(none as CFURL, &reference) == kAudioFileFileNotFoundError)
        #expect(ExtAudioFileOpenURL(none as CFURL, nil) == kAudio_ParamError)
        let text = try files.write(Array("words".utf8), as: "text.wav")
        #expect(
            ExtAudioFileOpenURL(text as CFURL, &reference) == kAudioFileUnsupportedFileTypeError)
        #expect(reference == nil)
        let file = try ExtendedFile(files.tone())
        var frames: UInt32 = 1
        #expect(ExtAudioFileRead(file.reference, &frames, nil) == kAudio_ParamError)
        #expect(ExtAudioFileTell(file.reference, nil) == kAudio_ParamError)
        #expect(
            ExtAudioFileSetProperty(
                file.reference, kExtAudioFileProperty_ClientDataFormat, 40, nil)
                == kAudio_ParamError)
        #expect(ExtAudioFileDispose(nil) == kAudio_ParamError)
    }

    @Test("asked for what it has not, or with too little room, says so")
    func properties() throws {
        let file = try ExtendedFile(files.tone())
        var bytes = [UInt8](repeating: 0, count: 64)
        var size: UInt32 = 64
        func get(_ id: ExtAudioFilePropertyID) -> OSStatus {
            ExtAudioFileGetProperty(file.reference, id, &size, &bytes)
        }
        #expect(get(0x3F3F3F3F) == kExtAudioFileError_InvalidProperty)
        #expect(get(kExtAudioFileProperty_IOBuffer) == kExtAudioFileError_InvalidProperty)
        #expect(get(kExtAudioFileProperty_PacketTable) == kExtAudioFileError_InvalidProperty)
        size = 39
        #expect(get(kExtAudioFileProperty_FileDataFormat) == kExtAudioFileError_InvalidPropertySize)
        #expect(size == 39)
        #expect(file.set(0x3F3F3F3F, UInt32(1)) == kExtAudioFileError_InvalidProperty)
        #expect(
            file.set(kExtAudioFileProperty_FileLengthFrames, Int64(1))
                == kExtAudioFileError_InvalidProperty)
        #expect(
            file.set(kExtAudioFileProperty_ClientDataFormat, UInt32(1))
                == kExtAudioFileError_InvalidPropertySize)
        #expect(
            file.set(kExtAudioFileProperty_CodecManufacturer, UInt32(0x6170_6877))
                == kExtAudioFileError_CodecUnavailableInputNotConsumed)
        #expect(file.set(kExtAudioFileProperty_IOBufferSizeBytes, UInt32(4096)) == noErr)
        #expect(try file.property(kExtAudioFileProperty_IOBufferSizeBytes, UInt32(0)) == 4096)
        #expect(try file.property(kExtAudioFileProperty_FileMaxPacketSize, UInt32(0)) == 2)
        let table = AudioFilePacketTableInfo(
            mNumberValidFrames: .max, mPrimingFrames: .max, mRemainderFrames: .max)
        #expect(file.set(kExtAudioFileProperty_PacketTable, table) == kAudio_ParamError)
    }

    @Test("used by many threads at once stays whole")
    func crowd() throws {
        let file = try ExtendedFile(files.tone())
        file.setClient(.integers(channels: 1, rate: 22_050))
        nonisolated(unsafe) let reference = file.reference
        Crowd(8) { index in
            var bytes = [UInt8](repeating: 0, count: 2048)
            for turn in 0..<50 {
                ExtAudioFileSeek(reference, Int64(index * 1000 + turn))
                var frames: UInt32 = 1000
                withBufferList(of: &bytes) { _ = ExtAudioFileRead(reference, &frames, &$0) }
                if index == 7, turn == 40 { ExtAudioFileDispose(reference) }
            }
        }.wait()
        var frame: Int64 = 0
        #expect(ExtAudioFileTell(reference, &frame) == kAudioFileNotOpenError)
    }

    /// The loop that apps read a sound with, as they write it.
    @Test("compiles in an app's usual source")
    func usualSource() throws {
        let url = try files.tone(frames: 10_000)
        var inputFile: ExtAudioFileRef?
        guard ExtAudioFileOpenURL(url as CFURL, &inputFile) == noErr, let inputFile else {
            Issue.record("not opened")
            return
        }
        defer { ExtAudioFileDispose(inputFile) }
        var clientFormat = AudioStreamBasicDescription(
            mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 8,
            mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
            mReserved: 0)
        let formatSize = UInt32(MemoryLayout.size(ofValue: clientFormat))
        ExtAudioFileSetProperty(
            inputFile, kExtAudioFileProperty_ClientDataFormat, formatSize, &clientFormat)
        let framesPerRead: UInt32 = 4096
        let bufferSize = framesPerRead * clientFormat.mBytesPerFrame
        let buffer = UnsafeMutableRawPointer.allocate(
            byteCount: Int(bufferSize), alignment: MemoryLayout<Float>.alignment)
        defer { buffer.deallocate() }
        var total = 0
        while true {
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: clientFormat.mChannelsPerFrame, mDataByteSize: bufferSize,
                    mData: buffer))
            var frameCount = framesPerRead
            guard ExtAudioFileRead(inputFile, &frameCount, &list) == noErr, frameCount > 0 else {
                break
            }
            #expect(list.mBuffers.mDataByteSize == frameCount * clientFormat.mBytesPerFrame)
            total += Int(frameCount)
        }
        // 10,000 frames at 48,000 Hz, rounded up.
        #expect(total == (10_000 * 44_100 + 47_999) / 48_000)
    }
}
