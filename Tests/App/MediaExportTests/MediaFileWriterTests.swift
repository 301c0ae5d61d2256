import AudioCodecs
import AudioConversion
import AudioFormats
import AudioModel
import MediaExport
import Synchronization
import TestSupport
import Testing

@Suite("A writer of media")
struct MediaFileWriterTests {
    private func writer(_ sink: any ByteSink) throws -> MediaFileWriter {
        try MediaFileWriter(sink, kind: .wav, .encoded(.shorts(), ConversionOptions(), nil))
    }

    private func append(
        _ samples: [Int16], to writer: MediaFileWriter, at time: Double
    ) throws {
        try samples.withUnsafeBytes { bytes in
            try writer.append(
                [bytes], frameCount: samples.count, format: .shorts(), layout: nil, at: time)
        }
    }

    private func samples(_ sink: MemorySink) throws -> [Int16] {
        let file = try AudioFileReader(MemoryBytes(sink.bytes))
        var samples = [Int16](repeating: 0, count: Int(try file.frameCount()))
        _ = try samples.withUnsafeMutableBytes { room throws(FormatError) in
            try file.readPackets(into: room, at: 0)
        }
        return samples
    }

    @Test func `fills gaps with silence and leaves out what comes before time 0`() throws {
        let sink = MemorySink()
        let writer = try writer(sink)
        try append([1, 2, 3], to: writer, at: -0.002)
        try append([4], to: writer, at: 0.01)
        try append([5], to: writer, at: 0.011)
        try writer.fill(until: 0.014)
        try writer.finish()
        #expect(try samples(sink) == [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 5, 0, 0])
    }

    @Test func `begins with silence where the first samples come later`() throws {
        let sink = MemorySink()
        let writer = try writer(sink)
        try append([4], to: writer, at: 0.002)
        try writer.finish()
        #expect(try samples(sink) == [0, 0, 4])
    }

    @Test func `joins samples of a clock that is not exact`() throws {
        let sink = MemorySink()
        let writer = try writer(sink)
        for index in 0..<5 {
            try append(
                [Int16(index), Int16(index)], to: writer,
                at: Double(2 * index) / 1000 + (index % 2 == 0 ? 0.002 : -0.002))
        }
        try writer.finish()
        #expect(try samples(sink) == [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    }

    @Test func `refuses another format, a time that is too far, and packets`() throws {
        let writer = try writer(MemorySink())
        try append([1], to: writer, at: 0)
        #expect(throws: MediaExportError.timeOutOfRange) {
            try append([1], to: writer, at: 1e9)
        }
        #expect(throws: MediaExportError.timeOutOfRange) {
            try append([1], to: writer, at: .nan)
        }
        let two: [Int16] = [1, 2]
        two.withUnsafeBytes { bytes in
            #expect(throws: MediaExportError.unsuitableSamples) {
                try writer.append(
                    [bytes], frameCount: 1, format: .shorts(channelCount: 2), layout: nil, at: 0)
            }
            #expect(throws: MediaExportError.unsuitableSamples) {
                try writer.append(
                    [bytes], frameCount: 3, format: .shorts(), layout: nil, at: 0.001)
            }
            #expect(throws: MediaExportError.unsuitableSamples) {
                try writer.append(
                    bytes, packetCount: 1, descriptions: nil, hiddenAtStart: 0, hiddenAtEnd: 0)
            }
        }
    }

    @Test func `tells a full disk from other errors`() throws {
        let writer = try writer(FullSink())
        #expect(throws: MediaExportError.diskFull) {
            for block in 0..<100 {
                try append(
                    Array(repeating: 1, count: 1000), to: writer, at: Double(block))
            }
            try writer.finish()
        }
    }

    @Test func `leaves a file that exists as it is, and none that cannot be written`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/there.wav"
        let output = MediaFileWriter.Output.encoded(.shorts(), ConversionOptions(), nil)
        do {
            let writer = try MediaFileWriter(path: path, kind: .wav, output)
            try writer.finish()
        }
        #expect(throws: MediaExportError.alreadyThere) {
            try MediaFileWriter(path: path, kind: .wav, output)
        }
        #expect(throws: MediaExportError.unsupportedOutput) {
            try MediaFileWriter(path: folder.path + "/other.m4a", kind: .m4a, output)
        }
        #expect(throws: MediaExportError.unsupportedOutput) {
            try MediaFileWriter(path: folder.path + "/other.flac", kind: .amr, output)
        }
        #expect(throws: MediaExportError.writing(errno: 2)) {
            try MediaFileWriter(path: folder.path + "/no/other.wav", kind: .wav, output)
        }
        #expect(try AudioFileReader(path: path).frameCount() == 0)
        #expect(throws: FormatError.self) { try AudioFileReader(path: folder.path + "/other.m4a") }
    }
}

/// A disk with room for little.
private final class FullSink: ByteSink {
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FormatError) {
        // `ENOSPC`.
        if offset + Int64(bytes.count) > 50_000 { throw FormatError(.cannotWrite(errno: 28)) }
    }

    func setByteCount(_ byteCount: Int64) throws(FormatError) {}
}

@Suite("Stored packets")
struct StoredPacketsTests {
    private func aac(frameCount: Int) throws -> AudioFileReader {
        let sink = MemorySink()
        let format = StreamFormat(
            sampleRate: 44_100, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
            bytesPerFrame: 0, channelCount: 1, bitsPerChannel: 0)
        let writer = try MediaFileWriter(
            sink, kind: .m4a, .encoded(format, ConversionOptions(), nil))
        let samples = (0..<frameCount).map { Int16(truncatingIfNeeded: $0 * 97 % 9000) }
        try samples.withUnsafeBytes { bytes in
            try writer.append(
                [bytes], frameCount: frameCount, format: .shorts(sampleRate: 44_100), layout: nil,
                at: 0)
        }
        try writer.finish()
        return try AudioFileReader(MemoryBytes(sink.bytes))
    }

    private func decoded(_ file: AudioFileReader) throws -> [Float] {
        try samples(
            TimelineMix([SoundTimeline(wholeOf: file)], sampleRate: 44_100, channelCount: 1))
    }

    @Test func `are frames of linear PCM in pieces of at most 8192`() throws {
        let all = (0..<20_000).map { Int16(truncatingIfNeeded: $0) }
        let packets = try StoredPackets(waveFile(all), range: 1..<18.5)
        var (read, next): ([UInt8], Int64) = ([], 1000)
        while let piece = try packets.nextPiece() {
            #expect(piece.firstFrame == next && piece.frameCount <= 8192)
            #expect(piece.descriptions.isEmpty && piece.hiddenAtStart == 0)
            next += piece.frameCount
            read += piece.bytes
        }
        #expect(next == 18_500)
        #expect(read == all[1000..<18_500].withUnsafeBytes { Array($0) })
    }

    @Test(.enabled(if: BuildTraits.hasFFmpeg))
    func `keep the length and the sound of a part in another file`() throws {
        let file = try aac(frameCount: 44_100)
        let all = try decoded(file)
        #expect(all.count == 44_100)
        for range in [nil, 0.2..<0.7, 0..<0.001, 0.9..<5] as [Range<Double>?] {
            let packets = try StoredPackets(file, range: range)
            let sink = MemorySink()
            let writer = try MediaFileWriter(
                sink, kind: .m4a, .packets(file.format, magicCookie: file.cookieForCopy, nil))
            while let piece = try packets.nextPiece() { try writer.append(piece) }
            try writer.finish()
            let part = try decoded(try AudioFileReader(MemoryBytes(sink.bytes)))
            let frames =
                (Int(
                    ((range?.lowerBound ?? 0) * 44_100).rounded())..<Int(
                    ((range?.upperBound ?? 1) * 44_100).rounded())).clamped(to: 0..<44_100)
            #expect(part.count == frames.count)
            #expect(zip(part, all[frames]).allSatisfy { abs($0 - $1) < 1e-4 })
        }
    }
}
