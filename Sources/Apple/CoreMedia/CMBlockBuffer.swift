// Blocks of memory: the data of sample buffers that have no image.

/// The function succeeded.
public var kCMBlockBufferNoErr: OSStatus { 0 }
/// An offset is beyond the data.
public var kCMBlockBufferBadOffsetParameterErr: OSStatus { -12703 }
/// A length is 0, or goes beyond the data.
public var kCMBlockBufferBadLengthParameterErr: OSStatus { -12704 }
/// A pointer is missing.
public var kCMBlockBufferBadPointerParameterErr: OSStatus { -12705 }

/// Bytes that are in one piece of memory. Any thread.
///
/// Ownership: the memory lives as long as the buffer; a writer through a pointer into it keeps all
/// readers away meanwhile.
public final class CMBlockBuffer {
    private let memory: UnsafeMutableRawBufferPointer

    /// Makes a buffer with a copy of some bytes.
    package init(_ bytes: UnsafeRawBufferPointer) {
        memory = .allocate(byteCount: bytes.count, alignment: 16)
        memory.copyMemory(from: bytes)
    }

    deinit { memory.deallocate() }

    /// The memory, while the buffer lives.
    package var bytes: UnsafeMutableRawBufferPointer { memory }

    /// The number of bytes.
    public var dataLength: Int { memory.count }

    /// Whether there are no bytes.
    public var isEmpty: Bool { memory.isEmpty }

    /// A copy of the bytes.
    public func dataBytes() throws -> Data { Data(memory) }

    /// Calls `body` with the bytes, for as long as the call lasts.
    public func withUnsafeMutableBytes<Result>(
        atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard 0..<max(memory.count, 1) ~= offset else {
            throw NSError.coreMedia(kCMBlockBufferBadOffsetParameterErr)
        }
        return try body(UnsafeMutableRawBufferPointer(rebasing: memory[offset...]))
    }
}

/// The number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Whether there are no bytes.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }

/// Gives a pointer to the bytes from an offset on, which is valid while the buffer lives.
///
/// - Returns: `kCMBlockBufferBadOffsetParameterErr` for an offset that is not within the data.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int,
    lengthAtOffsetOut: UnsafeMutablePointer<Int>?, totalLengthOut: UnsafeMutablePointer<Int>?,
    dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    guard offset >= 0, offset < theBuffer.dataLength else {
        return kCMBlockBufferBadOffsetParameterErr
    }
    lengthAtOffsetOut?.pointee = theBuffer.dataLength - offset
    totalLengthOut?.pointee = theBuffer.dataLength
    dataPointerOut?.pointee = theBuffer.bytes.baseAddress.map {
        ($0 + offset).assumingMemoryBound(to: CChar.self)
    }
    return kCMBlockBufferNoErr
}

/// Copies bytes out of the buffer.
///
/// - Parameter destination: Has room for `dataLength` bytes.
/// - Returns: `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` for bytes
///   that are not within the data; nothing is copied then.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    guard offsetToData >= 0, offsetToData < theSourceBuffer.dataLength else {
        return kCMBlockBufferBadOffsetParameterErr
    }
    guard dataLength > 0, dataLength <= theSourceBuffer.dataLength - offsetToData,
        let bytes = theSourceBuffer.bytes.baseAddress
    else { return kCMBlockBufferBadLengthParameterErr }
    destination.copyMemory(from: bytes + offsetToData, byteCount: dataLength)
    return kCMBlockBufferNoErr
}
