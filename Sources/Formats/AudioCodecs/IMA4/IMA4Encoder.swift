/// Encodes float to Apple IMA4.
///
/// A packet may start with another step index, and near another sample, than the previous one ended
/// with. The encoder tries several and keeps the best: every step index at the start of a sound,
/// later those around the previous packet's last.
package struct IMA4Encoder {
    /// Distances from the previous packet's last step index at which start indexes are tried.
    private static let stepIndexesAround = [-6, -2, 2, 6]

    private let channelCount: Int
    private var channels: [Channel]
    /// The channel's 64 samples to encode.
    private var wanted: [Int32]
    /// The current trial, and the best one.
    private var trial = Trial()
    private var best = Trial()

    private struct Channel {
        var predictor: Int32 = 0
        var stepIndex = 0
        var hasBegun = false
    }

    package init(channelCount: Int) {
        self.channelCount = channelCount
        channels = Array(repeating: Channel(), count: channelCount)
        wanted = Array(repeating: 0, count: Int(IMA4.framesPerPacket))
    }

    /// Encodes 64 frames.
    ///
    /// - Parameter samples: 64 interleaved frames.
    /// - Returns: 34 bytes per channel.
    package mutating func encode(_ samples: UnsafePointer<Float>) -> [UInt8] {
        var packet: [UInt8] = []
        packet.reserveCapacity(channelCount * Int(IMA4.bytesPerChannel))
        for channel in 0..<channelCount {
            for frame in wanted.indices {
                wanted[frame] = Int32(pcm16(samples[frame * channelCount + channel]))
            }
            findBest(channel)
            packet.append(UInt8(best.head >> 8))
            packet.append(UInt8(best.head & 0xFF))
            packet += best.codes
            channels[channel] = Channel(
                predictor: best.predictor, stepIndex: best.stepIndex, hasBegun: true)
        }
        return packet
    }

    private mutating func findBest(_ channel: Int) {
        let state = channels[channel]
        best.error = .max
        // Decoders keep the low bits; those that do not are off by at most 127.
        consider(Int(state.predictor) & ~IMA4.lostBits, state.stepIndex, after: state)
        // The first sample, as precisely as the header can store it.
        let nearest = min((Int(wanted[0]) + 64) & ~IMA4.lostBits, 32767 & ~IMA4.lostBits)
        if state.hasBegun {
            for distance in Self.stepIndexesAround
            where (0...IMA4.stepIndexMax).contains(state.stepIndex + distance) {
                consider(nearest, state.stepIndex + distance, after: state)
            }
        } else {
            for stepIndex in 0...IMA4.stepIndexMax {
                consider(nearest, stepIndex, after: state)
            }
        }
    }

    /// Encodes with a given header, and keeps the result when it is better than the best so far.
    private mutating func consider(_ given: Int, _ stepIndex: Int, after end: Channel) {
        let isCarriedOn =
            stepIndex == end.stepIndex && abs(given - Int(end.predictor)) <= IMA4.lostBits
        trial.head = UInt16(truncatingIfNeeded: given | stepIndex)
        trial.predictor = isCarriedOn ? end.predictor : Int32(given)
        trial.stepIndex = stepIndex
        guard trial.code(wanted, below: best.error) else { return }
        swap(&trial, &best)
    }
}

/// One channel's packet, encoded from a given header.
private struct Trial {
    var head: UInt16 = 0
    var codes = [UInt8](repeating: 0, count: 32)
    /// Decoder state: at the packet's start before encoding, at its end after.
    var predictor: Int32 = 0
    var stepIndex = 0
    /// Sum of the squared errors.
    var error = Int64.max

    /// Encodes the samples.
    ///
    /// - Returns: False, with an unusable result, once the error reaches `limit`.
    mutating func code(_ wanted: [Int32], below limit: Int64) -> Bool {
        error = 0
        for pair in codes.indices {
            let low = code(wanted[2 * pair])
            let high = code(wanted[2 * pair + 1])
            codes[pair] = UInt8(low | high << 4)
            guard error < limit else { return false }
        }
        return true
    }

    private mutating func code(_ wanted: Int32) -> Int {
        let step = IMA4.steps[stepIndex]
        let code = Self.code(for: wanted - predictor, step: step)
        predictor = min(max(predictor + IMA4.difference(code: code, step: step), -32768), 32767)
        stepIndex = IMA4.nextIndex(code: code, index: stepIndex)
        let missed = Int64(wanted - predictor)
        error += missed * missed
        return code
    }

    /// The nearest code; a code stands for the middle of its interval.
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
