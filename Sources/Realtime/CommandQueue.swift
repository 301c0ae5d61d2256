/// A bounded queue of messages from one thread to another; neither ever waits.
///
/// Memory that a message points to must outlive the message; `BitwiseCopyable` excludes references.
///
/// Ownership: the sender's thread pushes, the receiver's thread pops.
public struct CommandQueue<Command: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let ring: RingBuffer<Command>

    /// - Parameter capacity: The largest number of queued commands, at least 1.
    public init(capacity: Int) {
        ring = RingBuffer(capacity: capacity)
    }

    /// The number of commands that could be pushed now. A lower bound for the sender; a snapshot
    /// for other threads.
    @inlinable
    public var freeCount: Int { ring.writableCount }

    /// The number of queued commands. A lower bound for the receiver; a snapshot for other threads.
    @inlinable
    public var count: Int { ring.readableCount }

    /// Sends a command. Sender's thread only.
    ///
    /// - Returns: Whether there was room.
    @inlinable
    public func push(_ command: Command) -> Bool {
        ring.write(command)
    }

    /// Removes the oldest command; `nil` when the queue is empty. Receiver's thread only.
    @inlinable
    public func pop() -> Command? {
        ring.read()
    }
}
