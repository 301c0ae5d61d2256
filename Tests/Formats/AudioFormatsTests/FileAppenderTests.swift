import AudioCodecs
import AudioFormats
import AudioModel
import Testing

@Suite("A file that is gone on with")
struct FileAppenderTests {
    /// Found by FuzzContinuing: chunk padding was computed from the audio alone.
    @Test("keeps the chunks behind its audio in place, whatever stands before its first packet")
    func chunksBehind() throws {
        // Given audio that starts at an odd offset in its chunk, and the format chunk after it.
        let file = MemorySink(
            aiffFile(
                soundData(Array(repeating: 0x11, count: 96), skipping: 5),
                iffChunk("COMM", aiffCommon(channels: 3, frames: 32, coding: "ulaw")),
                type: "AIFC"))
        // When packets of odd size are appended one by one.
        for count in 33...36 as ClosedRange<Int64> {
            let writer = try AudioFileWriter(continuing: try AudioFileReader(file), in: file)
            let packet: [UInt8] = [1, 2, 3]
            try packet.withUnsafeBytes {
                try writer.writePackets(startingAt: count - 1, count: 1, from: $0)
            }
            try writer.close()
            // Then each can be read.
            let reader = try AudioFileReader(file)
            #expect(try reader.packetCount() == count)
            #expect(reader.format == writer.format)
        }
    }

    /// Found by FuzzContinuing: only a chunk's identifier distinguished an empty file from an
    /// unfinished recording, and identifiers need not be letters.
    @Test("that was emptied keeps what stands behind its audio", arguments: ["RIFF", "RF64"])
    func emptied(id: String) throws {
        // Given a file with the format chunk, and a chunk with an unprintable identifier, after the
        // audio.
        let sizes =
            littleEndian(0 as Int64) + littleEndian(4 as Int64) + Array(repeating: 0, count: 12)
        let file = MemorySink(
            wavFile(
                riffChunk("ds64", sizes), riffChunk("data", [1, 0, 2, 0]),
                riffChunk("fmt ", wavFormat()),
                littleEndian(7 as UInt32) + littleEndian(4 as UInt32) + [9, 9, 9, 9], id: id))
        // When its audio is truncated.
        let writer = try AudioFileWriter(continuing: try AudioFileReader(file), in: file)
        #expect(writer.packetCount == 2)
        try writer.truncate(toByteCount: 0)
        try writer.close()
        // Then the chunks after it are not read as audio.
        let reader = try AudioFileReader(file)
        #expect(try reader.packetCount() == 0)
        #expect(reader.format == writer.format)
        #expect(reader.chunkByteCount(of: FourCC(rawValue: 0x0700_0000), at: 0) == 4)
    }
    /// Found by FuzzContinuing: a second data chunk that was moved before the audio became the
    /// audio.
    @Test("that has two parts of the audio's name keeps their order")
    func twoParts() throws {
        let samples: [UInt8] = [1, 0, 2, 0]
        let other = [UInt8](repeating: 9, count: 32)
        for (bytes, name) in [
            (
                wavFile(
                    riffChunk("fmt ", wavFormat()), riffChunk("data", samples),
                    riffChunk("data", other)), "WAVE"
            ),
            (
                aiffFile(
                    iffChunk("COMM", aiffCommon(frames: 2)), soundData(samples), soundData(other)),
                "AIFF"
            ),
        ] {
            let file = MemorySink(bytes)
            let writer = try AudioFileWriter(continuing: try AudioFileReader(file), in: file)
            #expect(throws: FormatError(.badField("second audio data chunk")), "\(name)") {
                try writer.optimize()
            }
            try writer.close()
            let reader = try AudioFileReader(file)
            #expect(try reader.packetCount() == 2, "\(name)")
            #expect(try readPackets(reader, from: 0, count: 9, capacity: 99).bytes == samples)
        }
    }
}
