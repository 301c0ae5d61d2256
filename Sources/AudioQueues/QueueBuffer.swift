import AudioFormats
import Glibc

/// One of a queue's buffers: memory that begins with the structure that an app sees
/// (`AudioQueueBuffer`), followed by what that points to.
///
/// Its fields belong to the app while the buffer is not enqueued, and to the queue otherwise.
public final class QueueBuffer: @unchecked Sendable {
    /// The structure's first byte, which is the buffer's name.
    public let address: UnsafeMutableRawPointer
    /// Bytes of audio that it has room for.
    public let capacity: Int
    public let descriptionCapacity: Int
    /// Whether the queue has it. Guarded by the queue's lock.
    var isEnqueued = false

    /// Where the fields of the structure are, in bytes from its start.
    private enum Field {
        static let capacity = 0
        static let data = 8
        static let byteCount = 16
        static let userData = 24
        static let descriptionCapacity = 32
        static let descriptions = 40
        static let descriptionCount = 48
        /// The structure takes 56; what follows is aligned for vectors.
        static let end = 64
    }

    private static let alignment = 16

    init(capacity: UInt32, descriptionCapacity: UInt32) throws(AudioQueueError) {
        let alignedCapacity = Self.aligned(Int(capacity))
        let descriptionBytes = Int(descriptionCapacity) * MemoryLayout<PacketDescription>.stride
        var memory: UnsafeMutableRawPointer?
        guard
            posix_memalign(
                &memory, Self.alignment, Field.end + alignedCapacity + descriptionBytes) == 0,
            let memory
        else { throw .outOfMemory }
        address = memory
        self.capacity = Int(capacity)
        self.descriptionCapacity = Int(descriptionCapacity)
        let descriptions =
            descriptionCapacity > 0 ? memory + Field.end + alignedCapacity : nil
        memory.storeBytes(of: capacity, toByteOffset: Field.capacity, as: UInt32.self)
        memory.storeBytes(
            of: memory + Field.end, toByteOffset: Field.data, as: UnsafeMutableRawPointer.self)
        memory.storeBytes(of: 0, toByteOffset: Field.byteCount, as: UInt32.self)
        memory.storeBytes(
            of: nil, toByteOffset: Field.userData, as: UnsafeMutableRawPointer?.self)
        memory.storeBytes(
            of: descriptionCapacity, toByteOffset: Field.descriptionCapacity, as: UInt32.self)
        memory.storeBytes(
            of: descriptions, toByteOffset: Field.descriptions,
            as: UnsafeMutableRawPointer?.self)
        memory.storeBytes(of: 0, toByteOffset: Field.descriptionCount, as: UInt32.self)
    }

    private static func aligned(_ byteCount: Int) -> Int {
        (byteCount + alignment - 1) & ~(alignment - 1)
    }

    deinit {
        free(address)
    }

    /// `capacity` bytes.
    public var data: UnsafeMutableRawPointer { address + Field.end }

    /// Bytes of audio in it, as its writer says: an app may write any number here.
    public var byteCount: UInt32 {
        get { address.load(fromByteOffset: Field.byteCount, as: UInt32.self) }
        set { address.storeBytes(of: newValue, toByteOffset: Field.byteCount, as: UInt32.self) }
    }

    /// Likewise.
    public var descriptionCount: UInt32 {
        get { address.load(fromByteOffset: Field.descriptionCount, as: UInt32.self) }
        set {
            address.storeBytes(
                of: newValue, toByteOffset: Field.descriptionCount, as: UInt32.self)
        }
    }

    /// Room for `descriptionCapacity` packets.
    public var descriptions: UnsafeMutablePointer<PacketDescription>? {
        guard descriptionCapacity > 0 else { return nil }
        return (data + Self.aligned(capacity)).assumingMemoryBound(to: PacketDescription.self)
    }

    /// Those of `descriptions` that its writer has filled in.
    var ownDescriptions: UnsafeBufferPointer<PacketDescription> {
        UnsafeBufferPointer(
            start: descriptions, count: min(Int(descriptionCount), descriptionCapacity))
    }
}

/// The buffers of one queue. Guarded by the queue's lock.
///
/// A pointer that comes from an app is looked up here, and never followed before.
struct QueueBuffers {
    private var buffers: [UnsafeMutableRawPointer: QueueBuffer] = [:]

    mutating func allocate(
        capacity: UInt32, descriptionCapacity: UInt32
    ) throws(AudioQueueError) -> QueueBuffer {
        let buffer = try QueueBuffer(
            capacity: capacity, descriptionCapacity: descriptionCapacity)
        buffers[buffer.address] = buffer
        return buffer
    }

    func buffer(at address: UnsafeMutableRawPointer) throws(AudioQueueError) -> QueueBuffer {
        guard let buffer = buffers[address] else { throw .invalidBuffer }
        return buffer
    }

    mutating func free(at address: UnsafeMutableRawPointer) throws(AudioQueueError) {
        let buffer = try buffer(at: address)
        guard !buffer.isEnqueued else { throw .bufferInQueue }
        buffers[address] = nil
    }

    mutating func freeAll() {
        buffers = [:]
    }
}
