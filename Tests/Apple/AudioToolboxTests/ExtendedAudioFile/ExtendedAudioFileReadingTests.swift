import AudioToolbox
import TestSupport
import Testing

@Suite("Reading an extended audio file")
struct ExtendedAudioFileReadingTests {
    let files = SoundFiles()

    private static let frameCount = 10_007

    /// A file of test samples, written in the coding.
    private func file(_ coding: String) throws -> URL {
        let (type, name, format) = try Self.kind(coding)
        let url = files.missing(name)
        let file = try ExtendedFile(creating: url, type, format, client: .integers())
        try #require(file.write(testSamples(Self.frameCount), bytesPerFrame: 4) == noErr)
        try #require(file.close() == noErr)
        return url
    }

    private static func kind(
        _ coding: String
    ) throws -> (AudioFileTypeID, String, AudioStreamBasicDescription) {
        switch coding {
        case "16-bit WAVE": (kAudioFileWAVEType, "a.wav", .integers())
        case "24-bit CAF": (kAudioFileCAFType, "a.caf", .integers(24))
        case "IMA4": (kAudioFileCAFType, "i.caf", .coded(kAudioFormatAppleIMA4))
        case "A-law": (kAudioFileWAVEType, "l.wav", .coded(kAudioFormatALaw))
        case "AAC": (kAudioFileM4AType, "a.m4a", .coded(kAudioFormatMPEG4AAC))
        default: (kAudioFileM4AType, "l.m4a", .coded(kAudioFormatAppleLossless))
        }
    }

    #if FFmpeg
        static let codings = [
            "16-bit WAVE", "24-bit CAF", "IMA4", "A-law", "AAC", "Apple Lossless",
        ]
    #else
        static let codings = ["16-bit WAVE", "24-bit CAF", "IMA4", "A-law"]
    #endif

    @Test(
        "gives as many frames as were written, and the same ones after a seek", arguments: codings)
    func seeking(coding: String) throws {
        // Given a file, read from its start to its end.
        let file = try ExtendedFile(try file(coding), client: .integers())
        #expect(try file.frameCount == Int64(Self.frameCount))
        let all = try file.readAll(bytesPerFrame: 4)
        #expect(all.count == 4 * Self.frameCount)
        #expect(try file.position == Int64(Self.frameCount))
        // The end is no error, however often it is met.
        #expect(try file.read(10, bytesPerFrame: 4).isEmpty)
        // When it is read from other places, then the frames are those that stand there.
        try expectSeeks(to: [5000, 1, 4096, 9999, 0, Self.frameCount], in: file, like: all)
    }

    /// What is read after a seek is what a read from the start has there.
    private func expectSeeks(
        to starts: [Int], in file: ExtendedFile, like all: [UInt8]
    ) throws {
        for start in starts {
            #expect(file.seek(Int64(start)) == noErr)
            #expect(try file.position == Int64(start))
            let bytes = try file.read(700, bytesPerFrame: 4)
            #expect(bytes == Array(all[(4 * start)...].prefix(2800)), "from \(start)")
        }
    }

    @Test(
        "gives back exactly what went in, where nothing is lost",
        arguments: ["16-bit WAVE", "24-bit CAF"])
    func exact(coding: String) throws {
        let file = try ExtendedFile(try file(coding), client: .integers())
        #expect(try file.readAll(bytesPerFrame: 4) == testSamples(Self.frameCount))
    }

    #if FFmpeg
        @Test("gives back exactly what went in through Apple Lossless")
        func lossless() throws {
            let file = try ExtendedFile(try file("Apple Lossless"), client: .integers())
            #expect(try file.readAll(bytesPerFrame: 4) == testSamples(Self.frameCount))
        }

        @Test(
            "gives the same frames of MPEG layer 3 after a seek",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func seekingLayer3() throws {
            // Given a file that FFmpeg made, as nothing here makes one.
            let (source, url) = (try file("16-bit WAVE"), files.missing("a.mp3"))
            try ExternalProgram.ffmpeg.run(["-v", "error", "-i", source.path, url.path])
            let file = try ExtendedFile(url, client: .integers())
            #expect(try file.frameCount == Int64(Self.frameCount))
            let all = try file.readAll(bytesPerFrame: 4)
            #expect(all.count == 4 * Self.frameCount)
            try expectSeeks(to: [5000, 1, 9999, 0, 1152], in: file, like: all)
        }

        @Test("leaves out what a coder put before and behind the sound")
        func trimmed() throws {
            let file = try ExtendedFile(try file("AAC"))
            let table = try file.property(
                kExtAudioFileProperty_PacketTable, AudioFilePacketTableInfo())
            #expect(table.mNumberValidFrames == Int64(Self.frameCount))
            #expect(table.mPrimingFrames > 0)
            // When an app says that there is nothing to be left out, then all of it is heard.
            let whole = AudioFilePacketTableInfo(
                mNumberValidFrames: -1, mPrimingFrames: 0, mRemainderFrames: 0)
            #expect(file.set(kExtAudioFileProperty_PacketTable, whole) == noErr)
            let decoded =
                table.mNumberValidFrames + Int64(table.mPrimingFrames)
                + Int64(table.mRemainderFrames)
            #expect(try file.frameCount == decoded)
            #expect(file.setClient(.integers()) == noErr)
            #expect(try file.readAll(bytesPerFrame: 4).count == 4 * Int(decoded))
        }
    #endif

    @Test("needs a client's format for what is not linear PCM")
    func clientFormatMissing() throws {
        let file = try ExtendedFile(try file("IMA4"))
        var frames: UInt32 = 10
        var bytes = [UInt8](repeating: 0, count: 40)
        withBufferList(of: &bytes, channels: 2) { list in
            #expect(
                ExtAudioFileRead(file.reference, &frames, &list)
                    == kExtAudioFileError_NonPCMClientFormat)
            #expect(list.mBuffers.mDataByteSize == 40)
        }
        #expect(frames == 10)
    }

    @Test("gives linear PCM as it is in the file when nothing else is asked for")
    func fileFormat() throws {
        let file = try ExtendedFile(try file("16-bit WAVE"))
        let format = try file.property(
            kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription())
        #expect(format.mBytesPerFrame == 4)
        #expect(try file.readAll(bytesPerFrame: 4) == testSamples(Self.frameCount))
    }

    @Test("refuses a client's format that is none, and keeps the one before")
    func wrongClientFormat() throws {
        let file = try ExtendedFile(try file("16-bit WAVE"))
        #expect(
            file.setClient(.coded(kAudioFormatMPEG4AAC)) == kExtAudioFileError_NonPCMClientFormat)
        var format = AudioStreamBasicDescription.integers()
        format.mBytesPerFrame = 5
        #expect(file.setClient(format) == kExtAudioFileError_InvalidDataFormat)
        format = .integers(channels: 0)
        #expect(file.setClient(format) == kExtAudioFileError_InvalidDataFormat)
        format = .integers(rate: .nan)
        #expect(file.setClient(format) == kExtAudioFileError_InvalidDataFormat)
        #expect(try file.readAll(bytesPerFrame: 4) == testSamples(Self.frameCount))
    }

    @Test("counts in client frames, and gives positions in file frames")
    func otherRate() throws {
        // Given a file at 44,100 Hz that is read at 48,000 Hz.
        let file = try ExtendedFile(try file("16-bit WAVE"), client: .integers(rate: 48_000))
        #expect(try file.frameCount == Int64(Self.frameCount))
        // When 480 frames are read, then the file stands 441 frames further.
        #expect(try file.read(480, bytesPerFrame: 4).count == 4 * 480)
        #expect(try file.position == 441)
        // And from a place in the file, what follows is as long as it is at the new rate.
        #expect(file.seek(7) == noErr)
        let left = try file.readAll(bytesPerFrame: 4).count / 4
        #expect(left == (10_000 * 48_000 + 44_099) / 44_100)
        #expect(try file.position == Int64(Self.frameCount))
    }

    @Test("gives a buffer a channel to a client that wants it so")
    func planar() throws {
        let file = try ExtendedFile(try file("16-bit WAVE"), client: .planarFloats())
        var left = [Float](repeating: 0, count: 100)
        var right = [Float](repeating: 0, count: 100)
        var frames: UInt32 = 100
        let storage = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
        defer { storage.deallocate() }
        let list = storage.bindMemory(to: AudioBufferList.self, capacity: 1)
        let status = left.withUnsafeMutableBytes { left in
            right.withUnsafeMutableBytes { right in
                list.pointee.mNumberBuffers = 2
                let buffers = (storage + 8).assumingMemoryBound(to: AudioBuffer.self)
                for (index, memory) in [left, right].enumerated() {
                    buffers[index] = AudioBuffer(
                        mNumberChannels: 1, mDataByteSize: 400, mData: memory.baseAddress)
                }
                return ExtAudioFileRead(file.reference, &frames, list)
            }
        }
        #expect(status == noErr)
        #expect(frames == 100)
        let samples = testSamples(100).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        for frame in 0..<100 {
            #expect(left[frame] == Float(samples[2 * frame]) / 32768)
            #expect(right[frame] == Float(samples[2 * frame + 1]) / 32768)
        }
        // One buffer is too few.
        list.pointee.mNumberBuffers = 1
        #expect(ExtAudioFileRead(file.reference, &frames, list) == kAudio_ParamError)
    }

    @Test("reads no more than the buffer holds, and none at all is an error, not the end")
    func smallBuffer() throws {
        let file = try ExtendedFile(try file("16-bit WAVE"))
        var bytes = [UInt8](repeating: 0, count: 43)
        withBufferList(of: &bytes, channels: 2) { list in
            var frames: UInt32 = 1000
            #expect(ExtAudioFileRead(file.reference, &frames, &list) == noErr)
            #expect(frames == 10)
            #expect(list.mBuffers.mDataByteSize == 40)
            list.mBuffers.mDataByteSize = 3
            #expect(ExtAudioFileRead(file.reference, &frames, &list) == kAudio_ParamError)
            #expect(frames == 10)
            list.mBuffers.mData = nil
            #expect(ExtAudioFileRead(file.reference, &frames, &list) == kAudio_ParamError)
        }
    }

    @Test("refuses places outside of the file", arguments: [-1, 10_008, Int64.min, Int64.max])
    func wrongSeek(frame: Int64) throws {
        let file = try ExtendedFile(try file("16-bit WAVE"))
        #expect(file.seek(20) == noErr)
        #expect(file.seek(frame) == kExtAudioFileError_InvalidSeek)
        #expect(try file.position == 20)
    }

    @Test("stands on a file that is open already, and leaves it open")
    func wrapped() throws {
        let below = try OpenedFile(try file("16-bit WAVE"))
        var reference: ExtAudioFileRef?
        #expect(ExtAudioFileWrapAudioFileID(below.id, false, &reference) == noErr)
        let wrapped = try #require(reference)
        var id: AudioFileID?
        var size = UInt32(MemoryLayout<AudioFileID?>.size)
        #expect(
            ExtAudioFileGetProperty(wrapped, kExtAudioFileProperty_AudioFile, &size, &id) == noErr)
        #expect(id == below.id)
        #expect(ExtAudioFileDispose(wrapped) == noErr)
        #expect(try below.packetCount == 10_007)
        #expect(ExtAudioFileWrapAudioFileID(nil, false, &reference) == kAudio_ParamError)
    }

    @Test("takes the file below away with it when it opened it itself")
    func owned() throws {
        let file = try ExtendedFile(try file("16-bit WAVE"))
        let id = try file.property(kExtAudioFileProperty_AudioFile, UInt(0))
        let below = try #require(AudioFileID(bitPattern: id))
        var count: UInt64 = 0
        var size: UInt32 = 8
        #expect(
            AudioFileGetProperty(
                below, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr)
        #expect(file.close() == noErr)
        #expect(
            AudioFileGetProperty(below, kAudioFilePropertyAudioDataPacketCount, &size, &count)
                == kAudioFileNotOpenError)
    }
}
