import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The acceptance cases of audio files by their numbers. Cases that a suite about one subject
/// covers are marked there; the cases of queues are in their suites.
@Suite("An app that uses audio files")
struct AudioFileAcceptanceTests {
    let files = SoundFiles()

    private func open(_ bytes: [UInt8]) throws -> OpenedFile {
        try OpenedFile(files.write(bytes, as: "file.bin"))
    }

    // MARK: What files say

    @Test("case 8: counts the packets of a CAF that does not say its length by the file's length")
    func unknownLength() throws {
        // Given a CAF with a data chunk of size -1, as during a recording.
        let data = [UInt8](repeating: 5, count: 4 * 1234)
        let file = try open(SoundFiles.caf(.init(), [SoundFiles.data(data, statedSize: -1)]))
        // When the app asks how much there is, then it is what the file holds.
        #expect(try file.packetCount == 1234)
        #expect(try file.audioByteCount == 4936)
        let last = file.packets(at: 1233, count: 5, capacity: 100)
        #expect(last.status == noErr && last.bytes == [5, 5, 5, 5])
    }

    @Test(
        "case 10: reads variable-size packets contiguously, with the sizes of the packet table",
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

    @Test("case 12: gets a bound of the packets' size that is no less than the largest has")
    func bound() throws {
        // Given packets of at most 300 bytes, when the app asks for both sizes.
        let file = try open(SoundFiles.cafVariable())
        let bound = try file.packetSizeUpperBound
        let maximum = try file.maximumPacketSize
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
        let offset = try file.dataOffset
        #expect(offset == Int64(12 + 24 + 8 + size + size % 2 + 8))
        #expect(try file.packetCount == 3)
        #expect(file.audio == [1, 2, 3, 4, 5, 6])
    }

    // MARK: IMA4, coded and decoded

    private static let monoClient = AudioStreamBasicDescription.integers(channels: 1)

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
            #expect(made.write(sine.bytes, bytesPerFrame: 2) == noErr)
        }
        // Then the packets have 34 bytes.
        let file = try OpenedFile(url)
        #expect(try file.format.mBytesPerPacket == 34)
        #expect(try file.audioByteCount == 690 * 34)
        // And what is read back has as many frames, and little noise.
        let read = try ExtendedFile(url, client: Self.monoClient)
        let decoded = try read.readAll(bytesPerFrame: 2).elements(Int16.self)
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
            let file = try ExtendedFile(url, client: Self.monoClient)
            return try file.readAll(bytesPerFrame: 2, piece: 50_000)
        }
        // When both are read, then all is there and the same.
        let wild = try decoded(index: 127)
        #expect(wild.count == 2_000_000)
        #expect(try wild == decoded(index: 88))
    }
}
