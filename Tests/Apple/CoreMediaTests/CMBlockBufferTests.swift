import CoreMedia
import Testing

@Suite("A block buffer")
struct CMBlockBufferTests {
    private func buffer(_ bytes: [UInt8]) throws -> CMBlockBuffer {
        var made: CMBlockBuffer?
        let status = CMBlockBufferCreateWithMemoryBlock(
            allocator: nil, memoryBlock: nil, blockLength: bytes.count, blockAllocator: nil,
            customBlockSource: nil, offsetToData: 0, dataLength: bytes.count, flags: 0,
            blockBufferOut: &made)
        #expect(status == kCMBlockBufferNoErr)
        let buffer = try #require(made)
        #expect(
            CMBlockBufferReplaceDataBytes(
                with: bytes, blockBuffer: buffer, offsetIntoDestination: 0,
                dataLength: bytes.count) == kCMBlockBufferNoErr)
        return buffer
    }

    @Test func `allocates memory when it is first written`() throws {
        var made: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: 8,
            blockAllocator: kCFAllocatorDefault, customBlockSource: nil, offsetToData: 2,
            dataLength: 4, flags: 0, blockBufferOut: &made)
        let buffer = try #require(made)
        var byte: UInt8 = 0
        #expect(CMBlockBufferGetDataLength(buffer) == 4)
        #expect(
            CMBlockBufferCopyDataBytes(
                buffer, atOffset: 0, dataLength: 1, destination: &byte)
                == kCMBlockBufferUnallocatedBlockErr)
        #expect(
            CMBlockBufferGetDataPointer(
                buffer, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: nil,
                dataPointerOut: nil) == kCMBlockBufferUnallocatedBlockErr)
        #expect(throws: (any Error).self) { try buffer.dataBytes() }
        #expect(CMBlockBufferAssureBlockMemory(buffer) == kCMBlockBufferNoErr)
        #expect(
            CMBlockBufferFillDataBytes(
                with: 7, blockBuffer: buffer, offsetIntoDestination: 1, dataLength: 0)
                == kCMBlockBufferNoErr)
        #expect(try buffer.dataBytes().dropFirst() == Data([7, 7, 7]))
    }

    @Test func `refuses offsets and lengths beyond its data`() throws {
        let buffer = try buffer([1, 2, 3])
        var byte: UInt8 = 9
        for (offset, length, error) in [
            (3, 1, kCMBlockBufferBadOffsetParameterErr),
            (-1, 1, kCMBlockBufferBadOffsetParameterErr),
            (0, 4, kCMBlockBufferBadLengthParameterErr),
            (0, 0, kCMBlockBufferBadLengthParameterErr),
            (1, .max, kCMBlockBufferBadLengthParameterErr),
        ] {
            #expect(
                CMBlockBufferCopyDataBytes(
                    buffer, atOffset: offset, dataLength: length, destination: &byte) == error)
            #expect(
                CMBlockBufferReplaceDataBytes(
                    with: &byte, blockBuffer: buffer, offsetIntoDestination: offset,
                    dataLength: length) == error)
        }
        #expect(byte == 9)
        #expect(try buffer.dataBytes() == Data([1, 2, 3]))
        var made: CMBlockBuffer?
        for (block, offset, length, error) in [
            (0, 0, 0, kCMBlockBufferBadLengthParameterErr),
            (4, 4, 1, kCMBlockBufferBadOffsetParameterErr),
            (4, 1, 4, kCMBlockBufferBadLengthParameterErr),
        ] {
            #expect(
                CMBlockBufferCreateWithMemoryBlock(
                    allocator: nil, memoryBlock: nil, blockLength: block, blockAllocator: nil,
                    customBlockSource: nil, offsetToData: offset, dataLength: length, flags: 0,
                    blockBufferOut: &made) == error)
        }
        var source = CMBlockBufferCustomBlockSource(
            version: 0, AllocateBlock: nil, FreeBlock: { _, _, _ in }, refCon: nil)
        #expect(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: 1, blockAllocator: nil,
                customBlockSource: &source, offsetToData: 0, dataLength: 1, flags: 0,
                blockBufferOut: &made) == kCMBlockBufferBadCustomBlockSourceErr)
        #expect(made == nil)
    }

    @Test func `joins references to parts of others in order`() throws {
        let (first, second) = (try buffer([1, 2, 3]), try buffer([4, 5, 6]))
        var made: CMBlockBuffer?
        CMBlockBufferCreateEmpty(allocator: nil, capacity: 2, flags: 0, blockBufferOut: &made)
        let joined = try #require(made)
        #expect(CMBlockBufferIsEmpty(joined))
        #expect(
            CMBlockBufferAppendBufferReference(
                first, targetBBuf: joined, offsetToData: 0, dataLength: 0, flags: 0)
                == kCMBlockBufferEmptyBBufErr)
        CMBlockBufferAppendBufferReference(
            joined, targetBBuf: first, offsetToData: 1, dataLength: 0, flags: 0)
        CMBlockBufferAppendBufferReference(
            joined, targetBBuf: second, offsetToData: 0, dataLength: 2, flags: 0)
        #expect(try joined.dataBytes() == Data([2, 3, 4, 5]))
        #expect(CMBlockBufferIsRangeContiguous(joined, atOffset: 0, length: 2))
        #expect(!CMBlockBufferIsRangeContiguous(joined, atOffset: 1, length: 2))
        #expect(!CMBlockBufferIsRangeContiguous(joined, atOffset: 0, length: 0))
        var (length, total) = (0, 0)
        CMBlockBufferGetDataPointer(
            joined, atOffset: 1, lengthAtOffsetOut: &length, totalLengthOut: &total,
            dataPointerOut: nil)
        #expect(length == 1 && total == 4)
        var temporary: [CChar] = [0, 0]
        temporary.withUnsafeMutableBytes { room in
            var pointer: UnsafeMutablePointer<CChar>?
            guard let start = room.baseAddress else { return }
            CMBlockBufferAccessDataBytes(
                joined, atOffset: 1, length: 2, temporaryBlock: start,
                returnedPointerOut: &pointer)
            #expect(pointer.map { UnsafeMutableRawPointer($0) } == start)
        }
        #expect(temporary == [3, 4])
        // A write through the reference is a write to what it refers to.
        try joined.fillDataBytes(with: 0)
        #expect(try first.dataBytes() == Data([1, 0, 0]))
        #expect(try second.dataBytes() == Data([0, 0, 6]))
    }

    @Test func `has room for no more than memory can hold`() throws {
        var made: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: nil, memoryBlock: nil, blockLength: .max, blockAllocator: nil,
            customBlockSource: nil, offsetToData: 0, dataLength: .max, flags: 0,
            blockBufferOut: &made)
        let vast = try #require(made)
        #expect(throws: (any Error).self) { try vast.dataBytes() }
        #expect(CMBlockBufferAssureBlockMemory(vast) == kCMBlockBufferBlockAllocationFailedErr)
        #expect(
            CMBlockBufferAppendBufferReference(
                vast, targetBBuf: vast, offsetToData: 0, dataLength: 0, flags: 0)
                == kCMBlockBufferInsufficientSpaceErr)
        let buffer = try buffer([1])
        var status = kCMBlockBufferNoErr
        for _ in 0..<40 where status == kCMBlockBufferNoErr {
            status = CMBlockBufferAppendBufferReference(
                buffer, targetBBuf: buffer, offsetToData: 0, dataLength: 0, flags: 0)
        }
        #expect(status == kCMBlockBufferInsufficientSpaceErr && buffer.dataLength == 1 << 20)
    }

    @Test func `is copied into one piece where it has several`() throws {
        let joined = try buffer([1, 2])
        try joined.append(bufferReference: try buffer([3]))
        var made: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateContiguous(
                allocator: nil, sourceBuffer: joined, blockAllocator: nil, customBlockSource: nil,
                offsetToData: 1, dataLength: 0, flags: 0, blockBufferOut: &made)
                == kCMBlockBufferNoErr)
        let copy = try #require(made)
        #expect(copy.isContiguous && !joined.isContiguous)
        #expect(try copy.dataBytes() == Data([2, 3]))
        #expect(try joined.makeContiguous().dataBytes() == Data([1, 2, 3]))
        try copy.fillDataBytes(with: 9)
        #expect(try joined.dataBytes() == Data([1, 2, 3]))
    }

    @Test func `gives memory back once, when no buffer refers to it`() throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: [1, 2, 3, 4])
        var freed: [Int] = []
        var reference: CMBlockBuffer?
        do {
            let buffer = try CMBlockBuffer(buffer: memory) { _, count in freed.append(count) }
            CMBlockBufferCreateWithBufferReference(
                allocator: nil, referenceBuffer: buffer, offsetToData: 2, dataLength: 2, flags: 0,
                blockBufferOut: &reference)
        }
        #expect(freed.isEmpty)
        #expect(try reference?.dataBytes() == Data([3, 4]))
        reference = nil
        #expect(freed == [4])
    }
}
