import AudioFormats
import AudioGraph
import Testing

@Suite("A range of a file in a player")
struct AudioFileRangeTests {
    private let samples = (0..<4800).map { Float($0 % 97) / 97 - 0.5 }

    @Test("plays the file's samples bit for bit in its own format")
    func exact() throws {
        let file = try waveFile([samples, samples.map { -$0 }], sampleRate: 44_100)
        let player = waitingPlayer(sampleRate: 44_100, channelCount: 2)
        player.source.schedule(AudioFileRange(file), at: .next)
        let output = player.block(4000)
        #expect(output[0] == Array(samples[..<4000]))
        #expect(output[1] == samples[..<4000].map { -$0 })
        #expect(player.rendered(1000) == samples[4000...] + silence(200))
    }

    @Test(
        "has the frames that exist of those asked for",
        arguments: zip(
            [1000, 4700, 4800, 9000, -5, 0], [200, 200, 200, 200, 10, Int64.max] as [Int64]))
    func segment(first: Int64, count: Int64) throws {
        let file = try waveFile([samples], sampleRate: 44_100)
        let player = waitingPlayer(sampleRate: 44_100, channelCount: 1)
        player.source.schedule(
            AudioFileRange(file, firstFrame: first, frameCount: count), at: .next)
        player.schedule([9], name: 1)
        let start = min(max(Int(first), 0), 4800)
        let expected = samples[start..<(start + min(Int(min(count, 5000)), 4800 - start))]
        #expect(player.rendered(5000) == expected + [9] + silence(4999 - expected.count))
    }

    @Test(
        "is converted to the player's rate, from edge to edge", arguments: [48_000, 22_050, 88_200])
    func rate(fileRate: Double) throws {
        let file = try waveFile(
            [[Float](repeating: 0.25, count: 4800)], sampleRate: fileRate)
        let player = waitingPlayer(sampleRate: 44_100, channelCount: 1)
        player.source.schedule(AudioFileRange(file), at: .next)
        player.schedule([9], name: 1)
        let output = player.rendered(12_000)
        let end = try #require(output.firstIndex(of: 9))
        #expect(abs(Double(end) - 4800 * 44_100 / fileRate) <= 1)
        #expect(output[100..<(end - 100)].allSatisfy { abs($0 - 0.25) < 1e-3 })
    }

    @Test("has channels added and dropped")
    func channels() throws {
        let mono = try waveFile([[1, 2]], sampleRate: 44_100)
        let stereo = try waveFile([[1, 2], [3, 4]], sampleRate: 44_100)
        let player = waitingPlayer(sampleRate: 44_100, channelCount: 2)
        player.source.schedule(AudioFileRange(mono), at: .next)
        #expect(player.block(2) == [[1, 2], [1, 2]])
        let single = waitingPlayer(sampleRate: 44_100, channelCount: 1)
        single.source.schedule(AudioFileRange(stereo), at: .next)
        #expect(single.block(2) == [[1, 2]])
        let triple = waitingPlayer(sampleRate: 44_100, channelCount: 3)
        triple.source.schedule(AudioFileRange(stereo), at: .next)
        #expect(triple.block(2) == [[1, 2], [3, 4], [0, 0]])
    }

    @Test("goes on at the same moment when the player's rate changes")
    func rateChange() throws {
        let file = try waveFile([samples], sampleRate: 44_100)
        let player = waitingPlayer(sampleRate: 22_050, channelCount: 1)
        player.source.schedule(AudioFileRange(file), at: .next)
        _ = player.rendered(1000)
        player.source.prepare(sampleRate: 44_100, channelCount: 1, maximumFrameCount: 4096)
        #expect(player.rendered(100) == Array(samples[2000..<2100]))
    }

    private func waitingPlayer(sampleRate: Double, channelCount: Int) -> RenderedPlayer {
        let player = RenderedPlayer(sampleRate: sampleRate, channelCount: channelCount)
        player.source.setWaitsForFiles(true)
        player.source.play()
        return player
    }

    /// Makes a WAV file of 32-bit floats.
    private func waveFile(
        _ channels: [[Float]], sampleRate: Double
    ) throws -> AudioFileReader {
        func little(_ value: UInt32, bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
        }
        let (count, rate) = (UInt32(channels.count), UInt32(sampleRate))
        let data = channels[0].indices.flatMap { frame in
            channels.flatMap { little($0[frame].bitPattern, bytes: 4) }
        }
        let format =
            little(3, bytes: 2) + little(count, bytes: 2) + little(rate, bytes: 4)
            + little(rate * count * 4, bytes: 4) + little(count * 4, bytes: 2)
            + little(32, bytes: 2)
        let chunks =
            Array("WAVEfmt ".utf8) + little(16, bytes: 4) + format + Array("data".utf8)
            + little(UInt32(data.count), bytes: 4) + data
        let bytes = Array("RIFF".utf8) + little(UInt32(chunks.count), bytes: 4) + chunks
        return try AudioFileReader(MemoryBytes(bytes))
    }
}
