/// Apple IMA4 to float, full scale ±1.
///
/// A packet's head gives the predictor without its low seven bits. When the predictor the packet
/// before left behind agrees with what is given, it is kept, which is what FFmpeg does too: the
/// samples are the same, bit for bit. Apple's choice is not documented; the two differ by 127 of
/// 32768 at most.
struct IMA4Decoder {
    private let channelCount: Int
    /// Each channel's predictor and step row after the last packet.
    private var ends: [IMA4.End]
    /// Samples of two channels that are being decoded.
    private var numbers: [Int32]

    init(channelCount: Int) {
        self.channelCount = channelCount
        numbers = Array(repeating: 0, count: 2 * IMA4Group.sampleCount)
        ends = Array(repeating: IMA4.End(), count: channelCount)
    }

    /// Forgets the packets before, as at the start of a file.
    mutating func reset() {
        for channel in ends.indices { ends[channel] = IMA4.End() }
    }

    /// - Parameters:
    ///   - packets: `packetCount` packets, one after the other.
    ///   - samples: Room for 64 interleaved frames a packet.
    mutating func decode(
        _ packets: UnsafeRawPointer, packetCount: Int, into samples: UnsafeMutablePointer<Float>
    ) {
        let channelCount = channelCount
        let packetByteCount = channelCount &* Int(IMA4.bytesPerChannel)
        IMA4.transitions.withUnsafeBufferPointer { transitions in
            ends.withUnsafeMutableBufferPointer { ends in
                numbers.withUnsafeMutableBufferPointer { numbers in
                    guard let table = transitions.baseAddress, let ends = ends.baseAddress,
                        let numbers = numbers.baseAddress
                    else { return }
                    let group = IMA4Group(table: table, packetStride: packetByteCount)
                    for first in stride(from: 0, to: packetCount, by: IMA4Group.packetCount) {
                        let count = min(IMA4Group.packetCount, packetCount &- first)
                        group.decode(
                            packets + first &* packetByteCount, packetCount: count, ends,
                            channelCount: channelCount, numbers,
                            into: samples + first &* 64 &* channelCount)
                    }
                }
            }
        }
    }
}

extension IMA4 {
    /// Where a channel's packet ends, and the next may go on.
    struct End {
        var predictor: Int32 = 0
        /// The step index as a row of `transitions`.
        var row: Int32 = 0
    }
}
