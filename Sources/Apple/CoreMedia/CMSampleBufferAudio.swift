// Sound of sample buffers: buffer lists and packet descriptions.

extension AudioStreamBasicDescription {
    /// Whether each channel is in a buffer of its own.
    var isPlanar: Bool {
        mFormatID == kAudioFormatLinearPCM && mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    }

    /// The number of buffers of a list for sound in this format.
    var planeCount: Int { isPlanar ? Int(mChannelsPerFrame) : 1 }
}

extension CMSampleBuffer {
    /// The format, where the samples are sound.
    fileprivate var soundFormat: AudioStreamBasicDescription? {
        formatDescription?.audioStreamBasicDescription
    }
}

/// Copies frames of linear PCM to a list of buffers, which are laid out as the samples are.
///
/// - Parameters:
///   - frameOffset: The first frame.
///   - numFrames: The number of frames.
///   - bufferList: Has room for them: one buffer where channels are interleaved, else one for each.
/// - Returns: `kCMSampleBufferError_SampleIndexOutOfRange` for frames that do not exist,
///   `kCMSampleBufferError_InvalidMediaTypeForOperation` for anything but linear PCM,
///   `kCMSampleBufferError_BufferNotReady`, and `kCMSampleBufferError_RequiredParameterMissing` for
///   buffers that are missing or too small; nothing is copied then.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let format = sbuf.soundFormat, format.mFormatID == kAudioFormatLinearPCM,
        format.mBytesPerFrame > 0
    else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    guard sbuf.readiness == .ready, let data = sbuf.dataBuffer else {
        return kCMSampleBufferError_BufferNotReady
    }
    let (offset, count) = (Int(frameOffset), Int(numFrames))
    guard offset >= 0, count >= 0, offset + count <= sbuf.numSamples else {
        return kCMSampleBufferError_SampleIndexOutOfRange
    }
    let planeCount = format.planeCount
    let bytesPerFrame = Int(format.mBytesPerFrame)
    let buffers = buffers(of: bufferList)
    guard planeCount > 0, buffers.count >= planeCount,
        buffers.prefix(planeCount).allSatisfy({
            $0.mData != nil && Int($0.mDataByteSize) >= count * bytesPerFrame
        })
    else { return kCMSampleBufferError_RequiredParameterMissing }
    guard count > 0 else { return noErr }
    guard sbuf.numSamples <= data.dataLength / bytesPerFrame / planeCount else {
        return kCMSampleBufferError_SampleIndexOutOfRange
    }
    for plane in 0..<planeCount {
        let first = (plane * sbuf.numSamples + offset) * bytesPerFrame
        guard let room = buffers[plane].mData, first + count * bytesPerFrame <= data.dataLength,
            data.copy(first..<first + count * bytesPerFrame, to: room)
        else { return kCMSampleBufferError_SampleIndexOutOfRange }
        buffers[plane].mDataByteSize = UInt32(count * bytesPerFrame)
    }
    return noErr
}

/// Fills a list of buffers with pointers to the samples.
///
/// - Parameters:
///   - bufferListSizeNeededOut: Receives the size of the list in bytes.
///   - bufferListOut: The list, or `nil`.
///   - bufferListSize: Its size in bytes.
///   - flags: `kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment`: samples that begin
///     elsewhere are copied.
///   - blockBufferOut: Receives what keeps the samples alive.
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` for anything but sound,
///   `kCMSampleBufferError_BufferNotReady`, `kCMSampleBufferError_ArrayTooSmall` for a smaller list,
///   `kCMSampleBufferError_RequiredParameterMissing` for a list and no `blockBufferOut`,
///   `kCMSampleBufferError_InvalidSampleData` where the data is shorter than the frames.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
    bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int,
    blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?, flags: UInt32,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
    guard let format = sbuf.soundFormat else {
        return kCMSampleBufferError_InvalidMediaTypeForOperation
    }
    let planeCount = format.planeCount
    let size = listOffset + planeCount * MemoryLayout<AudioBuffer>.stride
    bufferListSizeNeededOut?.pointee = size
    guard let bufferListOut else { return noErr }
    guard sbuf.readiness == .ready, let data = sbuf.dataBuffer else {
        return kCMSampleBufferError_BufferNotReady
    }
    guard bufferListSize >= size else { return kCMSampleBufferError_ArrayTooSmall }
    guard let blockBufferOut else { return kCMSampleBufferError_RequiredParameterMissing }
    let isPlanar = format.isPlanar
    let (frameByteCount, overflow) = sbuf.numSamples.multipliedReportingOverflow(
        by: Int(format.mBytesPerFrame))
    let planeByteCount = isPlanar ? frameByteCount : data.dataLength
    guard !isPlanar || !overflow, planeCount > 0, planeByteCount <= data.dataLength / planeCount
    else { return kCMSampleBufferError_InvalidSampleData }
    guard let piled = data.piled(planeCount, planeByteCount, isAligned: flags & 1 != 0) else {
        return kCMSampleBufferError_BufferNotReady
    }
    bufferListOut.pointee.mNumberBuffers = UInt32(planeCount)
    let buffers = buffers(of: bufferListOut)
    for plane in 0..<planeCount {
        buffers[plane] = AudioBuffer(
            mNumberChannels: isPlanar ? 1 : format.mChannelsPerFrame,
            mDataByteSize: UInt32(clamping: planeByteCount),
            mData: piled.buffer.bytes.baseAddress.map { $0 + plane * piled.stride })
    }
    blockBufferOut.pointee = piled.buffer
    return noErr
}

extension CMBlockBuffer {
    /// A buffer with all bytes in one piece, and each plane at a multiple of 16 bytes if that is asked
    /// for: this one, or a copy.
    ///
    /// - Returns: The buffer and the distance of its planes in bytes; `nil` where memory is not
    ///   allocated.
    fileprivate func piled(
        _ planeCount: Int, _ planeByteCount: Int, isAligned: Bool
    ) -> (buffer: CMBlockBuffer, stride: Int)? {
        let start = UInt(bitPattern: bytes.baseAddress)
        let fits = !isAligned || (start % 16 == 0 && (planeCount == 1 || planeByteCount % 16 == 0))
        if isContiguous, fits {
            return isEmpty || bytes.baseAddress != nil ? (self, planeByteCount) : nil
        }
        let stride = isAligned ? (planeByteCount + 15) / 16 * 16 : planeByteCount
        let copied = CMBlockBuffer(byteCount: stride * planeCount)
        guard let room = copied.bytes.baseAddress else { return nil }
        for plane in 0..<planeCount {
            let first = plane * planeByteCount
            guard copy(first..<first + planeByteCount, to: room + plane * stride) else {
                return nil
            }
        }
        return (copied, stride)
    }
}

/// Gives a buffer the sound of a list, which is copied.
///
/// - Returns: `kCMSampleBufferError_AlreadyHasDataBuffer`,
///   `kCMSampleBufferError_InvalidMediaTypeForOperation` for anything but sound, and
///   `kCMSampleBufferError_RequiredParameterMissing` for buffers that are missing, or shorter than
///   the frames of linear PCM.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
    _ sbuf: CMSampleBuffer, blockBufferAllocator: CFAllocator?,
    blockBufferMemoryAllocator: CFAllocator?, flags: UInt32,
    bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
    guard case .none = sbuf.content else { return kCMSampleBufferError_AlreadyHasDataBuffer }
    guard let format = sbuf.soundFormat else {
        return kCMSampleBufferError_InvalidMediaTypeForOperation
    }
    let buffers = buffers(of: UnsafeMutablePointer(mutating: bufferList))
    let planeCount = format.planeCount
    guard planeCount > 0, buffers.count >= planeCount,
        buffers.prefix(planeCount).allSatisfy({ $0.mData != nil && $0.mDataByteSize > 0 })
    else { return kCMSampleBufferError_RequiredParameterMissing }
    var planeByteCount = Int(buffers[0].mDataByteSize)
    if format.mFormatID == kAudioFormatLinearPCM {
        let (needed, overflow) = sbuf.numSamples.multipliedReportingOverflow(
            by: Int(format.mBytesPerFrame))
        guard !overflow, needed > 0,
            buffers.prefix(planeCount).allSatisfy({ Int($0.mDataByteSize) >= needed })
        else { return kCMSampleBufferError_RequiredParameterMissing }
        planeByteCount = needed
    }
    let block = CMBlockBuffer(byteCount: planeByteCount * planeCount)
    for plane in 0..<planeCount {
        guard let source = buffers[plane].mData, let room = block.bytes.baseAddress else {
            return kCMSampleBufferError_RequiredParameterMissing
        }
        (room + plane * planeByteCount).copyMemory(from: source, byteCount: planeByteCount)
    }
    sbuf.content = .block(block)
    sbuf.readiness = .ready
    return noErr
}

/// Copies the descriptions of packets.
///
/// - Parameters:
///   - packetDescriptionsSize: The size of the array in bytes.
///   - packetDescriptionsOut: The array, or `nil`.
///   - packetDescriptionsSizeNeededOut: Receives the size that is needed; 0 for packets of one size.
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` for anything but sound,
///   `kCMSampleBufferError_ArrayTooSmall`.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
    _ sbuf: CMSampleBuffer, allocatedSize packetDescriptionsSize: Int,
    packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    guard sbuf.soundFormat != nil else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    let descriptions = sbuf.packets?.descriptions
    let size = (descriptions?.count ?? 0) * MemoryLayout<AudioStreamPacketDescription>.stride
    packetDescriptionsSizeNeededOut?.pointee = size
    guard let packetDescriptionsOut, let descriptions, let start = descriptions.baseAddress else {
        return noErr
    }
    guard packetDescriptionsSize >= size else { return kCMSampleBufferError_ArrayTooSmall }
    packetDescriptionsOut.update(from: start, count: descriptions.count)
    return noErr
}

/// Gives a pointer to the descriptions of packets, which is valid while the buffer lives.
///
/// - Parameters:
///   - packetDescriptionsPointerOut: Receives the pointer; `nil` for packets of one size.
///   - packetDescriptionsSizeOut: Receives their size in bytes.
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` for anything but sound.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
    _ sbuf: CMSampleBuffer,
    packetDescriptionsPointerOut: UnsafeMutablePointer<
        UnsafePointer<AudioStreamPacketDescription>?
    >?, sizeOut packetDescriptionsSizeOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    guard sbuf.soundFormat != nil else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    let descriptions = sbuf.packets?.descriptions
    packetDescriptionsPointerOut?.pointee = descriptions?.baseAddress.map { UnsafePointer($0) }
    packetDescriptionsSizeOut?.pointee =
        (descriptions?.count ?? 0) * MemoryLayout<AudioStreamPacketDescription>.stride
    return noErr
}

extension CMSampleBuffer {
    /// Copies frames of linear PCM to a list of buffers, which are laid out as the samples are.
    ///
    /// - Throws: As `CMSampleBufferCopyPCMDataIntoAudioBufferList` fails.
    public func copyPCMData(
        fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>
    ) throws {
        let status = CMSampleBufferCopyPCMDataIntoAudioBufferList(
            self, at: Int32(clamping: range.lowerBound), frameCount: Int32(clamping: range.count),
            into: bufferList)
        if status != noErr { throw NSError.coreMedia(status) }
    }

    /// Gives the buffer the sound of a list, which is copied.
    ///
    /// - Throws: As `CMSampleBufferSetDataBufferFromAudioBufferList` fails.
    public func setDataBuffer(
        fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>, flags: Flags = []
    ) throws {
        let status = CMSampleBufferSetDataBufferFromAudioBufferList(
            self, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: flags.rawValue,
            bufferList: bufferList)
        if status != noErr { throw NSError.coreMedia(status) }
    }

    /// The descriptions of packets; none for packets of one size.
    ///
    /// - Throws: `kCMSampleBufferError_InvalidMediaTypeForOperation` for anything but sound.
    public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
        guard soundFormat != nil else {
            throw NSError.coreMedia(kCMSampleBufferError_InvalidMediaTypeForOperation)
        }
        return packets.map { Array($0.descriptions) } ?? []
    }

    /// Flags of buffer lists.
    public struct Flags: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Buffers of lists begin at a multiple of 16 bytes.
        public static let audioBufferListAssure16ByteAlignment = Flags(
            rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
    }
}

/// Where a list's first buffer is; the others go on behind it.
private let listOffset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8

private func buffers(
    of list: UnsafeMutablePointer<AudioBufferList>
) -> UnsafeMutableBufferPointer<AudioBuffer> {
    UnsafeMutableBufferPointer(
        start: (UnsafeMutableRawPointer(list) + listOffset)
            .assumingMemoryBound(to: AudioBuffer.self),
        count: Int(list.pointee.mNumberBuffers))
}
