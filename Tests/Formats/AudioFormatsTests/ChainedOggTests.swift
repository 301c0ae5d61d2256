#if FFmpeg
    import AudioFormats
    import AudioModel
    import Foundation
    import Synchronization
    import TestSupport
    import Testing

    /// An encoder of FFmpeg for Ogg.
    struct OggSound: Hashable, CustomTestStringConvertible {
        var encoder: String
        var rate = 44100
        /// Tolerance for decoders with state from earlier packets.
        var tolerance: Float = 0

        var testDescription: String { encoder }

        func make(
            _ path: String, channels: Int = 1, seed: Int = 3,
            options: [String] = []
        ) throws {
            try ExternalProgram.ffmpeg.run(
                [
                    "-v", "error", "-y", "-f", "lavfi", "-i",
                    "anoisesrc=r=\(rate):d=0.9:a=0.3:seed=\(seed):c=pink", "-ac", "\(channels)",
                    "-c:a", encoder,
                ] + options + ["-f", "ogg", path])
        }
    }

    @Suite("Ogg files put one behind the other")
    struct ChainedOggTests {
        static let sounds = [
            OggSound(encoder: "libvorbis"), OggSound(encoder: "flac"),
            // Opus and Speex decoders predict from earlier packets.
            OggSound(encoder: "libopus", rate: 48000, tolerance: 0.1),
            OggSound(encoder: "libspeex", rate: 16000, tolerance: 0.5),
        ]

        /// Two sounds, and their concatenation in one file.
        private struct Chain {
            let folder: TemporaryFolder
            let links: [AudioFileReader]
            let whole: AudioFileReader

            init(_ sound: OggSound, isSameTwice: Bool) throws {
                folder = try TemporaryFolder()
                let paths = [folder.file("1.ogg"), folder.file("2.ogg")]
                try sound.make(paths[0])
                try sound.make(paths[1], seed: 4)
                let parts = (isSameTwice ? [0, 0] : [0, 1]).map { paths[$0] }
                links = try parts.map { try AudioFileReader(path: $0) }
                let bytes = try parts.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
                whole = try open(Array(bytes[0] + bytes[1]))
            }
        }

        @Test(
            "of packets of one size is decoded as FFmpeg does, beyond where it may have jumped",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func equalSizes() throws {
            let folder = try TemporaryFolder()
            let path = folder.file("speex.ogg")
            // Given 150 packets of Speex; libavformat estimates their timestamps after a seek.
            try ExternalProgram.ffmpeg.run([
                "-v", "error", "-f", "lavfi", "-i",
                "aevalsrc=0.3*sin(700*t*t)+0.1*sin(2000*t):d=3:s=16000", "-c:a", "libspeex",
                path,
            ])
            let file = try AudioFileReader(path: path)
            #expect(Set(try allPackets(file).map(\.count)).count == 1)
            // When it is decoded after all packets were counted, then it equals FFmpeg's output.
            #expect(try file.packetCount() > 128)
            let ours = try decodeFrames(file)
            let theirs = try ExternalProgram.decodeSpeex(path, framesPerPacket: 320)
            #expect(ours.count == theirs.count)
            #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) < 1e-4 })
        }

        @Test(
            "have the packets and frames of each, and no others",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: sounds, [false, true])
        func counts(sound: OggSound, isSameTwice: Bool) throws {
            let chain = try Chain(sound, isSameTwice: isSameTwice)
            let (links, whole) = (chain.links, chain.whole)
            #expect(try allPackets(whole) == links.flatMap { try allPackets($0) })
            #expect(try whole.frameCount() == links.reduce(0) { try $0 + $1.frameCount() })
            #expect(whole.primingFrames == links[0].primingFrames)
            #expect(try whole.remainderFrames() == links[1].remainderFrames())
            #expect(try whole.dataByteCount() == links.reduce(0) { try $0 + $1.dataByteCount() })
            // The packets are contiguous.
            var frames: Int64 = 0
            try whole.visitPackets(from: 0) { packet in
                #expect(packet.firstFrame == frames)
                frames += packet.frameCount
                return true
            }
            #expect(
                try frames == whole.primingFrames + whole.frameCount() + whole.remainderFrames())
        }

        @Test(
            "sound as each does, from any place",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: sounds, [false, true])
        func samples(sound: OggSound, isSameTwice: Bool) throws {
            let chain = try Chain(sound, isSameTwice: isSameTwice)
            let expected = try chain.links.flatMap { try decodeFrames($0) }
            let ours = try decodeFrames(chain.whole, pieceFrameCount: 1000)
            try #require(ours.count == expected.count)
            let first = try decodeFrames(chain.links[0]).count
            #expect(Array(ours.prefix(first)) == Array(expected.prefix(first)))
            let rest = zip(ours, expected).dropFirst(first).map { $0 - $1 }
            #expect(loudness(rest) <= sound.tolerance * loudness(expected[first...]))
            let frames = try FrameReader(chain.whole)
            for start in [first + first / 2, first - 100, first, first / 3, first + 5] {
                frames.seek(toFrame: Int64(start))
                let read = try decodeFrames(from: frames, pieceFrameCount: 777)
                #expect(read.count == ours.count - start)
                let error = loudness(zip(read, ours[start...]).map { $0 - $1 })
                #expect(error <= sound.tolerance * loudness(ours[start...]), "from \(start)")
            }
        }

        @Test(
            "end where one is coded otherwise than the first",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: sounds)
        func otherCoding(sound: OggSound) throws {
            let folder = try TemporaryFolder()
            let (mono, stereo) = (folder.file("1.ogg"), folder.file("2.ogg"))
            try sound.make(mono)
            try sound.make(stereo, channels: 2)
            let other = Self.sounds.first { $0 != sound }
            let third = folder.file("3.ogg")
            try other?.make(third)
            let first = try AudioFileReader(path: mono)
            for path in [stereo, third] {
                let bytes = try [mono, path].flatMap {
                    try Data(contentsOf: URL(fileURLWithPath: $0))
                }
                let file = try open(bytes)
                #expect(try allPackets(file) == allPackets(first))
                #expect(try file.frameCount() == first.frameCount())
                #expect(try decodeFrames(file) == decodeFrames(first))
            }
        }

        @Test(
            "of many links are gone through again without a slip",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func many() throws {
            let folder = try TemporaryFolder()
            let sound = Self.sounds[2]
            try sound.make(folder.file("1.ogg"))
            let link = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("1.ogg"))))
            let file = try open((0..<5).flatMap { _ in link })
            let single = try open(link)
            #expect(try file.frameCount() == single.frameCount() * 5)
            let packets = try allPackets(file)
            // The bitstreams have equal packets: positions must distinguish them.
            for index in [200, 100, 70, 150, 64, 3, 128, 229] {
                let read = try readPackets(file, from: Int64(index), count: 3, capacity: 1 << 16)
                #expect(read.packets == Array(packets.dropFirst(index).prefix(3)))
                let frame = try #require(try file.frame(ofPacket: Int64(index)))
                #expect(try file.packet(ofFrame: frame)?.packet == Int64(index))
            }
        }

        @Test(
            "are each opened as often, however many there are",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func openings() throws {
            let folder = try TemporaryFolder()
            try Self.sounds[0].make(folder.file("1.ogg"))
            let link = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("1.ogg"))))
            func readCount(linkCount: Int) throws -> Int {
                let source = CountedBytes((0..<linkCount).flatMap { _ in link })
                let file = try AudioFileReader(source)
                // Frames are looked up for each piece.
                let frameCount = try decodeFrames(file, pieceFrameCount: 1000).count
                #expect(try frameCount == open(link).frameCount() * Int64(linkCount))
                return source.readCount
            }
            #expect(try readCount(linkCount: 40) < 12 * readCount(linkCount: 5))
        }

        @Test(
            "cut or broken anywhere give what is whole, or an error",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: sounds)
        func damaged(sound: OggSound) throws {
            let chain = try Chain(sound, isSameTwice: true)
            let made = chain.folder.file("1.ogg")
            let link = Array(try Data(contentsOf: URL(fileURLWithPath: made)))
            var bytes = link + link
            for step in 0..<8 {
                let place = link.count - 20 + step * 29
                let cut = try? open(Array(bytes[..<place]))
                _ = try? cut.map { try decodeFrames($0) }
                bytes[place] ^= 0x5A
                let broken = try? open(bytes)
                #expect((try? broken.map { try decodeFrames($0).count }) ?? 0 >= 0)
                bytes[place] ^= 0x5A
            }
        }

        private func loudness(_ samples: some Collection<Float>) -> Float {
            (samples.reduce(0) { $0 + $1 * $1 } / Float(max(samples.count, 1))).squareRoot()
        }
    }

    /// Bytes with a count of the reads.
    private final class CountedBytes: ByteSource {
        private let bytes: MemoryBytes
        private let count = Atomic(0)

        init(_ bytes: [UInt8]) {
            self.bytes = MemoryBytes(bytes)
        }

        var byteCount: Int64 { bytes.byteCount }
        var readCount: Int { count.load(ordering: .relaxed) }

        func read(
            into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
        ) throws(FormatError) -> Int {
            count.add(1, ordering: .relaxed)
            return try bytes.read(into: buffer, at: offset)
        }
    }
#endif
