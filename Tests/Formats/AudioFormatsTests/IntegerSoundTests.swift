import AudioCodecs
import AudioFormats
import AudioModel
import TestSupport
import Testing

@Suite("A file of 16-bit integers")
struct IntegerSoundTests {
    private static let samples: [Int16] = [1, -2, 300, -400, 32767, -32768]

    @Test("is read as it is stored, in either order of bytes")
    func stored() throws {
        let files = [
            smallWAV(Self.samples),
            aiffFile(
                iffChunk("COMM", aiffCommon(frames: 6)),
                soundData(Self.samples.flatMap { bigEndian($0) })),
        ]
        for bytes in files {
            let sound = try #require(try readIntegerSound(open(bytes)))
            #expect((0..<sound.frameCount).map { sound.samples[$0] } == Self.samples)
            #expect(sound.channelCount == 1)
            #expect(sound.sampleRate == 44_100)
        }
    }

    @Test("is the only one that is: other widths and more channels are decoded")
    func others() throws {
        let bytes = [UInt8](repeating: 7, count: 24)
        let formats = [
            wavFormat(block: 1, bits: 8), wavFormat(block: 3, bits: 24),
            wavFormat(tag: 3, block: 4, bits: 32), wavFormat(tag: 7, block: 1, bits: 8),
            wavFormat(channels: 3, block: 6),
            // 12 valid bits in 16, and 16 in 32.
            wavFormat(tag: 0xFFFE, extra: extensible(validBits: 12)),
            wavFormat(tag: 0xFFFE, block: 4, bits: 32, extra: extensible(validBits: 16)),
        ]
        for format in formats {
            let file = try open(wavFile(riffChunk("fmt ", format), riffChunk("data", bytes)))
            #expect(try readIntegerSound(file) == nil)
        }
        // Unsigned integers of 16 bits.
        let unsigned = try open(
            aiffFile(
                iffChunk("COMM", aiffCommon(frames: 12, coding: "raw ")), soundData(bytes),
                type: "AIFC"))
        #expect(try readIntegerSound(unsigned) == nil)
    }

    @Test("of two channels is read frame by frame, and an empty one is empty")
    func stereo() throws {
        let format = riffChunk("fmt ", wavFormat(channels: 2, block: 4))
        let data = riffChunk("data", Self.samples.flatMap { littleEndian($0) })
        let sound = try #require(try readIntegerSound(open(wavFile(format, data))))
        #expect(sound.channelCount == 2 && sound.frameCount == 3)
        #expect((0..<6).map { sound.samples[$0] } == Self.samples)
        let empty = try open(wavFile(format, riffChunk("data", [])))
        #expect(try readIntegerSound(empty)?.frameCount == 0)
    }

    /// The end of a format chunk of PCM with fewer valid bits than are stored.
    private func extensible(validBits: UInt16) -> [UInt8] {
        let pcm: [UInt8] = [
            1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
        ]
        return littleEndian(UInt16(22)) + littleEndian(validBits) + littleEndian(UInt32(4)) + pcm
    }

    @Test("has its last frames missing where the file ends, as decoded")
    func truncated() throws {
        let whole = smallWAV(Self.samples)
        for removedCount in 0...12 {
            let file = try open(Array(whole.dropLast(removedCount)))
            let sound = try #require(try readIntegerSound(file))
            let decoded = try decodeSound(file)
            #expect(sound.frameCount == decoded.frameCount)
            for frame in 0..<sound.frameCount {
                #expect(Float(sound.samples[frame]) / 32_768 == decoded.samples[frame])
            }
        }
    }

    @Test(
        "of the corpus has the samples that are decoded",
        .enabled(if: Corpus.exists, "the corpus is not here"))
    func corpus() throws {
        var readCount = 0
        for entry in Corpus.files {
            guard let file = try? AudioFileReader(path: entry.path),
                let sound = try readIntegerSound(file)
            else { continue }
            readCount += 1
            let decoded = try decodeSound(file)
            let count = sound.frameCount * sound.channelCount
            #expect(sound.frameCount == decoded.frameCount, "\(entry.name)")
            #expect(sound.channelCount == decoded.channelCount, "\(entry.name)")
            let isSame = (0..<count).allSatisfy {
                Float(sound.samples[$0]) / 32_768 == decoded.samples[$0]
            }
            #expect(isSame, "\(entry.name)")
        }
        #expect(readCount > 0)
    }
}
