import AudioCodecs
import AudioModel
import Foundation
import Testing

@Suite("Apple IMA4")
struct IMA4Tests {
    private func decode(_ packets: [UInt8], channels: UInt32 = 1) throws -> [Float] {
        let format = StreamFormat(appleIMA4: 44100, channelCount: channels)
        let decoder = try makePacketDecoder(format, magicCookie: nil)
        let frameCount = packets.count / Int(34 * channels) * 64
        var samples = [Float](repeating: 0, count: frameCount * Int(channels))
        let given = packets.withUnsafeBytes {
            decoder.decode($0, into: &samples, frameCount: frameCount)
        }
        #expect(given == frameCount)
        return samples
    }

    /// A packet with equal codes.
    private func packet(head: UInt16, codes: UInt8) -> [UInt8] {
        [UInt8(head >> 8), UInt8(head & 0xFF)] + Array(repeating: codes, count: 32)
    }

    @Test("starts from the head's predictor and adds an eighth of the step for the code 0")
    func smallest() throws {
        // Given the predictor 128 and the step index 8, which has the step 16.
        let samples = try decode(packet(head: 128 | 8, codes: 0)).map { $0 * 32768 }
        // Then steps of 16, 14, 13, 12 … add 2, 1, 1, 1 … and from the step 7 on nothing.
        #expect(Array(samples[..<10]) == [130, 131, 132, 133, 134, 135, 136, 137, 137, 137])
    }

    @Test("reads the low code first")
    func order() throws {
        // A byte of 0x80: first the code 0, then 8, which subtracts what 0 adds.
        let samples = try decode(packet(head: 8, codes: 0x80)).map { $0 * 32768 }
        #expect(Array(samples[..<4]) == [2, 1, 2, 1])
    }

    @Test("stays within sixteen bits")
    func clamped() throws {
        let up = try decode(packet(head: 0x7F80 | 88, codes: 0x77)).map { $0 * 32768 }
        #expect(Set(up) == [32767])
        let down = try decode(packet(head: 0x8000 | 88, codes: 0xFF)).map { $0 * 32768 }
        #expect(Set(down) == [-32768])
    }

    @Test("takes a step index beyond the table as the last")
    func wildIndex() throws {
        #expect(try decode(packet(head: 127, codes: 0x31)) == decode(packet(head: 88, codes: 0x31)))
    }

    @Test("keeps the running predictor where the next head agrees with it, and only there")
    func running() throws {
        // Given a packet that ends at 9 with the step index 0.
        let first = packet(head: 8, codes: 0)
        #expect(try decode(first).last == 9.0 / 32768)
        // Then the next continues from 9 when its header has 0 at that index,
        #expect(try decode(first + packet(head: 0, codes: 0))[64] == 9.0 / 32768)
        // and from its header's value at another index, or further away.
        #expect(try decode(first + packet(head: 1, codes: 0))[64] == 1.0 / 32768)
        #expect(try decode(first + packet(head: 0x80, codes: 0))[64] == 9.0 / 32768)
        #expect(try decode(first + packet(head: 0x100, codes: 0))[64] == 256.0 / 32768)
    }

    @Test("gives each channel its own half of a packet")
    func stereo() throws {
        let left = packet(head: 0x1000 | 20, codes: 0x53)
        let right = packet(head: 0x2000 | 30, codes: 0x9A)
        let samples = try decode(left + right, channels: 2)
        let expectedLeft = try decode(left)
        let expectedRight = try decode(right)
        #expect(stride(from: 0, to: 128, by: 2).map { samples[$0] } == expectedLeft)
        #expect(stride(from: 1, to: 128, by: 2).map { samples[$0] } == expectedRight)
    }

    @Test("encoded from a sine comes back 39 dB above the noise, from the first sample on")
    func encoded() throws {
        let sine = (0..<6400).map { Float(sin(2 * Double.pi * 1000 * Double($0) / 44100)) / 2 }
        var encoder = IMA4Encoder(channelCount: 1)
        var packets: [UInt8] = []
        for start in stride(from: 0, to: sine.count, by: 64) {
            let packet = Array(sine[start..<start + 64]).withUnsafeBufferPointer {
                encoder.encode($0.baseAddress!)
            }
            #expect(packet.count == 34)
            packets += packet
        }
        let decoded = try decode(packets)
        let noise = zip(sine, decoded).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
        let signal = sine.map { $0 * $0 }.reduce(0, +)
        #expect(10 * log10(signal / noise) > 39)
    }
}
