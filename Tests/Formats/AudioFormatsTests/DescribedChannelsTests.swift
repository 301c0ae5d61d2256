import ChannelLayouts

#if FFmpeg
    import AudioFormats
    import AudioModel
    import Foundation
    import TestSupport
    import Testing

    @Suite("AAC that describes its channels itself")
    struct DescribedChannelsTests {
        private func make(_ layout: String, _ path: String) throws {
            try ExternalProgram.ffmpeg.run([
                "-v", "error", "-y", "-f", "lavfi", "-i",
                "anoisesrc=r=44100:d=0.2:a=0.5:seed=3", "-af",
                "pan=\(layout)|c0=c0|c1=0.8*c0|c2=0.6*c0", "-c:a", "aac", "-b:a", "256k", path,
            ])
        }

        @Test(
            "has as many as it says, and sounds as FFmpeg decodes it",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: [
                ("quad", 4), ("2.1", 3), ("5.0(side)", 5), ("7.0", 7), ("7.1(wide)", 8),
            ], ["aac", "m4a"])
        func channels(layout: (name: String, count: Int), ending: String) throws {
            let folder = try TemporaryFolder()
            let path = folder.file("a.\(ending)")
            try make(layout.name, path)
            let file = try AudioFileReader(path: path)
            #expect(file.format.channelCount == UInt32(layout.count))
            #expect(file.formatList.map(\.channelCount) == [UInt32(layout.count)])
            let ours = try decodeFrames(file)
            #expect(try ours.count == Int(file.frameCount()) * layout.count)
            let theirs = try ExternalProgram.decodeWithFFmpeg(path)
            #expect(theirs.starts(with: ours))
        }

        @Test(
            "tells their places where they are loudspeakers, and in the decoder's order",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func places() throws {
            let folder = try TemporaryFolder()
            // FFmpeg 9 describes 7.0 by sides and rears, its predecessors without places.
            for (name, masks) in [("2.1", [0xB]), ("quad", [0x33]), ("7.0", [0, 0x637])]
                as [(String, Set<UInt32>)]
            {
                for ending in ["aac", "m4a"] {
                    let path = folder.file("a.\(ending)")
                    try make(name, path)
                    let file = try AudioFileReader(path: path)
                    #expect(masks.contains(file.channelLayout?.waveMask ?? 0), "\(name)")
                }
            }
        }

        @Test(
            "or has a number that few use is decoded as FFmpeg does",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func number() throws {
            let folder = try TemporaryFolder()
            let (made, path) = (folder.file("a.m4a"), folder.file("b.m4a"))
            try make("7.1", made)
            // Configuration 7 is the original; 12 has the same elements, and is what FFmpeg 9 writes.
            var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: made)))
            let place = try #require(
                bytes.indices.dropLast().last {
                    bytes[$0] == 0x12 && [0x38, 0x60].contains(bytes[$0 + 1])
                })
            bytes[place + 1] = 0x60
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let file = try AudioFileReader(path: path)
            #expect(file.format.channelCount == 8)
            // FFmpeg: left, right, centre, LFE, rear pair, side pair. Packets: centre, left, right,
            // sides, rears, LFE.
            let theirs = try ExternalProgram.decodeWithFFmpeg(path)
            let inPacketOrder = stride(from: 0, to: theirs.count, by: 8).flatMap { frame in
                [2, 0, 1, 6, 7, 4, 5, 3].map { theirs[frame + $0] }
            }
            #expect(inPacketOrder.starts(with: try decodeFrames(file)))
            // Configuration 11 has seven channels, 14 has eight; 8 to 10 are reserved.
            for (second, count) in [(0x58, 7), (0x70, 8), (0x68, 24)] as [(UInt8, UInt32)] {
                bytes[place + 1] = second
                #expect(try open(bytes).format.channelCount == count)
            }
        }

        @Test(
            "broken in any byte of its description, is refused or decoded",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func damaged() throws {
            let folder = try TemporaryFolder()
            let path = folder.file("a.aac")
            try make("quad", path)
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            for place in 7..<28 {
                for value in [0xFF, bytes[place] ^ 0x10] as [UInt8] {
                    var broken = bytes
                    broken[place] = value
                    guard let file = try? open(broken) else { continue }
                    #expect((1...64).contains(file.format.channelCount))
                    let frames = try? decodeFrames(file)
                    #expect(try (frames?.count ?? 0) <= Int(file.frameCount()) * 64)
                }
            }
            for count in 0..<60 { _ = try? open(Array(bytes[..<count])) }
        }
    }
#endif
