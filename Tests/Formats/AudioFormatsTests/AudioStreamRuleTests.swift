import AudioCodecs
import AudioFormats
import AudioModel
import Testing

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
        // The first chunk has the offset of the last.
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
        // Given the header of a 200 MB tag.
        let parser = AudioStreamParser()
        try append(Array("ID3".utf8) + [4, 0, 0, 0x60, 0, 0, 0], to: parser)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<192 {
            try append(zeros[...], to: parser)
            #expect(try parser.nextEvent() == nil)
        }
        #expect(parser.heldByteCount == 0)
        // When audio follows.
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

    @Test(
        "in fragments keeps the head of one, however long it goes on, and tells no more than that")
    func fragments() throws {
        let parser = AudioStreamParser()
        // Given fragments of two tracks, with packets of 200 bytes.
        var made = SmallFragmentedMP4(hasOtherTrack: true)
        made.sizes = Array(repeating: Array(repeating: 200, count: 100), count: 20)
        let file = made.bytes
        var held = 0
        var packetCount = 0
        for start in stride(from: 0, to: file.count, by: 301) {
            try append(file[start..<min(start + 301, file.count)], to: parser)
            while let event = try parser.nextEvent() {
                guard case .packets(let packets) = event else { continue }
                #expect(packets.firstPacket == Int64(packetCount))
                packetCount += packets.packetCount
            }
            held = max(held, parser.heldByteCount)
        }
        #expect(packetCount == 2000)
        // A fragment's header takes 500 bytes.
        #expect(held < 1500)
        // Counts, durations and later packets are unknown.
        #expect(parser.packetCount == nil && parser.duration == nil)
        #expect(parser.dataByteCount == nil)
        #expect(parser.packetSizeUpperBound == 768)
        #expect(parser.averageBytesPerPacket == 200)
        #expect(try parser.reader?.packetTable() == nil)
        #expect(throws: AudioStreamError.noSuchPacket) { try parser.seek(toPacket: 0) }
        #expect(throws: AudioStreamError.cannotBridgeGap) {
            try append(file[0..<1], to: parser, isDiscontinuous: true)
        }
    }

    /// Found by FuzzStream: with small pieces, released bytes were examined again.
    @Test("in fragments that are damaged is the same in any pieces")
    func damagedFragments() {
        let whole = SmallFragmentedMP4(hasOtherTrack: true).bytes
        let runs = whole.indices.filter { whole[$0...].starts(with: Array("trun".utf8)) }
        let parts = whole.indices.filter { whole[$0...].starts(with: Array("traf".utf8)) }
        // Given a packet that overlaps the next fragment, and an invalid track fragment.
        var long = whole
        long[runs[1] + 19] = 11
        var short = whole
        short[parts[3] - 1] = 7
        for file in [long, short] {
            let expected = stream(file)
            #expect(!expected.packets.isEmpty)
            for size in [1, 13, 64] { #expect(stream(file, in: .of(size)) == expected) }
        }
    }

    @Test("that starts in the middle of a broadcast is what the hint says")
    func hint() throws {
        let broadcast = mp3Frame(9).dropFirst(50) + (1...4).flatMap { mp3Frame($0) }
        let parser = AudioStreamParser(hint: .mp3)
        try append(ArraySlice(broadcast), to: parser)
        var result = StreamResult()
        while let event = try parser.nextEvent() { result.take(event) }
        #expect(result.packets.count == 4)
        #expect(stream(Array(broadcast)).error == .format(FormatError(.unknownContainer)))
    }

    /// Found by FuzzStream: libavformat parsed the bytes that had arrived, so packets depended on
    /// the pieces.
    @Test("of a coding that is not cut has no packets, in any pieces")
    func uncutCoding() {
        let file = wavFile(
            riffChunk("fmt ", wavFormat(tag: 0x32)),
            riffChunk("data", (0..<96).map { UInt8($0) }))
        let whole = stream(file)
        #expect(whole.packets.isEmpty)
        #expect(whole.error != nil)
        for byteCount in [1, 29, 64] {
            #expect(stream(file, in: .of(byteCount)) == whole, "pieces of \(byteCount) bytes")
        }
    }

    @Test("of a kind that is not cut says so")
    func refused() {
        let found = stream(Array("OggS".utf8) + Array(repeating: 0, count: 60))
        #expect(found.error == .format(FormatError(.containerNotRead(.ogg))))
    }
}
