import AudioCodecs
import AudioModel
import AudioToolbox
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("A queue that records in a coding")
struct QueueRecordingCodingTests {
    /// What a coding is held to: how close it comes, in decibels, and the frames of its packets.
    struct Expectation: Sendable, CustomTestStringConvertible {
        var id: AudioFormatID
        var framesPerPacket: UInt32
        var bytesPerPacket: UInt32
        var hasCookie: Bool
        var signalToNoise: Double

        var testDescription: String { "\(FourCC(rawValue: id))" }
    }

    static let plain: [Expectation] = [
        .init(
            id: kAudioFormatULaw, framesPerPacket: 1, bytesPerPacket: 2, hasCookie: false,
            signalToNoise: 30),
        .init(
            id: kAudioFormatALaw, framesPerPacket: 1, bytesPerPacket: 2, hasCookie: false,
            signalToNoise: 30),
        .init(
            id: kAudioFormatAppleIMA4, framesPerPacket: 64, bytesPerPacket: 68, hasCookie: false,
            signalToNoise: 30),
    ]

    @Test("gives packets of constant size that decode to the input", arguments: plain)
    func constant(expected: Expectation) throws {
        try check(expected)
    }

    #if FFmpeg
        static let varied: [Expectation] = [
            .init(
                id: kAudioFormatMPEG4AAC, framesPerPacket: 1_024, bytesPerPacket: 0,
                hasCookie: true, signalToNoise: 20),
            .init(
                id: kAudioFormatAppleLossless, framesPerPacket: 4_096, bytesPerPacket: 0,
                hasCookie: true, signalToNoise: 80),
        ]

        @Test("describes packets of variable size, which decode to the input", arguments: varied)
        func variable(expected: Expectation) throws {
            try check(expected)
        }
    #endif

    private func check(_ expected: Expectation) throws {
        // Given a tone and a queue that records in the coding.
        let sound = MeasuredOutput.tone(
            hertz: 1_000, seconds: 2, sampleRate: 44_100, channelCount: 2)
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.coded(expected.id))
        #expect(recorder.creation == noErr)
        let format = try #require(
            recorder.value(
                kAudioQueueProperty_StreamDescription, of: AudioStreamBasicDescription.self))
        #expect(format.mFramesPerPacket == expected.framesPerPacket)
        #expect(format.mBytesPerPacket == expected.bytesPerPacket)
        let largest = try #require(
            recorder.value(kAudioQueueProperty_MaximumOutputPacketSize, of: UInt32.self))
        let cookie = cookie(of: recorder)
        #expect((cookie != nil) == expected.hasCookie)
        // When a second and a half is recorded, a quarter of a second a buffer.
        let packets = UInt32((11_025.0 / Double(expected.framesPerPacket)).rounded(.up))
        let isDescribed = expected.bytesPerPacket == 0
        recorder.enqueue(bytes: packets * largest, descriptions: isDescribed ? packets : 0)
        phone.start(recorder)
        phone.advance(1.5)
        phone.stop(recorder)
        // Then each buffer holds as many packets as it was made for, but for the last ones.
        #expect(recorder.packetCounts.prefix(4) == [UInt32](repeating: packets, count: 4)[...])
        var chunks: [[UInt8]] = []
        for call in recorder.filled where call.packets > 0 {
            #expect((call.descriptions != nil) == isDescribed)
            let sizes = try packetSizes(call, expected)
            #expect(sizes.allSatisfy { $0 > 0 && $0 <= Int(largest) })
            var start = 0
            for size in sizes {
                chunks.append(Array(call.bytes[start..<start + size]))
                start += size
            }
            #expect(start == call.bytes.count)
        }
        // And they decode to the tone.
        let decoded = try decode(chunks, format, cookie, Int(expected.framesPerPacket))
        #expect(decoded.count >= Int(1.4 * 44_100))
        #expect(signalToNoise(of: decoded) >= expected.signalToNoise)
    }

    private func packetSizes(
        _ call: TestRecorder.Filled, _ expected: Expectation
    ) throws -> [Int] {
        guard let descriptions = call.descriptions else {
            return Array(repeating: Int(expected.bytesPerPacket), count: Int(call.packets))
        }
        var start: Int64 = 0
        for description in descriptions {
            #expect(description.mStartOffset == start)
            start += Int64(description.mDataByteSize)
        }
        return descriptions.map { Int($0.mDataByteSize) }
    }

    private func cookie(of recorder: TestRecorder) -> [UInt8]? {
        var size: UInt32 = 0
        let queue = recorder.queue
        guard AudioQueueGetPropertySize(queue, kAudioQueueProperty_MagicCookie, &size) == noErr
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        AudioQueueGetProperty(queue, kAudioQueueProperty_MagicCookie, &bytes, &size)
        return bytes
    }

    /// The left channel.
    private func decode(
        _ packets: [[UInt8]], _ format: AudioStreamBasicDescription, _ cookie: [UInt8]?,
        _ framesPerPacket: Int
    ) throws -> [Double] {
        let decoder = try makePacketDecoder(
            StreamFormat(
                sampleRate: format.mSampleRate,
                id: FormatID(rawValue: FourCC(rawValue: format.mFormatID)),
                flags: FormatFlags(rawValue: format.mFormatFlags),
                bytesPerPacket: format.mBytesPerPacket, framesPerPacket: format.mFramesPerPacket,
                bytesPerFrame: format.mBytesPerFrame, channelCount: format.mChannelsPerFrame,
                bitsPerChannel: format.mBitsPerChannel), magicCookie: cookie)
        return packets.flatMap { packet in
            var samples = [Float](repeating: 0, count: 2 * framesPerPacket)
            packet.withUnsafeBytes {
                decoder.decodeWhole(
                    $0, into: &samples, frameCount: framesPerPacket, channelCount: 2)
            }
            return stride(from: 0, to: samples.count, by: 2).map { Double(samples[$0]) }
        }
    }

    /// Signal-to-noise ratio of the middle second against the nearest 1 kHz sine, in dB.
    private func signalToNoise(of samples: [Double]) -> Double {
        let part = samples.dropFirst(11_025).prefix(44_100)
        var sine = 0.0
        var cosine = 0.0
        let phase = 2 * Double.pi * 1_000 / 44_100
        for (index, sample) in part.enumerated() {
            sine += sample * sin(phase * Double(index))
            cosine += sample * cos(phase * Double(index))
        }
        sine *= 2 / Double(part.count)
        cosine *= 2 / Double(part.count)
        var noise = 0.0
        for (index, sample) in part.enumerated() {
            let fitted = sine * sin(phase * Double(index)) + cosine * cos(phase * Double(index))
            noise += (sample - fitted) * (sample - fitted)
        }
        let signal = (sine * sine + cosine * cosine) / 2 * Double(part.count)
        return 10 * log10(signal / max(noise, 1e-30))
    }
}
