import AudioToolbox
import TestSupport
import Testing

@Suite("User data chunks of a file that is written")
struct AudioFilePartsTests {
    let files = SoundFiles()

    private let name: UInt32 = 0x7465_7374

    private func parts(_ id: AudioFileID) -> [[UInt8]] {
        var count: UInt32 = 0
        #expect(AudioFileCountUserData(id, name, &count) == noErr)
        return (0..<count).map { index in
            var size: UInt32 = 0
            #expect(AudioFileGetUserDataSize(id, name, index, &size) == noErr)
            var bytes = [UInt8](repeating: 0, count: Int(size))
            bytes.reserveCapacity(1)
            #expect(AudioFileGetUserData(id, name, index, &size, &bytes) == noErr)
            return bytes
        }
    }

    private func set(_ made: MadeFile, _ index: UInt32, _ bytes: [UInt8]) -> OSStatus {
        AudioFileSetUserData(made.id, name, index, UInt32(bytes.count), bytes)
    }

    @Test(
        "are added, replaced and removed",
        arguments: [kAudioFileCAFType, kAudioFileAIFFType, kAudioFileWAVEType, kAudioFileRF64Type])
    func editing(type: AudioFileTypeID) throws {
        let made = try MadeFile(
            files, type, type == kAudioFileAIFFType ? .bigEndianIntegers() : .integers())
        #expect(set(made, 0, [1, 2, 3]) == noErr)
        #expect(made.write([UInt8](0..<40), at: 0) == noErr)
        #expect(set(made, 1, [4]) == noErr)
        #expect(set(made, 2, [5, 6]) == noErr)
        #expect(parts(made.id) == [[1, 2, 3], [4], [5, 6]])
        #expect(set(made, 1, [7, 7, 7, 7]) == noErr)
        #expect(AudioFileRemoveUserData(made.id, name, 0) == noErr)
        #expect(set(made, 9, [8]) == kAudioFileInvalidChunkError)
        #expect(AudioFileRemoveUserData(made.id, name, 2) == kAudioFileInvalidChunkError)
        #expect(AudioFileRemoveUserData(made.id, name, .max) == kAudioFileInvalidChunkError)
        #expect(made.close() == noErr)
        // Then again, in a file that is there: the audio grows under them.
        let again = try MadeFile(writing: made.url)
        #expect(parts(again.id) == [[7, 7, 7, 7], [5, 6]])
        #expect(set(again, 0, [9]) == noErr)
        #expect(AudioFileRemoveUserData(again.id, name, 1) == noErr)
        #expect(again.write([UInt8](40..<80), at: 10) == noErr)
        #expect(again.close() == noErr)
        let file = try OpenedFile(made.url)
        #expect(parts(file.id) == [[9]])
        #expect(file.audio == [UInt8](0..<80))
    }

    @Test("cannot be the chunks of the format and the audio, and need a chunked file type")
    func refused() throws {
        let made = try MadeFile(files)
        for part in ["data", "desc", "pakt", "kuki", "chan"] {
            let id = part.utf8.reduce(0) { $0 << 8 | UInt32($1) }
            #expect(
                AudioFileSetUserData(made.id, id, 0, 1, [1]) == kAudioFileOperationNotSupportedError
            )
            #expect(AudioFileRemoveUserData(made.id, id, 0) == kAudioFileOperationNotSupportedError)
        }
        let au = try MadeFile(files, kAudioFileNextType, .bigEndianIntegers(), name: "a.au")
        #expect(set(au, 0, [1]) == kAudioFileOperationNotSupportedError)
        #expect(AudioFileSetUserData(made.id, name, 0, 1, nil) == kAudio_ParamError)
    }

    // MARK: The order of parts

    @Test(
        "go before the audio when the file is optimized, and audio can still follow",
        arguments: [kAudioFileCAFType, kAudioFileAIFFType, kAudioFileWAVEType])
    func optimizing(type: AudioFileTypeID) throws {
        let made = try MadeFile(
            files, type, type == kAudioFileAIFFType ? .bigEndianIntegers() : .integers())
        #expect(made.write([UInt8](0..<40), at: 0) == noErr)
        // More than the page before the audio has room for.
        let large = [UInt8](repeating: 7, count: 10_001)
        #expect(set(made, 0, large) == noErr)
        let reading = OpenedFile(sharing: made.id)
        #expect(try reading.isOptimized == 0)
        #expect(AudioFileOptimize(made.id) == noErr)
        #expect(try reading.isOptimized == 1)
        #expect(reading.audio == [UInt8](0..<40))
        #expect(parts(made.id) == [large])
        #expect(made.write([UInt8](40..<80), at: 10) == noErr)
        let file = try made.reopened()
        #expect(try file.isOptimized == 1)
        #expect(file.audio == [UInt8](0..<80))
        #expect(parts(file.id) == [large])
    }

    @Test("leave the audio last when room was kept for their tables")
    func reserving() throws {
        for type in [kAudioFileCAFType, kAudioFileM4AType] {
            for isReserved in [true, false] {
                let made = try MadeFile(files, type, .coded(kAudioFormatMPEG4AAC))
                #expect(made.setCookie(SoundFiles.aacCookie) == noErr)
                let duration = isReserved ? 10.0 : 0
                #expect(made.set(kAudioFilePropertyReserveDuration, duration) == noErr)
                for wrong in [-1, Double.nan, .infinity] {
                    #expect(made.set(kAudioFilePropertyReserveDuration, wrong) == kAudio_ParamError)
                }
                let packets = (0..<300).map { [UInt8](repeating: UInt8($0 % 256), count: $0) }
                #expect(made.write(packets: packets, at: 0) == noErr)
                #expect(made.close() == noErr)
                let bytes = try made.bytesOnDisk
                // Then what is behind the packets, if anything, is the table of them.
                let lastPacket = Array(packets[299])
                #expect(bytes.suffix(299).elementsEqual(lastPacket) == isReserved)
                let file = try OpenedFile(made.url)
                #expect(file.packets(at: 298, count: 9, capacity: 9999).count == 2)
                #expect(file.packets(at: 299, count: 1, capacity: 9999).bytes == lastPacket)
            }
        }
    }
}
