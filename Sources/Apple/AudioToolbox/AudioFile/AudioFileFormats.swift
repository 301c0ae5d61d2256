package import AudioModel
package import CoreAudioTypes

// Conversions between Apple's format structure and `StreamFormat`.

extension AudioStreamBasicDescription {
    /// Copies the fields without checking them.
    package init(_ format: StreamFormat) {
        self.init(
            mSampleRate: format.sampleRate, mFormatID: format.id.rawValue.rawValue,
            mFormatFlags: format.flags.rawValue, mBytesPerPacket: format.bytesPerPacket,
            mFramesPerPacket: format.framesPerPacket, mBytesPerFrame: format.bytesPerFrame,
            mChannelsPerFrame: format.channelCount, mBitsPerChannel: format.bitsPerChannel,
            mReserved: 0)
    }
}

extension StreamFormat {
    /// Copies the fields without checking them.
    package init(_ description: AudioStreamBasicDescription) {
        self.init(
            sampleRate: description.mSampleRate,
            id: FormatID(rawValue: FourCC(rawValue: description.mFormatID)),
            flags: FormatFlags(rawValue: description.mFormatFlags),
            bytesPerPacket: description.mBytesPerPacket,
            framesPerPacket: description.mFramesPerPacket,
            bytesPerFrame: description.mBytesPerFrame,
            channelCount: description.mChannelsPerFrame,
            bitsPerChannel: description.mBitsPerChannel)
    }
}
