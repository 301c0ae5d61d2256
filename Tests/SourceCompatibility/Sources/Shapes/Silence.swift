import AudioToolbox

/// Plays a buffer of silence on a queue with a callback on a thread of its own.
func playSilence(
    _ bufferDone: @escaping AudioQueueOutputCallback,
    _ listener: @escaping AudioQueuePropertyListenerProc, _ userData: UnsafeMutableRawPointer
) {
    var format = monoFormat()
    var queue: AudioQueueRef?
    AudioQueueNewOutput(&format, bufferDone, userData, nil, nil, 0, &queue)
    guard let queue else { return expect(false, "there is no queue") }
    AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, listener, userData)
    var buffer: AudioQueueBufferRef?
    AudioQueueAllocateBuffer(queue, 960, &buffer)
    guard let buffer else { return expect(false, "there is no buffer") }
    buffer.pointee.mAudioDataByteSize = 960
    buffer.pointee.mAudioData.initializeMemory(as: UInt8.self, repeating: 0, count: 960)
    AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    AudioQueueStart(queue, nil)
}

func monoFormat() -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
        mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
        mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
        mBitsPerChannel: 16, mReserved: 0)
}
