// C functions of block buffers.

/// The number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Whether there are no bytes.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }

/// Whether a range of bytes is in one piece; a length of 0 means all bytes from the offset on.
public func CMBlockBufferIsRangeContiguous(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int
) -> Bool {
    let count = length == 0 ? max(theBuffer.dataLength - max(offset, 0), 0) : length
    guard theBuffer.status(ofOffset: offset, length: count) == kCMBlockBufferNoErr else {
        return false
    }
    return theBuffer.pieces(in: offset..<offset + count).count == 1
}

/// Makes a buffer without bytes, to which others are appended.
@discardableResult
public func CMBlockBufferCreateEmpty(
    allocator: CFAllocator?, capacity: UInt32, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = CMBlockBuffer([])
    return kCMBlockBufferNoErr
}

/// Makes a buffer of an app's memory, or of memory that is allocated when it is needed.
///
/// - Parameters:
///   - memoryBlock: The memory; `nil` for memory that is allocated.
///   - blockLength: The size of the memory in bytes, more than 0.
///   - blockAllocator: Allocates memory that is not given, and frees it; `kCFAllocatorNull` leaves
///     given memory alone.
///   - customBlockSource: Takes the place of the allocator, or `nil`.
///   - offsetToData: Where in the memory the buffer's bytes begin.
///   - dataLength: How many there are.
///   - flags: `kCMBlockBufferAssureMemoryNowFlag` allocates at once.
/// - Returns: `kCMBlockBufferBadLengthParameterErr`, `kCMBlockBufferBadOffsetParameterErr`,
///   `kCMBlockBufferBadCustomBlockSourceErr` or `kCMBlockBufferBlockAllocationFailedErr`.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?,
    blockLength: Int, blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let buffer = CMBlockBuffer([])
    let status = CMBlockBufferAppendMemoryBlock(
        buffer, memoryBlock: memoryBlock, length: blockLength, blockAllocator: blockAllocator,
        customBlockSource: customBlockSource, offsetToData: offsetToData, dataLength: dataLength,
        flags: flags)
    if status == kCMBlockBufferNoErr { blockBufferOut.pointee = buffer }
    return status
}

/// Appends an app's memory, or memory that is allocated when it is needed; the arguments are those of
/// `CMBlockBufferCreateWithMemoryBlock`.
///
/// - Returns: As `CMBlockBufferCreateWithMemoryBlock` does; nothing is appended then, and the memory
///   stays the caller's.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
    _ theBuffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
    blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
    guard blockLength > 0, dataLength > 0 else { return kCMBlockBufferBadLengthParameterErr }
    guard offsetToData >= 0, offsetToData < blockLength else {
        return kCMBlockBufferBadOffsetParameterErr
    }
    guard dataLength <= blockLength - offsetToData else {
        return kCMBlockBufferBadLengthParameterErr
    }
    switch BlockMemory.make(
        memoryBlock, byteCount: blockLength, blockAllocator, customBlockSource)
    {
    case .failure(let error): return error.status
    case .success(let memory):
        if flags & kCMBlockBufferAssureMemoryNowFlag != 0, memory.assured() == nil {
            return kCMBlockBufferBlockAllocationFailedErr
        }
        return theBuffer.append([
            CMBlockBuffer.Piece(memory: memory, offset: offsetToData, byteCount: dataLength)
        ])
    }
}

/// Makes a buffer that refers to a part of another one.
///
/// - Returns: As `CMBlockBufferAppendBufferReference` does.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
    allocator structureAllocator: CFAllocator?, referenceBuffer bufferReference: CMBlockBuffer,
    offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let buffer = CMBlockBuffer([])
    let status = CMBlockBufferAppendBufferReference(
        buffer, targetBBuf: bufferReference, offsetToData: offsetToData, dataLength: dataLength,
        flags: flags)
    if status == kCMBlockBufferNoErr { blockBufferOut.pointee = buffer }
    return status
}

/// Appends a reference to a part of another buffer; a length of 0 means all bytes from the offset on.
///
/// - Returns: `kCMBlockBufferEmptyBBufErr` for a buffer without bytes, unless the flags permit it,
///   `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr`.
@discardableResult
public func CMBlockBufferAppendBufferReference(
    _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    if targetBBuf.isEmpty {
        return flags & kCMBlockBufferPermitEmptyReferenceFlag != 0
            ? kCMBlockBufferNoErr : kCMBlockBufferEmptyBBufErr
    }
    let count = dataLength == 0 ? targetBBuf.dataLength - max(offsetToData, 0) : dataLength
    let status = targetBBuf.status(ofOffset: offsetToData, length: count)
    guard status == kCMBlockBufferNoErr else { return status }
    return theBuffer.append(targetBBuf.pieces(in: offsetToData..<offsetToData + count))
}

/// Makes a buffer with bytes of another one in one piece: a reference where they are, a copy where
/// they are not, or where the flags ask for it. A length of 0 means all bytes from the offset on.
///
/// - Returns: `kCMBlockBufferEmptyBBufErr`, `kCMBlockBufferBadOffsetParameterErr`,
///   `kCMBlockBufferBadLengthParameterErr`, `kCMBlockBufferBadCustomBlockSourceErr`,
///   `kCMBlockBufferUnallocatedBlockErr` or `kCMBlockBufferBlockAllocationFailedErr`.
@discardableResult
public func CMBlockBufferCreateContiguous(
    allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer,
    blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    guard !sourceBuffer.isEmpty else { return kCMBlockBufferEmptyBBufErr }
    let count = dataLength == 0 ? sourceBuffer.dataLength - max(offsetToData, 0) : dataLength
    let status = sourceBuffer.status(ofOffset: offsetToData, length: count)
    guard status == kCMBlockBufferNoErr else { return status }
    let range = offsetToData..<offsetToData + count
    let pieces = sourceBuffer.pieces(in: range)
    if pieces.count == 1, flags & kCMBlockBufferAlwaysCopyDataFlag == 0 {
        blockBufferOut.pointee = CMBlockBuffer(pieces)
        return kCMBlockBufferNoErr
    }
    switch BlockMemory.make(nil, byteCount: count, blockAllocator, customBlockSource) {
    case .failure(let error): return error.status
    case .success(let memory):
        guard let start = memory.assured() else { return kCMBlockBufferBlockAllocationFailedErr }
        guard sourceBuffer.copy(range, to: start) else { return kCMBlockBufferUnallocatedBlockErr }
        blockBufferOut.pointee = CMBlockBuffer([
            CMBlockBuffer.Piece(memory: memory, offset: 0, byteCount: count)
        ])
        return kCMBlockBufferNoErr
    }
}

/// Allocates memory that is not allocated yet.
///
/// - Returns: `kCMBlockBufferBlockAllocationFailedErr`.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
    theBuffer.pieces.allSatisfy { $0.memory.assured() != nil }
        ? kCMBlockBufferNoErr : kCMBlockBufferBlockAllocationFailedErr
}

/// Gives a pointer to the bytes from an offset on, which is valid while the buffer lives.
///
/// - Parameters:
///   - lengthAtOffsetOut: Receives how many bytes from there on are in one piece.
///   - totalLengthOut: Receives the length of the whole buffer.
/// - Returns: `kCMBlockBufferBadOffsetParameterErr` for an offset that is not within the data,
///   `kCMBlockBufferUnallocatedBlockErr` for memory that is not allocated.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int,
    lengthAtOffsetOut: UnsafeMutablePointer<Int>?, totalLengthOut: UnsafeMutablePointer<Int>?,
    dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    guard offset >= 0, offset < theBuffer.dataLength else {
        return kCMBlockBufferBadOffsetParameterErr
    }
    guard let piece = theBuffer.pieces(in: offset..<theBuffer.dataLength).first,
        let bytes = piece.bytes
    else { return kCMBlockBufferUnallocatedBlockErr }
    lengthAtOffsetOut?.pointee = bytes.count
    totalLengthOut?.pointee = theBuffer.dataLength
    dataPointerOut?.pointee = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    return kCMBlockBufferNoErr
}

/// Gives a pointer to a range of bytes: into the buffer where they are in one piece, otherwise to a
/// copy in `temporaryBlock`.
///
/// - Parameter temporaryBlock: Has room for `length` bytes.
/// - Returns: `kCMBlockBufferBadOffsetParameterErr`, `kCMBlockBufferBadLengthParameterErr` or
///   `kCMBlockBufferUnallocatedBlockErr`.
@discardableResult
public func CMBlockBufferAccessDataBytes(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int,
    temporaryBlock: UnsafeMutableRawPointer,
    returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
    let status = theBuffer.status(ofOffset: offset, length: length)
    guard status == kCMBlockBufferNoErr else { return status }
    let pieces = theBuffer.pieces(in: offset..<offset + length)
    var start: UnsafeMutableRawPointer? = temporaryBlock
    if pieces.count == 1 {
        start = pieces[0].bytes?.baseAddress
    } else if !theBuffer.copy(offset..<offset + length, to: temporaryBlock) {
        start = nil
    }
    guard let start else { return kCMBlockBufferUnallocatedBlockErr }
    returnedPointerOut.pointee = start.assumingMemoryBound(to: CChar.self)
    return kCMBlockBufferNoErr
}

/// Copies bytes out of the buffer.
///
/// - Parameter destination: Has room for `dataLength` bytes.
/// - Returns: `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` for bytes
///   that are not within the data, `kCMBlockBufferUnallocatedBlockErr` for memory that is not
///   allocated.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    let status = theSourceBuffer.status(ofOffset: offsetToData, length: dataLength)
    guard status == kCMBlockBufferNoErr else { return status }
    return theSourceBuffer.copy(offsetToData..<offsetToData + dataLength, to: destination)
        ? kCMBlockBufferNoErr : kCMBlockBufferUnallocatedBlockErr
}

/// Copies bytes into the buffer; its memory is allocated first where it is not.
///
/// - Returns: `kCMBlockBufferBadOffsetParameterErr` or `kCMBlockBufferBadLengthParameterErr` for bytes
///   that are not within the data, `kCMBlockBufferBlockAllocationFailedErr`; nothing is copied then.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
    offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    write(destinationBuffer, at: offsetIntoDestination, dataLength) { bytes, done in
        bytes.baseAddress?.copyMemory(from: sourceBytes + done, byteCount: bytes.count)
    }
}

/// Sets bytes of the buffer to one value; its memory is allocated first where it is not. A length of
/// 0 means all bytes from the offset on.
///
/// - Returns: As `CMBlockBufferReplaceDataBytes` does.
@discardableResult
public func CMBlockBufferFillDataBytes(
    with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer,
    offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    let count =
        dataLength == 0
        ? destinationBuffer.dataLength - max(offsetIntoDestination, 0) : dataLength
    return write(destinationBuffer, at: offsetIntoDestination, count) { bytes, _ in
        bytes.initializeMemory(as: CChar.self, repeating: fillByte)
    }
}

/// Calls `body` with each piece of a range of bytes, and how many bytes came before it.
private func write(
    _ buffer: CMBlockBuffer, at offset: Int, _ length: Int,
    _ body: (UnsafeMutableRawBufferPointer, Int) -> Void
) -> OSStatus {
    let status = buffer.status(ofOffset: offset, length: length)
    guard status == kCMBlockBufferNoErr else { return status }
    let pieces = buffer.pieces(in: offset..<offset + length)
    guard pieces.allSatisfy({ $0.memory.assured() != nil }) else {
        return kCMBlockBufferBlockAllocationFailedErr
    }
    var done = 0
    for piece in pieces {
        guard let bytes = piece.bytes else { return kCMBlockBufferUnallocatedBlockErr }
        body(bytes, done)
        done += bytes.count
    }
    return kCMBlockBufferNoErr
}
