import AudioToolbox
import Synchronization
import Testing

@Suite("Opening an audio file")
struct AudioFileOpeningTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

    private func status(
        _ url: URL, _ permissions: AudioFilePermissions = .readPermission
    ) -> OSStatus {
        var id: AudioFileID?
        let status = AudioFileOpenURL(url as CFURL, permissions, 0, &id)
        if let id { AudioFileClose(id) }
        #expect((id != nil) == (status == noErr))
        return status
    }

    @Test("goes by its content, whatever its name and the hint say")
    func content() throws {
        let url = try files.write(SoundFiles.aiff(frames: 10), as: "voice.wav")
        var id: AudioFileID?
        #expect(AudioFileOpenURL(url as CFURL, .readPermission, kAudioFileWAVEType, &id) == noErr)
        var type: UInt32 = 0
        var size: UInt32 = 4
        #expect(
            AudioFileGetProperty(id, kAudioFilePropertyFileFormat, &size, &type)
                == noErr)
        #expect(type == kAudioFileAIFFType)
        #expect(AudioFileClose(id) == noErr)
    }

    @Test("takes the hint where the content does not tell")
    func hint() throws {
        let frame: [UInt8] = [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: 1, count: 92)
        let bytes = Array(frame.dropFirst(40)) + frame + frame + frame
        let url = try files.write(bytes, as: "middle")
        #expect(status(url) == kAudioFileUnsupportedFileTypeError)
        var ids: [AudioFileID?] = [nil, nil, nil]
        #expect(
            AudioFileOpenURL(url as CFURL, .readPermission, kAudioFileMP3Type, &ids[0]) == noErr)
        // And so of an app's own functions, those that write among them.
        let store = ByteStore(bytes)
        let data = Unmanaged.passUnretained(store).toOpaque()
        for (index, set) in [nil, storeSetSize].enumerated() {
            #expect(
                AudioFileOpenWithCallbacks(
                    data, storeRead, set.map { _ in storeWrite }, storeSize, set,
                    kAudioFileMP3Type, &ids[1 + index]) == noErr)
        }
        for id in ids {
            let file = OpenedFile(sharing: try #require(id))
            #expect(try file.number64(kAudioFilePropertyAudioDataPacketCount) == 3)
            #expect(file.packets(at: 2, count: 1, capacity: 96).bytes == frame)
            #expect(AudioFileClose(id) == noErr)
        }
        #expect(
            AudioFileOpenURL(url as CFURL, .readPermission, kAudioFileAAC_ADTSType, &ids[0])
                == kAudioFileUnsupportedFileTypeError)
    }

    @Test("takes a URL without a scheme as a path")
    func plainPath() throws {
        let url = try files.write(SoundFiles.aiff(frames: 10), as: "a.aiff")
        #expect(status(try #require(URL(string: url.path))) == noErr)
    }

    @Test("says why it cannot be")
    func refused() throws {
        #expect(status(files.missing("none.caf")) == kAudioFileFileNotFoundError)
        #expect(
            status(files.missing("none.caf").deletingLastPathComponent())
                == kAudioFileUnsupportedFileTypeError)
        #expect(
            status(try files.write(Array("no audio at all".utf8), as: "text.wav"))
                == kAudioFileUnsupportedFileTypeError)
        #expect(status(try files.write([], as: "empty")) == kAudioFileUnsupportedFileTypeError)
        #expect(
            status(try files.write(Array(SoundFiles.sixSeconds().prefix(20)), as: "cut.caf"))
                == kAudioFileInvalidFileError)
        #expect(
            status(try #require(URL(string: "https://example.com/a.caf")))
                == kAudioFileFileNotFoundError)
    }

    @Test("is for reading alone where packets differ in size, and for what is asked elsewhere")
    func permissions() throws {
        let url = try files.write(SoundFiles.aiff(frames: 10), as: "a.aiff")
        #expect(status(url, .readWritePermission) == noErr)
        let variable = try files.write(SoundFiles.cafVariable(), as: "variable.caf")
        #expect(status(variable, .readWritePermission) == kAudioFileOperationNotSupportedError)
        #expect(status(variable, .writePermission) == kAudioFileOperationNotSupportedError)
        #expect(
            status(files.missing("none.caf"), .readWritePermission)
                == kAudioFileFileNotFoundError)
        let none = try #require(AudioFilePermissions(rawValue: 0))
        #expect(status(url, none) == kAudio_ParamError)
    }

    @Test("that an app's own functions read gives the same packets")
    func callbacks() throws {
        // Given bytes in memory, and functions that read them, a little at a time.
        let store = ByteStore(SoundFiles.sixSeconds())
        var id: AudioFileID?
        let opened = AudioFileOpenWithCallbacks(
            Unmanaged.passUnretained(store).toOpaque(),
            { data, position, count, buffer, actual in
                let store = Unmanaged<ByteStore>.fromOpaque(data).takeUnretainedValue()
                return store.read(at: position, count, buffer, actual)
            }, nil,
            { data in
                Unmanaged<ByteStore>.fromOpaque(data).takeUnretainedValue().byteCount
            }, nil, 0, &id)
        #expect(opened == noErr)
        let file = try #require(id)
        defer { AudioFileClose(file) }
        // When packets are read, then they are those of the file.
        var bytes = [UInt8](repeating: 0, count: 8)
        var size: UInt32 = 8
        var count: UInt32 = 2
        #expect(AudioFileReadPacketData(file, false, &size, nil, 200_000, &count, &bytes) == noErr)
        #expect(
            bytes
                == SoundFiles.littleEndian(UInt32(200_000))
                + SoundFiles.littleEndian(UInt32(200_001)))
        // When the app's function fails, then its result is the call's.
        store.fail(with: -12_345)
        #expect(
            AudioFileReadPacketData(file, false, &size, nil, 200_000, &count, &bytes) == -12_345)
        #expect(size == 8 && count == 2)
    }

    @Test("with an app's own functions passes their failure on")
    func failingCallbacks() {
        let store = ByteStore(SoundFiles.sixSeconds())
        store.fail(with: -777)
        var id: AudioFileID?
        let status = AudioFileOpenWithCallbacks(
            Unmanaged.passUnretained(store).toOpaque(), storeRead, nil, storeSize, nil, 0, &id)
        #expect(status == -777)
        #expect(id == nil)
    }

    @Test("needs the functions that read and that tell the size")
    func missingCallbacks() {
        let store = ByteStore([])
        let data = Unmanaged.passUnretained(store).toOpaque()
        var id: AudioFileID?
        #expect(
            AudioFileOpenWithCallbacks(data, nil, nil, storeSize, nil, 0, &id) == kAudio_ParamError)
        #expect(
            AudioFileOpenWithCallbacks(data, storeRead, nil, nil, nil, 0, &id) == kAudio_ParamError)
        #expect(
            AudioFileOpenWithCallbacks(data, storeRead, nil, storeSize, nil, 0, nil)
                == kAudio_ParamError)
    }

    @Test("calls an app's own functions one at a time")
    func oneAtATime() throws {
        let store = ByteStore(SoundFiles.sixSeconds())
        var id: AudioFileID?
        try #require(
            AudioFileOpenWithCallbacks(
                Unmanaged.passUnretained(store).toOpaque(), storeRead, nil, storeSize, nil, 0, &id)
                == noErr)
        nonisolated(unsafe) let file = try #require(id)
        Crowd(4) { thread in
            var bytes = [UInt8](repeating: 0, count: 4000)
            for step in 0..<200 {
                var size: UInt32 = 4000
                var count: UInt32 = 1000
                AudioFileReadPacketData(
                    file, false, &size, nil, Int64(thread * 1000 + step), &count, &bytes)
            }
        }.wait()
        #expect(store.overlaps == 0)
        AudioFileClose(file)
    }
}

private let storeRead: AudioFile_ReadProc = { data, position, count, buffer, actual in
    Unmanaged<ByteStore>.fromOpaque(data).takeUnretainedValue()
        .read(at: position, count, buffer, actual)
}

private let storeWrite: AudioFile_WriteProc = { _, _, _, _, _ in -1 }

private let storeSetSize: AudioFile_SetSizeProc = { _, _ in -1 }

private let storeSize: AudioFile_GetSizeProc = { data in
    Unmanaged<ByteStore>.fromOpaque(data).takeUnretainedValue().byteCount
}

/// Bytes in memory, given out at most a thousand at a time.
private final class ByteStore: Sendable {
    private struct State {
        var failure: OSStatus = noErr
        var isReading = false
        var overlaps = 0
    }

    private let bytes: [UInt8]
    private let state = Mutex(State())

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var byteCount: Int64 { Int64(bytes.count) }
    var overlaps: Int { state.withLock { $0.overlaps } }

    func fail(with status: OSStatus) {
        state.withLock { $0.failure = status }
    }

    func read(
        at position: Int64, _ count: UInt32, _ buffer: UnsafeMutableRawPointer,
        _ actual: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        let failure = state.withLock { state in
            if state.isReading { state.overlaps += 1 }
            state.isReading = true
            return state.failure
        }
        defer { state.withLock { $0.isReading = false } }
        guard failure == noErr else { return failure }
        let rest = bytes.dropFirst(Int(position)).prefix(min(Int(count), 1000))
        UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)).copyBytes(from: rest)
        actual.pointee = UInt32(rest.count)
        return noErr
    }
}
