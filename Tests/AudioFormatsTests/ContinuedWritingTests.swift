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

    /// Found by FuzzContinuing: nothing but the name of a chunk told an empty file from one whose
    /// recorder was stopped, and the name need not be letters.
    @Test("that was emptied keeps what stands behind its audio", arguments: ["RIFF", "RF64"])
    func emptied(id: String) throws {
        // Given a file with its format, and a chunk of no name, behind the audio.
        let sizes =
            littleEndian(0 as Int64) + littleEndian(4 as Int64) + Array(repeating: 0, count: 12)
        let file = MemorySink(
            wavFile(
                riffChunk("ds64", sizes), riffChunk("data", [1, 0, 2, 0]),
                riffChunk("fmt ", wavFormat()),
                littleEndian(7 as UInt32) + littleEndian(4 as UInt32) + [9, 9, 9, 9], id: id))
        // When its audio is taken away.
        let writer = try AudioFileWriter(continuing: try AudioFileReader(file), in: file)
        #expect(writer.packetCount == 2)
        try writer.truncate(toByteCount: 0)
        try writer.close()
        // Then what is behind it is not taken for audio.
        let reader = try AudioFileReader(file)
        #expect(reader.packetCount == 0)
        #expect(reader.format == writer.format)
        #expect(reader.chunkByteCount(of: FourCC(rawValue: 0x0700_0000), at: 0) == 4)
    }
    /// Found by FuzzContinuing: put before the audio, another part of its name became the audio.
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
            #expect(throws: FormatError(.badField("second audio")), "\(name)") {
                try writer.optimize()
            }
            try writer.close()
            let reader = try AudioFileReader(file)
            #expect(reader.packetCount == 2, "\(name)")
            #expect(try readPackets(reader, from: 0, count: 9, capacity: 99).bytes == samples)
        }
    }
}
