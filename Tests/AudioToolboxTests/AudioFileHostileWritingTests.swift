import AudioToolbox
import Synchronization
import Testing

@Suite("Writing an audio file, by many and by the careless")
struct AudioFileHostileWritingTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

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
                seen = (try? reading.number64(kAudioFilePropertyAudioDataPacketCount)) ?? .max
                guard seen > 0 else { continue }
                let last = reading.packets(at: Int64(seen) - 1, count: 1, capacity: 4)
                let byte = UInt8((seen - 1) % 256)
                #expect(last.bytes == [byte, byte, byte, byte])
            }
        }.wait()
        #expect(made.close() == noErr)
        #expect(
            try OpenedFile(made.url).number64(kAudioFilePropertyAudioDataPacketCount)
                == UInt64(packetCount))
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
            #expect(file.packets(at: 0, count: 9, capacity: 99).bytes == [1, 2, 3, 4])
        }
    }

    @Test("of an app's own functions passes on their results, and calls from them are refused")
    func functions() throws {
        let store = WritableStore()
        var format = AudioStreamBasicDescription.pcm()
        var id: AudioFileID?
        func make(
            _ write: AudioFile_WriteProc? = WritableStore.write,
            _ setSize: AudioFile_SetSizeProc? = WritableStore.setSize
        ) -> OSStatus {
            AudioFileInitializeWithCallbacks(
                store.clientData, WritableStore.read, write, WritableStore.size, setSize,
                kAudioFileCAFType, &format, [], &id)
        }
        #expect(make(nil) == kAudio_ParamError)
        #expect(make(WritableStore.write, nil) == kAudio_ParamError)
        store.set { $0.status = -1234 }
        #expect(make() == -1234)
        #expect(id == nil)
        store.set { $0 = .init(bytes: [1, 2, 3]) }
        #expect(make() == noErr)
        let file = try #require(id)
        store.set { $0.file = UInt(bitPattern: file) }
        var count: UInt32 = 2
        let packets: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        #expect(AudioFileWritePackets(file, false, 8, nil, 0, &count, packets) == noErr)
        // What a call for the file from within gave.
        #expect(store.state.within == kAudioFileOperationNotSupportedError)
        store.set { $0.status = -77 }
        #expect(AudioFileWritePackets(file, false, 8, nil, 2, &count, packets) == -77)
        #expect(AudioFileClose(file) == -77)
        #expect(AudioFileClose(file) == kAudioFileNotOpenError)
    }

    @Test("of an app's own functions, which take a little at a time, makes the same file")
    func littleAtATime() throws {
        let store = WritableStore()
        store.set { $0.most = 3 }
        var format = AudioStreamBasicDescription.pcm()
        var id: AudioFileID?
        let flags: AudioFileFlags = [.dontPageAlignAudioData]
        try #require(
            AudioFileInitializeWithCallbacks(
                store.clientData, WritableStore.read, WritableStore.write, WritableStore.size,
                WritableStore.setSize, kAudioFileWAVEType, &format, flags, &id) == noErr)
        var count: UInt32 = 2
        let packets: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        #expect(AudioFileWritePackets(id, false, 8, nil, 0, &count, packets) == noErr)
        #expect(AudioFileClose(id) == noErr)
        let made = try MadeFile(files, kAudioFileWAVEType, flags: [.eraseFile, flags])
        #expect(made.write(packets, at: 0) == noErr)
        #expect(made.close() == noErr)
        #expect(try store.state.bytes == made.bytesOnDisk)
        // And goes on with it.
        try #require(
            AudioFileOpenWithCallbacks(
                store.clientData, WritableStore.read, WritableStore.write, WritableStore.size,
                WritableStore.setSize, 0, &id) == noErr)
        #expect(AudioFileWritePackets(id, false, 8, nil, 2, &count, packets) == noErr)
        #expect(AudioFileClose(id) == noErr)
        let again = try OpenedFile(files.write(store.state.bytes, as: "again.wav"))
        #expect(again.packets(at: 0, count: 9, capacity: 99).bytes == packets + packets)
        // Functions that take nothing are a failure, not an endless loop.
        try #require(
            AudioFileOpenWithCallbacks(
                store.clientData, WritableStore.read, WritableStore.write, WritableStore.size,
                WritableStore.setSize, 0, &id) == noErr)
        store.set { $0.most = 0 }
        #expect(
            AudioFileWritePackets(id, false, 8, nil, 2, &count, packets)
                == kAudioFileUnspecifiedError)
        // Nothing was written, so nothing is left to be.
        #expect(AudioFileClose(id) == noErr)
    }
}

/// Bytes behind an app's four functions.
private final class WritableStore: Sendable {
    struct State {
        var bytes: [UInt8] = []
        /// What writing gives.
        var status: OSStatus = noErr
        /// Taken and given at a time.
        var most = Int.max
        /// The file that writing calls for from within, and what that gave.
        var file: UInt = 0
        var within: OSStatus = noErr
    }

    private let held = Mutex(State())

    var state: State { held.withLock { $0 } }
    func set(_ change: (inout State) -> Void) { held.withLock { change(&$0) } }

    var clientData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func of(_ clientData: UnsafeMutableRawPointer) -> WritableStore {
        Unmanaged<WritableStore>.fromOpaque(clientData).takeUnretainedValue()
    }

    static let read: AudioFile_ReadProc = { clientData, position, count, buffer, actual in
        let state = WritableStore.of(clientData).state
        let rest = state.bytes.dropFirst(Int(position)).prefix(min(Int(count), state.most))
        Array(rest).withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: buffer, count: $0.count).copyMemory(from: $0)
        }
        actual.pointee = UInt32(rest.count)
        return noErr
    }

    static let write: AudioFile_WriteProc = { clientData, position, count, bytes, actual in
        let store = WritableStore.of(clientData)
        if let file = AudioFileID(bitPattern: store.state.file) {
            var count: UInt32 = 4
            let status = AudioFileWriteBytes(file, false, 0, &count, [0, 0, 0, 0] as [UInt8])
            store.set { $0.within = status }
        }
        let taken = min(Int(count), store.state.most)
        let new = Array(UnsafeRawBufferPointer(start: bytes, count: taken))
        store.set { state in
            let missing = Int(position) + taken - state.bytes.count
            if missing > 0 { state.bytes += [UInt8](repeating: 0, count: missing) }
            state.bytes.replaceSubrange(Int(position)..<Int(position) + taken, with: new)
        }
        actual.pointee = UInt32(taken)
        return store.state.status
    }

    static let size: AudioFile_GetSizeProc = { Int64(WritableStore.of($0).state.bytes.count) }

    static let setSize: AudioFile_SetSizeProc = { clientData, size in
        WritableStore.of(clientData).set { state in
            state.bytes = Array(state.bytes.prefix(Int(size)))
            state.bytes += [UInt8](repeating: 0, count: Int(size) - state.bytes.count)
        }
        return WritableStore.of(clientData).state.status
    }
}
