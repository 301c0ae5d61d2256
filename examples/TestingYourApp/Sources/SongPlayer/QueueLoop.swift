import AVFAudio

/// An audio queue that plays a song over and over.
@MainActor
final class QueueLoop {
    /// A call of Audio Toolbox that failed.
    struct Failure: Error {
        var call: String
        var status: OSStatus
    }

    /// The next frame of the song that goes into a buffer.
    private(set) var frame: Int

    private let song: Song
    private var queue: AudioQueueRef?

    private static let bufferCount = 3
    private static let bufferFrames = 4_410

    init(_ song: Song, from frame: Int = 0) throws {
        self.song = song
        self.frame = frame
        var format = AudioStreamBasicDescription(
            mSampleRate: Song.sampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        try check(
            "AudioQueueNewOutput",
            AudioQueueNewOutput(
                &format,
                { context, _, buffer in
                    guard let context else { return }
                    nonisolated(unsafe) let buffer = buffer
                    let loop = Unmanaged<QueueLoop>.fromOpaque(context).takeUnretainedValue()
                    // The queue calls on the run loop of the thread that made it, the main one.
                    MainActor.assumeIsolated { loop.fill(buffer) }
                }, Unmanaged.passUnretained(self).toOpaque(), CFRunLoopGetCurrent(), nil, 0, &queue)
        )
        try prepareBuffers()
    }

    isolated deinit {
        if let queue { AudioQueueDispose(queue, true) }
    }

    func start() throws {
        try check("AudioQueueStart", AudioQueueStart(queue, nil))
    }

    func pause() {
        AudioQueuePause(queue)
    }

    private func prepareBuffers() throws {
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                "AudioQueueAllocateBuffer",
                AudioQueueAllocateBuffer(queue, UInt32(4 * Self.bufferFrames), &buffer))
            if let buffer { fill(buffer) }
        }
    }

    private func fill(_ buffer: AudioQueueBufferRef) {
        guard !song.samples.isEmpty else { return }
        let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
        for index in 0..<Self.bufferFrames {
            samples[index] = song.samples[frame]
            frame = (frame + 1) % song.samples.count
        }
        buffer.pointee.mAudioDataByteSize = UInt32(4 * Self.bufferFrames)
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }

    private func check(_ call: String, _ status: OSStatus) throws {
        guard status == noErr else { throw Failure(call: call, status: status) }
    }
}
