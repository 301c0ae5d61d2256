#if FFmpeg
    import AudioCodecs
    import AudioFormats
    import TestSupport
    import Testing

    @Suite(
        "A stream that libavformat demuxes",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    struct DemuxedStreamTests {
        private static let kinds = ["opus", "ogg", "spx", "mka", "webm", "wv", "ac3", "mp2"]

        /// Everything that a stream of these bytes gives.
        private static func read(
            _ bytes: [UInt8], piece: Int
        ) throws(FormatError) -> (samples: [Float], titles: [String], missing: MissingAudio?) {
            guard let kind = try ContainerKind.recognise(MemoryBytes(bytes)) else {
                throw FormatError(.unknownContainer)
            }
            let headCount = min(64, bytes.count)
            var rest = bytes[headCount...]
            let stream = try DemuxedStream(kind: kind, head: Array(bytes[..<headCount])) { buffer in
                let count = min(piece, buffer.count, rest.count)
                buffer.copyBytes(from: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
            var samples: [Float] = []
            var titles: [String] = []
            while let next = try stream.next() {
                samples += next
                let title = stream.texts.first { $0.key == "title" }?.value
                if let title, titles.last != title { titles.append(title) }
            }
            return (samples, titles, stream.missingAudio)
        }

        @Test("has the frames and the title of the file, in pieces of any size", arguments: kinds)
        func pieces(ending: String) throws {
            let bytes = try DamagedDemuxedFileTests.made(ending, seconds: 1.5)
            let expected = try decodeFrames(bytes)
            // The tags of WavPack are behind the sound.
            let hasTitleFirst = !["ac3", "mp2", "wv"].contains(ending)
            for piece in [1, 1000, 1 << 20] {
                let found = try Self.read(bytes, piece: piece)
                #expect(Difference.between(found.samples, expected) == nil)
                #expect(found.missing == nil)
                #expect(found.titles == (hasTitleFirst ? ["A title"] : []))
            }
        }

        @Test(
            "tells the end that is missing as the file does",
            arguments: ["opus", "ogg", "wv", "ac3"])
        func cut(ending: String) throws {
            let bytes = try DamagedDemuxedFileTests.made(ending, seconds: 6)
            let cut = Array(bytes.prefix(bytes.count * 2 / 3))
            let file = try open(cut)
            let found = try Self.read(cut, piece: 777)
            #expect(try Difference.between(found.samples, decodeFrames(file)) == nil)
            #expect(try found.missing == file.missingAudio())
            #expect(found.missing != nil)
        }

        @Test("goes on with the bitstreams of a chained Ogg stream, and skips what is no page")
        func chained() throws {
            let first = try DamagedDemuxedFileTests.made("opus", seconds: 0.5)
            let second = try DamagedDemuxedFileTests.made("opus", seconds: 0.3)
            let chain = first + second + first
            let found = try Self.read(chain, piece: 333)
            #expect(try Difference.between(found.samples, decodeFrames(chain)) == nil)
            #expect(found.missing == nil)
            let noisy = first + Array(repeating: 0x4F, count: 1000) + second
            #expect(try Self.read(noisy, piece: 333).samples.count > 0)
            let other = try DamagedDemuxedFileTests.made("ogg", seconds: 0.3)
            let mixed = try Self.read(first + other, piece: 333)
            #expect(mixed.missing == .otherFormat(found: Int64(mixed.samples.count)))
        }

        @Test("is an error or sound, wherever it is cut or changed", arguments: kinds)
        func damaged(ending: String) throws {
            let bytes = try DamagedDemuxedFileTests.made(ending, seconds: 0.1)
            let step = max(bytes.count / 60, 1)
            var seed: UInt32 = 5
            for offset in stride(from: 0, to: bytes.count, by: step) {
                seed = seed &* 1_664_525 &+ 1_013_904_223
                var changed = bytes
                changed[offset] = UInt8(seed >> 24)
                changed[Int(seed >> 8) % min(bytes.count, 400)] ^= 0xFF
                for bytes in [Array(bytes[..<offset]), changed] {
                    guard let found = try? Self.read(bytes, piece: 500) else { continue }
                    #expect(found.samples.count < 1 << 24)
                }
            }
        }
    }
#endif
