import AudioFormats
import AudioModel
import Testing

@Suite("A file that is gone on with")
struct ContinuedWritingTests {
    /// Found by FuzzContinuing: the byte that makes a chunk even was counted from the audio alone.
    @Test("keeps the chunks behind its audio in place, whatever stands before its first packet")
    func chunksBehind() throws {
        // Given audio that starts at an odd byte of its chunk, and the file's format behind it.
        let file = MemorySink(
            aiffFile(
                soundData(Array(repeating: 0x11, count: 96), skipping: 5),
                iffChunk("COMM", aiffCommon(channels: 3, frames: 32, coding: "ulaw")),
                type: "AIFC"))
        // When packets of an odd size are put behind it, one after the other.
        for count in 33...36 as ClosedRange<Int64> {
            let writer = try AudioFileWriter(continuing: try AudioFileReader(file), in: file)
            let packet: [UInt8] = [1, 2, 3]
            try packet.withUnsafeBytes {
                try writer.writePackets(startingAt: count - 1, count: 1, from: $0)
            }
            try writer.close()
            // Then each can be read.
            let reader = try AudioFileReader(file)
            #expect(reader.packetCount == count)
            #expect(reader.format == writer.format)
        }
    }
}
