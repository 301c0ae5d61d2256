import CoreAudioTypes

/// The types of what public projects use most of CoreAudioTypes.
func checkCoreAudioTypesSignatures() {
    _ = AudioStreamBasicDescription.self
    let _: AudioFormatID = kAudioFormatLinearPCM
    _ = AudioBufferList.self
    settable(\AudioBuffer.mData, UnsafeMutableRawPointer?.self)
    settable(\AudioStreamBasicDescription.mSampleRate, Double.self)
    settable(\AudioStreamBasicDescription.mChannelsPerFrame, UInt32.self)
    settable(\AudioStreamBasicDescription.mBytesPerFrame, UInt32.self)
    settable(\AudioBuffer.mDataByteSize, UInt32.self)
    settable(\AudioStreamBasicDescription.mFormatID, AudioFormatID.self)
    settable(\AudioStreamBasicDescription.mFormatFlags, AudioFormatFlags.self)
    settable(\AudioStreamBasicDescription.mFramesPerPacket, UInt32.self)
    settable(\AudioStreamBasicDescription.mBitsPerChannel, UInt32.self)
    let _: AudioFormatID = kAudioFormatMPEG4AAC
    settable(\AudioBuffer.mNumberChannels, UInt32.self)
    settable(\AudioStreamBasicDescription.mBytesPerPacket, UInt32.self)
    let _: AudioFormatFlags = kAudioFormatFlagIsSignedInteger
    let _: AudioFormatFlags = kAudioFormatFlagIsPacked
    _ = AudioStreamPacketDescription.self
    settable(\AudioStreamPacketDescription.mDataByteSize, UInt32.self)
    _ = AudioTimeStamp.self
    _ = AudioBuffer.self
    let _: AudioFormatFlags = kAudioFormatFlagIsBigEndian
    settable(\AudioStreamBasicDescription.mReserved, UInt32.self)
    let _: AudioFormatFlags = kAudioFormatFlagIsNonInterleaved
    let _: AudioFormatFlags = kAudioFormatFlagsNativeEndian
    settable(\AudioStreamPacketDescription.mStartOffset, Int64.self)
    _ = AudioChannelLayout.self
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Mono
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    let _: AudioFormatFlags = kAudioFormatFlagIsFloat
    let _: AudioFormatFlags = kLinearPCMFormatFlagIsFloat
    settable(\AudioStreamPacketDescription.mVariableFramesInPacket, UInt32.self)
    aliased(AudioFormatID.self, UInt32.self)
    let _: AudioFormatFlags = kLinearPCMFormatFlagIsPacked
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_DiscreteInOrder
    let _: OSStatus = kAudio_ParamError
    let _: AudioFormatFlags = kLinearPCMFormatFlagIsBigEndian
    _ = AudioChannelBitmap.self
    aliased(AudioChannelLabel.self, UInt32.self)
    aliased(AudioChannelLayoutTag.self, UInt32.self)
    _ = AudioChannelLayoutTag_GetNumberOfChannels(_:) as (AudioChannelLayoutTag) -> UInt32
    aliased(AudioFormatFlags.self, UInt32.self)
    _ = AudioTimeStampFlags.self
    _ = MPEG4ObjectID.self
    let _: AudioChannelLabel = kAudioChannelLabel_Ambisonic_W
    let _: AudioChannelLabel = kAudioChannelLabel_Ambisonic_X
    let _: AudioChannelLabel = kAudioChannelLabel_Ambisonic_Y
    let _: AudioChannelLabel = kAudioChannelLabel_Ambisonic_Z
    let _: AudioChannelLabel = kAudioChannelLabel_Center
    let _: AudioChannelLabel = kAudioChannelLabel_CenterSurround
    let _: AudioChannelLabel = kAudioChannelLabel_CenterSurroundDirect
    let _: AudioChannelLabel = kAudioChannelLabel_ClickTrack
    let _: AudioChannelLabel = kAudioChannelLabel_DialogCentricMix
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_0
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_1
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_10
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_11
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_12
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_13
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_14
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_15
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_2
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_3
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_4
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_5
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_6
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_65535
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_7
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_8
    let _: AudioChannelLabel = kAudioChannelLabel_Discrete_9
    let _: AudioChannelLabel = kAudioChannelLabel_ForeignLanguage
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_0
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_1
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_10
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_11
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_12
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_13
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_14
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_15
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_2
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_3
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_4
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_5
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_6
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_65024
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_7
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_8
    let _: AudioChannelLabel = kAudioChannelLabel_HOA_ACN_9
    let _: AudioChannelLabel = kAudioChannelLabel_Haptic
    let _: AudioChannelLabel = kAudioChannelLabel_HeadphonesLeft
    let _: AudioChannelLabel = kAudioChannelLabel_HeadphonesRight
    let _: AudioChannelLabel = kAudioChannelLabel_HearingImpaired
    let _: AudioChannelLabel = kAudioChannelLabel_LFE2
    let _: AudioChannelLabel = kAudioChannelLabel_LFEScreen
    let _: AudioChannelLabel = kAudioChannelLabel_Left
    let _: AudioChannelLabel = kAudioChannelLabel_LeftCenter
    let _: AudioChannelLabel = kAudioChannelLabel_LeftSurround
    let _: AudioChannelLabel = kAudioChannelLabel_LeftSurroundDirect
    let _: AudioChannelLabel = kAudioChannelLabel_LeftTotal
    let _: AudioChannelLabel = kAudioChannelLabel_LeftWide
    let _: AudioChannelLabel = kAudioChannelLabel_MS_Mid
    let _: AudioChannelLabel = kAudioChannelLabel_MS_Side
    let _: AudioChannelLabel = kAudioChannelLabel_Mono
    let _: AudioChannelLabel = kAudioChannelLabel_Narration
    let _: AudioChannelLabel = kAudioChannelLabel_RearSurroundLeft
    let _: AudioChannelLabel = kAudioChannelLabel_RearSurroundRight
    let _: AudioChannelLabel = kAudioChannelLabel_Right
    let _: AudioChannelLabel = kAudioChannelLabel_RightCenter
    let _: AudioChannelLabel = kAudioChannelLabel_RightSurround
    let _: AudioChannelLabel = kAudioChannelLabel_RightSurroundDirect
    let _: AudioChannelLabel = kAudioChannelLabel_RightTotal
    let _: AudioChannelLabel = kAudioChannelLabel_RightWide
    let _: AudioChannelLabel = kAudioChannelLabel_TopBackCenter
    let _: AudioChannelLabel = kAudioChannelLabel_TopBackLeft
    let _: AudioChannelLabel = kAudioChannelLabel_TopBackRight
    let _: AudioChannelLabel = kAudioChannelLabel_TopCenterSurround
    let _: AudioChannelLabel = kAudioChannelLabel_Unknown
    let _: AudioChannelLabel = kAudioChannelLabel_Unused
    let _: AudioChannelLabel = kAudioChannelLabel_UseCoordinates
    let _: AudioChannelLabel = kAudioChannelLabel_VerticalHeightCenter
    let _: AudioChannelLabel = kAudioChannelLabel_VerticalHeightLeft
    let _: AudioChannelLabel = kAudioChannelLabel_VerticalHeightRight
    let _: AudioChannelLabel = kAudioChannelLabel_XY_X
    let _: AudioChannelLabel = kAudioChannelLabel_XY_Y
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Ambisonic_B_Format
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Binaural
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Hexagonal
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_MatrixStereo
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_MidSide
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Octagonal
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Pentagonal
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Quadraphonic
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_StereoHeadphones
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_Unknown
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_UseChannelDescriptions
    let _: AudioChannelLayoutTag = kAudioChannelLayoutTag_XY
    let _: AudioFormatID = kAudioFormatAppleLossless
    let _: AudioFormatID = kAudioFormatFLAC
    let _: AudioFormatFlags = kAudioFormatFlagsCanonical
    let _: AudioFormatFlags = kAudioFormatFlagsNativeFloatPacked
    let _: AudioFormatID = kAudioFormatMPEG4AAC_HE
    let _: AudioFormatID = kAudioFormatMPEG4AAC_HE_V2
    let _: AudioFormatID = kAudioFormatiLBC
    let _: AudioFormatFlags = kLinearPCMFormatFlagIsAlignedHigh
    let _: AudioFormatFlags = kLinearPCMFormatFlagIsSignedInteger
    settable(\AudioBufferList.mNumberBuffers, UInt32.self)
    settable(\AudioBufferList.mBuffers, AudioBuffer.self)
}
