import CoreMedia
import TestSupport
import Testing

@Suite("A sample buffer of sound")
struct CMSampleBufferTests {
    private func shorts(_ channels: UInt32, isPlanar: Bool = false) throws -> CMFormatDescription {
        var format = AudioStreamBasicDescription()
        format.mSampleRate = 44_100
        format.mFormatID = kAudioFormatLinearPCM
        format.mFormatFlags =
            kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
            | (isPlanar ? kAudioFormatFlagIsNonInterleaved : 0)
        format.mBytesPerFrame = isPlanar ? 2 : 2 * channels
        format.mBytesPerPacket = format.mBytesPerFrame
        format.mFramesPerPacket = 1
        format.mChannelsPerFrame = channels
        format.mBitsPerChannel = 16
        return try CMFormatDescription(audioStreamBasicDescription: format)
    }

    private func aac() throws -> CMFormatDescription {
        var format = AudioStreamBasicDescription()
        format.mSampleRate = 44_100
        format.mFormatID = kAudioFormatMPEG4AAC
        format.mFramesPerPacket = 1024
        format.mChannelsPerFrame = 2
        return try CMFormatDescription(audioStreamBasicDescription: format)
    }

    private func block(_ samples: [Int16]) -> CMBlockBuffer {
        samples.withUnsafeBytes { bytes in
            var made: CMBlockBuffer?
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: bytes.count, blockAllocator: nil,
                customBlockSource: nil, offsetToData: 0, dataLength: bytes.count,
                flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &made)
            guard let made, let start = bytes.baseAddress else { fatalError("no buffer") }
            CMBlockBufferReplaceDataBytes(
                with: start, blockBuffer: made, offsetIntoDestination: 0, dataLength: bytes.count)
            return made
        }
    }

    private func timing(_ start: Int64) -> CMSampleTimingInfo {
        CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 44_100),
            presentationTimeStamp: CMTime(value: start, timescale: 44_100),
            decodeTimeStamp: .invalid)
    }

    private func packets(_ sizes: [UInt32]) -> [AudioStreamPacketDescription] {
        var offset: Int64 = 0
        return sizes.map { size in
            defer { offset += Int64(size) }
            return AudioStreamPacketDescription(
                mStartOffset: offset, mVariableFramesInPacket: 0, mDataByteSize: size)
        }
    }

    @Test func `counts frames, sizes and times of linear PCM`() throws {
        var made: CMSampleBuffer?
        var (times, size) = (timing(100), 4)
        let data = block([1, 2, 3, 4, 5, 6])
        #expect(
            CMSampleBufferCreate(
                allocator: nil, dataBuffer: data, dataReady: true, makeDataReadyCallback: nil,
                refcon: nil, formatDescription: try shorts(2), sampleCount: 3,
                sampleTimingEntryCount: 1, sampleTimingArray: &times, sampleSizeEntryCount: 1,
                sampleSizeArray: &size, sampleBufferOut: &made) == noErr)
        let buffer = try #require(made)
        #expect(CMSampleBufferGetNumSamples(buffer) == 3 && buffer.totalSampleSize == 12)
        #expect(CMSampleBufferGetSampleSize(buffer, at: 2) == 4)
        #expect(CMSampleBufferGetDuration(buffer) == CMTime(value: 3, timescale: 44_100))
        #expect(CMSampleBufferGetDataBuffer(buffer) === data)
        var third = CMSampleTimingInfo()
        #expect(CMSampleBufferGetSampleTimingInfo(buffer, at: 2, timingInfoOut: &third) == noErr)
        #expect(third.presentationTimeStamp == CMTime(value: 102, timescale: 44_100))
        #expect(
            CMSampleBufferGetSampleTimingInfo(buffer, at: 3, timingInfoOut: &third)
                == kCMSampleBufferError_SampleIndexOutOfRange)
        var needed = 0
        #expect(
            CMSampleBufferGetSampleTimingInfoArray(
                buffer, entryCount: 0, arrayToFill: &third, entriesNeededOut: &needed)
                == kCMSampleBufferError_ArrayTooSmall)
        #expect(needed == 1)
        #expect(
            CMSampleBufferSetDataBuffer(buffer, newValue: data)
                == kCMSampleBufferError_AlreadyHasDataBuffer)
    }

    @Test func `refuses counts of entries that do not fit, and data that is not there`() throws {
        var made: CMSampleBuffer?
        var times = [timing(0), timing(1)]
        #expect(
            CMSampleBufferCreateReady(
                allocator: nil, dataBuffer: nil, formatDescription: try shorts(1), sampleCount: 3,
                sampleTimingEntryCount: 2, sampleTimingArray: &times, sampleSizeEntryCount: 0,
                sampleSizeArray: nil, sampleBufferOut: &made)
                == kCMSampleBufferError_InvalidEntryCount)
        #expect(
            CMSampleBufferCreateReady(
                allocator: nil, dataBuffer: nil, formatDescription: try shorts(1), sampleCount: 1,
                sampleTimingEntryCount: 1, sampleTimingArray: nil, sampleSizeEntryCount: 0,
                sampleSizeArray: nil, sampleBufferOut: &made)
                == kCMSampleBufferError_RequiredParameterMissing)
        #expect(made == nil)
        CMSampleBufferCreate(
            allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil,
            refcon: nil, formatDescription: try shorts(1), sampleCount: 1,
            sampleTimingEntryCount: 0, sampleTimingArray: nil, sampleSizeEntryCount: 0,
            sampleSizeArray: nil, sampleBufferOut: &made)
        let buffer = try #require(made)
        #expect(!CMSampleBufferDataIsReady(buffer))
        #expect(CMSampleBufferMakeDataReady(buffer) == kCMSampleBufferError_BufferNotReady)
        var list = AudioBufferList()
        #expect(
            CMSampleBufferCopyPCMDataIntoAudioBufferList(
                buffer, at: 0, frameCount: 1, into: &list) == kCMSampleBufferError_BufferNotReady)
        var needed = 5
        #expect(
            CMSampleBufferGetSampleTimingInfoArray(
                buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &needed)
                == kCMSampleBufferError_BufferHasNoSampleTimingInfo)
        #expect(
            CMSampleBufferGetSampleSizeArray(
                buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: nil)
                == kCMSampleBufferError_BufferHasNoSampleSizes)
        #expect(needed == 0)
    }

    @Test func `loads data when it is asked to`() throws {
        var made: CMSampleBuffer?
        let data = block([7])
        var calls = 0
        CMSampleBufferCreate(
            allocator: nil, dataBuffer: nil, dataReady: false,
            makeDataReadyCallback: { buffer, context in
                context?.assumingMemoryBound(to: Int.self).pointee += 1
                return CMSampleBufferSetDataBuffer(buffer, newValue: data)
            }, refcon: &calls, formatDescription: try shorts(1), sampleCount: 1,
            sampleTimingEntryCount: 0, sampleTimingArray: nil, sampleSizeEntryCount: 0,
            sampleSizeArray: nil, sampleBufferOut: &made)
        let buffer = try #require(made)
        try buffer.makeDataReady()
        try buffer.makeDataReady()
        #expect(buffer.dataReadiness == .ready && buffer.dataBuffer === data && calls == 1)
        CMSampleBufferInvalidate(buffer)
        #expect(CMSampleBufferMakeDataReady(buffer) == kCMSampleBufferError_Invalidated)
    }

    @Test func `has packets with sizes, times and descriptions`() throws {
        let descriptions = packets([3, 4, 5])
        let data = block([1, 2, 3, 4, 5, 6])
        var made: CMSampleBuffer?
        #expect(
            CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                allocator: nil, dataBuffer: data, formatDescription: try aac(), sampleCount: 3,
                presentationTimeStamp: CMTime(value: -1024, timescale: 44_100),
                packetDescriptions: descriptions, sampleBufferOut: &made) == noErr)
        let buffer = try #require(made)
        #expect(buffer.duration == CMTime(value: 3072, timescale: 44_100))
        #expect(try buffer.sampleSizes() == [3, 4, 5])
        #expect(try buffer.sampleTimingInfo(at: 1).presentationTimeStamp == .zero)
        #expect(try buffer.audioStreamPacketDescriptions().map(\.mStartOffset) == [0, 3, 7])
        var (pointer, size): (UnsafePointer<AudioStreamPacketDescription>?, Int) = (nil, 0)
        CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
            buffer, packetDescriptionsPointerOut: &pointer, sizeOut: &size)
        #expect(size == 48 && pointer?[2].mDataByteSize == 5)
        var one = AudioStreamPacketDescription()
        #expect(
            CMSampleBufferGetAudioStreamPacketDescriptions(
                buffer, allocatedSize: 16, packetDescriptionsOut: &one,
                packetDescriptionsSizeNeededOut: &size) == kCMSampleBufferError_ArrayTooSmall)
        var part: CMSampleBuffer?
        #expect(
            CMSampleBufferCopySampleBufferForRange(
                allocator: nil, sampleBuffer: buffer, sampleRange: CFRange(location: 1, length: 2),
                sampleBufferOut: &part) == noErr)
        let rest = try #require(part)
        #expect(rest.presentationTimeStamp == .zero && rest.totalSampleSize == 9)
        #expect(try rest.audioStreamPacketDescriptions().map(\.mStartOffset) == [0, 4])
        #expect(
            try rest.dataBuffer?.dataBytes() == data.dataBytes().dropFirst(3))
        var each: [Int] = []
        CMSampleBufferCallBlockForEachSample(buffer) { sample, _ in
            each.append(sample.totalSampleSize)
            return noErr
        }
        #expect(each == [3, 4, 5])
    }

    @Test func `refuses packets without descriptions, or beyond the data`() throws {
        var made: CMSampleBuffer?
        let data = block([1, 2])
        #expect(
            CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                allocator: nil, dataBuffer: data, formatDescription: try aac(), sampleCount: 1,
                presentationTimeStamp: .zero, packetDescriptions: nil, sampleBufferOut: &made)
                == kCMSampleBufferError_RequiredParameterMissing)
        for bad in [
            AudioStreamPacketDescription(
                mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 5),
            AudioStreamPacketDescription(
                mStartOffset: -1, mVariableFramesInPacket: 0, mDataByteSize: 1),
            AudioStreamPacketDescription(
                mStartOffset: .max, mVariableFramesInPacket: 0, mDataByteSize: .max),
        ] {
            var bad = bad
            #expect(
                CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                    allocator: nil, dataBuffer: data, formatDescription: try aac(), sampleCount: 1,
                    presentationTimeStamp: .zero, packetDescriptions: &bad, sampleBufferOut: &made)
                    == kCMSampleBufferError_InvalidSampleData)
        }
        #expect(made == nil)
    }

    @Test(arguments: [false, true])
    func `gives and takes buffer lists`(_ isPlanar: Bool) throws {
        var made: CMSampleBuffer?
        var times = timing(0)
        CMSampleBufferCreate(
            allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil,
            refcon: nil, formatDescription: try shorts(2, isPlanar: isPlanar), sampleCount: 3,
            sampleTimingEntryCount: 1, sampleTimingArray: &times, sampleSizeEntryCount: 0,
            sampleSizeArray: nil, sampleBufferOut: &made)
        let buffer = try #require(made)
        // Two buffers of three frames, or one of six samples.
        let input = BufferLists(isPlanar ? 2 : 1, byteCount: isPlanar ? 6 : 12)
        for index in 0..<6 { input.samples[index] = Int16(index + 1) }
        #expect(
            CMSampleBufferSetDataBufferFromAudioBufferList(
                buffer, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0,
                bufferList: input.list) == noErr)
        #expect(CMSampleBufferDataIsReady(buffer) && buffer.totalSampleSize == 12)
        let output = BufferLists(isPlanar ? 2 : 1, byteCount: isPlanar ? 4 : 8)
        #expect(
            CMSampleBufferCopyPCMDataIntoAudioBufferList(
                buffer, at: 1, frameCount: 2, into: output.list) == noErr)
        #expect((0..<4).map { output.samples[$0] } == (isPlanar ? [2, 3, 5, 6] : [3, 4, 5, 6]))
        var needed = 0
        CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            buffer, bufferListSizeNeededOut: &needed, bufferListOut: nil, bufferListSize: 0,
            blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0,
            blockBufferOut: nil)
        #expect(needed == (isPlanar ? 40 : 24))
        let lent = BufferLists(isPlanar ? 2 : 1, byteCount: 0)
        var kept: CMBlockBuffer?
        #expect(
            CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                buffer, bufferListSizeNeededOut: nil, bufferListOut: lent.list,
                bufferListSize: needed,
                blockBufferAllocator: nil, blockBufferMemoryAllocator: nil,
                flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment,
                blockBufferOut: &kept) == noErr)
        #expect(kept != nil)
        let firsts: [Int16] = isPlanar ? [1, 4] : [1]
        for (plane, first) in firsts.enumerated() {
            let lentBuffer = lent.buffers[plane]
            #expect(Int(bitPattern: lentBuffer.mData) % 16 == 0)
            #expect(lentBuffer.mDataByteSize == (isPlanar ? 6 : 12))
            #expect(
                lentBuffer.mData?.assumingMemoryBound(to: Int16.self).pointee == first)
        }
        #expect(
            CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                buffer, bufferListSizeNeededOut: nil, bufferListOut: lent.list, bufferListSize: 8,
                blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0,
                blockBufferOut: &kept) == kCMSampleBufferError_ArrayTooSmall)
    }

    @Test func `bears counts and sizes that make no sense`() throws {
        let list = BufferLists(2, byteCount: 12)
        for (channels, isPlanar) in [(1, false), (2, true), (UInt32.max, true), (0, true)] {
            for count in [1, 1 << 40, Int.max] {
                let size = [Int.max]
                let buffer = try CMSampleBuffer(
                    dataBuffer: block([1, 2]),
                    formatDescription: try shorts(
                        min(channels, UInt32.max / 2), isPlanar: isPlanar),
                    numSamples: count, sampleTimings: [timing(.max)], sampleSizes: size)
                _ = (buffer.totalSampleSize, buffer.duration, buffer.outputDuration)
                _ = try buffer.sampleTimingInfo(at: count - 1)
                CMSampleBufferCopyPCMDataIntoAudioBufferList(
                    buffer, at: 0, frameCount: 1, into: list.list)
                var kept: CMBlockBuffer?
                CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                    buffer, bufferListSizeNeededOut: nil, bufferListOut: list.list,
                    bufferListSize: 40, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil,
                    flags: 1, blockBufferOut: &kept)
                var part: CMSampleBuffer?
                let status = CMSampleBufferCopySampleBufferForRange(
                    allocator: nil, sampleBuffer: buffer,
                    sampleRange: CFRange(location: count - 1, length: 1), sampleBufferOut: &part)
                #expect(status == kCMSampleBufferError_CannotSubdivide)
                if count > 1 {
                    #expect(
                        CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true)
                            == nil)
                }
            }
        }
    }

    @Test func `trims what is heard by its attachments`() throws {
        let buffer = try CMSampleBuffer(
            dataBuffer: block([1, 2, 3, 4]), formatDescription: try shorts(1), numSamples: 4,
            sampleTimings: [timing(10)], sampleSizes: [2])
        CMSetAttachment(
            buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart,
            value: CMTimeCopyAsDictionary(CMTime(value: 1, timescale: 44_100), allocator: nil),
            attachmentMode: kCMAttachmentMode_ShouldPropagate)
        CMSetAttachment(
            buffer, key: "own", value: NSNumber(value: 5),
            attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        #expect(buffer.outputPresentationTimeStamp == CMTime(value: 11, timescale: 44_100))
        #expect(buffer.outputDuration == CMTime(value: 3, timescale: 44_100))
        var mode: CMAttachmentMode = 9
        #expect(CMGetAttachment(buffer, key: "own", attachmentModeOut: &mode) as? Int == 5)
        #expect(mode == kCMAttachmentMode_ShouldNotPropagate)
        // A copy keeps what goes along.
        let copy = try CMSampleBuffer(copying: buffer, withNewTiming: [timing(20)])
        #expect(copy.outputPresentationTimeStamp == CMTime(value: 21, timescale: 44_100))
        #expect(CMGetAttachment(copy, key: "own", attachmentModeOut: nil) == nil)
        CMSampleBufferSetOutputPresentationTimeStamp(copy, newValue: .zero)
        #expect(copy.outputPresentationTimeStamp == .zero)
        CMRemoveAllAttachments(buffer)
        #expect(buffer.outputDuration == buffer.duration)
        #expect(
            CMCopyDictionaryOfAttachments(
                allocator: nil, target: buffer, attachmentMode: kCMAttachmentMode_ShouldPropagate)
                == nil)
    }
}

/// A list of audio buffers with memory of its own.
private final class BufferLists {
    let list: UnsafeMutablePointer<AudioBufferList>
    let samples: UnsafeMutablePointer<Int16>
    private let memory: UnsafeMutableRawPointer

    init(_ count: Int, byteCount: Int) {
        memory = .allocate(byteCount: 8 + 16 * count, alignment: 16)
        list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        samples = .allocate(capacity: max(count * byteCount / 2, 1))
        list.pointee.mNumberBuffers = UInt32(count)
        for plane in 0..<count {
            buffers[plane] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(byteCount),
                mData: samples + plane * byteCount / 2)
        }
    }

    var buffers: UnsafeMutablePointer<AudioBuffer> {
        (memory + 8).assumingMemoryBound(to: AudioBuffer.self)
    }

    deinit {
        memory.deallocate()
        samples.deallocate()
    }
}
