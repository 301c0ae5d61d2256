public import AudioModel

/// An error of Audio Queue Services. `AudioQueueErrors.swift` maps each to Apple's status.
public enum AudioQueueError: Error, Hashable, Sendable {
    case missingArgument
    case wrongArgument
    case outOfMemory
    /// The format's fields contradict each other, or nothing can play it.
    case unsupportedFormat
    case unimplemented
    /// The address is not that of a buffer of this queue.
    case invalidBuffer
    case bufferEmpty
    case disposalPending
    case invalidProperty
    case invalidPropertySize
    case invalidParameter
    case cannotStart
    case invalidDevice
    /// The buffer is enqueued.
    case bufferInQueue
    case invalidRunState
    /// The call is for queues of the other direction.
    case invalidQueueType
    case permissions
    case invalidPropertyValue
    case primeTimedOut
    case codecNotFound
    case invalidCodecAccess
    /// The queue was disposed of, or lost with the media services.
    case queueInvalidated
    case tooManyTaps
    case invalidTapContext
    case recordUnderrun
    /// A packet could not be decoded.
    case brokenPacket
    case invalidTapType
    case bufferEnqueuedTwice
    case cannotStartYet
    case enqueueDuringReset
    case invalidOfflineMode
    /// The server refused the request.
    case session(SessionError)
}
