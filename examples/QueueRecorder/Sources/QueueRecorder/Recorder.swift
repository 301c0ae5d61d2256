package import AudioToolbox
import Foundation

/// Records what the microphone hears into an AIFF file.
///
/// The queue calls back on a thread of its own, one call at a time.
///
/// Ownership: the callback's thread owns `packetIndex` while the queue runs; the thread that made
/// the recorder owns the rest.
package final class Recorder: @unchecked Sendable {
    /// A call of Audio Toolbox that failed.
    package struct Failure: Error {
        package var call: String
        package var status: OSStatus
    }

    /// Bytes of one buffer: 10,000 frames.
    package static let bufferByteCount: UInt32 = 40_000
    private static let bufferCount = 3

    private var file: AudioFileID?
    private var queue: AudioQueueRef?
    /// Index of the next packet to write.
    private var packetIndex: Int64 = 0

    /// 44.1 kHz, 16-bit, stereo, the most significant byte first: what an AIFF file holds.
    package static let format = AudioStreamBasicDescription(
        mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsSignedInteger
            | kAudioFormatFlagIsPacked,
        mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
        mBitsPerChannel: 16, mReserved: 0)

    /// Makes the queue and the file. An earlier file of the name is lost.
    package init(writingTo path: String) throws {
        var format = Self.format
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(
            "AudioQueueNewInput",
            AudioQueueNewInput(
                &format,
                { context, _, buffer, _, packetCount, descriptions in
                    guard let context else { return }
                    Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue()
                        .write(buffer, packetCount, descriptions)
                }, context, nil, nil, 0, &queue))
        // The queue knows its format best.
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        try check(
            "AudioQueueGetProperty",
            AudioQueueGetProperty(queue, kAudioQueueProperty_StreamDescription, &format, &size))
        try check(
            "AudioFileCreateWithURL",
            AudioFileCreateWithURL(
                NSURL(fileURLWithPath: path), kAudioFileAIFFType, &format, .eraseFile, &file))
        // The file is whole after every write, not only when it is closed.
        var defers: UInt32 = 0
        try check(
            "AudioFileSetProperty",
            AudioFileSetProperty(file, kAudioFilePropertyDeferSizeUpdates, 4, &defers))
        try enqueueBuffers()
    }

    deinit {
        close()
    }

    private func enqueueBuffers() throws {
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                "AudioQueueAllocateBuffer",
                AudioQueueAllocateBuffer(queue, Self.bufferByteCount, &buffer))
            try check(
                "AudioQueueEnqueueBuffer", AudioQueueEnqueueBuffer(queue, buffer, 0, nil))
        }
    }

    package func start() throws {
        try check("AudioQueueStart", AudioQueueStart(queue, nil))
    }

    /// Ends the recording, with what the last buffer has in it.
    package func stop() throws {
        try check("AudioQueueStop", AudioQueueStop(queue, true))
        close()
    }

    /// Ends the recording with the last full buffer.
    package func close() {
        if let queue { AudioQueueDispose(queue, false) }
        queue = nil
        if let file { AudioFileClose(file) }
        file = nil
    }

    /// The queue's callback.
    private func write(
        _ buffer: AudioQueueBufferRef, _ packetCount: UInt32,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) {
        var count = packetCount
        if count > 0 {
            let status = AudioFileWritePackets(
                file, false, buffer.pointee.mAudioDataByteSize, descriptions, packetIndex, &count,
                buffer.pointee.mAudioData)
            if status == noErr { packetIndex += Int64(count) }
        }
        // Refused while the queue stops, which is as it should be.
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }

    private func check(_ call: String, _ status: OSStatus) throws {
        guard status == noErr else { throw Failure(call: call, status: status) }
    }
}
