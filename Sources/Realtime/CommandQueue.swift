/// Messages in order from one thread to another; neither ever waits.
///
/// What a message points at must outlive the message: `BitwiseCopyable` keeps references out.
public struct CommandQueue<Command: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let ring: RingBuffer<Command>

    /// - Parameter capacity: Commands that may wait, at least 1.
    public init(capacity: Int) {
        ring = RingBuffer(capacity: capacity)
    }

    /// Commands that could be pushed now. The sender may count on it; for others it is a glance.
    @inlinable
    public var freeCount: Int { ring.writableCount }

    /// Commands that wait. The receiver may count on it; for others it is a glance.
    @inlinable
    public var count: Int { ring.readableCount }

    /// Sends a command. Sender's thread only.
    ///
    /// - Returns: Whether there was room.
    @inlinable
    public func push(_ command: Command) -> Bool {
        ring.write(command)
    }

    /// Takes the oldest command. Receiver's thread only.
    @inlinable
    public func pop() -> Command? {
        ring.read()
    }
}
