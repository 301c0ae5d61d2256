/// Float to Apple IMA4.
package struct IMA4Encoder {
    private let channelCount: Int
    private var predictors: [Int32]
    private var stepIndexes: [Int]

    package init(channelCount: Int) {
        self.channelCount = channelCount
        predictors = Array(repeating: 0, count: channelCount)
        stepIndexes = Array(repeating: 0, count: channelCount)
    }

    /// Codes 64 frames.
    ///
    /// - Parameter samples: Interleaved, 64 frames.
    /// - Returns: 34 bytes a channel.
    package mutating func encode(_ samples: UnsafePointer<Float>) -> [UInt8] {
        var packet: [UInt8] = []
        packet.reserveCapacity(channelCount * Int(IMA4.bytesPerChannel))
        for channel in 0..<channelCount {
            var predictor = predictors[channel]
            var index = stepIndexes[channel]
            // Decoders carry the low bits on; those that do not are off by 127 at most.
            let head = UInt16(truncatingIfNeeded: Int(predictor) & ~IMA4.lostBits | index)
            packet.append(UInt8(head >> 8))
            packet.append(UInt8(head & 0xFF))
            for pair in 0..<32 {
                var byte = 0
                for half in 0..<2 {
                    let sample = samples[(2 * pair + half) * channelCount + channel]
                    let code = Self.code(
                        for: Int32(pcm16(sample)) - predictor, step: IMA4.steps[index])
                    let difference = IMA4.difference(code: code, step: IMA4.steps[index])
                    predictor = min(max(predictor + difference, -32768), 32767)
                    index = IMA4.nextIndex(code: code, index: index)
                    byte |= code << (4 * half)
                }
                packet.append(UInt8(byte))
            }
            predictors[channel] = predictor
            stepIndexes[channel] = index
        }
        return packet
    }

    /// The code that comes nearest without passing the wanted difference.
    private static func code(for difference: Int32, step: Int32) -> Int {
        var code = difference < 0 ? 8 : 0
        var left = abs(difference)
        for (bit, part) in [(4, step), (2, step >> 1), (1, step >> 2)] where left >= part {
            code |= bit
            left -= part
        }
        return code
    }
}
