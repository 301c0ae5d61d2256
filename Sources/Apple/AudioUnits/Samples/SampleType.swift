package import AudioModel

/// The samples that audio units take and give, in the machine's byte order.
package enum SampleType: Sendable {
    case float32, float64, int16, int32
    /// Fixed point with 8 bits before the point and 24 behind it: full scale is 2^24.
    case fixed8Point24

    /// - Returns: `nil` for other codings, byte orders and sizes.
    package init?(_ format: StreamFormat) {
        let channels = format.flags.contains(.nonInterleaved) ? 1 : format.channelCount
        guard format.id == .linearPCM, format.bitsPerChannel % 8 == 0,
            UInt64(format.bytesPerFrame) == UInt64(format.bitsPerChannel / 8) * UInt64(channels),
            !format.flags.contains(.bigEndian)
        else { return nil }
        let isFloat = format.flags.contains(.float)
        guard isFloat || format.flags.contains(.signedInteger) else { return nil }
        // The number of bits behind the point of fixed-point samples.
        let fraction = format.flags.rawValue >> 7 & 0x3F
        switch (format.bitsPerChannel, isFloat, fraction) {
        case (32, true, 0): self = .float32
        case (64, true, 0): self = .float64
        case (16, false, 0): self = .int16
        case (32, false, 0): self = .int32
        case (32, false, 24): self = .fixed8Point24
        default: return nil
        }
    }
}

extension StreamFormat {
    /// Planar 32-bit floats, as audio units process them.
    package static func planarFloats(sampleRate: Double, channelCount: Int) -> StreamFormat {
        StreamFormat(
            sampleRate: sampleRate, id: .linearPCM, flags: [.float, .packed, .nonInterleaved],
            bytesPerPacket: 4, framesPerPacket: 1, bytesPerFrame: 4,
            channelCount: UInt32(clamping: channelCount), bitsPerChannel: 32)
    }
}
