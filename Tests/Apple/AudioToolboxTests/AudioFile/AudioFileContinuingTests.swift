import AudioToolbox
import TestSupport
import Testing

@Suite("Appending to an existing file")
struct AudioFileContinuingTests {
    let files = SoundFiles()

    private static let kinds = ["caf", "aiff", "aifc ima4", "wav", "rf64", "au"]

    /// A file made in one go.
    private func made(_ kind: String, _ bytes: [UInt8], name: String) throws -> URL {
        let types: [String: (AudioFileTypeID, AudioStreamBasicDescription)] = [
            "caf": (kAudioFileCAFType, .integers()),
            "aiff": (kAudioFileAIFFType, .bigEndianIntegers()),
            "aifc ima4": (kAudioFileAIFCType, .coded(kAudioFormatAppleIMA4)),
            "wav": (kAudioFileWAVEType, .integers()), "rf64": (kAudioFileRF64Type, .integers()),
            "au": (kAudioFileNextType, .bigEndianIntegers()),
        ]
        let (type, format) = try #require(types[kind])
        let made = try MadeFile(files, type, format, name: name)
        #expect(made.write(bytes, at: 0, size: size(kind)) == noErr)
        #expect(made.close() == noErr)
        return made.url
    }

    private func size(_ kind: String) -> Int { kind == "aifc ima4" ? 68 : 4 }

    @Test("gives the same bytes as writing it in one go", arguments: kinds)
    func same(kind: String) throws {
        let size = size(kind)
        let bytes = (0..<size * 30).map { UInt8($0 % 200) }
        let half = try made(kind, Array(bytes[..<(size * 20)]), name: "half")
        // When the end is written over, and more is put behind it.
        let again = try MadeFile(writing: half)
        #expect(again.write(Array(bytes[(size * 15)...]), at: 15, size: size) == noErr)
        let count = try OpenedFile(sharing: again.id).packetCount
        #expect(count == 30)
        #expect(again.close() == noErr)
        // Then nothing tells the two apart, but that CAF counts edits.
        let whole = try made(kind, bytes, name: "whole")
        var expected = Array(try Data(contentsOf: whole))
        if kind == "caf" { expected[4095] = 1 }
        #expect(try again.bytesOnDisk == expected)
    }

    @Test(
        "can be followed by putting what stands behind the audio before it",
        arguments: ["caf", "aiff", "wav", "rf64"])
    func optimizing(kind: String) throws {
        // Given a file with a part behind its audio.
        let bytes = [UInt8](0..<40)
        let first = try MadeFile(writing: try made(kind, bytes, name: "a"))
        let id: UInt32 = 0x6F64_6479
        let part = [UInt8](repeating: 3, count: 101)
        #expect(AudioFileSetUserData(first.id, id, 0, 101, part) == noErr)
        #expect(first.close() == noErr)
        let again = try MadeFile(writing: first.url)
        let file = OpenedFile(sharing: again.id)
        #expect(try file.isOptimized == 0)
        // When it is optimized.
        #expect(AudioFileOptimize(again.id) == noErr)
        // Then the audio is last, and the same; more of it can follow.
        #expect(try file.isOptimized == 1)
        #expect(file.audio == bytes)
        #expect(again.write([UInt8](40..<80), at: 10) == noErr)
        #expect(again.close() == noErr)
        for _ in 1...2 {
            let read = try OpenedFile(first.url)
            #expect(try read.isOptimized == 1)
            #expect(read.audio == [UInt8](0..<80))
            var size: UInt32 = 0
            #expect(AudioFileGetUserDataSize(read.id, id, 0, &size) == noErr && size == 101)
            // What takes more room than there is goes behind the audio again.
            let longer = try MadeFile(writing: first.url)
            #expect(AudioFileOptimize(longer.id) == noErr)
            #expect(longer.close() == noErr)
        }
        let longer = try MadeFile(writing: first.url)
        #expect(AudioFileSetUserData(longer.id, id, 1, 101, part) == noErr)
        #expect(longer.close() == noErr)
        let read = try OpenedFile(first.url)
        #expect(read.audio == [UInt8](0..<80))
        var count: UInt32 = 0
        #expect(AudioFileCountUserData(read.id, id, &count) == noErr && count == 2)
    }

    @Test("changes nothing when nothing is written", arguments: kinds)
    func untouched(kind: String) throws {
        let url = try made(kind, [UInt8](repeating: 5, count: size(kind) * 3), name: "a")
        let before = try Data(contentsOf: url)
        let again = try MadeFile(writing: url)
        #expect(OpenedFile(sharing: again.id).packets(at: 0, count: 9, capacity: 999).count == 3)
        #expect(again.close() == noErr)
        #expect(try Data(contentsOf: url) == before)
    }

    @Test("keeps unknown chunks, before and after the audio")
    func otherParts() throws {
        let data = SoundFiles.Chunk("data", [UInt8](0..<40))
        let format = SoundFiles.Chunk(
            "fmt ",
            littleEndian(UInt16(1)) + littleEndian(UInt16(2))
                + littleEndian(UInt32(44_100))
                + littleEndian(UInt32(176_400)) + littleEndian(UInt16(4))
                + littleEndian(UInt16(16)))
        let name = ascii("INAM") + littleEndian(UInt32(4)) + [65, 66, 67, 0]
        let list = SoundFiles.Chunk("LIST", ascii("INFO") + name)
        let odd = SoundFiles.Chunk("oddy", [1, 2, 3])
        let url = try files.write(
            SoundFiles.riff("WAVE", [list, format, odd, data, odd, list]), as: "parts.wav")
        let again = try MadeFile(writing: url)
        #expect(again.write([9, 9, 9, 9], at: 10) == noErr)
        #expect(again.close() == noErr)
        let longer = SoundFiles.Chunk("data", data.bytes + [9, 9, 9, 9])
        #expect(
            try again.bytesOnDisk
                == SoundFiles.riff("WAVE", [list, format, odd, longer, odd, list]))
        // Texts that are set take the place of both lists; the place of the first becomes filler.
        let third = try MadeFile(writing: url)
        let texts = ["artist": "me"] as CFDictionary
        var pointer = Unmanaged.passUnretained(texts)
        withExtendedLifetime(texts) {
            #expect(
                AudioFileSetProperty(
                    third.id, kAudioFilePropertyInfoDictionary, 8, &pointer) == noErr)
        }
        #expect(third.close() == noErr)
        let artist = ascii("IART") + littleEndian(UInt32(3)) + [0x6D, 0x65]
        let new = SoundFiles.Chunk("LIST", ascii("INFO") + artist + [0, 0])
        let filler = SoundFiles.Chunk("JUNK", list.bytes)
        let expected = SoundFiles.riff("WAVE", [filler, format, odd, longer, new, odd])
        #expect(try third.bytesOnDisk == expected)
    }

    @Test("is refused for variable-size packets and for read-only file types")
    func refused() throws {
        let coded = try MadeFile(files, kAudioFileM4AType, .coded(kAudioFormatMPEG4AAC), name: "m")
        #expect(coded.setCookie(SoundFiles.aacCookie) == noErr)
        #expect(coded.write(packets: [[1], [2]], at: 0) == noErr)
        #expect(coded.close() == noErr)
        var id: AudioFileID?
        #expect(
            AudioFileOpenURL(coded.url as CFURL, .readWritePermission, 0, &id)
                == kAudioFileOperationNotSupportedError)
        #expect(id == nil)
    }

    @Test("with any byte of the head changed never stops the program", arguments: kinds)
    func damaged(kind: String) throws {
        let url = try made(kind, [UInt8](repeating: 5, count: size(kind) * 3), name: "a")
        let whole = Array(try Data(contentsOf: url))
        // The head, and around the audio's own header; what is between is filler.
        let places = whole.indices.filter { $0 < 120 || (4060..<4100).contains($0) }
        for place in places {
            for value in [UInt8(0), 0x7F, 0xFF] {
                var bytes = whole
                bytes[place] = value
                let damaged = try files.write(bytes, as: "damaged")
                var id: AudioFileID?
                guard AudioFileOpenURL(damaged as CFURL, .readWritePermission, 0, &id) == noErr
                else { continue }
                var count: UInt32 = 1
                let packet = [UInt8](repeating: 6, count: 128)
                _ = AudioFileWritePackets(id, false, 128, nil, 3, &count, packet)
                _ = AudioFileSetUserData(id, 0x7465_7374, 0, 3, [1, 2, 3] as [UInt8])
                // What has become of the file is as it may; it can be opened, or it cannot.
                _ = AudioFileClose(id)
                if AudioFileOpenURL(damaged as CFURL, .readPermission, 0, &id) == noErr {
                    #expect(AudioFileClose(id) == noErr)
                }
            }
        }
    }
}
