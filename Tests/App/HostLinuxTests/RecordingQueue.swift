import AudioModel
import AudioToolbox
import Synchronization
import Testing

import HostLinux

/// A queue that records 16-bit stereo at 48 kHz on a thread of its own, and keeps what it captures.
///
/// Ownership: `state` guards what the callback writes; `queue` is set once, in `init`.
final class RecordingQueue: @unchecked Sendable {
    private(set) var queue: AudioQueueRef!
    private let app: MachineApp
    private let state = Mutex(State())

    private struct State {
        var samples: [Int16] = []
        var callbackCount = 0
        var lastCall: HostTime?
        var longestWait = HostInterval.zero
    }

    init(_ app: MachineApp, bufferCount: Int, framesPerBuffer: Int) throws {
        self.app = app
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 0x0C,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
            mBitsPerChannel: 16, mReserved: 0)
        let context = Unmanaged.passUnretained(self).toOpaque()
        let status = app.run {
            AudioQueueNewInput(
                &format,
                { context, _, buffer, _, _, _ in
                    Unmanaged<RecordingQueue>.fromOpaque(context!).takeUnretainedValue().append(
                        buffer)
                }, context, nil, nil, 0, &queue)
        }
        try #require(status == noErr)
        for _ in 0..<bufferCount {
            var buffer: AudioQueueBufferRef!
            try #require(
                AudioQueueAllocateBuffer(queue, UInt32(4 * framesPerBuffer), &buffer) == noErr)
            try #require(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == noErr)
        }
    }

    private func append(_ buffer: AudioQueueBufferRef) {
        let data = buffer.pointee.mAudioData.assumingMemoryBound(to: Int16.self)
        let heard = UnsafeBufferPointer(
            start: data, count: Int(buffer.pointee.mAudioDataByteSize) / 2)
        let now = LinuxClock.now
        state.withLock { state in
            state.samples += heard
            state.callbackCount += 1
            if let last = state.lastCall { state.longestWait = max(state.longestWait, now - last) }
            state.lastCall = now
        }
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }

    func start() {
        let status = app.run { AudioQueueStart(queue, nil) }
        #expect(status == noErr)
    }

    func dispose() {
        #expect(AudioQueueDispose(queue, true) == noErr)
    }

    var callbackCount: Int { state.withLock { $0.callbackCount } }
    /// Interleaved, captured so far.
    var samples: [Int16] { state.withLock { $0.samples } }
    /// The longest time from one callback to the next.
    var longestWait: HostInterval { state.withLock { $0.longestWait } }
}
