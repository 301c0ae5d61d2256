import AudioCodecs
import AudioFormats
import AudioModel
import TestSupport
import Testing

@Suite("The valid frames of a stream")
struct StreamEndTests {
    /// Decodes a stream in pieces as it arrives.
    private func decodedStream(
        _ bytes: [UInt8], in pieces: Pieces
    ) throws -> (samples: [Float], missing: MissingAudio?) {
        let parser = AudioStreamParser(readsGaplessTag: true)
        var decoding: (decoder: any PacketDecoder, trimmer: StreamTrimmer, format: StreamFormat)?
        var samples: [Float] = []
        func takeEvents() throws {
            while let event = try parser.nextEvent() {
                switch event {
                case .kind: break
                case .ready(let reader):
                    let channelCount = Int(reader.format.channelCount)
                    decoding = (
                        try reader.makeDecoder(),
                        StreamTrimmer(
                            channelCount: channelCount, primingFrames: reader.primingFrames),
                        reader.format
                    )
                case .packets(let packets):
                    guard let (decoder, _, format) = decoding else { continue }
                    let decoded = decode(packets, by: decoder, format)
                    samples += decoding?.trimmer.append(decoded, end: parser.validEnd) ?? []
                }
            }
        }
        var position = 0
        for size in pieces.sizes(bytes.count) {
            try append(bytes[position..<position + size], to: parser)
            position += size
            try takeEvents()
        }
        parser.finish()
        try takeEvents()
        samples += decoding?.trimmer.finish(parser.validEnd) ?? []
        return (samples, parser.missingAudio(after: decoding?.trimmer.frameCount ?? 0))
    }

    private func decode(
        _ packets: StreamedPackets, by decoder: any PacketDecoder, _ format: StreamFormat
    ) -> [Float] {
        let size = packets.bytes.count / max(packets.packetCount, 1)
        let places =
            packets.descriptions
            ?? (0..<packets.packetCount).map {
                PacketDescription(startOffset: Int64($0 * size), byteCount: UInt32(size))
            }
        var samples: [Float] = []
        for place in places {
            let frameCount = Int(
                place.variableFrameCount > 0 ? place.variableFrameCount : format.framesPerPacket)
            var frames = [Float](repeating: 0, count: frameCount * Int(format.channelCount))
            packets.bytes.withUnsafeBytes { bytes in
                let start = Int(place.startOffset)
                decoder.decodeWhole(
                    UnsafeRawBufferPointer(
                        rebasing: bytes[start..<start + Int(place.byteCount)]),
                    into: &frames, frameCount: frameCount,
                    channelCount: Int(format.channelCount))
            }
            samples += frames
        }
        return samples
    }

    /// MPEG-2 frames of 576 frames and 96 bytes.
    private static func frames(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { mp3Frame(UInt8($0)) }
    }

    /// A leading tag with iTunes's gapless information.
    private static let gaplessTag: [UInt8] = {
        let words = "eng" + "iTunSMPB\0" + " 00000000 00000210 00000800 0000000000000600"
        var text: [UInt8] = [0]
        text += Array(words.utf8)
        var frame = Array("COMM".utf8)
        frame += bigEndian(UInt32(text.count))
        frame += [0, 0]
        frame += text
        var tag = Array("ID3".utf8)
        tag += [3, 0, 0, 0, 0, 0, UInt8(frame.count)]
        return tag + frame
    }()

    private typealias File = (name: String, bytes: [UInt8])

    private static let files = linear + compressed

    private static let linear: [File] = [
        ("WAVE", smallWAV()), ("AIFF", smallAIFF()), ("CAF", smallCAF()),
        ("RF64", smallRF64()), ("IMA4", smallIMA4CAF()),
        ("Microsoft ADPCM", smallADPCMWAV(tag: 2)), ("IMA ADPCM", smallADPCMWAV(tag: 0x11)),
    ]

    private static var compressed: [File] {
        #if FFmpeg
            func xing(_ packets: UInt32, _ bytes: UInt32, _ count: Int) -> [UInt8] {
                mp3Table(packets: packets, bytes: bytes, padding: 1_200) + frames(count)
            }
            var files: [File] = []
            files.append(("a Xing header", xing(8, 864, 8)))
            files.append(("a Xing header and a tag", smallMP3()))
            files.append(("a Xing header that counts itself", xing(8, 864, 9)))
            files.append(("concatenated MP3", xing(8, 864, 20)))
            files.append(("a Xing header of a longer file", xing(20, 2_016, 8)))
            files.append(("a Xing header without bytes", xing(8, 0, 8)))
            files.append(("plain MP3", frames(8)))
            files.append(("iTunes's tag", gaplessTag + frames(8)))
            return files
        #else
            return []
        #endif
    }

    @Test("are those of the file, however it arrives", arguments: files.map(\.name))
    func equal(name: String) throws {
        let bytes = try #require(Self.files.first { $0.name == name }).bytes
        let expected = try decodeFrames(bytes)
        #expect(!expected.isEmpty)
        for pieces in [Pieces.of(1), .of(97), .of(1 << 20), .random(3)] {
            let stream = try decodedStream(bytes, in: pieces)
            #expect(Difference.between(stream.samples, expected) == nil, "\(pieces)")
        }
    }

    @Test("are missing as in the file when it ends early", arguments: files.map(\.name))
    func missing(name: String) throws {
        let bytes = try #require(Self.files.first { $0.name == name }).bytes
        for count in bytes.count / 2..<bytes.count {
            guard let file = try? open(Array(bytes[..<count])),
                let expected = try? decodeFrames(file), !expected.isEmpty
            else { continue }
            let stream = try decodedStream(Array(bytes[..<count]), in: .of(1000))
            #expect(Difference.between(stream.samples, expected) == nil, "\(count)")
        }
    }

    @Test("are released as soon as they cannot be remainder")
    func trimmer() {
        var trimmer = StreamTrimmer(channelCount: 1, primingFrames: 2)
        #expect(trimmer.append([0, 1, 2, 3], end: .beforeEnd(1)) == [2])
        #expect(trimmer.append([4, 5], end: .provisional(3)) == [3, 4])
        // More follows than was stated.
        #expect(trimmer.append([6], end: .beforeEnd(0)) == [5, 6])
        #expect(trimmer.append([7, 8], end: .frame(6)) == [7])
        #expect(trimmer.frameCount == 6)
        #expect(trimmer.finish(.frame(6)) == [])
        var ended = StreamTrimmer(channelCount: 2, primingFrames: 0)
        #expect(ended.append([1, 1, 2, 2, 3, 3], end: .provisional(1)) == [1, 1])
        #expect(ended.finish(.beforeEnd(1)) == [2, 2])
    }
}

@Suite("The audio that a file lacks")
struct MissingAudioTests {
    @Test("is counted in frames where those are stated")
    func frames() throws {
        for bytes in [smallWAV(), smallAIFF(), smallRF64()] {
            #expect(try open(bytes).missingAudio() == nil)
            let end = try open(bytes).dataOffset + 12
            let cut = try open(Array(bytes[..<Int(end - 3)]))
            #expect(try cut.missingAudio() == .frames(found: 4, stated: 6))
        }
        let cut = try open(mp3Table(packets: 40, bytes: 41 * 96) + mp3Frame(1) + mp3Frame(2))
        // A delay of 576 and the decoder's 529 frames; the padding of 600, less these.
        let found: Int64 = 1_152 - 1_105
        let stated: Int64 = 23_040 - 1_105 - 71
        #expect(try cut.missingAudio() == .frames(found: found, stated: stated))
    }

    @Test("is announced by the last packet where nothing states a length")
    func packet() throws {
        let adts = smallADTS()
        #expect(try open(adts).missingAudio() == nil)
        let found = try open(Array(adts.dropLast(1))).missingAudio()
        let whole = try open(adts).frameCount()
        #expect(found == .packet(found: whole * 2 / 3))
        let plain = mp3Frame(1) + mp3Frame(2) + mp3Frame(3)
        #expect(try open(plain).missingAudio() == nil)
        #expect(try open(Array(plain.dropLast(1))).missingAudio() == .packet(found: 2 * 576))
    }

    #if FFmpeg
        @Test("is announced by the last frame of AMR and of MPEG layers 1 and 2")
        func speech() throws {
            // Frames of 12.2 kbit/s, 23.85 kbit/s, layer 1 of 128 and layer 2 of 64 kbit/s.
            let kinds: [(head: String, frame: [UInt8], byteCount: Int, frameCount: Int64)] = [
                ("#!AMR\n", [0x3C], 32, 160), ("#!AMR-WB\n", [0x44], 61, 320),
                ("", [0xFF, 0xFF, 0x44, 0xC0], 128, 384),
                ("", [0xFF, 0xFD, 0x44, 0xC0], 192, 1152),
            ]
            for (head, frame, byteCount, frameCount) in kinds {
                let rest = [UInt8](repeating: 0, count: byteCount - frame.count)
                let bytes = Array(head.utf8) + (0..<9).flatMap { _ in frame + rest }
                let whole = try open(bytes)
                #expect(try whole.missingAudio() == nil, "\(whole.format.codingName)")
                #expect(try whole.frameCount() == 9 * frameCount)
                for missing in [1, byteCount / 2] {
                    let cut = try open(Array(bytes.dropLast(missing)))
                    #expect(
                        try cut.missingAudio() == .packet(found: 8 * frameCount),
                        "\(cut.format.codingName)")
                }
            }
        }

        @Test("is announced by a cover picture without its end")
        func cover() throws {
            var tags = FileTags()
            tags.pictures = [
                AttachedPicture(bytes: [0xFF, 0xD8] + [UInt8](repeating: 7, count: 70_000))
            ]
            let bytes = try TaggedFile(kind: .m4a, id: .appleLossless).bytes(tags)
            let whole = try open(bytes)
            #expect(try whole.missingAudio() == nil)
            let cut = try open(Array(bytes.dropLast(20_000)))
            #expect(try cut.missingAudio() == .packet(found: whole.frameCount()))
            #expect(try decodeFrames(cut) == decodeFrames(whole))
        }
    #endif

    @Test("is named with its numbers")
    func text() {
        let cases: [(MissingAudio, String)] = [
            (.frames(found: 1, stated: 3), "1 of 3 frames are there"),
            (.bytes(found: 1, stated: 3), "1 of 3 bytes of audio are there"),
            (.packet(found: 2), "2 frames are there, and what follows them is incomplete"),
        ]
        for (missing, words) in cases { #expect(missing.description == "ends early: " + words) }
    }
}
