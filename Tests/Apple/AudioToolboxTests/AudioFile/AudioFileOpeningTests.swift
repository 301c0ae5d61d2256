import AudioToolbox
import Synchronization
import TestSupport
import Testing

@Suite("Opening an audio file")
struct AudioFileOpeningTests {
    let files = SoundFiles()

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
        #expect(AudioFileGetProperty(id, kAudioFilePropertyFileFormat, &size, &type) == noErr)
        #expect(type == kAudioFileAIFFType)
        #expect(AudioFileClose(id) == noErr)
    }

    @Test("uses the type hint where the content is ambiguous")
    func hint() throws {
        let frame: [UInt8] = [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: 1, count: 92)
        let bytes = Array(frame.dropFirst(40)) + frame + frame + frame
        let url = try files.write(bytes, as: "middle")
        #expect(status(url) == kAudioFileUnsupportedFileTypeError)
        var ids: [AudioFileID?] = [nil, nil, nil]
        #expect(
            AudioFileOpenURL(url as CFURL, .readPermission, kAudioFileMP3Type, &ids[0]) == noErr)
        // And so of an app's own functions, those that write among them.
        let store = CallbackStore(bytes)
        store.set { $0.writeStatus = -1 }
        for (index, isWritable) in [false, true].enumerated() {
            #expect(
                store.open(hint: kAudioFileMP3Type, isWritable: isWritable, &ids[1 + index])
                    == noErr)
        }
        for id in ids {
            let file = OpenedFile(sharing: try #require(id))
            #expect(try file.packetCount == 3)
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
            status(files.missing("none.caf"), .readWritePermission) == kAudioFileFileNotFoundError)
        let none = try #require(AudioFilePermissions(rawValue: 0))
        #expect(status(url, none) == kAudio_ParamError)
    }

    @Test("that an app's own functions read gives the same packets")
    func callbacks() throws {
        // Given bytes in memory, and functions that read them, a little at a time.
        let store = CallbackStore(SoundFiles.sixSeconds())
        store.set { $0.pieceMax = 1000 }
        var id: AudioFileID?
        #expect(store.open(&id) == noErr)
        let file = try #require(id)
        defer { AudioFileClose(file) }
        // When packets are read, then they are those of the file.
        var bytes = [UInt8](repeating: 0, count: 8)
        var size: UInt32 = 8
        var count: UInt32 = 2
        #expect(AudioFileReadPacketData(file, false, &size, nil, 200_000, &count, &bytes) == noErr)
        #expect(bytes == littleEndian(UInt32(200_000)) + littleEndian(UInt32(200_001)))
        // When the app's function fails, then its result is the call's.
        store.set { $0.readStatus = -12_345 }
        #expect(
            AudioFileReadPacketData(file, false, &size, nil, 200_000, &count, &bytes) == -12_345)
        #expect(size == 8 && count == 2)
    }

    @Test("with an app's own functions passes their failure on")
    func failingCallbacks() {
        let store = CallbackStore(SoundFiles.sixSeconds())
        store.set { $0.readStatus = -777 }
        var id: AudioFileID?
        #expect(store.open(&id) == -777)
        #expect(id == nil)
    }

    @Test("requires the read and size callbacks")
    func missingCallbacks() {
        let store = CallbackStore()
        let data = store.clientData
        let (read, size) = (CallbackStore.read, CallbackStore.getSize)
        var id: AudioFileID?
        #expect(AudioFileOpenWithCallbacks(data, nil, nil, size, nil, 0, &id) == kAudio_ParamError)
        #expect(AudioFileOpenWithCallbacks(data, read, nil, nil, nil, 0, &id) == kAudio_ParamError)
        #expect(AudioFileOpenWithCallbacks(data, read, nil, size, nil, 0, nil) == kAudio_ParamError)
    }

    @Test("calls an app's own functions one at a time")
    func oneAtATime() throws {
        let store = CallbackStore(SoundFiles.sixSeconds())
        store.set { $0.pieceMax = 1000 }
        var id: AudioFileID?
        try #require(store.open(&id) == noErr)
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
        #expect(store.state.overlapCount == 0)
        AudioFileClose(file)
    }
}
