import AudioFormats
import AudioModel
import Testing

@Suite("A stream that arrives in pieces")
struct AudioStreamTests {
    static let files: [(name: String, bytes: [UInt8])] =
        DamagedFileTests.samples.filter { $0.name != "MPEG-4" } + [
            ("MPEG-4", SmallMP4(moovFirst: true).bytes),
            ("MPEG-4 with long offsets", SmallMP4(has64BitOffsets: true, moovFirst: true).bytes),
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
                    riffChunk("data", []) + [200, 1, 2, 3, 4, 5, 6, 7])
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
            ("AU with an open end", auFile(Array(0..<77), statedByteCount: .max)),
            ("longer CAF", smallCAF((0..<60_000).map { Int16($0 % 32_000) })),
            ("longer AIFF", smallAIFF((0..<60_000).map { Int16($0 % 32_000) })),
            ("longer WAVE", smallWAV((0..<60_000).map { Int16($0 % 32_000) })),
        ]

    @Test(
        "gives the packets of the whole file, whatever the pieces",
        arguments: files.indices)
    func same(index: Int) throws {
        let file = Self.files[index]
        let expected = try filePackets(file.bytes)
        #expect(stream(file.bytes) == expected, "\(file.name) at once")
        if file.bytes.count < 20_000 {
            #expect(stream(file.bytes, in: .of(1)) == expected, "\(file.name), a byte at a time")
        }
        for seed in 1...4 as ClosedRange<UInt64> {
            #expect(
                stream(file.bytes, in: .random(seed)) == expected, "\(file.name), seed \(seed)")
        }
    }

    @Test("of a real file gives its packets too, or says what stands in the way")
    func real() throws {
        for file in Corpus.files {
            let source = try FileBytes(path: file.path)
            var bytes = [UInt8](repeating: 0, count: Int(source.byteCount))
            _ = try bytes.withUnsafeMutableBytes { try source.read(into: $0, at: 0) }
            guard let expected = try? filePackets(bytes) else { continue }
            let found = stream(bytes, in: .random(UInt64(bytes.count)))
            if case .notOptimized = found.error {
                #expect(found.packets.isEmpty && canBeBehind(file.name), "\(file.name)")
                continue
            }
            #expect(found == expected, "\(file.name)")
        }
    }

    /// The tables of MPEG-4; and one file that is odd on purpose.
    private func canBeBehind(_ name: String) -> Bool {
        name.hasPrefix("m4a-") || name.hasPrefix("mp4-") || name.hasSuffix("Porder.aif")
    }

    @Test("cut at any length gives the packets of what is left, or none", arguments: files.indices)
    func cut(index: Int) {
        let bytes = Self.files[index].bytes
        // A stream has to decide whether a WAVE file without a size is empty; a file can look
        // further.
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

@Suite("A stream")
struct AudioStreamRuleTests {
    @Test("tells its kind first, then that it is ready, then its packets")
    func order() throws {
        let parser = AudioStreamParser()
        var names: [String] = []
        for byte in smallIMA4CAF() {
            try append([byte], to: parser)
            while let event = try parser.nextEvent() {
                switch event {
                case .kind: names.append("kind")
                case .ready(let reader):
                    names.append("ready")
                    #expect(reader.format.id == .appleIMA4)
                    #expect(parser.packetCount == 2)
                case .packets: names.append("packets")
                }
            }
        }
        #expect(names.prefix(3) == ["kind", "ready", "packets"])
        #expect(names.dropFirst(2).allSatisfy { $0 == "packets" })
    }

    @Test(
        "whose description stands behind its audio is not optimized",
        arguments: ["CAF", "AIFF", "WAVE", "MPEG-4"])
    func notOptimized(name: String) {
        let table = cafPacketTable(packets: 2, valid: 2048, entries: [1, 2])
        let aac = cafDescription(
            id: "aac ", flags: 0, bytesPerPacket: 0, framesPerPacket: 1024, bits: 0)
        let files = [
            "CAF": cafFile(aac, cafData([1, 2, 3]), table),
            "AIFF": aiffFile(soundData([1, 2]), iffChunk("COMM", aiffCommon(frames: 1))),
            "WAVE": wavFile(riffChunk("data", [1, 2]), riffChunk("fmt ", wavFormat(bits: 16))),
            "MPEG-4": SmallMP4().bytes,
        ]
        let found = stream(files[name] ?? [])
        guard case .notOptimized = found.error else {
            Issue.record("\(String(describing: found.error))")
            return
        }
    }

    @Test("of packets that stand in another order is not optimized, in any pieces")
    func order2() {
        // The first chunk is said to be where the last is.
        var file = SmallMP4(moovFirst: true).bytes
        let stco = Array("stco".utf8)
        let table = (0..<file.count).first { Array(file[$0...].prefix(4)) == stco } ?? 0
        file.swapAt(table + 15, table + 23)
        for size in [1, 40, 10_000] {
            guard case .notOptimized = stream(file, in: .of(size)).error else {
                Issue.record("pieces of \(size)")
                continue
            }
        }
    }

    @Test("whose header does not end is refused without being kept")
    func endlessHeader() throws {
        let files = [
            cafFile(cafDescription()) + Array("free".utf8) + bigEndian(Int64(1) << 40),
            wavFile() + Array("JUNK".utf8) + [0, 0, 0, 0xF0],
            box("ftyp", Array("M4A ".utf8)) + words(0xF000_0000) + Array("moov".utf8),
            auFile([]).prefix(4) + words(0xF000_0000, .max, 3, 8000, 1),
        ]
        for file in files {
            let found = stream(file + Array(repeating: 0, count: 64), isFinished: false)
            guard case .format(let error) = found.error else {
                Issue.record("\(found)")
                continue
            }
            #expect(error.reason == .tooLarge("header"))
        }
    }

    @Test("passes over a tag of any size, and a tail behind its audio")
    func skipped() throws {
        // Given a tag of 200 MB, by its size alone.
        let parser = AudioStreamParser()
        try append(Array("ID3".utf8) + [4, 0, 0, 0x60, 0, 0, 0], to: parser)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<192 {
            try append(zeros[...], to: parser)
            #expect(try parser.nextEvent() == nil)
        }
        #expect(parser.heldByteCount == 0)
        // When sound follows.
        try append((mp3Frame(1) + mp3Frame(2) + mp3Frame(3))[...], to: parser)
        var result = StreamResult()
        while let event = try parser.nextEvent() { result.take(event) }
        // Then its packets are cut.
        #expect(result.packets.count == 3)
        #expect(try #require(parser.reader).dataOffset == 201_326_602)
    }

    @Test("keeps no more than what the next packet needs")
    func memory() throws {
        let parser = AudioStreamParser()
        let file = smallWAV((0..<500_000).map { Int16(truncatingIfNeeded: $0) })
        var held = 0
        for start in stride(from: 0, to: file.count, by: 1001) {
            try append(file[start..<min(start + 1001, file.count)], to: parser)
            while try parser.nextEvent() != nil {}
            held = max(held, parser.heldByteCount)
        }
        #expect(held <= 1)
    }

    @Test("that starts in the middle of a broadcast is what the hint says")
    func hint() throws {
        let broadcast = mp3Frame(9).dropFirst(50) + (1...4).flatMap { mp3Frame($0) }
        let parser = AudioStreamParser(hint: .mp3)
        try append(ArraySlice(broadcast), to: parser)
        var result = StreamResult()
        while let event = try parser.nextEvent() { result.take(event) }
        #expect(result.packets.count == 4)
        #expect(
            stream(Array(broadcast)).error == .format(FormatError(.unknownContainer)))
    }

    @Test("of a kind that is not cut says so")
    func refused() {
        let found = stream(Array("fLaC".utf8) + Array(repeating: 0, count: 60))
        #expect(found.error == .format(FormatError(.containerNotRead(.flac))))
    }
}

@Suite("In a stream")
struct AudioStreamSeekTests {
    private func started(_ file: [UInt8], byteCount: Int) throws -> AudioStreamParser {
        let parser = AudioStreamParser()
        try append(file[..<byteCount], to: parser)
        while try parser.nextEvent() != nil {}
        return parser
    }

    private func packets(
        _ parser: AudioStreamParser, _ bytes: ArraySlice<UInt8>, isDiscontinuous: Bool = false
    ) throws -> [(index: Int64, bytes: [UInt8])] {
        try append(bytes, to: parser, isDiscontinuous: isDiscontinuous)
        var found: [(Int64, [UInt8])] = []
        while case .packets(let packets) = try parser.nextEvent() {
            let size = packets.bytes.count / packets.packetCount
            for index in 0..<packets.packetCount {
                let place =
                    packets.descriptions?[index]
                    ?? PacketDescription(
                        startOffset: Int64(index * size), byteCount: UInt32(size))
                found.append(
                    (
                        packets.firstPacket + Int64(index),
                        Array(packets.bytes[Int(place.startOffset)...].prefix(Int(place.byteCount)))
                    ))
            }
        }
        return found
    }

    @Test("of packets of one size a seek is exact", arguments: [false, true])
    func fixed(isDiscontinuous: Bool) throws {
        let file = smallWAV((0..<1000).map { Int16($0) })
        let parser = try started(file, byteCount: 101)
        #expect(
            try parser.seek(toPacket: 700) == AudioStreamPlace(byteOffset: 1400, isEstimated: false)
        )
        let found = try packets(
            parser, file[(44 + 1400)..<(44 + 1407)], isDiscontinuous: isDiscontinuous)
        #expect(found.map(\.index) == [700, 701, 702])
        #expect(found.map(\.bytes) == [700, 701, 702].map { littleEndian(Int16($0)) })
        #expect(throws: AudioStreamError.noSuchPacket) { try parser.seek(toPacket: 1001) }
        #expect(throws: AudioStreamError.noSuchPacket) { try parser.seek(toPacket: -1) }
    }

    @Test("with a table a seek is exact, back as well, and after the end")
    func table() throws {
        let file = variableCAF(sizes: [3, 1, 4, 1, 5, 9], valid: 6 * 1024)
        let parser = try started(file, byteCount: file.count)
        let dataOffset = Int(try #require(parser.reader).dataOffset)
        for (packet, byte) in [(2, 4), (5, 14), (0, 0)] as [(Int64, Int64)] {
            #expect(
                try parser.seek(toPacket: packet)
                    == AudioStreamPlace(byteOffset: byte, isEstimated: false))
            let found = try packets(parser, file[(dataOffset + Int(byte))...])
            #expect(found.map(\.index) == Array(packet..<6))
            #expect(found.first?.bytes.first == UInt8(packet))
        }
    }

    @Test("without a table a seek is an estimate, and the next whole frame is found")
    func estimated() throws {
        let file = (0..<100).flatMap { mp3Frame($0) }
        let parser = try started(file, byteCount: 3000)
        let place = try parser.seek(toPacket: 50)
        #expect(place == AudioStreamPlace(byteOffset: 4800, isEstimated: true))
        let found = try packets(parser, file[(4800 - 30)...], isDiscontinuous: true)
        #expect(found.first?.bytes == mp3Frame(50))
        #expect(found.map(\.index) == Array(50..<100))
        // What comes first is no estimate.
        #expect(
            try parser.seek(toPacket: 0) == AudioStreamPlace(byteOffset: 0, isEstimated: false))
        #expect(try packets(parser, file[..<960]).map(\.index) == Array(0..<10))
    }

    @Test("of frames a gap is bridged: a packet that was cut is left out")
    func gapInFrames() throws {
        let file = (0..<20).flatMap { mp3Frame($0) }
        let parser = try started(file, byteCount: 96 * 3 + 50)
        let found = try packets(parser, file[(96 * 10 + 20)...], isDiscontinuous: true)
        #expect(found.map(\.bytes) == (11..<20).map { mp3Frame($0) })
    }

    @Test("of packets of one size what follows a gap starts with a packet")
    func gapInFixed() throws {
        let file = smallWAV((0..<100).map { Int16($0) })
        let parser = try started(file, byteCount: 44 + 7)
        let found = try packets(parser, file[(44 + 100)..<(44 + 104)], isDiscontinuous: true)
        #expect(found.map(\.bytes) == [50, 51].map { littleEndian(Int16($0)) })
    }

    @Test("with a table, and in a header, a gap cannot be bridged; a seek helps")
    func gapInTable() throws {
        let file = variableCAF(sizes: [3, 1, 4, 1, 5, 9], valid: 6 * 1024)
        let parser = try started(file, byteCount: file.count - 5)
        #expect(throws: AudioStreamError.cannotBridgeGap) {
            try packets(parser, file[(file.count - 5)...], isDiscontinuous: true)
        }
        #expect(throws: AudioStreamError.cannotBridgeGap) {
            try packets(parser, file[(file.count - 5)...])
        }
        _ = try parser.seek(toPacket: 5)
        #expect(try packets(parser, file[(file.count - 9)...]).map(\.index) == [5])

        let early = try started(file, byteCount: 30)
        #expect(throws: AudioStreamError.notReady) { try early.seek(toPacket: 0) }
        #expect(throws: AudioStreamError.cannotBridgeGap) {
            try packets(early, file[30...], isDiscontinuous: true)
        }
    }

    @Test("a flag of a gap before the first byte means nothing")
    func gapAtStart() throws {
        let file = smallADTS()
        let parser = AudioStreamParser()
        try append(file[...], to: parser, isDiscontinuous: true)
        var result = StreamResult()
        while let event = try parser.nextEvent() { result.take(event) }
        #expect(result.packets.count == 3)
    }
}
