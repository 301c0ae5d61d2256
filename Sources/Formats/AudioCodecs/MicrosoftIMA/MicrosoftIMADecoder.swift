/// Decodes IMA ADPCM of WAVE files (format tag 0x11) to float.
///
/// A block starts with four bytes per channel: the first sample, the step index, and an unused
/// byte. Then each channel in turn has four bytes: eight four-bit codes, the low one first.
///
/// Source: IMA, "Recommended Practices for Enhancing Digital Audio Compatibility" 3.00; Microsoft
/// Multimedia Standards Update 3.0, "DVI ADPCM Wave Type".
final class MicrosoftIMADecoder: PacketDecoder {
    let rollPacketCount: Int64 = 0

    private let channelCount: Int
    private var predictors: [Int32]
    private var rows: [Int32]

    /// State transitions like `IMA4.transitions`, with the difference computed by one
    /// multiplication, like other decoders of WAVE files. Apple's sum of halves rounds differently.
    private static let transitions: [Int32] = (0...IMA4.stepIndexMax).flatMap { index in
        (0..<16).map { code in
            let magnitude = (Int32(2 * (code & 7) + 1) * IMA4.steps[index]) >> 3
            let difference = code & 8 == 0 ? magnitude : -magnitude
            return difference << IMA4.rowBits | Int32(IMA4.nextIndex(code: code, index: index) * 16)
        }
    }

    init(channelCount: Int) {
        self.channelCount = channelCount
        predictors = Array(repeating: 0, count: channelCount)
        rows = predictors
    }

    func reset() {}

    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) -> Int {
        let headByteCount = 4 * channelCount
        guard packet.count >= headByteCount, frameCount > 0 else { return 0 }
        for channel in 0..<channelCount {
            let head = packet.loadUnaligned(fromByteOffset: 4 * channel, as: UInt32.self)
            let bits = UInt32(littleEndian: head)
            predictors[channel] = Int32(Int16(truncatingIfNeeded: bits))
            rows[channel] = min(Int32(bits >> 16 & 0xFF), Int32(IMA4.stepIndexMax)) * 16
            samples[channel] = Float(predictors[channel]) * 0x1p-15
        }
        var frame = 1
        Self.transitions.withUnsafeBufferPointer { transitions in
            var offset = headByteCount
            while frame < frameCount, offset + 4 * channelCount <= packet.count {
                for channel in 0..<channelCount {
                    let group = UInt32(
                        littleEndian: packet.loadUnaligned(
                            fromByteOffset: offset + 4 * channel, as: UInt32.self))
                    let count = min(8, frameCount - frame)
                    decode(
                        group, of: channel, transitions,
                        into: samples + frame * channelCount + channel, count: count)
                }
                offset += 4 * channelCount
                frame += 8
            }
        }
        return min(frame, frameCount)
    }

    @inline(__always)
    private func decode(
        _ group: UInt32, of channel: Int, _ transitions: UnsafeBufferPointer<Int32>,
        into samples: UnsafeMutablePointer<Float>, count: Int
    ) {
        var predictor = predictors[channel]
        var row = rows[channel]
        for index in 0..<count {
            let code = Int32(group >> UInt32(4 * index) & 0x0F)
            let transition = transitions[Int(row + code)]
            predictor = min(max(predictor + transition >> IMA4.rowBits, -32768), 32767)
            row = transition & IMA4.rowMask
            samples[index * channelCount] = Float(predictor) * 0x1p-15
        }
        predictors[channel] = predictor
        rows[channel] = row
    }
}
