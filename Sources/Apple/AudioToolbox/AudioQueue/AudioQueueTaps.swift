public import AudioCallbacks
import AudioModel
import AudioQueues
public import CAudioToolbox
public import CoreAudioTypes
import Synchronization

// Audio Queue Services, which <AudioToolbox/AudioQueue.h> declares and documents: processing taps.

/// Makes a processing tap, which inspects or changes a queue's audio. One tap per queue, made while
/// the queue is stopped.
///
/// The callback runs where the queue decodes, ahead of playback; on a queue that records, before
/// the encoder. Other threads' calls for the queue wait meanwhile.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueProcessingTapNew(
    _ inAQ: AudioQueueRef, _ inCallback: @escaping AudioQueueProcessingTapCallback,
    _ inClientData: UnsafeMutableRawPointer?, _ inFlags: AudioQueueProcessingTapFlags,
    _ outMaxFrames: UnsafeMutablePointer<UInt32>,
    _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>,
    _ outAQTap: UnsafeMutablePointer<AudioQueueProcessingTapRef?>
) -> OSStatus {
    newTap(inAQ, inCallback, inClientData, inFlags, outMaxFrames, outProcessingFormat, outAQTap)
}

@c(AudioQueueProcessingTapNew)
@usableFromInline
func newTapForC(
    _ inAQ: OpaquePointer?,
    _ inCallback: AudioQueueProcessingTapCallback?,
    _ inClientData: UnsafeMutableRawPointer?, _ inFlags: UInt32,
    _ outMaxFrames: UnsafeMutablePointer<UInt32>?,
    _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>?,
    _ outAQTap: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inCallback else { return kAudio_ParamError }
    return newTap(
        inAQ, inCallback, inClientData, AudioQueueProcessingTapFlags(rawValue: inFlags),
        outMaxFrames, outProcessingFormat, outAQTap)
}

private func newTap(
    _ inAQ: AudioQueueRef?, _ callback: @escaping AudioQueueProcessingTapCallback,
    _ clientData: UnsafeMutableRawPointer?, _ flags: AudioQueueProcessingTapFlags,
    _ outMaxFrames: UnsafeMutablePointer<UInt32>?,
    _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>?,
    _ outAQTap: UnsafeMutablePointer<AudioQueueProcessingTapRef?>?
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        guard let queue = try queue(inAQ) as? any TappedQueue else { throw .invalidQueueType }
        guard let outMaxFrames, let outProcessingFormat, let outAQTap else {
            throw .missingArgument
        }
        guard flags.contains(.preEffects) != flags.contains(.postEffects),
            flags.isSubset(of: [.preEffects, .postEffects, .siphon])
        else { throw .invalidTapType }
        nonisolated(unsafe) let clientData = clientData
        let number = taps.reserve()
        let tap = try queue.addTap(
            isAfterEffects: flags.contains(.postEffects), isSiphon: flags.contains(.siphon)
        ) { tap, frameCount, beginsStream, channels in
            guard let reference = AudioQueueProcessingTapRef(bitPattern: number) else { return 0 }
            return call(
                callback, clientData, reference, tap, frameCount, beginsStream, channels, flags)
        }
        taps.add(tap, of: queue, as: number)
        outMaxFrames.pointee = UInt32(queue.tapFramesMax)
        outProcessingFormat.pointee = processingFormat(tap)
        outAQTap.pointee = AudioQueueProcessingTapRef(bitPattern: number)
    }
}

private func call(
    _ callback: AudioQueueProcessingTapCallback, _ clientData: UnsafeMutableRawPointer?,
    _ reference: AudioQueueProcessingTapRef, _ tap: ProcessingTap, _ frameCount: Int,
    _ beginsStream: Bool, _ channels: [UnsafeMutablePointer<Float>],
    _ place: AudioQueueProcessingTapFlags
) -> Int {
    var stamp = sampleTimeStamp(Double((try? tap.queueTime()) ?? 0))
    var flags = place
    if place.contains(.siphon) {
        if beginsStream { flags.insert(.startOfStream) }
        if tap.isAtEnd { flags.insert(.endOfStream) }
    }
    var made = place.contains(.siphon) ? UInt32(frameCount) : 0
    let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
    let stride = MemoryLayout<AudioBuffer>.stride
    let memory = UnsafeMutableRawPointer.allocate(
        byteCount: offset + stride * channels.count,
        alignment: MemoryLayout<AudioBufferList>.alignment)
    defer { memory.deallocate() }
    memory.storeBytes(of: UInt32(channels.count), as: UInt32.self)
    for (index, channel) in channels.enumerated() {
        memory.storeBytes(
            of: AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frameCount * 4), mData: channel),
            toByteOffset: offset + stride * index, as: AudioBuffer.self)
    }
    callback(
        clientData, reference, UInt32(frameCount), &stamp, &flags, &made,
        memory.assumingMemoryBound(to: AudioBufferList.self))
    return Int(made)
}

private func processingFormat(_ tap: ProcessingTap) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
        mSampleRate: tap.sampleRate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
        mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
        mChannelsPerFrame: UInt32(tap.channelCount), mBitsPerChannel: 32, mReserved: 0)
}

@c @implementation
public func AudioQueueProcessingTapDispose(_ inAQTap: AudioQueueProcessingTapRef!) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let (tap, queue) = try taps.entry(inAQTap)
        try queue.removeTap(tap)
        taps.remove(inAQTap)
    }
}

@c @implementation
public func AudioQueueProcessingTapGetSourceAudio(
    _ inAQTap: AudioQueueProcessingTapRef!, _ inNumberFrames: UInt32,
    _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>!,
    _ outFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>!,
    _ outNumberFrames: UnsafeMutablePointer<UInt32>!,
    _ ioData: UnsafeMutablePointer<AudioBufferList>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let (tap, _) = try taps.entry(inAQTap)
        guard let ioData, let outNumberFrames else { throw .missingArgument }
        let count = Int(ioData.pointee.mNumberBuffers)
        guard count == tap.channelCount else { throw .wrongArgument }
        let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
        var channels: [UnsafeMutablePointer<Float>] = []
        for index in 0..<count {
            let buffer = UnsafeRawPointer(ioData).load(
                fromByteOffset: offset + MemoryLayout<AudioBuffer>.stride * index,
                as: AudioBuffer.self)
            guard let data = buffer.mData, buffer.mDataByteSize / 4 >= inNumberFrames else {
                throw .wrongArgument
            }
            channels.append(data.assumingMemoryBound(to: Float.self))
        }
        let begins = tap.isAtStart
        let time = try tap.queueTime()
        let given = try tap.source(frameCount: Int(inNumberFrames), into: channels)
        outNumberFrames.pointee = UInt32(given)
        ioTimeStamp?.pointee = sampleTimeStamp(Double(time))
        var flags: AudioQueueProcessingTapFlags = []
        if begins { flags.insert(.startOfStream) }
        if tap.isAtEnd { flags.insert(.endOfStream) }
        outFlags?.pointee = flags
    }
}

@c @implementation
public func AudioQueueProcessingTapGetQueueTime(
    _ inAQTap: AudioQueueProcessingTapRef!, _ outQueueSampleTime: UnsafeMutablePointer<Double>!,
    _ outQueueFrameCount: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let (tap, queue) = try taps.entry(inAQTap)
        guard let outQueueSampleTime, let outQueueFrameCount else { throw .missingArgument }
        outQueueSampleTime.pointee = Double(try tap.queueTime())
        outQueueFrameCount.pointee = UInt32(queue.tapFramesMax)
    }
}

/// The program's processing taps by handle. A handle is never reused. The queues own their taps.
private final class TapTable: Sendable {
    private struct Entry {
        weak var tap: ProcessingTap?
        weak var queue: (any TappedQueue)?
    }

    private struct State {
        var entries: [UInt: Entry] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    func reserve() -> UInt {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    func add(_ tap: ProcessingTap, of queue: any TappedQueue, as number: UInt) {
        state.withLock { state in
            state.entries = state.entries.filter { $0.value.tap != nil }
            state.entries[number] = Entry(tap: tap, queue: queue)
        }
    }

    func entry(
        _ reference: AudioQueueProcessingTapRef?
    ) throws(AudioQueueError) -> (ProcessingTap, any TappedQueue) {
        guard let reference else { throw .missingArgument }
        let entry = state.withLock { $0.entries[UInt(bitPattern: reference)] }
        guard let tap = entry?.tap, let queue = entry?.queue else { throw .invalidTapContext }
        return (tap, queue)
    }

    func remove(_ reference: AudioQueueProcessingTapRef) {
        _ = state.withLock { $0.entries.removeValue(forKey: UInt(bitPattern: reference)) }
    }
}

private let taps = TapTable()
