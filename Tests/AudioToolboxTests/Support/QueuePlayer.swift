import AudioModel
import AudioToolbox
import Simulation
import Synchronization

/// The typical queue player as a simulated app's code: three buffers of half a second, filled from
/// a file in the callback, which stops the queue at the file's end.
///
/// Ownership: the test's thread, which runs the simulated phone and its callbacks.
final class QueuePlayer: @unchecked Sendable {
    struct Read: Equatable {
        var startPacket: Int64
        var packets: UInt32
        var bytes: UInt32
    }

    /// What happened, in order.
    enum Event: Equatable {
        case read(Read)
        case stopped(OSStatus)
        case isRunning(UInt32)
    }

    let file: OpenedFile
    let packetsPerRead: UInt32
    let bufferBytes: UInt32
    private(set) var queue: AudioQueueRef!
    private(set) var buffers: [AudioQueueBufferRef] = []
    private(set) var events: [Event] = []
    /// When each callback came, and where.
    private(set) var times: [HostTime] = []
    private(set) var threads: [SimulatedThread?] = []
    private var nextPacket: Int64 = 0
    private let now: () -> HostTime

    /// - Parameter packetsPerRead: `nil` derives them from half a second.
    init(
        _ url: URL, packetsPerRead: UInt32? = nil, on stage: SimulatedStage,
        runLoop: CFRunLoop? = CFRunLoopGetMain()
    ) throws {
        file = try OpenedFile(url)
        now = { stage.now }
        var format = try file.format
        let largest = try file.number32(kAudioFilePropertyPacketSizeUpperBound)
        if let packetsPerRead {
            bufferBytes = packetsPerRead * largest
            self.packetsPerRead = packetsPerRead
        } else {
            let packets = format.mSampleRate / Double(format.mFramesPerPacket) * 0.5
            bufferBytes = min(max(UInt32(packets * Double(largest)), 0x4000), 0x50000)
            self.packetsPerRead = bufferBytes / largest
        }
        let status = AudioQueueNewOutput(
            &format,
            { context, _, buffer in
                let player = Unmanaged<QueuePlayer>.fromOpaque(context!).takeUnretainedValue()
                player.times.append(player.now())
                player.threads.append(SimulatedThread.current)
                player.fill(buffer)
            }, Unmanaged.passUnretained(self).toOpaque(), runLoop, nil, 0, &queue)
        precondition(status == noErr, "a queue for the file: \(status)")
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_IsRunning,
            { context, queue, _ in
                let player = Unmanaged<QueuePlayer>.fromOpaque(context!).takeUnretainedValue()
                player.events.append(.isRunning(isRunning(queue)))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Makes the buffers and fills them by the callback itself.
    func prime() {
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef!
            AudioQueueAllocateBuffer(queue, bufferBytes, &buffer)
            buffers.append(buffer)
            fill(buffer)
        }
    }

    private func fill(_ buffer: AudioQueueBufferRef) {
        var bytes = bufferBytes
        var packets = packetsPerRead
        let start = nextPacket
        AudioFileReadPacketData(
            file.id, false, &bytes, buffer.pointee.mPacketDescriptions, start, &packets,
            buffer.pointee.mAudioData)
        events.append(.read(Read(startPacket: start, packets: packets, bytes: bytes)))
        guard packets > 0 else {
            events.append(.stopped(AudioQueueStop(queue, false)))
            return
        }
        buffer.pointee.mAudioDataByteSize = bytes
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        nextPacket += Int64(packets)
    }

    var reads: [Read] {
        events.compactMap { if case .read(let read) = $0 { read } else { nil } }
    }
}

func isRunning(_ queue: AudioQueueRef) -> UInt32 {
    var value: UInt32 = 99
    var size = UInt32(MemoryLayout<UInt32>.size)
    AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size)
    return value
}
