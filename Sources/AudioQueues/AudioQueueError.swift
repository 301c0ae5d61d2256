import AudioModel

/// What can be wrong with a call of Audio Queue Services. Each has one of Apple's numbers
/// (`AudioQueueErrors.swift`).
public enum AudioQueueError: Error, Hashable, Sendable {
    case missingArgument
    case wrongArgument
    case outOfMemory
    /// The format's fields contradict each other, or nothing can play them.
    case unsupportedFormat
    case unimplemented
    /// Not a buffer of this queue's.
    case invalidBuffer
    case bufferEmpty
    case disposalPending
    case invalidProperty
    case invalidPropertySize
    case invalidParameter
    case cannotStart
    case invalidDevice
    /// The buffer waits to be played.
    case bufferInQueue
    case invalidRunState
    /// Asked of a queue of the other direction.
    case invalidQueueType
    case permissions
    case invalidPropertyValue
    case primeTimedOut
    case codecNotFound
    case invalidCodecAccess
    /// Disposed of, or lost with the media services.
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
    /// The server has refused.
    case session(SessionError)
}
