import AudioFormats
import AudioModel
import Testing

@Suite("A stream that arrives in pieces")
struct AudioStreamTests {
    static let files: [(name: String, bytes: [UInt8])] =
        DamagedFileTests.samples.filter { $0.name != "MPEG-4" } + [
            ("MPEG-4", SmallMP4(moovFirst: true).bytes),
            ("MPEG-4 with long offsets", SmallMP4(has64BitOffsets: true, moovFirst: true).bytes),
            (
                "MPEG-4 in long fragments",
                SmallFragmentedMP4(base: .place, hasLongEntries: true).bytes
            ),
            (
                "MPEG-4 in fragments of many parts",
                SmallFragmentedMP4(base: .partBefore, hasOtherTrack: true, hasManyParts: true).bytes
            ),
            (
                "MPEG-4 in fragments behind a table",
                SmallFragmentedMP4(hasOtherTrack: true, listed: [3, 1, 4, 1, 5]).bytes
            ),
            ("whole MP3", smallMP3()),
            ("longer MP3", smallMP3() + (0..<200).flatMap { mp3Frame(UInt8($0)) }),
            (
                "ADTS with gaps",
                smallADTS() + [0xFF, 0xF1, 0, 0xFF, 0xFF, 7, 7] + smallADTS() + [0xFF]
            ),
            (
                "unfinished WAVE",
                wavFile(
                    riffChunk("fmt ", wavFormat(bits: 16)),
                    riffChunk("data", [])) + [200, 1, 2, 3, 4, 5, 6, 7]
            ),
            (
                "empty WAVE",
                wavFile(
                    riffChunk("fmt ", wavFormat(bits: 16)), riffChunk("data", []),
                    riffChunk("LIST", [1, 2]))
            ),
            (
                "CAF with an open end",
                cafFile(cafDescription(), cafData(Array(0..<99), statedByteCount: -1))
            ),
            (
                "AIFF with an offset",
                aiffFile(
                    iffChunk("COMM", aiffCommon(frames: 10)),
                    soundData(Array(0..<40), skipping: 7))
            ),
            (
                "MP3 in WAVE with a chunk behind",
                wavFile(
                    riffChunk("fmt ", wavFormat(tag: 0x55, block: 1, bits: 0)),
                    riffChunk(
                        "data",
                        mp3Table(packets: 4, bytes: 5 * 96) + (1...4).flatMap { mp3Frame($0) }),
                    riffChunk("junk", mp3Frame(5) + mp3Frame(6)))
            ),
            ("AU with an open end", auFile(Array(0..<77), statedByteCount: .max)),
            ("longer CAF", smallCAF((0..<60_000).map { Int16($0 % 32_000) })),
            ("longer AIFF", smallAIFF((0..<60_000).map { Int16($0 % 32_000) })),
            ("longer WAVE", smallWAV((0..<60_000).map { Int16($0 % 32_000) })),
        ]

    @Test("gives the packets of the whole file, whatever the pieces", arguments: files.indices)
    func same(index: Int) throws {
        let file = Self.files[index]
        let expected = try filePackets(file.bytes)
        #expect(stream(file.bytes) == expected, "\(file.name) at once")
        if file.bytes.count < 20_000 {
            #expect(stream(file.bytes, in: .of(1)) == expected, "\(file.name), a byte at a time")
        }
        for seed in 1...4 as ClosedRange<UInt64> {
            #expect(stream(file.bytes, in: .random(seed)) == expected, "\(file.name), seed \(seed)")
        }
    }

    @Test("of a real file gives its packets too, or says what stands in the way")
    func real() throws {
        for file in Corpus.files {
            let source = try FileBytes(path: file.path)
            var bytes = [UInt8](repeating: 0, count: Int(source.byteCount))
            _ = try bytes.withUnsafeMutableBytes { try source.read(into: $0, at: 0) }
            guard let expected = try? filePackets(bytes), expected.kind?.isStreamed == true else {
                continue
            }
            let found = stream(bytes, in: .random(UInt64(bytes.count)))
            if case .notOptimized = found.error {
                #expect(found.packets.isEmpty && canBeBehind(file.name), "\(file.name)")
                continue
            }
            #expect(found == expected, "\(file.name)")
        }
    }

    /// Files with the tables after the packets: MPEG-4, and one that is unusual on purpose.
    private func canBeBehind(_ name: String) -> Bool {
        name.hasPrefix("m4a-") || name.hasPrefix("mp4-") || name.hasSuffix("Porder.aif")
    }

    @Test("cut at any length gives the packets of what is left, or none", arguments: files.indices)
    func cut(index: Int) {
        let bytes = Self.files[index].bytes
        // A stream parser has to decide early whether a WAVE file without a size is empty; a file
        // reader can look further.
        guard Self.files[index].name != "empty WAVE" else { return }
        for count in 0..<min(bytes.count, 300) {
            let found = stream(Array(bytes[..<count]), in: .of(97))
            guard let expected = try? filePackets(Array(bytes[..<count])), found.error == nil else {
                #expect(found.packets.isEmpty, "\(count) bytes")
                continue
            }
            #expect(found.packets == expected.packets, "\(count) bytes")
        }
    }

    @Test(
        "with any number in it set to an extreme is an error or packets of its own bytes",
        arguments: files.indices)
    func hostile(index: Int) {
        let bytes = Array(Self.files[index].bytes.prefix(300))
        for offset in 0...bytes.count - 8 {
            for extreme in [-1, .max, 0x7FFF_FFFF_0000_0001] {
                var damaged = bytes
                damaged.replaceSubrange(offset..<offset + 8, with: bigEndian(extreme))
                let found = stream(damaged, in: .of(251))
                let byteCount = found.packets.reduce(0) { $0 + $1.count }
                #expect(byteCount <= bytes.count)
            }
        }
    }
}
