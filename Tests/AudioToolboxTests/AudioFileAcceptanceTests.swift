import AudioToolbox
import Foundation
import Testing

/// The acceptance cases of audio files, each by its number, as an app meets them. What else is to
/// be said of each subject is in the suite about it; the cases of queues are in theirs.
@Suite("An app that uses audio files")
struct AudioFileAcceptanceTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

    private typealias Packets = OpenedFile.Packets

    private func open(_ bytes: [UInt8]) throws -> OpenedFile {
        try OpenedFile(files.write(bytes, as: "file.bin"))
    }

    // MARK: The player's file: six seconds, 44,100 frames a second, stereo, 16 bits

    @Test("case 1: reads of the player's file what the worked example says")
    func playersProperties() throws {
        // Given the player's file.
        let file = try open(SoundFiles.sixSeconds())
        // When the app asks for what it needs, in the sizes it expects.
        let format = try file.format
        let duration = try file.property(kAudioFilePropertyEstimatedDuration, 0.0)
        let count = try file.number64(kAudioFilePropertyAudioDataPacketCount)
        let bound = try file.number32(kAudioFilePropertyPacketSizeUpperBound)
        // Then these are the numbers, and half a second takes 88,200 bytes.
        #expect(MemoryLayout.size(ofValue: format) == 40)
        #expect(duration == 6)
        #expect(count == 264_600)
        #expect(bound == 4)
        let bufferSize = format.mSampleRate / Double(format.mFramesPerPacket) * 0.5 * Double(bound)
        #expect(bufferSize == 88_200)
        // And it is no coding with packets that differ, nor has it a cookie.
        #expect(format.mBytesPerPacket != 0 && format.mFramesPerPacket != 0)
        #expect(AudioFileGetPropertyInfo(file.id, kAudioFilePropertyMagicCookieData, nil, nil) != 0)
    }

    @Test(
        "cases 3, 4 and 5: gets of the player's file the packets that fit and that there are",
        arguments: [
            // case; start, asked for, capacity; packets, bytes
            (3, 264_600, 22_050, 88_200, 0, 0),
            (4, 0, 22_050, 40_000, 10_000, 40_000),
            (5, 264_000, 22_050, 88_200, 600, 2_400),
        ] as [(Int, Int64, UInt32, UInt32, UInt32, UInt32)])
    func limits(
        number: Int, start: Int64, count: UInt32, capacity: UInt32, packets: UInt32, bytes: UInt32
    ) throws {
        // Given the player's file, when the app reads there, then it is no error, and so much.
        let read = try open(SoundFiles.sixSeconds())
            .counts(at: start, count: count, capacity: capacity)
        #expect(read == Packets(status: noErr, count: packets, byteCount: bytes))
    }

    @Test("case 6: reads the player's file in 26 pieces of 10,000 packets, and 4,600 more")
    func tenThousandPackets() throws {
        // Given the player's file, and a buffer for 10,000 of the largest packets.
        let file = try open(SoundFiles.sixSeconds())
        let capacity = 10_000 * (try file.number32(kAudioFilePropertyPacketSizeUpperBound))
        // When the app reads on from where it is, as its callback does.
        var start: Int64 = 0
        var reads: [Packets] = []
        for _ in 0..<30 {
            let read = file.counts(at: start, count: 10_000, capacity: capacity)
            reads.append(read)
            start += Int64(read.count)
        }
        // Then the last three reads are empty.
        #expect(reads.map(\.status) == Array(repeating: noErr, count: 30))
        #expect(reads.map(\.count) == Array(repeating: 10_000, count: 26) + [4_600, 0, 0, 0])
        #expect(reads.map(\.byteCount) == Array(repeating: 40_000, count: 26) + [18_400, 0, 0, 0])
    }

    // MARK: What files say

    @Test("case 8: counts the packets of a CAF that does not say its length by the file's length")
    func unknownLength() throws {
        // Given a CAF with a data chunk of size -1, as during a recording.
        let data = [UInt8](repeating: 5, count: 4 * 1234)
        let file = try open(SoundFiles.caf(.init(), [SoundFiles.data(data, statedSize: -1)]))
        // When the app asks how much there is, then it is what the file holds.
        #expect(try file.number64(kAudioFilePropertyAudioDataPacketCount) == 1234)
        #expect(try file.number64(kAudioFilePropertyAudioDataByteCount) == 4936)
        let last = file.packets(at: 1233, count: 5, capacity: 100)
        #expect(last.status == noErr && last.bytes == [5, 5, 5, 5])
    }

    @Test(
        "case 9: gets the flags of a CAF's samples as on a phone",
        arguments: [(2, 16, 0x0C), (1, 32, 0x0B)] as [(UInt32, UInt32, AudioFormatFlags)])
    func flags(inFile: UInt32, bits: UInt32, expected: AudioFormatFlags) throws {
        // Given 16-bit little-endian integers, or big-endian floats.
        let description = SoundFiles.Description(
            flags: inFile, bytesPerPacket: bits / 4, bits: bits)
        let file = try open(
            SoundFiles.caf(description, [SoundFiles.data([UInt8](repeating: 0, count: 64))]))
        // When the app asks for the format, then the flags are those of the description.
        #expect(try file.format.mFormatFlags == expected)
    }

    @Test(
        "case 10: gets packets that differ in size side by side, with the sizes of the table",
        arguments: [(0, 4), (1, 2), (2, 1), (3, 1)] as [(Int, Int)])
    func differingPackets(first: Int, count: Int) throws {
        // Given packets of 10, 200, 3 and 300 bytes.
        let sizes: [Int64] = [10, 200, 3, 300]
        let file = try open(SoundFiles.cafVariable())
        // When the app reads some of them.
        let read = file.packets(
            at: Int64(first), count: UInt32(count), capacity: 1000, describing: true)
        // Then the first starts at 0, and each other where the one before it ends.
        var expected: [[Int64]] = []
        var offset: Int64 = 0
        for size in sizes[first..<first + count] {
            expected.append([offset, 0, size])
            offset += size
        }
        #expect(read.status == noErr && read.descriptions == expected)
        #expect(Int64(read.byteCount) == offset)
    }

    @Test("case 11: is told by a status that a file has no cookie")
    func noCookie() throws {
        // Given a file without a cookie, when the app asks for the cookie's size.
        let file = try open(SoundFiles.sixSeconds())
        var size: UInt32 = 77
        let status = AudioFileGetPropertyInfo(
            file.id, kAudioFilePropertyMagicCookieData, &size, nil)
        // Then it is an error, not a size of zero.
        #expect(status == kAudioFileUnsupportedPropertyError && size == 77)
    }

    @Test("case 12: gets a bound of the packets' size that is no less than the largest has")
    func bound() throws {
        // Given packets of at most 300 bytes, when the app asks for both sizes.
        let file = try open(SoundFiles.cafVariable())
        let bound = try file.number32(kAudioFilePropertyPacketSizeUpperBound)
        let maximum = try file.number32(kAudioFilePropertyMaximumPacketSize)
        // Then the larger is exact, and a buffer of the bound takes every packet.
        #expect(maximum == 300 && bound >= maximum)
        for packet in 0..<4 as Range<Int64> {
            #expect(file.counts(at: packet, count: 1, capacity: bound).count == 1)
        }
    }

    @Test(
        "case 13: finds the audio of a WAVE file behind what else there is",
        arguments: ["FLLR", "JUNK", "LIST"], [0, 1, 4044])
    func otherChunks(name: String, size: Int) throws {
        // Given a chunk of even or odd size before the data.
        let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
        let file = try open(
            SoundFiles.riff(
                "WAVE",
                [
                    .init("fmt ", format), .init(name, [UInt8](repeating: 0, count: size)),
                    .init("data", [1, 2, 3, 4, 5, 6]),
                ]))
        // When the app asks for place and count, then they are the data chunk's.
        let offset = try file.property(kAudioFilePropertyDataOffset, Int64(0))
        #expect(offset == Int64(12 + 24 + 8 + size + size % 2 + 8))
        #expect(try file.number64(kAudioFilePropertyAudioDataPacketCount) == 3)
        #expect(file.packets(at: 0, count: 9, capacity: 99).bytes == [1, 2, 3, 4, 5, 6])
    }

    @Test(
        "case 14: gets of AIFF-C with IMA4 the packets that its header counts", arguments: [1, 2])
    func ima4Packets(channels: Int) throws {
        // Given a header that counts 9, when the app opens the file.
        let file = try open(SoundFiles.aifcIMA4(packets: 9, channels: channels))
        // Then there are 9 packets of 64 frames, in 34 bytes a channel.
        let format = try file.format
        #expect(try file.number64(kAudioFilePropertyAudioDataPacketCount) == 9)
        #expect(format.mFramesPerPacket == 64)
        #expect(format.mBytesPerPacket == UInt32(34 * channels))
        var translation = AudioFramePacketTranslation(
            mFrame: 0, mPacket: 9, mFrameOffsetInPacket: 0)
        var size = UInt32(MemoryLayout<AudioFramePacketTranslation>.size)
        #expect(
            AudioFileGetProperty(file.id, kAudioFilePropertyPacketToFrame, &size, &translation)
                == noErr)
        #expect(translation.mFrame == 576)
    }

    // MARK: IMA4, coded and decoded

    private static let monoClient = AudioStreamBasicDescription.pcm(channels: 1)

    private func samples(_ bytes: [UInt8]) -> [Int16] {
        stride(from: 0, to: bytes.count, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
    }

    @Test("case 15: writes a sine as IMA4 and reads it back 30 dB over the noise")
    func sine() throws {
        // Given a second of 1 kHz at half of full scale.
        let sine = (0..<44_100).map { frame in
            Int16(16_384 * sin(2 * Double.pi * 1000 * Double(frame) / 44_100))
        }
        let url = files.missing("sine.caf")
        // When it is written as IMA4.
        do {
            let made = try ExtendedFile(
                creating: url, kAudioFileCAFType, .coded(kAudioFormatAppleIMA4, channels: 1))
            try #require(made.setClient(Self.monoClient) == noErr)
            let bytes = sine.flatMap { SoundFiles.littleEndian(UInt16(bitPattern: $0)) }
            #expect(made.write(bytes, bytesPerFrame: 2) == noErr)
        }
        // Then the packets have 34 bytes.
        let file = try OpenedFile(url)
        #expect(try file.format.mBytesPerPacket == 34)
        #expect(try file.number64(kAudioFilePropertyAudioDataByteCount) == 690 * 34)
        // And what is read back has as many frames, and little noise.
        let read = try ExtendedFile(url)
        try #require(read.setClient(Self.monoClient) == noErr)
        let decoded = samples(try read.readAll(bytesPerFrame: 2))
        #expect(decoded.count == sine.count)
        let signal = sine.map { Double($0) * Double($0) }.reduce(0, +)
        let noise = zip(sine, decoded).map { pow(Double($0) - Double($1), 2) }.reduce(0, +)
        #expect(10 * log10(signal / noise) > 30)
    }

    @Test("case 16: reads a million frames of IMA4 whose step index is beyond the table")
    func wildIndex() throws {
        // Given 15,625 packets with the step index 127, or the largest valid one, 88, in their
        // headers.
        func decoded(index: UInt8) throws -> [UInt8] {
            let packet = [0, index] + [UInt8](repeating: 0x31, count: 32)
            let description = SoundFiles.Description(
                format: "ima4", flags: 0, bytesPerPacket: 34, framesPerPacket: 64, channels: 1,
                bits: 0)
            let data = Array(repeating: packet, count: 15_625).flatMap { $0 }
            let url = try files.write(
                SoundFiles.caf(description, [SoundFiles.data(data)]), as: "\(index).caf")
            let file = try ExtendedFile(url)
            try #require(file.setClient(Self.monoClient) == noErr)
            return try file.readAll(bytesPerFrame: 2, piece: 50_000)
        }
        // When both are read, then all is there and the same.
        let wild = try decoded(index: 127)
        #expect(wild.count == 2_000_000)
        #expect(try wild == decoded(index: 88))
    }

    // MARK: Making a file

    @Test("case 34: makes a file in the place of another only if it says so")
    func existing() throws {
        // Given a file that is there.
        let old = SoundFiles.sixSeconds()
        let url = try files.write(old, as: "old.caf")
        var format = AudioStreamBasicDescription.pcm()
        var id: AudioFileID?
        // When one is made without the flag, then it is an error, and the old one stays.
        #expect(
            AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, [], &id)
                == kAudioFilePermissionsError)
        #expect(id == nil)
        #expect(try Data(contentsOf: url).count == old.count)
        // When it is made with the flag, then nothing of the old one is left.
        #expect(
            AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &id)
                == noErr)
        #expect(AudioFileClose(id) == noErr)
        #expect(try OpenedFile(url).number64(kAudioFilePropertyAudioDataPacketCount) == 0)
        #expect(try Data(contentsOf: url).count < 10_000)
    }
}
