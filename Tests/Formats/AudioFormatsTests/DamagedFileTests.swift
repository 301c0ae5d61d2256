import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A damaged file")
struct DamagedFileTests {
    static let samples: [(name: String, bytes: [UInt8])] = [
        ("CAF", smallCAF()),
        ("CAF with IMA4", smallIMA4CAF()),
        ("CAF with AAC", smallAACCAF()),
        ("AIFF", smallAIFF()),
        ("AIFC", smallAIFC()),
        ("WAVE", smallWAV()),
        ("extensible WAVE", smallExtensibleWAV()),
        ("RF64", smallRF64()),
        ("BW64", smallRF64(id: "BW64")),
        ("WAVE of Microsoft ADPCM", smallADPCMWAV(tag: 2)),
        ("WAVE of IMA ADPCM", smallADPCMWAV(tag: 0x11)),
        ("AU", auFile([0, 1, 0xFF, 0xFE, 1, 2], words: "words")),
        ("ADTS", smallADTS()),
        ("MP3", Array(smallMP3().prefix(15 + 96 * 3 + 10))),
        ("MPEG-4", SmallMP4(edit: fullBox("elst", words(1, 4000, 100, 0x10000))).bytes),
        (
            "MPEG-4 in fragments",
            SmallFragmentedMP4(sizes: [[3, 1], [4]], hasOtherTrack: true).bytes
        ),
    ]
    /// Invalid packets: whether they decode to sound depends on the decoder.
    static let unsound = ["CAF with AAC", "ADTS", "MP3", "MPEG-4", "MPEG-4 in fragments"]

    /// Reads everything a file offers. The test is that it returns.
    ///
    /// - Returns: Whether there was sound.
    @discardableResult
    static func readEverything(_ bytes: [UInt8]) -> Bool {
        do { return try everything(in: bytes) } catch {
            Issue.record("bytes in memory can be read: \(error)")
            return false
        }
    }

    private static func everything(in bytes: [UInt8]) throws -> Bool {
        guard let file = try? open(bytes) else { return false }
        // The output is proportional to the input: 64 float frames from 34 bytes.
        let sampleCount = try file.frameCount() * Int64(file.format.channelCount)
        if file.format.bytesPerPacket > 0, (try? FrameReader(file)) != nil {
            #expect(sampleCount <= Int64(bytes.count) * 2)
        }
        #expect(
            try file.frameCount() >= 0 && file.primingFrames >= 0 && file.remainderFrames() >= 0)
        #expect(try file.dataOffset >= 0 && file.dataByteCount() >= 0)
        #expect(try file.dataOffset + file.dataByteCount() <= Int64(bytes.count))
        _ = try FileInspection(file, path: "x.wav")
        try readPackets(file, byteCount: bytes.count)
        _ = try systemSoundVerdict(of: file, limits: .lenient)
        guard let reader = try? FrameReader(file), let sound = try? decodeSound(file) else {
            return false
        }
        // A header may state more than is present.
        #expect(try sound.frameCount <= Int(file.frameCount()))
        reader.seek(toFrame: try file.frameCount() / 2)
        var frame = [Float](repeating: 0, count: reader.channelCount)
        _ = try? reader.read(into: &frame, frameCount: 1)
        return true
    }

    @Test(
        "says that it ends before its audio does",
        arguments: ["CAF", "AIFF", "AIFC", "WAVE", "RF64", "AU", "CAF with AAC"])
    func cutShort(name: String) throws {
        let bytes = try #require(Self.samples.first { $0.name == name }).bytes
        let whole = try open(bytes)
        #expect(try !whole.isTruncated())
        let end = try Int(whole.dataOffset + whole.dataByteCount())
        let cut = try open(Array(bytes[..<(end - 1)]))
        #expect(try cut.isTruncated())
        #expect(try FileInspection(cut, path: "x").missingAudio != nil)
    }

    /// Reads all packets from both ends, their positions, and all chunks.
    private static func readPackets(_ file: AudioFileReader, byteCount: Int) throws {
        var buffer = [UInt8](repeating: 0, count: byteCount)
        var descriptions = Array(repeating: PacketDescription(), count: 7)
        let count = try file.packetCount()
        for start in [0, 1, count / 2, count - 1, .max] {
            buffer.withUnsafeMutableBytes { bytes in
                descriptions.withUnsafeMutableBufferPointer {
                    _ = try? file.readPackets(
                        startingAt: start, count: 7, into: bytes, descriptions: $0)
                }
            }
            _ = try? file.frame(ofPacket: start)
            _ = try? file.byte(ofPacket: start)
            _ = try? file.packet(ofFrame: start)
            _ = try? file.packet(ofByte: start)
        }
        #expect(try file.estimatedDuration() >= 0 && file.bitRate() >= 0)
        for id in file.chunkIDs {
            #expect(file.chunkByteCount(of: id, at: 0) ?? -1 >= 0)
            buffer.withUnsafeMutableBytes { _ = try? file.readChunk(id, at: 0, into: $0) }
        }
    }

    @Test("cut at any length is an error or sound", arguments: samples.indices)
    func cut(index: Int) {
        let bytes = Self.samples[index].bytes
        for length in 0..<bytes.count {
            Self.readEverything(Array(bytes[..<length]))
        }
        let isReadable = Self.readEverything(bytes)
        #expect(isReadable || Self.unsound.contains(Self.samples[index].name))
    }

    @Test("with any byte changed is an error or sound", arguments: samples.indices)
    func changed(index: Int) {
        let bytes = Self.samples[index].bytes
        for offset in bytes.indices {
            for change: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF] {
                var damaged = bytes
                damaged[offset] = change
                Self.readEverything(damaged)
                damaged[offset] = bytes[offset] ^ change
                Self.readEverything(damaged)
            }
        }
    }

    @Test(
        "with any number in it set to an extreme is an error or sound",
        arguments: samples.indices)
    func huge(index: Int) {
        let bytes = Self.samples[index].bytes
        for offset in 0...bytes.count - 4 {
            for first: UInt8 in [0x7F, 0x80, 0xFF] {
                var damaged = bytes
                damaged.replaceSubrange(offset..<offset + 4, with: [first, 0xFF, 0xFF, 0xFF])
                Self.readEverything(damaged)
                damaged.replaceSubrange(offset..<offset + 4, with: [0xFF, 0xFF, 0xFF, first])
                Self.readEverything(damaged)
            }
            // And 64-bit numbers, within the file.
            for extreme in [Int64.min, .min + 1, -5, -4, -1, .max - 1, .max] {
                var damaged = bytes
                for (index, byte) in bigEndian(extreme).enumerated()
                where offset + index < bytes.count {
                    damaged[offset + index] = byte
                }
                Self.readEverything(damaged)
            }
        }
    }

    @Test(
        "of random bytes behind a true beginning is an error or sound", arguments: samples.indices)
    func random(index: Int) {
        var generator = SeededGenerator(seed: UInt64(index))
        let bytes = Self.samples[index].bytes
        for _ in 0..<300 {
            let kept = Int.random(in: 4...bytes.count, using: &generator)
            let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
            Self.readEverything(Array(bytes[..<kept]) + noise)
        }
    }

    @Test("without a byte is empty, and one of noise is no audio")
    func empty() {
        #expect(throws: FormatError(.empty)) { try open([]) }
        #expect(throws: FormatError(.unknownContainer)) { try open([0]) }
        #expect(throws: FormatError(.unknownContainer)) {
            try open(Array("not a sound at all, only words".utf8))
        }
    }

    @Test("that is a folder, a device or nowhere is an error in words")
    func notFiles() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FormatError(.notAFile)) { try AudioFileReader(path: folder.path) }
        #expect(throws: FormatError(.notAFile)) { try AudioFileReader(path: "/dev/zero") }
        #expect(throws: FormatError(.cannotOpen(errno: 2))) {
            try AudioFileReader(path: folder.file("none.wav"))
        }
        #expect(
            FormatError(.cannotOpen(errno: 2)).description
                == "cannot be opened: No such file or directory")
    }

    @Test("of chunk headers alone ends at a limit")
    func manyChunks() {
        let empties = Array(repeating: riffChunk("abcd", []), count: 100_000).flatMap { $0 }
        #expect(throws: FormatError(.tooLarge("chunk count"), offset: 12 + 8 * 4096)) {
            try open(wavFile(empties))
        }
    }

    @Test("of thirty terabytes is opened by its first bytes, and not decoded as a whole")
    func enormous() throws {
        let bytes = HugeBytes(
            head: wavFile(
                riffChunk("fmt ", wavFormat()), Array("data".utf8) + littleEndian(UInt32.max)))
        let file = try AudioFileReader(bytes)
        #expect(try file.frameCount() == (HugeBytes.length - 44) / 2)
        #expect(bytes.readByteCount.load(ordering: .relaxed) <= 2 * 8192)
        #expect(try systemSoundVerdict(of: file).problem == .tooLong)
        #expect(throws: FormatError(.tooLarge("number of frames"), offset: 44)) {
            try decodeSound(file)
        }
        let reader = try FrameReader(file)
        reader.seek(toFrame: try file.frameCount() - 1)
        var samples: [Float] = [9, 9]
        #expect(try reader.read(into: &samples, frameCount: 2) == 1)
        #expect(samples == [0, 9])
    }

    @Test("that shrinks while it is read says where it ends")
    func shrinks() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("shrinks.wav")
        let long = smallWAV(Array(repeating: 5, count: 100_000))
        try Data(long).write(to: URL(fileURLWithPath: path))
        let file = try AudioFileReader(path: path)
        try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 1000)
        #expect(throws: FormatError(.endsEarly("audio"), offset: 1000)) { try decodeSound(file) }
    }

    @Test("found by fuzzing is an error or sound", arguments: FuzzFindings.inputs.indices)
    func fuzzFindings(index: Int) {
        Self.readEverything(FuzzFindings.inputs[index])
    }
}

/// A header and then 30 TB of zeros; counts the bytes read.
private final class HugeBytes: ByteSource {
    static let length: Int64 = 1 << 45

    let byteCount = length
    let readByteCount = Atomic<Int>(0)
    private let head: [UInt8]

    init(head: [UInt8]) {
        self.head = head
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        let count = Int(min(Int64(buffer.count), byteCount - offset))
        readByteCount.add(count, ordering: .relaxed)
        for index in 0..<count {
            let position = offset + Int64(index)
            buffer[index] = position < head.count ? head[Int(position)] : 0
        }
        return count
    }
}
