package import AudioToolbox
import Foundation

/// Plays a sound file through an audio queue with three buffers.
///
/// The queue calls back on the run loop of the thread that made the player, and only while that
/// loop runs.
///
/// Ownership: the thread that made the player.
package final class Player: @unchecked Sendable {
    /// A call of Audio Toolbox that failed.
    package struct Failure: Error, Equatable {
        package var call: String
        package var status: OSStatus
    }

    /// Whether there is more to read from the file.
    package private(set) var isPlaying = false
    /// Whether the queue says that it runs.
    package private(set) var isRunning = false

    private static let bufferCount = 3
    private static let bufferSeconds = 0.5

    private var file: AudioFileID?
    private var queue: AudioQueueRef?
    private var size = BufferSize(bytes: 0, packets: 0)
    /// Descriptions of the packets in a buffer; `nil` for packets of one size.
    private var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    /// Index of the next packet to read.
    private var packetIndex: Int64 = 0
    private let log: (String) -> Void

    /// Opens the file and fills the buffers.
    ///
    /// - Parameters:
    ///   - packetsPerRead: `nil` for as many as last half a second.
    ///   - log: Gets a line for everything that happens.
    package init(
        playing path: String, packetsPerRead: UInt32? = nil, log: @escaping (String) -> Void
    ) throws {
        self.log = log
        try check(
            "AudioFileOpenURL",
            AudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, .readPermission, 0, &file))
        var format = AudioStreamBasicDescription()
        try get(kAudioFilePropertyDataFormat, &format)
        try makeQueue(&format)
        try decideSize(format, packetsPerRead)
        copyCookie()
        try prepareBuffers()
        try check(
            "AudioQueueSetParameter", AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 1))
    }

    deinit {
        close()
    }

    // MARK: The buttons

    /// Starts, or goes on after a pause.
    package func play() throws {
        isPlaying = true
        try check("AudioQueueStart", AudioQueueStart(queue, nil))
        log("playing")
    }

    package func pause() throws {
        try check("AudioQueuePause", AudioQueuePause(queue))
        log("paused")
    }

    /// Ends everything, also what is being heard.
    package func close() {
        if let queue { AudioQueueDispose(queue, true) }
        queue = nil
        if let file { AudioFileClose(file) }
        file = nil
        descriptions?.deallocate()
        descriptions = nil
        (isPlaying, isRunning) = (false, false)
    }

    // MARK: Getting ready

    private func makeQueue(_ format: inout AudioStreamBasicDescription) throws {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(
            "AudioQueueNewOutput",
            AudioQueueNewOutput(
                &format,
                { context, _, buffer in
                    guard let context else { return }
                    Unmanaged<Player>.fromOpaque(context).takeUnretainedValue().fill(buffer)
                }, context, CFRunLoopGetCurrent(), nil, 0, &queue))
        guard let queue else { return }
        try check(
            "AudioQueueAddPropertyListener",
            AudioQueueAddPropertyListener(
                queue, kAudioQueueProperty_IsRunning,
                { context, _, _ in
                    guard let context else { return }
                    Unmanaged<Player>.fromOpaque(context).takeUnretainedValue().noteRunning()
                }, context))
    }

    private func decideSize(
        _ format: AudioStreamBasicDescription, _ packetsPerRead: UInt32?
    ) throws {
        var packetCount: UInt64 = 0
        try get(kAudioFilePropertyAudioDataPacketCount, &packetCount)
        var largestPacket: UInt32 = 0
        try get(kAudioFilePropertyPacketSizeUpperBound, &largestPacket)
        if let packetsPerRead {
            guard
                let fixed = BufferSize.fixed(packets: packetsPerRead, largestPacket: largestPacket)
            else { throw Failure(call: "a buffer's size", status: kAudio_ParamError) }
            size = fixed
        } else {
            size = .deriving(
                from: format, largestPacket: largestPacket, seconds: Self.bufferSeconds)
        }
        log("packets \(packetCount), maximum packet \(largestPacket)")
        log("buffer \(size.bytes) bytes, \(size.packets) packets a read")
        if format.mBytesPerPacket == 0 || format.mFramesPerPacket == 0 {
            descriptions = .allocate(capacity: Int(size.packets))
        }
    }

    /// A decoder's settings, which only some files have.
    private func copyCookie() {
        var byteCount: UInt32 = 0
        guard
            AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &byteCount, nil)
                == noErr, byteCount > 0
        else { return log("no cookie") }
        var cookie = [UInt8](repeating: 0, count: Int(byteCount))
        guard
            AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &byteCount, &cookie)
                == noErr
        else { return }
        let status = AudioQueueSetProperty(
            queue, kAudioQueueProperty_MagicCookie, cookie, byteCount)
        log("cookie of \(byteCount) bytes: \(status)")
    }

    /// The callback itself fills them the first time.
    private func prepareBuffers() throws {
        log("preparing")
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                "AudioQueueAllocateBuffer", AudioQueueAllocateBuffer(queue, size.bytes, &buffer))
            if let buffer { fill(buffer) }
        }
    }

    // MARK: What the queue calls

    private func fill(_ buffer: AudioQueueBufferRef) {
        var packets = size.packets
        var bytes = size.bytes
        let status = AudioFileReadPacketData(
            file, false, &bytes, descriptions, packetIndex, &packets, buffer.pointee.mAudioData)
        log("read \(packets) packets, \(bytes) bytes, from \(packetIndex): \(status)")
        guard status == noErr, packets > 0 else {
            // The buffers that are in line are still played.
            AudioQueueStop(queue, false)
            isPlaying = false
            return
        }
        buffer.pointee.mAudioDataByteSize = bytes
        let enqueued = AudioQueueEnqueueBuffer(
            queue, buffer, descriptions == nil ? 0 : packets, descriptions)
        if enqueued != noErr { log("AudioQueueEnqueueBuffer failed with \(enqueued)") }
        packetIndex += Int64(packets)
    }

    private func noteRunning() {
        guard let queue else { return }
        var runs: UInt32 = 0
        var byteCount = UInt32(MemoryLayout<UInt32>.size)
        AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &runs, &byteCount)
        isRunning = runs != 0
        log(isRunning ? "running" : "stopped")
    }

    // MARK: Failures

    private func get<Value: BitwiseCopyable>(
        _ property: AudioFilePropertyID, _ value: inout Value
    ) throws {
        var byteCount = UInt32(MemoryLayout<Value>.size)
        try check("AudioFileGetProperty", AudioFileGetProperty(file, property, &byteCount, &value))
    }

    private func check(_ call: String, _ status: OSStatus) throws {
        guard status == noErr else { throw Failure(call: call, status: status) }
    }
}
