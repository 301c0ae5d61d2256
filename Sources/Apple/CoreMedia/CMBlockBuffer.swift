import CoreFoundation

// Blocks of memory: the data of sample buffers that have no image.

/// Flags of the functions of block buffers.
public typealias CMBlockBufferFlags = UInt32

/// Memory is allocated at once.
public var kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags { 1 }
/// `CMBlockBufferCreateContiguous` copies, also what is in one piece.
public var kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags { 2 }
/// References to references are kept; without effect here.
public var kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags { 4 }
/// A buffer without bytes may be referenced.
public var kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags { 8 }

/// The function succeeded.
public var kCMBlockBufferNoErr: OSStatus { 0 }
/// The buffer could not be allocated.
public var kCMBlockBufferStructureAllocationFailedErr: OSStatus { -12700 }
/// The memory could not be allocated.
public var kCMBlockBufferBlockAllocationFailedErr: OSStatus { -12701 }
/// A custom block source lacks a function.
public var kCMBlockBufferBadCustomBlockSourceErr: OSStatus { -12702 }
/// An offset is beyond the data.
public var kCMBlockBufferBadOffsetParameterErr: OSStatus { -12703 }
/// A length is 0, or goes beyond the data.
public var kCMBlockBufferBadLengthParameterErr: OSStatus { -12704 }
/// A pointer is missing.
public var kCMBlockBufferBadPointerParameterErr: OSStatus { -12705 }
/// The buffer has no bytes.
public var kCMBlockBufferEmptyBBufErr: OSStatus { -12706 }
/// The memory is not allocated.
public var kCMBlockBufferUnallocatedBlockErr: OSStatus { -12707 }
/// The buffer has no room.
public var kCMBlockBufferInsufficientSpaceErr: OSStatus { -12708 }

/// Bytes in one or several pieces of memory. Any thread, while none changes the buffer.
///
/// Ownership: the memory lives as long as a buffer refers to it; a writer through a pointer into it
/// keeps all readers away meanwhile.
public final class CMBlockBuffer {
    /// A part of a piece of memory.
    struct Piece {
        let memory: BlockMemory
        let offset: Int
        let byteCount: Int

        /// The bytes.
        ///
        /// - Returns: `nil` for memory that is not allocated.
        var bytes: UnsafeMutableRawBufferPointer? {
            memory.start.map { UnsafeMutableRawBufferPointer(start: $0 + offset, count: byteCount) }
        }
    }

    /// The pieces in order.
    private(set) var pieces: [Piece]
    /// The number of bytes.
    public private(set) var dataLength: Int
    let attachmentTable = AttachmentTable()

    init(_ pieces: [Piece]) {
        self.pieces = pieces
        dataLength = pieces.reduce(0) { $0 + $1.byteCount }
    }

    /// Makes a buffer with a copy of some bytes.
    package convenience init(_ bytes: UnsafeRawBufferPointer) {
        self.init(byteCount: bytes.count)
        if let start = pieces.first?.memory.start, let source = bytes.baseAddress {
            start.copyMemory(from: source, byteCount: bytes.count)
        }
    }

    /// Makes a buffer with memory that is to be filled.
    package init(byteCount: Int) {
        guard let memory = BlockMemory(byteCount: byteCount) else { fatalError("out of memory") }
        pieces = byteCount > 0 ? [Piece(memory: memory, offset: 0, byteCount: byteCount)] : []
        dataLength = byteCount
    }

    /// The bytes of a buffer in one piece, while the buffer lives; of others those of the first.
    package var bytes: UnsafeMutableRawBufferPointer {
        pieces.first?.bytes ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Whether there are no bytes.
    public var isEmpty: Bool { dataLength == 0 }

    /// Whether all bytes are in one piece.
    public var isContiguous: Bool { pieces.count <= 1 }

    /// The most pieces of a buffer.
    private static let piecesMax = 1 << 20

    /// Appends pieces.
    ///
    /// - Returns: `kCMBlockBufferInsufficientSpaceErr` for too many of them, or too many bytes.
    func append(_ more: [Piece]) -> OSStatus {
        var length = dataLength
        for piece in more {
            let (sum, overflow) = length.addingReportingOverflow(piece.byteCount)
            guard !overflow else { return kCMBlockBufferInsufficientSpaceErr }
            length = sum
        }
        guard pieces.count + more.count <= Self.piecesMax else {
            return kCMBlockBufferInsufficientSpaceErr
        }
        pieces += more
        dataLength = length
        return kCMBlockBufferNoErr
    }

    /// Whether all memory is allocated.
    var isAllocated: Bool { pieces.allSatisfy { $0.memory.start != nil } }

    /// The pieces that hold a range of bytes, which must be within the data.
    func pieces(in range: Range<Int>) -> [Piece] {
        var (parts, start): ([Piece], Int) = ([], 0)
        for piece in pieces {
            let part = (start..<start + piece.byteCount).clamped(to: range)
            if !part.isEmpty {
                parts.append(
                    Piece(
                        memory: piece.memory, offset: piece.offset + part.lowerBound - start,
                        byteCount: part.count))
            }
            start += piece.byteCount
        }
        return parts
    }

    /// Checks a range of bytes.
    ///
    /// - Returns: Why it is not within the data; `kCMBlockBufferNoErr` where it is.
    func status(ofOffset offset: Int, length: Int) -> OSStatus {
        guard offset >= 0, offset < dataLength else { return kCMBlockBufferBadOffsetParameterErr }
        guard length > 0, length <= dataLength - offset else {
            return kCMBlockBufferBadLengthParameterErr
        }
        return kCMBlockBufferNoErr
    }

    /// Copies a range of bytes, which must be within the data.
    ///
    /// - Returns: Whether all memory is allocated; nothing is complete otherwise.
    func copy(_ range: Range<Int>, to destination: UnsafeMutableRawPointer) -> Bool {
        var done = 0
        for piece in pieces(in: range) {
            guard let bytes = piece.bytes, let start = bytes.baseAddress else { return false }
            (destination + done).copyMemory(from: start, byteCount: bytes.count)
            done += bytes.count
        }
        return true
    }
}

extension CMBlockBuffer: Hashable {
    /// Whether both are the same buffer.
    public static func == (left: CMBlockBuffer, right: CMBlockBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: The Swift interface

extension CMBlockBuffer {
    /// Flags of a block buffer.
    public struct Flags: OptionSet, Sendable {
        public let rawValue: CMBlockBufferFlags

        public init(rawValue: CMBlockBufferFlags) {
            self.rawValue = rawValue
        }

        /// Memory is allocated at once.
        public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
        /// Bytes are copied, also those in one piece.
        public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
        /// References to references are kept; without effect here.
        public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
        /// A buffer without bytes may be referenced.
        public static let permitEmptyReference = Flags(
            rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
    }

    /// Makes a buffer without bytes, to which others are appended.
    public convenience init(capacity: Int = 0, flags: Flags = []) throws {
        self.init([])
    }

    /// Makes a buffer of a number of bytes; their memory is allocated at once.
    ///
    /// - Throws: `kCMBlockBufferBadLengthParameterErr`, `kCMBlockBufferBlockAllocationFailedErr`.
    public convenience init(length: Int, flags: Flags = []) throws {
        guard length > 0 else { throw NSError.coreMedia(kCMBlockBufferBadLengthParameterErr) }
        guard let memory = BlockMemory(byteCount: length) else {
            throw NSError.coreMedia(kCMBlockBufferBlockAllocationFailedErr)
        }
        self.init([Piece(memory: memory, offset: 0, byteCount: length)])
    }

    /// Makes a buffer of an app's memory.
    ///
    /// - Parameter deallocator: Called with the memory when no buffer refers to it any more, on any
    ///   thread.
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer,
        deallocator: @escaping (UnsafeMutableRawPointer, Int) -> Void, flags: Flags = []
    ) throws {
        guard let start = buffer.baseAddress, buffer.count > 0 else {
            throw NSError.coreMedia(kCMBlockBufferBadPointerParameterErr)
        }
        let count = buffer.count
        let memory = BlockMemory(start, byteCount: count) { deallocator($0, count) }
        self.init([Piece(memory: memory, offset: 0, byteCount: count)])
    }

    /// Allocates memory that is not allocated yet.
    ///
    /// - Throws: `kCMBlockBufferBlockAllocationFailedErr`.
    public func assureBlockMemory() throws {
        for piece in pieces where piece.memory.assured() == nil {
            throw NSError.coreMedia(kCMBlockBufferBlockAllocationFailedErr)
        }
    }

    /// A copy of the bytes.
    ///
    /// - Throws: `kCMBlockBufferUnallocatedBlockErr`.
    public func dataBytes() throws -> Data {
        guard isAllocated else { throw NSError.coreMedia(kCMBlockBufferUnallocatedBlockErr) }
        var data = Data(count: dataLength)
        try data.withUnsafeMutableBytes { try copyDataBytes(to: $0) }
        return data
    }

    /// Copies all bytes.
    ///
    /// - Throws: `kCMBlockBufferBadLengthParameterErr` where `destination` is too small, or
    ///   `kCMBlockBufferUnallocatedBlockErr`.
    public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
        guard destination.count >= dataLength else {
            throw NSError.coreMedia(kCMBlockBufferBadLengthParameterErr)
        }
        guard dataLength > 0, let start = destination.baseAddress else { return }
        guard copy(0..<dataLength, to: start) else {
            throw NSError.coreMedia(kCMBlockBufferUnallocatedBlockErr)
        }
    }

    /// Replaces the first bytes.
    ///
    /// - Throws: `kCMBlockBufferBadLengthParameterErr` for more bytes than the buffer has.
    public func replaceDataBytes(with bytes: UnsafeRawBufferPointer) throws {
        guard let start = bytes.baseAddress, bytes.count > 0 else { return }
        let status = CMBlockBufferReplaceDataBytes(
            with: start, blockBuffer: self, offsetIntoDestination: 0, dataLength: bytes.count)
        if status != kCMBlockBufferNoErr { throw NSError.coreMedia(status) }
    }

    /// Sets all bytes to one value.
    ///
    /// - Throws: `kCMBlockBufferBlockAllocationFailedErr`.
    public func fillDataBytes(with fillByte: UInt8) throws {
        guard dataLength > 0 else { return }
        let status = CMBlockBufferFillDataBytes(
            with: CChar(bitPattern: fillByte), blockBuffer: self, offsetIntoDestination: 0,
            dataLength: dataLength)
        if status != kCMBlockBufferNoErr { throw NSError.coreMedia(status) }
    }

    /// Appends a number of bytes; their memory is allocated at once.
    ///
    /// - Throws: `kCMBlockBufferBadLengthParameterErr`, `kCMBlockBufferBlockAllocationFailedErr`.
    public func append(length: Int, flags: Flags = []) throws {
        try check(append(try CMBlockBuffer(length: length, flags: flags).pieces))
    }

    private func check(_ status: OSStatus) throws {
        if status != kCMBlockBufferNoErr { throw NSError.coreMedia(status) }
    }

    /// Appends the bytes of another buffer without copying them.
    public func append(bufferReference target: CMBlockBuffer, flags: Flags = []) throws {
        guard !target.isEmpty || flags.contains(.permitEmptyReference) else {
            throw NSError.coreMedia(kCMBlockBufferEmptyBBufErr)
        }
        try check(append(target.pieces))
    }

    /// A buffer with all bytes in one piece: this one, or a copy.
    ///
    /// - Throws: `kCMBlockBufferUnallocatedBlockErr`.
    public func makeContiguous(flags: Flags = []) throws -> CMBlockBuffer {
        if isContiguous, !flags.contains(.alwaysCopyData) { return self }
        guard isAllocated else { throw NSError.coreMedia(kCMBlockBufferUnallocatedBlockErr) }
        guard !isEmpty else { return CMBlockBuffer([]) }
        let copy = try CMBlockBuffer(length: dataLength)
        try copyDataBytes(to: copy.bytes)
        return copy
    }

    /// Calls `body` with the bytes from an offset on that are in one piece, for as long as the call
    /// lasts.
    ///
    /// - Throws: `kCMBlockBufferBadOffsetParameterErr`, `kCMBlockBufferBlockAllocationFailedErr`,
    ///   and what `body` throws.
    public func withUnsafeMutableBytes<Result>(
        atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard 0..<max(dataLength, 1) ~= offset else {
            throw NSError.coreMedia(kCMBlockBufferBadOffsetParameterErr)
        }
        guard let piece = pieces(in: offset..<max(dataLength, offset)).first else {
            return try body(UnsafeMutableRawBufferPointer(start: nil, count: 0))
        }
        guard piece.memory.assured() != nil, let bytes = piece.bytes else {
            throw NSError.coreMedia(kCMBlockBufferBlockAllocationFailedErr)
        }
        return try body(bytes)
    }
}
