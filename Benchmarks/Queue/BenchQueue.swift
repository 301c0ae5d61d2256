import AudioToolbox
import CommandLineTool
import CoreAudioTypes
import SoundClient

/// An output queue of three buffers that an app keeps filling, on the queue's own thread.
///
/// Ownership: one thread makes, starts and disposes of the queue; the queue's thread calls `fill`,
/// which must be safe on any thread.
final class BenchQueue: @unchecked Sendable {
    private var queue: AudioQueueRef?
    private let app: AppSound
    /// Fills a buffer and returns the number of bytes.
    private let fill: @Sendable (AudioQueueBuffer) -> UInt32

    private static let bufferCount = 3

    /// 16-bit stereo at 44.1 kHz.
    static let format = AudioStreamBasicDescription(
        mSampleRate: BenchSound.sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 0xC,
        mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
        mBitsPerChannel: 16, mReserved: 0)

    /// Makes a queue with all buffers full and enqueued.
    ///
    /// - Parameters:
    ///   - byteCount: Size of each buffer.
    ///   - fill: Called on any thread.
    init(
        _ app: AppSound, byteCount: UInt32, fill: @escaping @Sendable (AudioQueueBuffer) -> UInt32
    ) throws(ProgramError) {
        self.app = app
        self.fill = fill
        let context = Unmanaged.passUnretained(self).toOpaque()
        let status = CurrentApp.run(as: app) {
            var format = Self.format
            return AudioQueueNewOutput(
                &format,
                { context, queue, buffer in
                    guard let context else { return }
                    Unmanaged<BenchQueue>.fromOpaque(context).takeUnretainedValue()
                        .enqueue(buffer, queue)
                }, context, nil, nil, 0, &queue)
        }
        try check(status, "AudioQueueNewOutput")
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                AudioQueueAllocateBuffer(queue, byteCount, &buffer), "AudioQueueAllocateBuffer")
            if let buffer { enqueue(buffer, queue) }
        }
    }

    deinit { dispose() }

    private func enqueue(_ buffer: AudioQueueBufferRef, _ queue: AudioQueueRef?) {
        buffer.pointee.mAudioDataByteSize = fill(buffer.pointee)
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }

    func prime() throws(ProgramError) {
        try check(AudioQueuePrime(queue, 0, nil), "AudioQueuePrime")
    }

    func start() throws(ProgramError) {
        let queue = queue
        let status = CurrentApp.run(as: app) { AudioQueueStart(queue, nil) }
        try check(status, "AudioQueueStart")
    }

    func dispose() {
        if let queue { AudioQueueDispose(queue, true) }
        queue = nil
    }

    private func check(_ status: OSStatus, _ call: String) throws(ProgramError) {
        guard status == noErr else {
            throw ProgramError(.deviceMissing, "\(call) gives \(status)", in: "Benchmarks")
        }
    }
}

extension BenchQueue {
    /// Makes a queue that plays bytes repeatedly.
    ///
    /// - Parameter bytes: One buffer of samples in `format`.
    convenience init(_ app: AppSound, repeating bytes: [UInt8]) throws(ProgramError) {
        try self.init(app, byteCount: UInt32(bytes.count)) { buffer in
            bytes.withUnsafeBytes {
                buffer.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
            return UInt32(bytes.count)
        }
    }
}
