import AudioFormats
import AudioModel
import ChannelLayouts
import Testing

@Suite("A frame reader")
struct FrameReaderTests {
    /// Noise in 700 stereo packets, with random headers and codes, so that predictors are both kept
    /// and replaced.
    static let ima4: [UInt8] = {
        var generator = SeededGenerator(seed: 3)
        let packets = (0..<700 * 68).map { index in
            index % 34 == 0 ? 0 : UInt8.random(in: 0...255, using: &generator) & 0x9B
        }
        return cafFile(
            cafDescription(
                id: "ima4", flags: 0, bytesPerPacket: 68, framesPerPacket: 64, channels: 2, bits: 0),
            cafPacketTable(packets: 0, valid: 44_000, priming: 70, remainder: 730),
            cafData(packets))
    }()

    static let linear: [UInt8] = smallWAV((0..<70_000).map { Int16(truncatingIfNeeded: $0 * 7) })

    @Test("gives the same frames in pieces of any size", arguments: [1, 63, 64, 65, 1000, 100_000])
    func pieces(frameCount: Int) throws {
        for bytes in [Self.ima4, Self.linear] {
            let file = try open(bytes)
            let whole = try decodeSound(file).allSamples
            #expect(try whole.count == Int(file.frameCount()) * Int(file.format.channelCount))
            let pieces = try decodeFrames(file, pieceFrameCount: frameCount)
            #expect(Difference.between(pieces, whole) == nil)
        }
    }

    @Test(
        "gives after a jump what it gives on the way", arguments: [43_999, 0, 64, 57, 20_001, 58])
    func jumps(frame: Int64) throws {
        let file = try open(Self.ima4)
        let whole = try decodeSound(file).allSamples
        let reader = try FrameReader(file)
        // Given a reader at another position.
        reader.seek(toFrame: 30_011)
        var somewhere = [Float](repeating: 0, count: 2 * 10)
        #expect(try reader.read(into: &somewhere, frameCount: 10) == 10)
        // When it seeks, then it reads the same frames as sequential reading.
        reader.seek(toFrame: frame)
        let rest = try decodeFrames(from: reader, pieceFrameCount: 100)
        #expect(Difference.between(rest, Array(whole[(Int(frame) * 2)...])) == nil)
    }

    @Test("gives the same after a jump so long that it does not start from the beginning")
    func longJump() throws {
        // Given four million mono frames, in packets that keep and replace the predictor.
        var packets: [UInt8] = []
        for index in 0..<70_000 {
            packets += [0, index % 7 == 0 ? 40 : 0]
            packets += Array(repeating: UInt8(index & 0x19), count: 32)
        }
        let file = try open(
            cafFile(
                cafDescription(
                    id: "ima4", flags: 0, bytesPerPacket: 34, framesPerPacket: 64, bits: 0),
                cafData(packets)))
        let target = try file.frameCount() - 1000
        let walker = try FrameReader(file)
        var passed = [Float](repeating: 0, count: Int(target))
        #expect(try walker.read(into: &passed, frameCount: passed.count) == passed.count)
        // When another reader seeks there directly.
        let jumper = try FrameReader(file)
        jumper.seek(toFrame: target)
        // Then both continue with the same frames.
        let rest = try decodeFrames(from: jumper, pieceFrameCount: 100)
        #expect(rest.count == 1000)
        #expect(rest == (try decodeFrames(from: walker, pieceFrameCount: 100)))
    }

    @Test("stays within the sound")
    func ends() throws {
        let reader = try FrameReader(open(smallWAV([1, 2])))
        var frame: [Float] = [9]
        reader.seek(toFrame: 100)
        #expect(try reader.read(into: &frame, frameCount: 1) == 0)
        reader.seek(toFrame: -100)
        #expect(try reader.read(into: &frame, frameCount: 0) == 0)
        #expect(try reader.read(into: &frame, frameCount: -1) == 0)
        #expect(try reader.read(into: &frame, frameCount: 1) == 1)
        #expect(frame == [1.0 / 32768])
    }

    @Test("has every channel of a file", arguments: [1, 2, 5, 64])
    func channels(count: Int) throws {
        let frame = (0..<count).flatMap { littleEndian(Int16($0 + 1)) }
        let format = wavFormat(channels: UInt16(count), block: UInt16(2 * count))
        let file = try open(wavFile(riffChunk("fmt ", format), riffChunk("data", frame + frame)))
        let expected = (1...count).map { Float($0) / 32768 }
        #expect(try decodeFrames(file) == expected + expected)
        #expect(try decodeSound(file).channelCount == min(count, 2))
    }
}

@Suite("Folding to stereo")
struct StereoDownmixTests {
    private func downmixed(_ frame: [Float]) -> [Float] {
        var stereo: [Float] = [0, 0]
        StereoDownmix(channelCount: frame.count).apply(frame, frameCount: 1, into: &stereo)
        return stereo
    }

    @Test("leaves two channels, and gives one to both sides")
    func few() {
        #expect(downmixed([0.25, -0.5]) == [0.25, -0.5])
        #expect(downmixed([0.25]) == [0.25, 0.25])
    }

    @Test("keeps full scale as it is, at any number of channels", arguments: 3...64)
    func fullScale(count: Int) {
        let stereo = downmixed(Array(repeating: 1, count: count))
        #expect(stereo.allSatisfy { abs($0 - 1) < 1e-5 })
    }

    @Test("puts each of six channels in its place")
    func surround() {
        let half = Float(0.5).squareRoot()
        let sum = 1 + 2 * half
        let table: [[Float]] = [[1, 0], [0, 1], [half, half], [0, 0], [half, 0], [0, half]]
        for (channel, gains) in table.enumerated() {
            var frame: [Float] = Array(repeating: 0, count: 6)
            frame[channel] = 1
            #expect(downmixed(frame) == gains.map { $0 / sum })
        }
    }

    @Test("of more than eight channels sends them left and right in turn")
    func many() {
        var frame: [Float] = Array(repeating: 0, count: 9)
        frame[3] = 1
        #expect(downmixed(frame) == [0, 0.25])
    }
}
