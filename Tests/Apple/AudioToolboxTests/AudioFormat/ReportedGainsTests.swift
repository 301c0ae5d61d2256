import AudioFormats
import AudioModel
import AudioToolbox
import ChannelLayouts
import Simulation
import TestSupport
import Testing

@Suite("The gains that Audio Format Services report")
struct ReportedGainsTests {
    /// `output × input` gains, or nil where none are known.
    private func reported(_ input: [UInt8], _ output: [UInt8], inputCount: Int) -> [Float]? {
        let answer = ask(kAudioFormatProperty_MatrixMixMap, from: input, to: output)
        guard answer.status == noErr else { return nil }
        let byInput = answer.list(Float.self)
        let outputCount = byInput.count / inputCount
        return (0..<outputCount).flatMap { target in
            (0..<inputCount).map { byInput[$0 * outputCount + target] }
        }
    }

    /// What a converter makes of an impulse in each channel: `output × input` gains.
    private func applied(
        _ input: [UInt8], _ output: [UInt8], _ inputCount: Int, _ outputCount: Int
    ) throws -> [Float] {
        let converter = MadeConverter(
            .floats(48_000, channels: UInt32(inputCount)),
            .floats(48_000, channels: UInt32(outputCount)))
        for (property, bytes) in [
            (kAudioConverterInputChannelLayout, input),
            (kAudioConverterOutputChannelLayout, output),
        ] {
            try #require(converter.set(property, list: bytes) == noErr)
        }
        let impulses = (0..<inputCount * inputCount).map { index -> Float in
            index % (inputCount + 1) == 0 ? 1 : 0
        }
        let filled = converter.fill(
            UInt32(inputCount), byteCount: 4 * inputCount * outputCount,
            ConverterInput(impulses, channels: inputCount))
        #expect(filled.packetCount == UInt32(inputCount))
        let frames = filled.bytes.elements(Float.self)
        return (0..<outputCount).flatMap { target in
            (0..<inputCount).map { frames[$0 * outputCount + target] }
        }
    }

    private struct Pair {
        var input: StandardLayout
        var output: StandardLayout
    }

    private static let pairs: [Pair] = {
        var pairs: [Pair] = []
        for (row, input) in StandardLayout.all.enumerated() {
            for (column, output) in StandardLayout.all.enumerated()
            where (row * 5 + column * 11) % 6 == 0 || column < 2 {
                pairs.append(Pair(input: input, output: output))
            }
        }
        return pairs
    }()

    @Test("are those that a converter applies, to the bit, for any two layouts")
    func converter() throws {
        var knownCount = 0
        for pair in Self.pairs {
            let (input, output) = (layout(tag: pair.input.tag), layout(tag: pair.output.tag))
            let (inputCount, outputCount) = (pair.input.labels.count, pair.output.labels.count)
            guard let gains = reported(input, output, inputCount: inputCount) else { continue }
            knownCount += 1
            #expect(
                try applied(input, output, inputCount, outputCount) == gains,
                "\(pair.input.name) to \(pair.output.name)")
            // One rule for the level: what is in range stays in range.
            for target in 0..<outputCount {
                let sum = gains[target * inputCount..<(target + 1) * inputCount].reduce(0, +)
                #expect(sum <= 1.000_001)
            }
        }
        #expect(knownCount > 400)
    }

    @Test("are the coefficients of ITU-R BS.775, turned down together")
    func coefficients() throws {
        let half = Float(0.5).squareRoot()
        let surround = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
        let sum = 1 + half + half
        for (tag, expected) in [
            (kAudioChannelLayoutTag_Stereo, [1, 0, half, 0, half, 0, 0, 1, half, 0, 0, half]),
            (kAudioChannelLayoutTag_Mono, [half, half, 1, 0, 0.5, 0.5]),
        ] {
            let divisor = tag == kAudioChannelLayoutTag_Mono ? 2 + half + half : sum
            let gains = try #require(reported(surround, layout(tag: tag), inputCount: 6))
            #expect(zip(gains, expected).allSatisfy { abs($0 - $1 / divisor) < 1e-6 }, "\(gains)")
        }
        // One channel behind goes to both sides at -6 dB.
        let single = try #require(
            reported(
                layout(tag: kAudioChannelLayoutTag_MPEG_4_0_A),
                layout(tag: kAudioChannelLayoutTag_Stereo), inputCount: 4))
        #expect(abs(single[3] / single[0] - 0.5) < 1e-6)
    }

    @Test("are those that an extended audio file applies")
    func file() throws {
        // Given a file of six channels, the centre first, with an impulse in each.
        let files = SoundFiles()
        let tag = kAudioChannelLayoutTag_MPEG_5_1_D
        let made = try MadeFile(files, kAudioFileCAFType, .floats(48_000, channels: 6), name: "six")
        #expect(made.setLayout(layout(tag: tag)) == noErr)
        let impulses = (0..<36).map { index -> Float in index % 7 == 0 ? 1 : 0 }
        #expect(made.write(impulses.bytes, at: 0, size: 24) == noErr)
        #expect(made.close() == noErr)
        // When it is read as stereo.
        let file = try ExtendedFile(made.url, client: .floats(48_000, channels: 2))
        let stereo = layout(tag: kAudioChannelLayoutTag_Stereo)
        #expect(file.set(kExtAudioFileProperty_ClientChannelLayout, bytes: stereo) == noErr)
        let bytes = try file.read(6, bytesPerFrame: 8)
        let frames = bytes.elements(Float.self)
        // Then it has what is reported.
        let gains = try #require(reported(layout(tag: tag), stereo, inputCount: 6))
        var expected: [Float] = []
        for source in 0..<6 { expected += [gains[source], gains[6 + source]] }
        #expect(frames == expected)
    }

    @Test(
        "are those that a queue of more than two channels applies, as its layout says",
        arguments: [
            kAudioChannelLayoutTag_MPEG_5_1_A, kAudioChannelLayoutTag_MPEG_5_1_D,
            kAudioChannelLayoutTag_MPEG_6_1_A, kAudioChannelLayoutTag_AAC_7_1_B,
        ])
    func queue(tag: AudioChannelLayoutTag) throws {
        let count = Int(tag & 0xFFFF)
        let stage = StagedQueue.stage()
        let queue = StagedQueue(stage.open("Player"), on: stage, channels: count)
        let bytes = layout(tag: tag)
        #expect(
            AudioQueueSetProperty(
                queue.queue, kAudioQueueProperty_ChannelLayout, bytes, UInt32(bytes.count))
                == noErr)
        var answer = [UInt8](repeating: 0, count: 64)
        var size: UInt32 = 64
        #expect(
            AudioQueueGetProperty(
                queue.queue, kAudioQueueProperty_ChannelLayout, &answer, &size) == noErr)
        #expect(Array(answer.prefix(Int(size))) == bytes)
        queue.add((0..<count * count).map { index -> Float in index % (count + 1) == 0 ? 1 : 0 })
        queue.playToEnd(within: 200)
        let gains = try #require(
            reported(bytes, layout(tag: kAudioChannelLayoutTag_Stereo), inputCount: count))
        #expect(queue.app.channel(0, 0..<count) == Array(gains[..<count]))
        #expect(queue.app.channel(1, 0..<count) == Array(gains[count...]))
        // A layout of other channels says nothing about this queue.
        let other = layout(tag: kAudioChannelLayoutTag_Quadraphonic)
        #expect(
            AudioQueueSetProperty(
                queue.queue, kAudioQueueProperty_ChannelLayout, other, UInt32(other.count))
                == kAudioQueueErr_InvalidPropertyValue)
    }
}
