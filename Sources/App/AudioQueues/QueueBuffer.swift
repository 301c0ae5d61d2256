public import AudioCodecs
import Glibc

/// One buffer of a queue: memory that begins with the structure that the app sees
/// (`AudioQueueBuffer`), followed by the audio and the packet descriptions it points to.
///
/// Ownership: the app owns the structure and the audio while the buffer is not enqueued, the queue
/// while it is; the queue's lock guards `isEnqueued`.
public final class QueueBuffer: @unchecked Sendable {
    /// The structure's address, which identifies the buffer.
    public let address: UnsafeMutableRawPointer
    /// Capacity in bytes of audio.
    public let capacity: Int
    /// Capacity in packet descriptions.
    public let descriptionCapacity: Int
    /// Whether the buffer is enqueued. Guarded by the queue's lock.
    var isEnqueued = false

    /// Offsets of the structure's fields, in bytes.
    private enum Field {
        static let capacity = 0
        static let data = 8
        static let byteCount = 16
        static let userData = 24
        static let descriptionCapacity = 32
        static let descriptions = 40
        static let descriptionCount = 48
        /// The structure takes 56 bytes; the audio after it is aligned for vectors.
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
        let descriptions = descriptionCapacity > 0 ? memory + Field.end + alignedCapacity : nil
        memory.storeBytes(of: capacity, toByteOffset: Field.capacity, as: UInt32.self)
        memory.storeBytes(
            of: memory + Field.end, toByteOffset: Field.data, as: UnsafeMutableRawPointer.self)
        memory.storeBytes(of: 0, toByteOffset: Field.byteCount, as: UInt32.self)
        memory.storeBytes(of: nil, toByteOffset: Field.userData, as: UnsafeMutableRawPointer?.self)
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

    /// The audio: `capacity` bytes.
    public var data: UnsafeMutableRawPointer { address + Field.end }

    /// Bytes of audio in the buffer, as its writer set it: an app may have written any value.
    public var byteCount: UInt32 {
        get { address.load(fromByteOffset: Field.byteCount, as: UInt32.self) }
        set { address.storeBytes(of: newValue, toByteOffset: Field.byteCount, as: UInt32.self) }
    }

    /// Valid packet descriptions, as their writer set it: an app may have written any value.
    public var descriptionCount: UInt32 {
        get { address.load(fromByteOffset: Field.descriptionCount, as: UInt32.self) }
        set {
            address.storeBytes(of: newValue, toByteOffset: Field.descriptionCount, as: UInt32.self)
        }
    }

    /// Room for `descriptionCapacity` packet descriptions; `nil` without any.
    public var descriptions: UnsafeMutablePointer<PacketDescription>? {
        guard descriptionCapacity > 0 else { return nil }
        return (data + Self.aligned(capacity)).assumingMemoryBound(to: PacketDescription.self)
    }

    /// The valid packet descriptions in the buffer itself.
    var ownDescriptions: UnsafeBufferPointer<PacketDescription> {
        UnsafeBufferPointer(
            start: descriptions, count: min(Int(descriptionCount), descriptionCapacity))
    }
}

/// The buffers of one queue. Guarded by the queue's lock.
///
/// A pointer from an app is looked up here before it is dereferenced.
struct QueueBuffers {
    private var buffers: [UnsafeMutableRawPointer: QueueBuffer] = [:]

    mutating func allocate(
        capacity: UInt32, descriptionCapacity: UInt32
    ) throws(AudioQueueError) -> QueueBuffer {
        let buffer = try QueueBuffer(capacity: capacity, descriptionCapacity: descriptionCapacity)
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
