import AudioCodecs
import AudioModel
import CommandLineTool
import Glibc

/// A sound to encode and decode: chords with some noise, the same in every run.
struct BenchSound {
    static let sampleRate = 44100.0

    let channelCount: Int
    /// Interleaved samples, full scale ±1.
    let samples: [Float]

    var frameCount: Int { samples.count / channelCount }

    init(seconds: Int, channelCount: Int) {
        self.channelCount = channelCount
        var samples: [Float] = []
        samples.reserveCapacity(seconds * Int(Self.sampleRate) * channelCount)
        var noise: UInt32 = 1
        for frame in 0..<seconds * Int(Self.sampleRate) {
            let time = Double(frame) / Self.sampleRate
            // A chord lasts half a second and decays.
            let chord = Double(frame / 22050 % 12)
            let pitch = 110 * exp2(chord / 12)
            let level = 0.6 * exp(-4 * (time * 2 - (time * 2).rounded(.down)))
            for channel in 0..<channelCount {
                let turn = 2 * Double.pi * pitch * time * (1 + Double(channel) * 0.003)
                let tone = sin(turn) + sin(turn * 1.5) / 2 + sin(turn * 4) / 4
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let hiss = Double(Int32(bitPattern: noise)) / 2_147_483_648 * 0.05
                samples.append(Float(level * (tone / 1.75 + hiss)))
            }
        }
        self.samples = samples
    }

    /// A quiet stereo tone, seamless when repeated. No frame is zero in both channels, so zeros in
    /// the middle of it were not played.
    init(toneOfSeconds seconds: Int) {
        channelCount = 2
        samples = (0..<seconds * Int(Self.sampleRate)).flatMap { frame in
            let turn = 2 * Double.pi * 220 * Double(frame) / Self.sampleRate
            return [Float(0.02 * sin(turn)), Float(0.02 * cos(turn))]
        }
    }

    /// The samples as 16-bit linear PCM.
    func integers(isBigEndian: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * samples.count)
        for sample in samples {
            let number = UInt16(bitPattern: Int16(min(max(sample * 32768, -32768), 32767)))
            let ends = [UInt8(number & 0xFF), UInt8(number >> 8)]
            bytes += isBigEndian ? ends.reversed() : ends
        }
        return bytes
    }

    func pcmFormat(isBigEndian: Bool) -> StreamFormat {
        StreamFormat(
            sampleRate: Self.sampleRate, id: .linearPCM,
            flags: isBigEndian
                ? [.signedInteger, .packed, .bigEndian] : [.signedInteger, .packed],
            bytesPerPacket: UInt32(2 * channelCount), framesPerPacket: 1,
            bytesPerFrame: UInt32(2 * channelCount), channelCount: UInt32(channelCount),
            bitsPerChannel: 16)
    }

    /// A format with only its coding set.
    func format(_ id: FormatID, flags: UInt32 = 0) -> StreamFormat {
        StreamFormat(
            sampleRate: Self.sampleRate, id: id, flags: FormatFlags(rawValue: flags),
            bytesPerPacket: 0, framesPerPacket: 0, bytesPerFrame: 0,
            channelCount: UInt32(channelCount), bitsPerChannel: 0)
    }

    /// Encodes the whole sound.
    func packets(_ encoder: any PacketEncoder) throws(FormatError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var failure: FormatError?
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            do throws(FormatError) {
                packets = try encoder.encode(start, frameCount: frameCount)
                packets += try encoder.finish()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return packets
    }
}

/// Runs a closure that reads or writes sound files, and converts its errors to `ProgramError`.
func making<Answer>(
    _ name: String, _ body: () throws(FormatError) -> Answer
) throws(ProgramError) -> Answer {
    do throws(FormatError) {
        return try body()
    } catch {
        throw ProgramError(.deviceMissing, error.description, in: name)
    }
}
