import AudioCodecs
import AudioFormats
import AudioModel
import AudioToolbox
import TestSupport
import Testing

@Suite("An audio file that is a stream")
struct AudioFileStreamsTests {
    let files = SoundFiles()

    /// AAC with packets of the sizes given, each byte its packet's index.
    private func stream(_ sizes: [Int]) throws -> OpenedFile {
        let sink = MemorySink()
        let format = StreamFormat(
            sampleRate: 44_100, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
            bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
        let writer = try AudioFileWriter(sink, kind: .adts, format: format)
        for (index, size) in sizes.enumerated() {
            let bytes = [UInt8](repeating: UInt8(index), count: size)
            try bytes.withUnsafeBytes { bytes in
                let description = [PacketDescription(byteCount: UInt32(size))]
                try description.withUnsafeBufferPointer {
                    try writer.writePackets(
                        startingAt: Int64(index), count: 1, from: bytes, descriptions: $0)
                }
            }
        }
        try writer.close()
        return try OpenedFile(files.write(sink.bytes, as: "stream.aac"))
    }

    @Test("has its packets without the headers between them")
    func packets() throws {
        // Given AAC in ADTS with a header of seven bytes before each packet.
        let sizes = [100, 50, 300, 20, 60]
        let file = try stream(sizes)
        // Then the properties tell of packets, and the packets follow one another in the buffer.
        #expect(try file.type == kAudioFileAAC_ADTSType)
        #expect(try file.format.mFormatID == kAudioFormatMPEG4AAC)
        #expect(try file.format.mFramesPerPacket == 1024)
        #expect(try file.packetCount == 5)
        #expect(try file.maximumPacketSize == 300)
        #expect(try file.packetSizeUpperBound >= 300)
        let read = file.packets(at: 1, count: 3, capacity: 1000, describing: true)
        #expect(read.descriptions == [[0, 0, 50], [50, 0, 300], [350, 0, 20]])
        #expect(read.bytes == (1...3).flatMap { [UInt8](repeating: UInt8($0), count: sizes[$0]) })
        #expect(file.counts(at: 5, count: 1, capacity: 1000).count == 0)
    }

    @Test("has no user data chunks")
    func parts() throws {
        let file = try stream([100, 50, 300])
        var count: UInt32 = 0
        #expect(AudioFileCountUserData(file.id, 0, &count) == kAudioFileOperationNotSupportedError)
        var size: UInt32 = 0
        #expect(
            AudioFileGetPropertyInfo(file.id, kAudioFilePropertyChunkIDs, &size, nil)
                == kAudioFileUnsupportedPropertyError)
    }
}
