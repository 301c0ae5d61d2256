import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("An MPEG-4 file that is kept whole while it is written")
struct AudioFileFragmentWritingTests {
    let files = SoundFiles()

    private func packets(_ count: Int) -> [[UInt8]] {
        (0..<count).map { Array(repeating: UInt8($0 & 0xFF), count: 4 + $0 % 5) }
    }

    private func make(defersSizes: Bool) throws -> MadeFile {
        let made = try MadeFile(files, kAudioFileM4AType, .coded(kAudioFormatMPEG4AAC))
        #expect(made.setCookie(SoundFiles.aacCookie) == noErr)
        if !defersSizes {
            #expect(made.set(kAudioFilePropertyDeferSizeUpdates, UInt32(0)) == noErr)
        }
        return made
    }

    /// The packets of a file as it is on disk at this moment.
    private func packetsOnDisk(_ made: MadeFile) throws -> [UInt8] {
        let copy = try files.write(made.bytesOnDisk, as: "copy.m4a")
        return try OpenedFile(copy).packets(
            at: 0, count: 999, capacity: 9999, describing: true
        ).bytes
    }

    @Test("can be read up to its last half second at any moment")
    func killed() throws {
        let made = try make(defersSizes: false)
        let all = packets(100)
        for start in stride(from: 0, to: 100, by: 10) {
            #expect(made.write(packets: Array(all[start..<start + 10]), at: Int64(start)) == noErr)
            let whole = (start + 10) / 22 * 22
            let onDisk = try packetsOnDisk(made)
            #expect(onDisk.count >= all.prefix(whole).flatMap { $0 }.count)
            #expect(all.flatMap { $0 }.starts(with: onDisk))
        }
        // A reader of the same file sees all of it meanwhile.
        #expect(try OpenedFile(sharing: made.id).packetCount == 100)
        #expect(made.close() == noErr)
        #expect(try packetsOnDisk(made) == all.flatMap { $0 })
        #expect(try made.bytesOnDisk.dropFirst(32).prefix(4) == Array("mdat".utf8)[...])
    }

    @Test("has no fragments unless it is to be whole, nor when that is asked for too late")
    func deferred() throws {
        let plain = try make(defersSizes: true)
        #expect(plain.write(packets: packets(100), at: 0) == noErr)
        #expect(plain.close() == noErr)
        let bytes = try plain.bytesOnDisk
        #expect(bytes.firstRange(of: Array("moof".utf8)) == nil)
        let late = try make(defersSizes: true)
        #expect(late.write(packets: packets(50), at: 0) == noErr)
        #expect(late.set(kAudioFilePropertyDeferSizeUpdates, UInt32(0)) == noErr)
        #expect(late.write(packets: Array(packets(100)[50...]), at: 50) == noErr)
        #expect(try packetsOnDisk(late) == packets(100).flatMap { $0 })
        #expect(late.close() == noErr)
        #expect(try late.bytesOnDisk == bytes)
    }

    @Test("accepts its packet table and its cookie again until it is closed")
    func properties() throws {
        let made = try make(defersSizes: false)
        #expect(made.write(packets: packets(50), at: 0) == noErr)
        let cookie = SoundFiles.aacCookie
        #expect(made.setCookie(cookie) == noErr)
        let table = AudioFilePacketTableInfo(
            mNumberValidFrames: 50 * 1024 - 2112 - 40, mPrimingFrames: 2112, mRemainderFrames: 40)
        #expect(made.set(kAudioFilePropertyPacketTableInfo, table) == noErr)
        #expect(made.write(packets: Array(packets(60)[50...]), at: 50) == noErr)
        let file = try made.reopened()
        #expect(try file.packetCount == 60)
        #expect(try file.cookie == cookie)
    }
}
