import AVFAudio

/// Plays a tune through an audio queue, once or over and over.
@MainActor
package final class TunePlayer {
    package private(set) var isPlaying = false

    private let tune: Tune
    private let loops: Bool
    private var queue: AudioQueueRef?
    /// The next frame of the tune that goes into a buffer.
    private var frame = 0

    private static let bufferCount = 3
    private static let bufferFrames = 4_410

    package init(_ tune: Tune, loops: Bool = false) {
        self.tune = tune
        self.loops = loops
    }

    isolated deinit {
        if let queue { AudioQueueDispose(queue, true) }
    }

    /// From where it was paused, or from the start when it has ended.
    ///
    /// - Returns: Whether it plays; not where the session may not become active.
    @discardableResult
    package func play() -> Bool {
        if !loops, frame >= tune.samples.count { dispose() }
        if queue == nil { makeQueue() }
        guard let queue else { return false }
        isPlaying = AudioQueueStart(queue, nil) == noErr
        return isPlaying
    }

    package func pause() {
        if let queue { AudioQueuePause(queue) }
        isPlaying = false
    }

    /// Disposes of the queue: the media services were reset, or the tune starts over.
    package func dispose() {
        if let queue { AudioQueueDispose(queue, true) }
        queue = nil
        frame = 0
        isPlaying = false
    }

    private func makeQueue() {
        var format = AudioStreamBasicDescription(
            mSampleRate: Double(Tune.sampleRate), mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        AudioQueueNewOutput(
            &format,
            { context, _, buffer in
                guard let context else { return }
                nonisolated(unsafe) let buffer = buffer
                let player = Unmanaged<TunePlayer>.fromOpaque(context).takeUnretainedValue()
                // The queue calls on the run loop of the thread that made it, the main one.
                MainActor.assumeIsolated { player.fill(buffer) }
            }, Unmanaged.passUnretained(self).toOpaque(), CFRunLoopGetCurrent(), nil, 0, &queue)
        guard let queue else { return }
        for _ in 0..<Self.bufferCount where loops || frame < tune.samples.count {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, UInt32(4 * Self.bufferFrames), &buffer)
            if let buffer { fill(buffer) }
        }
    }

    private func fill(_ buffer: AudioQueueBufferRef) {
        guard let queue else { return }
        if loops, frame >= tune.samples.count { frame = 0 }
        let count = min(Self.bufferFrames, tune.samples.count - frame)
        guard count > 0 else {
            // What is still in line is heard before it stops.
            AudioQueueStop(queue, false)
            isPlaying = false
            return
        }
        tune.samples[frame..<frame + count].withUnsafeBytes {
            guard let start = $0.baseAddress else { return }
            buffer.pointee.mAudioData.copyMemory(from: start, byteCount: $0.count)
        }
        frame += count
        buffer.pointee.mAudioDataByteSize = UInt32(4 * count)
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }
}
