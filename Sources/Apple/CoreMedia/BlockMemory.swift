import CoreFoundation

/// A piece of memory of block buffers, which may share it; it is freed with the last of them.
///
/// Ownership: the pointer is set once, by the thread that first needs the memory; a writer through it
/// keeps all readers away meanwhile.
final class BlockMemory {
    private(set) var start: UnsafeMutableRawPointer?
    let byteCount: Int
    private var release: ((UnsafeMutableRawPointer) -> Void)?
    private let allocate: () -> UnsafeMutableRawPointer?

    /// Wraps memory, or memory that is allocated when it is first needed.
    ///
    /// - Parameters:
    ///   - start: The memory; `nil` for memory that is still to be allocated.
    ///   - allocate: Allocates the memory; `nil` where there is none.
    ///   - release: Frees the memory; `nil` where others own it.
    init(
        _ start: UnsafeMutableRawPointer?, byteCount: Int,
        allocate: @escaping () -> UnsafeMutableRawPointer? = { nil },
        release: ((UnsafeMutableRawPointer) -> Void)?
    ) {
        self.start = start
        self.byteCount = byteCount
        self.allocate = allocate
        self.release = release
    }

    /// Allocates memory with an alignment of 16 bytes.
    ///
    /// - Returns: `nil` where there is not so much.
    convenience init?(byteCount: Int) {
        guard let start = malloc(max(byteCount, 1)) else { return nil }
        self.init(start, byteCount: byteCount) { free($0) }
    }

    deinit {
        if let start { release?(start) }
    }

    /// The memory, allocated now if it was not.
    ///
    /// - Returns: `nil` where there is not so much.
    func assured() -> UnsafeMutableRawPointer? {
        if start == nil { start = allocate() }
        return start
    }
}

/// How an app allocates the memory of a block buffer.
public struct CMBlockBufferCustomBlockSource {
    /// `kCMBlockBufferCustomBlockSourceVersion`.
    public var version: UInt32
    /// Allocates memory of a length; not called for memory that is given.
    public var AllocateBlock:
        (@convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
    /// Frees memory of a length.
    public var FreeBlock:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void
    /// The first argument of both functions.
    public var refCon: UnsafeMutableRawPointer?

    public init(
        version: UInt32,
        AllocateBlock: (
            @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?
        )?,
        FreeBlock:
            @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) ->
            Void,
        refCon: UnsafeMutableRawPointer?
    ) {
        self.version = version
        self.AllocateBlock = AllocateBlock
        self.FreeBlock = FreeBlock
        self.refCon = refCon
    }
}

/// The version of `CMBlockBufferCustomBlockSource`.
public var kCMBlockBufferCustomBlockSourceVersion: UInt32 { 0 }

extension BlockMemory {
    /// The memory that a call of `CMBlockBufferCreateWithMemoryBlock` describes.
    ///
    /// - Returns: The error of a source without functions.
    static func make(
        _ block: UnsafeMutableRawPointer?, byteCount: Int, _ allocator: CFAllocator?,
        _ source: UnsafePointer<CMBlockBufferCustomBlockSource>?
    ) -> Result<BlockMemory, BlockBufferError> {
        if let source = source?.pointee {
            guard source.version == kCMBlockBufferCustomBlockSourceVersion,
                block != nil || source.AllocateBlock != nil
            else { return .failure(BlockBufferError(kCMBlockBufferBadCustomBlockSourceErr)) }
            let context = source.refCon
            return .success(
                BlockMemory(
                    block, byteCount: byteCount,
                    allocate: { source.AllocateBlock?(context, byteCount) },
                    release: { source.FreeBlock(context, $0, byteCount) }))
        }
        return .success(
            BlockMemory(
                block, byteCount: byteCount,
                allocate: { CFAllocatorAllocate(allocator, max(byteCount, 1), 0) },
                release: { CFAllocatorDeallocate(allocator, $0) }))
    }
}

/// A status of block buffers as an error.
struct BlockBufferError: Error {
    let status: OSStatus

    init(_ status: OSStatus) {
        self.status = status
    }
}
