import AudioCodecs
import AudioModel
package import AudioQueues
public import CAudioToolbox
public import CoreAudioTypes
import SoundClient
import SoundRuntime

// Audio Queue Services, which <AudioToolbox/AudioQueue.h> declares and documents: life cycle,
// buffers, transport, parameters.

/// The program's audio queues.
package let audioQueues = HandleTable<AudioQueueCore>()

func queue(_ reference: AudioQueueRef?) throws(AudioQueueError) -> AudioQueueCore {
    guard let reference else { throw .missingArgument }
    guard let queue = audioQueues[reference] else { throw .queueInvalidated }
    return queue
}

func outputQueue(_ reference: AudioQueueRef?) throws(AudioQueueError) -> OutputQueue {
    guard let output = try queue(reference) as? OutputQueue else { throw .invalidQueueType }
    return output
}

/// A queue's handle in the shape of a pointer; never dereferenced.
func reference(to number: UInt) -> AudioQueueRef? {
    AudioQueueRef(bitPattern: number)
}

/// Registers a queue until it ends.
func register(_ queue: AudioQueueCore, _ handle: QueueHandle) -> AudioQueueRef? {
    let number = UInt(bitPattern: audioQueues.add(queue))
    queue.settle(number: number) { audioQueues.remove(reference(to: number)) }
    handle.number = number
    return handle.reference
}

/// Implements the two functions that make an output queue, for Swift and C.
///
/// - Parameters:
///   - schedule: Runs the app's callbacks; `nil` uses a thread of the queue's own.
///   - bufferDone: The app's callback.
func makeOutputQueue(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?, _ schedule: CallbackSchedule?,
    _ bufferDone: @escaping @Sendable (AudioQueueRef, AudioQueueBufferRef) -> Void
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        guard let inFormat, let outAQ else { throw .missingArgument }
        let handle = QueueHandle()
        let queue = try OutputQueue(
            currentApp(), queueFormat(inFormat.pointee), schedule: schedule,
            makeTimePitch: { QueueTimePitch($0, sampleRate: $1, channelCount: $2) }
        ) { address in
            guard let reference = handle.reference else { return }
            bufferDone(reference, address.assumingMemoryBound(to: AudioQueueBuffer.self))
        }
        outAQ.pointee = register(queue, handle)
    }
}

/// A queue's handle for callbacks that are made before the queue has one.
///
/// Ownership: the thread that makes the queue sets the handle once, before any callback can run.
final class QueueHandle: @unchecked Sendable {
    var number: UInt = 0

    var reference: AudioQueueRef? { AudioQueueRef(bitPattern: number) }
}

func queueFormat(_ description: AudioStreamBasicDescription) -> StreamFormat {
    StreamFormat(
        sampleRate: description.mSampleRate,
        id: FormatID(rawValue: FourCC(rawValue: description.mFormatID)),
        // "All clear" only says that zero is intended.
        flags: FormatFlags(rawValue: description.mFormatFlags & ~kAudioFormatFlagsAreAllClear),
        bytesPerPacket: description.mBytesPerPacket, framesPerPacket: description.mFramesPerPacket,
        bytesPerFrame: description.mBytesPerFrame, channelCount: description.mChannelsPerFrame,
        bitsPerChannel: description.mBitsPerChannel)
}

@c @implementation
public func AudioQueueDispose(_ inAQ: AudioQueueRef!, _ inImmediate: Bool) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        try queue(inAQ).dispose(immediately: inImmediate)
    }
}

// MARK: Buffers

@c @implementation
public func AudioQueueAllocateBuffer(
    _ inAQ: AudioQueueRef!, _ inBufferByteSize: UInt32,
    _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>!
) -> OSStatus {
    AudioQueueAllocateBufferWithPacketDescriptions(inAQ, inBufferByteSize, 0, outBuffer)
}

@c @implementation
public func AudioQueueAllocateBufferWithPacketDescriptions(
    _ inAQ: AudioQueueRef!, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
    _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        guard let outBuffer else { throw .missingArgument }
        let address = try queue(inAQ).allocateBuffer(
            capacity: inBufferByteSize, descriptionCapacity: inNumberPacketDescriptions)
        outBuffer.pointee = address.assumingMemoryBound(to: AudioQueueBuffer.self)
    }
}

@c @implementation
public func AudioQueueFreeBuffer(
    _ inAQ: AudioQueueRef!, _ inBuffer: AudioQueueBufferRef!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let inBuffer else { throw .missingArgument }
        try queue.freeBuffer(UnsafeMutableRawPointer(inBuffer))
    }
}

@c @implementation
public func AudioQueueEnqueueBuffer(
    _ inAQ: AudioQueueRef!, _ inBuffer: AudioQueueBufferRef!, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let inBuffer else { throw .missingArgument }
        _ = try queue.enqueue(
            UnsafeMutableRawPointer(inBuffer),
            descriptions: try descriptions(inPacketDescs, inNumPacketDescs, for: queue),
            EnqueueOptions())
    }
}

@c @implementation
public func AudioQueueEnqueueBufferWithParameters(
    _ inAQ: AudioQueueRef!, _ inBuffer: AudioQueueBufferRef!, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>!, _ inTrimFramesAtStart: UInt32,
    _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32,
    _ inParamValues: UnsafePointer<AudioQueueParameterEvent>!,
    _ inStartTime: UnsafePointer<AudioTimeStamp>!,
    _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try outputQueue(inAQ)
        guard let inBuffer else { throw .missingArgument }
        var options = EnqueueOptions()
        options.trimStart = Int(inTrimFramesAtStart)
        options.trimEnd = Int(inTrimFramesAtEnd)
        options.startTime = try inStartTime.map { (time) throws(AudioQueueError) in
            try queueTime(time.pointee)
        }
        guard inNumParamValues == 0 || inParamValues != nil,
            inNumParamValues <= enqueuedParametersMax
        else { throw .missingArgument }
        for index in 0..<Int(inNumParamValues) {
            let event = inParamValues[index]
            guard let parameter = QueueParameter(rawValue: event.mID) else {
                throw .invalidParameter
            }
            options.changes.append(ParameterChange(parameter, parameter.allowed(event.mValue)))
        }
        let start = try queue.enqueue(
            UnsafeMutableRawPointer(inBuffer),
            descriptions: try descriptions(inPacketDescs, inNumPacketDescs, for: queue), options)
        outActualStartTime?.pointee = sampleTimeStamp(Double(start))
    }
}

/// Most parameter events of one buffer.
private let enqueuedParametersMax: UInt32 = 64

/// The packet descriptions of an enqueued buffer; the two structures have the same layout.
///
/// A count without descriptions is ignored for packets of one size: clients pass it.
private func descriptions(
    _ start: UnsafePointer<AudioStreamPacketDescription>?, _ count: UInt32,
    for queue: AudioQueueCore
) throws(AudioQueueError) -> UnsafeBufferPointer<PacketDescription> {
    guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
    guard let start else {
        guard queue.format.isVariableBitRate else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        throw .missingArgument
    }
    return UnsafeBufferPointer(
        start: UnsafeRawPointer(start).assumingMemoryBound(to: PacketDescription.self),
        count: Int(count))
}

// MARK: Transport

@c @implementation
public func AudioQueueStart(
    _ inAQ: AudioQueueRef!, _ inStartTime: UnsafePointer<AudioTimeStamp>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        try queue(inAQ).start(at: inStartTime.flatMap { deviceTime($0.pointee) })
    }
}

@c @implementation
public func AudioQueuePrime(
    _ inAQ: AudioQueueRef!, _ inNumberOfFramesToPrepare: UInt32,
    _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let prepared = try outputQueue(inAQ).prime(frameCount: Int(inNumberOfFramesToPrepare))
        outNumberOfFramesPrepared?.pointee = UInt32(clamping: prepared)
    }
}

@c @implementation
public func AudioQueueStop(_ inAQ: AudioQueueRef!, _ inImmediate: Bool) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in try queue(inAQ).stop(immediately: inImmediate) }
}

@c @implementation
public func AudioQueuePause(_ inAQ: AudioQueueRef!) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in try queue(inAQ).pause() }
}

@c @implementation
public func AudioQueueFlush(_ inAQ: AudioQueueRef!) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in try queue(inAQ).flush() }
}

@c @implementation
public func AudioQueueReset(_ inAQ: AudioQueueRef!) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in try queue(inAQ).reset() }
}

// MARK: Parameters

@c @implementation
public func AudioQueueGetParameter(
    _ inAQ: AudioQueueRef!, _ inParamID: AudioQueueParameterID,
    _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try outputQueue(inAQ)
        guard let outValue else { throw .missingArgument }
        guard let parameter = QueueParameter(rawValue: inParamID) else {
            throw .invalidParameter
        }
        outValue.pointee = try queue.parameter(parameter)
    }
}

@c @implementation
public func AudioQueueSetParameter(
    _ inAQ: AudioQueueRef!, _ inParamID: AudioQueueParameterID,
    _ inValue: AudioQueueParameterValue
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try outputQueue(inAQ)
        guard let parameter = QueueParameter(rawValue: inParamID) else {
            throw .invalidParameter
        }
        try queue.set(parameter, to: inValue)
    }
}
