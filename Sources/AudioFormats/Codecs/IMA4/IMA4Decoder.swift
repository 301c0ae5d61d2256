/// Apple IMA4 to float, full scale ±1.
///
/// A packet's head gives the predictor without its low seven bits. When the predictor the packet
/// before left behind agrees with what is given, it is kept, which is what FFmpeg does too: the
/// samples are the same, bit for bit. Apple's choice is not documented; the two differ by 127 of
/// 32768 at most.
struct IMA4Decoder {
    private let channelCount: Int
    /// Each channel's predictor and the step index after the last packet.
    private var predictors: [Int32]
    private var stepRows: [Int32]

    init(channelCount: Int) {
        self.channelCount = channelCount
        predictors = Array(repeating: 0, count: channelCount)
        stepRows = Array(repeating: 0, count: channelCount)
    }

    /// Forgets the packets before, as at the start of a file.
    mutating func reset() {
        self = IMA4Decoder(channelCount: channelCount)
    }

    /// - Parameters:
    ///   - packets: `packetCount` packets, one after the other.
    ///   - samples: Room for 64 interleaved frames a packet.
    mutating func decode(
        _ packets: UnsafeRawPointer, packetCount: Int, into samples: UnsafeMutablePointer<Float>
    ) {
        IMA4.transitions.withUnsafeBufferPointer { table in
            guard let transitions = table.baseAddress else { return }
            for channel in 0..<channelCount {
                for packet in 0..<packetCount {
                    let offset = (packet &* channelCount &+ channel) &* Int(IMA4.bytesPerChannel)
                    let start = (packet &* 64) &* channelCount &+ channel
                    decodeChannel(
                        channel, of: packets + offset, transitions, into: samples + start)
                }
            }
        }
    }

    /// - Parameter samples: Every `channelCount`th is written.
    @inline(__always)
    private mutating func decodeChannel(
        _ channel: Int, of bytes: UnsafeRawPointer, _ transitions: UnsafePointer<Int32>,
        into samples: UnsafeMutablePointer<Float>
    ) {
        let head = Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))
        var row = min(Int32(head) & 0x7F, Int32(IMA4.stepIndexMax)) &* 16
        let given = Int32(head) & ~Int32(IMA4.lostBits)
        var predictor = predictors[channel]
        if row != stepRows[channel] || abs(given &- predictor) > IMA4.lostBits {
            predictor = given
        }
        var output = samples
        for index in 2..<34 {
            let byte = Int32(bytes.load(fromByteOffset: index, as: UInt8.self))
            let low = transitions[Int(row &+ byte & 15)]
            predictor = min(max(predictor &+ low >> IMA4.rowBits, -32768), 32767)
            output.pointee = Float(predictor) * 0x1p-15
            output += channelCount
            let high = transitions[Int(low & IMA4.rowMask &+ byte >> 4)]
            predictor = min(max(predictor &+ high >> IMA4.rowBits, -32768), 32767)
            output.pointee = Float(predictor) * 0x1p-15
            output += channelCount
            row = high & IMA4.rowMask
        }
        predictors[channel] = predictor
        stepRows[channel] = row
    }
}
