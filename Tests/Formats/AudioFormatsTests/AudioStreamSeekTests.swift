import AudioCodecs
import AudioFormats
import AudioModel
import Testing

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
                    ?? PacketDescription(startOffset: Int64(index * size), byteCount: UInt32(size))
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
            try parser.seek(toPacket: 700)
                == AudioStreamPosition(byteOffset: 1400, isEstimated: false)
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
                    == AudioStreamPosition(byteOffset: byte, isEstimated: false))
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
        #expect(place == AudioStreamPosition(byteOffset: 4800, isEstimated: true))
        let found = try packets(parser, file[(4800 - 30)...], isDiscontinuous: true)
        #expect(found.first?.bytes == mp3Frame(50))
        #expect(found.map(\.index) == Array(50..<100))
        // The first position is exact.
        #expect(
            try parser.seek(toPacket: 0) == AudioStreamPosition(byteOffset: 0, isEstimated: false))
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

    @Test("a gap before the first header of frames is over with the next header")
    func gapBeforeFrames() throws {
        let frames: [UInt8] = (0..<9).flatMap { mp3Frame($0) }
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 0]
        for (before, hint) in [
            (Array(frames.prefix(95)), nil), (Array(frames.prefix(3)), .mp3),
            (tag + [0, 0, 0, 0, 0], nil), (Array(adtsFrame([1, 2, 3]).prefix(5)), .adts),
        ] as [([UInt8], ContainerKind?)] {
            let after = hint == .adts ? (0..<9).flatMap { adtsFrame([$0, 1, 2]) } : frames
            let parser = AudioStreamParser(hint: hint)
            try append(before[...], to: parser)
            while try parser.nextEvent() != nil {}
            try append(after[...], to: parser, isDiscontinuous: true)
            var result = StreamResult()
            while let event = try parser.nextEvent() { result.take(event) }
            #expect(result.packets.count >= 8)
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
