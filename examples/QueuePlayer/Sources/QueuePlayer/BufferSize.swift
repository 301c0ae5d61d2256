package import AudioToolbox

/// How large a player's buffers are, and what goes into one.
package struct BufferSize: Equatable, Sendable {
    package var bytes: UInt32
    package var packets: UInt32

    package init(bytes: UInt32, packets: UInt32) {
        self.bytes = bytes
        self.packets = packets
    }

    /// No buffer is larger than 320 KB, but for a larger packet's sake; nor smaller than 16 KB.
    package static let bytesMax: UInt32 = 0x50000
    package static let bytesMin: UInt32 = 0x4000

    /// The size for a duration in seconds.
    ///
    /// - Parameter largestPacket: Bytes.
    package static func deriving(
        from format: AudioStreamBasicDescription, largestPacket: UInt32, seconds: Double
    ) -> BufferSize {
        let packet = max(largestPacket, 1)
        let most = max(bytesMax, packet)
        guard format.mFramesPerPacket != 0 else {
            // The duration of a packet is unknown.
            return BufferSize(bytes: most, packets: most / packet)
        }
        let packetsWanted = format.mSampleRate / Double(format.mFramesPerPacket) * seconds
        let wanted = packetsWanted * Double(packet)
        // A file may say anything of its rate.
        let limited = wanted < Double(most) ? UInt32(max(wanted, 0)) : most
        let bytes = max(limited, bytesMin, packet)
        return BufferSize(bytes: bytes, packets: bytes / packet)
    }

    /// The size for a number of packets of any duration.
    ///
    /// - Returns: `nil` when that is more than a number of 32 bits can say.
    package static func fixed(packets: UInt32, largestPacket: UInt32) -> BufferSize? {
        let (bytes, overflows) = packets.multipliedReportingOverflow(by: max(largestPacket, 1))
        return overflows ? nil : BufferSize(bytes: bytes, packets: packets)
    }
}
