import AudioToolbox
import Synchronization
import TestSupport
import Testing

@Suite("Writing an audio file concurrently and through callbacks")
struct AudioFileHostileWritingTests {
    let files = SoundFiles()

    @Test("while others read, shows them whole packets only")
    func readingAndWriting() throws {
        let made = try MadeFile(files)
        let packetCount = 400
        Crowd(4) { index in
            if index == 0 {
                for packet in 0..<packetCount {
                    let byte = UInt8(packet % 256)
                    #expect(made.write([byte, byte, byte, byte], at: Int64(packet)) == noErr)
                }
                return
            }
            let reading = OpenedFile(sharing: made.id)
            var seen: UInt64 = 0
            while seen < UInt64(packetCount) {
                seen = (try? reading.packetCount) ?? .max
                guard seen > 0 else { continue }
                let last = reading.packets(at: Int64(seen) - 1, count: 1, capacity: 4)
                let byte = UInt8((seen - 1) % 256)
                #expect(last.bytes == [byte, byte, byte, byte])
            }
        }.wait()
        #expect(made.close() == noErr)
        #expect(try OpenedFile(made.url).packetCount == UInt64(packetCount))
    }

    @Test("while it is closed, writes all of a packet or nothing")
    func closingMeanwhile() throws {
        for _ in 0..<4 {
            let made = try MadeFile(files)
            let written = Mutex(0)
            Crowd(3) { index in
                if index == 0 {
                    while written.withLock({ $0 }) < 5 {}
                    #expect(made.close() == noErr)
                    return
                }
                while true {
                    var count: UInt32 = 4
                    let status = AudioFileWriteBytes(
                        made.id, false, 0, &count, [1, 2, 3, 4] as [UInt8])
                    guard status == noErr else {
                        #expect(status == kAudioFileNotOpenError)
                        return
                    }
                    written.withLock { $0 += 1 }
                }
            }.wait()
            let file = try OpenedFile(made.url)
            #expect(file.audio == [1, 2, 3, 4])
        }
    }

    @Test("of an app's own functions passes on their results, and calls from them are refused")
    func functions() throws {
        let store = CallbackStore()
        var format = AudioStreamBasicDescription.integers()
        var id: AudioFileID?
        func make(
            _ write: AudioFile_WriteProc?, _ setSize: AudioFile_SetSizeProc?
        ) -> OSStatus {
            AudioFileInitializeWithCallbacks(
                store.clientData, CallbackStore.read, write, CallbackStore.getSize, setSize,
                kAudioFileCAFType, &format, [], &id)
        }
        #expect(make(nil, CallbackStore.setSize) == kAudio_ParamError)
        #expect(make(CallbackStore.write, nil) == kAudio_ParamError)
        store.set { $0.writeStatus = -1234 }
        #expect(store.create(kAudioFileCAFType, format, &id) == -1234)
        #expect(id == nil)
        store.set { $0 = .init(bytes: [1, 2, 3], size: 3) }
        #expect(store.create(kAudioFileCAFType, format, &id) == noErr)
        let file = try #require(id)
        store.set { $0.file = UInt(bitPattern: file) }
        var count: UInt32 = 2
        let packets: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        #expect(AudioFileWritePackets(file, false, 8, nil, 0, &count, packets) == noErr)
        // What a call for the file from within gave.
        #expect(store.state.statusWithin == kAudioFileOperationNotSupportedError)
        store.set { $0.writeStatus = -77 }
        #expect(AudioFileWritePackets(file, false, 8, nil, 2, &count, packets) == -77)
        #expect(AudioFileClose(file) == -77)
        #expect(AudioFileClose(file) == kAudioFileNotOpenError)
    }

    @Test("of an app's own functions, which take a little at a time, makes the same file")
    func littleAtATime() throws {
        let store = CallbackStore()
        store.set { $0.pieceMax = 3 }
        var id: AudioFileID?
        let flags: AudioFileFlags = [.dontPageAlignAudioData]
        try #require(store.create(kAudioFileWAVEType, .integers(), flags: flags, &id) == noErr)
        var count: UInt32 = 2
        let packets: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        #expect(AudioFileWritePackets(id, false, 8, nil, 0, &count, packets) == noErr)
        #expect(AudioFileClose(id) == noErr)
        let made = try MadeFile(files, kAudioFileWAVEType, flags: [.eraseFile, flags])
        #expect(made.write(packets, at: 0) == noErr)
        #expect(made.close() == noErr)
        #expect(try store.bytes == made.bytesOnDisk)
        // And goes on with it.
        try #require(store.open(isWritable: true, &id) == noErr)
        #expect(AudioFileWritePackets(id, false, 8, nil, 2, &count, packets) == noErr)
        #expect(AudioFileClose(id) == noErr)
        let again = try OpenedFile(files.write(store.bytes, as: "again.wav"))
        #expect(again.audio == packets + packets)
        // Functions that take nothing are a failure, not an endless loop.
        try #require(store.open(isWritable: true, &id) == noErr)
        store.set { $0.pieceMax = 0 }
        #expect(
            AudioFileWritePackets(id, false, 8, nil, 2, &count, packets)
                == kAudioFileUnspecifiedError)
        // Nothing was written, so nothing is left to be.
        #expect(AudioFileClose(id) == noErr)
    }
}
