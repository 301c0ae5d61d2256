import AudioToolbox

/// Plays a buffer of silence on a queue with a callback on a thread of its own.
///
/// The queue is disposed of after `waiting` returns: its callbacks must not outlive `userData`.
func playSilence(
    _ bufferDone: @escaping AudioQueueOutputCallback,
    _ listener: @escaping AudioQueuePropertyListenerProc, _ userData: UnsafeMutableRawPointer,
    waiting: () -> Void
) {
    guard let queue = startSilence(bufferDone, listener, userData) else { return }
    waiting()
    AudioQueueDispose(queue, true)
}

/// Starts a queue with a buffer of silence. The caller disposes of it.
func startSilence(
    _ bufferDone: @escaping AudioQueueOutputCallback,
    _ listener: @escaping AudioQueuePropertyListenerProc, _ userData: UnsafeMutableRawPointer
) -> AudioQueueRef? {
    var format = monoFormat()
    var queue: AudioQueueRef?
    AudioQueueNewOutput(&format, bufferDone, userData, nil, nil, 0, &queue)
    expect(queue != nil, "there is no queue")
    guard let queue else { return nil }
    AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, listener, userData)
    var buffer: AudioQueueBufferRef?
    AudioQueueAllocateBuffer(queue, 960, &buffer)
    expect(buffer != nil, "there is no buffer")
    guard let buffer else { return nil }
    buffer.pointee.mAudioDataByteSize = 960
    buffer.pointee.mAudioData.initializeMemory(as: UInt8.self, repeating: 0, count: 960)
    AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    AudioQueueStart(queue, nil)
    return queue
}

func monoFormat() -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
        mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
        mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
        mBitsPerChannel: 16, mReserved: 0)
}
