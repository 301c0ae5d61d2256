import AudioToolbox

// Parameters and formats of a test's unit.

extension TestUnit {
    @discardableResult
    func setParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0, _ value: Float
    ) -> OSStatus { AudioUnitSetParameter(unit, id, scope, element, value, 0) }

    /// The value; `nil` where the call fails.
    func parameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope = kAudioUnitScope_Global,
        _ element: AudioUnitElement = 0
    ) -> Float? {
        var value: AudioUnitParameterValue = .nan
        return AudioUnitGetParameter(unit, id, scope, element, &value) == noErr ? value : nil
    }

    @discardableResult
    func setElementCount(_ count: UInt32, _ scope: AudioUnitScope) -> OSStatus {
        set(kAudioUnitProperty_ElementCount, scope, 0, count)
    }

    /// The format of planar floats.
    static func planar(_ channels: UInt32, rate: Double = 48_000) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
            mChannelsPerFrame: channels, mBitsPerChannel: 32, mReserved: 0)
    }
}
