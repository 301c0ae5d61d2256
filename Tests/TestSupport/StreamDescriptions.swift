package import CoreAudioTypes

// MARK: - The formats that tests use

extension AudioStreamBasicDescription {
    /// Packed, interleaved signed integers, little-endian unless `flags` says otherwise.
    package static func integers(
        _ bits: UInt32 = 16, channels: UInt32 = 2, rate: Double = 44_100,
        flags: AudioFormatFlags = 0
    ) -> Self {
        linearPCM(
            kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | flags,
            bytesPerFrame: bits / 8 * channels, channels: channels, bits: bits, rate: rate)
    }

    /// Packed, interleaved signed integers, big-endian.
    package static func bigEndianIntegers(_ bits: UInt32 = 16, channels: UInt32 = 2) -> Self {
        integers(bits, channels: channels, flags: kAudioFormatFlagIsBigEndian)
    }

    /// Packed, interleaved 32-bit floats.
    package static func floats(_ rate: Double, channels: UInt32 = 1) -> Self {
        linearPCM(
            kAudioFormatFlagsNativeFloatPacked, bytesPerFrame: 4 * channels, channels: channels,
            bits: 32, rate: rate)
    }

    /// 32-bit floats, one buffer for each channel.
    package static func planarFloats(_ rate: Double = 44_100, channels: UInt32 = 2) -> Self {
        linearPCM(
            kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
            bytesPerFrame: 4, channels: channels, bits: 32, rate: rate)
    }

    /// A coding; the fields that follow from it are zero.
    package static func coded(
        _ id: AudioFormatID, channels: UInt32 = 2, rate: Double = 44_100
    ) -> Self {
        var description = AudioStreamBasicDescription()
        description.mSampleRate = rate
        description.mFormatID = id
        description.mChannelsPerFrame = channels
        return description
    }

    private static func linearPCM(
        _ flags: AudioFormatFlags, bytesPerFrame: UInt32, channels: UInt32, bits: UInt32,
        rate: Double
    ) -> Self {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
            mBytesPerPacket: bytesPerFrame, mFramesPerPacket: 1, mBytesPerFrame: bytesPerFrame,
            mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
    }
}
