/// Decodes Apple IMA4 to float, full scale ±1.
///
/// A packet's header has the predictor without its low seven bits. When the previous packet's
/// predictor agrees with it, that one is kept, as in FFmpeg: the samples are bit-identical. Apple's
/// behaviour is not documented; the two differ by at most 127 of 32768.
package struct IMA4Decoder {
    private let channelCount: Int
    /// Each channel's state after the last packet.
    private var ends: [IMA4.End]
    /// Decoded samples of two channels.
    private var numbers: [Int32]

    package init(channelCount: Int) {
        self.channelCount = channelCount
        numbers = Array(repeating: 0, count: 2 * IMA4Group.sampleCount)
        ends = Array(repeating: IMA4.End(), count: channelCount)
    }

    /// Discards the state of earlier packets, as at the start of a file.
    package mutating func reset() {
        for channel in ends.indices { ends[channel] = IMA4.End() }
    }

    /// Decodes consecutive packets.
    ///
    /// - Parameters:
    ///   - packets: `packetCount` consecutive packets.
    ///   - samples: Room for 64 interleaved frames per packet.
    package mutating func decode(
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
    /// A channel's decoder state at the end of a packet.
    struct End {
        var predictor: Int32 = 0
        /// The step index, as a row of `transitions`.
        var row: Int32 = 0
    }
}
