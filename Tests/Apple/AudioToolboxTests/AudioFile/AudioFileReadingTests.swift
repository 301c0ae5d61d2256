import AudioToolbox
import TestSupport
import Testing

@Suite("Reading an audio file")
struct AudioFileReadingTests {
    let files = SoundFiles()

    private func sixSeconds() throws -> OpenedFile {
        try OpenedFile(files.write(SoundFiles.sixSeconds(), as: "six.caf"))
    }

    private typealias Packets = OpenedFile.Packets

    // Acceptance case 1.
    @Test("gives the player of the worked example its numbers")
    func workedExample() throws {
        // Given six seconds of 16-bit stereo in a CAF file.
        let file = try sixSeconds()
        // When a player reads what it must know, then these are the numbers.
        let format = try file.format
        #expect(format.mSampleRate == 44_100)
        #expect(format.mFormatID == kAudioFormatLinearPCM)
        #expect(format.mFormatFlags == 0x0C)
        #expect(
            [
                format.mBytesPerPacket, format.mFramesPerPacket, format.mBytesPerFrame,
                format.mChannelsPerFrame, format.mBitsPerChannel, format.mReserved,
            ] == [4, 1, 4, 2, 16, 0])
        #expect(try file.estimatedDuration == 6)
        #expect(try file.packetCount == 264_600)
        let upperBound = try file.packetSizeUpperBound
        #expect(upperBound == 4)
        let bufferSize = UInt32(format.mSampleRate * 0.5) * upperBound
        #expect(bufferSize == 88_200)
        // When it reads half a second at a time to the end and beyond.
        var reads: [Packets] = []
        var start: Int64 = 0
        for _ in 0..<15 {
            let read = file.counts(at: start, count: 22_050, capacity: bufferSize)
            reads.append(read)
            start += Int64(read.count)
        }
        // Then twelve reads are full, and those beyond the end are empty and no errors.
        let full = Packets(status: noErr, count: 22_050, byteCount: 88_200)
        let empty = Packets(status: noErr, count: 0, byteCount: 0)
        #expect(reads == Array(repeating: full, count: 12) + Array(repeating: empty, count: 3))
        #expect(start == 264_600)
    }

    // Acceptance case 6.
    @Test("in pieces of 10,000 packets ends with one of 4,600")
    func tenThousand() throws {
        let file = try sixSeconds()
        var reads: [Packets] = []
        for index in 0..<29 {
            reads.append(
                file.counts(
                    at: min(Int64(index) * 10_000, 264_600), count: 10_000, capacity: 40_000))
        }
        #expect(
            reads == Array(
                repeating: Packets(status: noErr, count: 10_000, byteCount: 40_000), count: 26)
                + [Packets(status: noErr, count: 4_600, byteCount: 18_400)]
                + Array(repeating: Packets(status: noErr, count: 0, byteCount: 0), count: 2))
    }

    // Acceptance cases 3, 4 and 5.
    @Test(
        "gives no more packets than fit, and than there are",
        arguments: [
            // start, asked for, capacity; packets, bytes
            (0, 22_050, 40_000, 10_000, 40_000),
            (264_000, 22_050, 88_200, 600, 2_400),
            (264_600, 22_050, 88_200, 0, 0),
            (Int64.max, 22_050, 88_200, 0, 0),
            (0, 2, 7, 1, 4),
            (0, 1, 3, 0, 0),
        ] as [(Int64, UInt32, UInt32, UInt32, UInt32)])
    func limits(
        start: Int64, count: UInt32, capacity: UInt32, packets: UInt32, bytes: UInt32
    ) throws {
        let read = try sixSeconds().counts(at: start, count: count, capacity: capacity)
        #expect(read == Packets(status: noErr, count: packets, byteCount: bytes))
    }

    @Test("gives the bytes of the packets asked for")
    func contents() throws {
        let read = try sixSeconds().packets(at: 100_000, count: 3, capacity: 100)
        #expect(read.bytes == (100_000..<100_003).flatMap { littleEndian(UInt32($0)) })
    }

    @Test("gives packets of differing sizes with their descriptions")
    func variable() throws {
        // Given packets of 10, 200, 3 and 300 bytes.
        let file = try OpenedFile(files.write(SoundFiles.cafVariable(), as: "v.caf"))
        // When the middle two are read, then they stand one after the other.
        let middle = file.packets(at: 1, count: 2, capacity: 1000, describing: true)
        #expect(middle.status == noErr)
        #expect(middle.descriptions == [[0, 0, 200], [200, 0, 3]])
        #expect(middle.bytes == [UInt8](repeating: 1, count: 200) + [UInt8](repeating: 2, count: 3))
        // When there is not room for all, then only whole ones are read.
        let tight = file.packets(at: 0, count: 4, capacity: 212, describing: true)
        #expect(tight.descriptions == [[0, 0, 10], [10, 0, 200]])
        #expect(tight.byteCount == 210)
        // When more are asked for than there are, then it is those to the end.
        let rest = file.packets(at: 3, count: 9, capacity: 1000, describing: true)
        #expect(rest.descriptions == [[0, 0, 300]])
        #expect(
            file.packets(at: 4, count: 9, capacity: 1000, describing: true)
                == Packets(status: noErr, count: 0, byteCount: 0))
    }

    @Test("AudioFileReadPackets needs no capacity, only room for the largest packets")
    func readPackets() throws {
        let file = try OpenedFile(files.write(SoundFiles.cafVariable(), as: "v.caf"))
        var buffer = [UInt8](repeating: 9, count: 4 * 300)
        var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: 4)
        var packets: UInt32 = 4
        // What comes in for the bytes does not count.
        var bytes: UInt32 = 0
        #expect(
            AudioFileReadPackets(file.id, false, &bytes, &descriptions, 0, &packets, &buffer)
                == noErr)
        #expect(packets == 4)
        #expect(bytes == 513)
        #expect(descriptions.map(\.mStartOffset) == [0, 10, 210, 213])
        #expect(descriptions.map(\.mDataByteSize) == [10, 200, 3, 300])
        #expect(buffer[513...].allSatisfy { $0 == 9 })
        packets = 4
        #expect(AudioFileReadPackets(file.id, false, &bytes, nil, 4, &packets, &buffer) == noErr)
        #expect(packets == 0 && bytes == 0)
    }

    @Test(
        "by bytes reports the end of the audio",
        arguments: [
            // start, asked for; status, bytes
            (0, 100, noErr, 100),
            (1_058_390, 10, noErr, 10),
            (1_058_390, 100, kAudioFileEndOfFileError, 10),
            (1_058_400, 100, kAudioFileEndOfFileError, 0),
            (Int64.max, 100, kAudioFileEndOfFileError, 0),
            (-1, 100, kAudioFilePositionError, 100),
        ] as [(Int64, UInt32, OSStatus, UInt32)])
    func bytes(start: Int64, count: UInt32, status: OSStatus, expected: UInt32) throws {
        let file = try sixSeconds()
        var buffer = [UInt8](repeating: 0, count: 100)
        var count = count
        #expect(AudioFileReadBytes(file.id, false, start, &count, &buffer) == status)
        #expect(count == expected)
    }

    @Test(
        "AudioFileReadPackets never writes past the packet size upper bound, whatever the file holds"
    )
    func lyingPackets() throws {
        // Given a frame of AAC far larger than the coding allows.
        func frame(_ byteCount: Int) -> [UInt8] {
            let total = byteCount + 7
            return [
                0xFF, 0xF1, 0x50, 0x40 | UInt8(total >> 11), UInt8(total >> 3 & 0xFF),
                UInt8(total & 7) << 5 | 0x1F, 0xFC,
            ] + [UInt8](repeating: 5, count: byteCount)
        }
        let url = try files.write(frame(100) + frame(4000) + frame(100), as: "lie.aac")
        let file = try OpenedFile(url)
        let bound = try file.packetSizeUpperBound
        #expect(bound == 768)
        #expect(try file.maximumPacketSize == 4000)
        // When room is made by the bound.
        var buffer = [UInt8](repeating: 0xEE, count: 2 * Int(bound) + 8000)
        var descriptions = [AudioStreamPacketDescription](
            repeating: AudioStreamPacketDescription(), count: 2)
        var count: UInt32 = 2
        var byteCount: UInt32 = 0
        #expect(
            AudioFileReadPackets(file.id, false, &byteCount, &descriptions, 0, &count, &buffer)
                == noErr)
        // Then nothing is written behind it.
        #expect(count == 1 && byteCount == 100)
        #expect(buffer.dropFirst(2 * Int(bound)).allSatisfy { $0 == 0xEE })
    }

    @Test("a negative packet is no packet")
    func negativePacket() throws {
        #expect(
            try sixSeconds().counts(at: -1, count: 10, capacity: 100)
                == Packets(status: kAudioFileInvalidPacketOffsetError, count: 10, byteCount: 100))
    }

    @Test("that has become shorter gives an error")
    func shrunk() throws {
        // Given an open file.
        let url = try files.write(SoundFiles.sixSeconds(), as: "six.caf")
        let file = try OpenedFile(url)
        // When half of it is taken away.
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 500_000)
        // Then the other half is read as before, and what is gone gives an error.
        #expect(file.counts(at: 0, count: 10, capacity: 100).status == noErr)
        #expect(
            file.counts(at: 200_000, count: 10, capacity: 100)
                == Packets(status: kAudioFileInvalidFileError, count: 10, byteCount: 100))
    }

    #if FFmpeg
        @Test("says so when the first packet is larger than the buffer")
        func tooSmall() throws {
            // Given packets of different sizes.
            let url = files.missing("made.m4a")
            let made = try ExtendedFile(
                creating: url, kAudioFileM4AType, .coded(kAudioFormatMPEG4AAC),
                client: .integers())
            made.write(
                (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }, bytesPerFrame: 4)
            #expect(made.close() == noErr)
            let file = try OpenedFile(url)
            let first = file.packets(at: 0, count: 1, capacity: 8_000)
            #expect(first.count == 1 && first.byteCount > 8)
            // Then one byte too few is an error with counts of zero, so that no loop waits for more.
            //
            // Source: Apple's published sample of the reader (`AudioFileObject.cpp`, 2014).
            #expect(
                file.counts(at: 0, count: 4, capacity: first.byteCount - 1)
                    == Packets(status: kAudio_ParamError, count: 0, byteCount: 0))
            #expect(
                file.counts(at: 0, count: 1, capacity: first.byteCount)
                    == Packets(status: noErr, count: 1, byteCount: first.byteCount))
            // Behind the end nothing is read, without an error.
            #expect(
                file.counts(at: 1_000, count: 1, capacity: 1)
                    == Packets(status: noErr, count: 0, byteCount: 0))
            // And packets of one size that do not fit are none.
            let even = try OpenedFile(files.write(SoundFiles.sixSeconds(), as: "six.caf"))
            #expect(
                even.counts(at: 0, count: 1, capacity: 1)
                    == Packets(status: noErr, count: 0, byteCount: 0))
            // Sizes that differ need descriptions.
            var (size, count, bytes): (UInt32, UInt32, [UInt8]) = (8_000, 1, [])
            bytes = Array(repeating: 0, count: 8_000)
            #expect(
                AudioFileReadPacketData(file.id, false, &size, nil, 0, &count, &bytes)
                    == kAudio_ParamError)
        }
    #endif
}
