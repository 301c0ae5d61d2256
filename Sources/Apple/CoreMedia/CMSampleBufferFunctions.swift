// C functions of sample buffers.

/// Makes a buffer of a picture; its data is there.
///
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` for a description of other pixels.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard formatDescription.matchesImageBuffer(imageBuffer) else {
        return kCMSampleBufferError_InvalidMediaFormat
    }
    sampleBufferOut.pointee = CMSampleBuffer(imageBuffer, formatDescription, sampleTiming.pointee)
    return noErr
}

/// The picture; `nil` for other media, and for a frame that was dropped.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
    sbuf.imageBuffer
}

/// The samples in memory; `nil` for a picture.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? {
    sbuf.dataBuffer
}

/// When the first sample is shown or heard.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.presentationTimeStamp
}

/// When the first sample is decoded; invalid where that is in the order of presentation.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.decodeTimeStamp
}

/// When the samples are shown or heard after edits: as without.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}

/// How long all samples last together.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The description of the samples.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// The number of samples: 1 for a picture, frames of sound.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// The size of all samples in bytes; 0 for a picture.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int {
    sbuf.totalSampleSize
}

/// Whether the data is there; always, here.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool {
    sbuf.dataReadiness == .ready
}

/// Whether the buffer was not invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Marks the buffer as invalid. Its data stays, as long as it is referenced.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    do { try sbuf.invalidate() } catch { return kCMSampleBufferError_Invalidated }
    return noErr
}

/// Copies frames of linear PCM to a list of buffers, which are laid out as the samples are.
///
/// - Parameters:
///   - frameOffset: The first frame.
///   - numFrames: The number of frames.
///   - bufferList: Has room for them: one buffer where channels are interleaved, else one for each.
/// - Returns: `kCMSampleBufferError_SampleIndexOutOfRange` for frames that do not exist,
///   `kCMSampleBufferError_InvalidMediaTypeForOperation` for anything but linear PCM, and
///   `kCMSampleBufferError_RequiredParameterMissing` for buffers that are missing or too small;
///   nothing is copied then.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let format = sbuf.formatDescription?.audioStreamBasicDescription,
        format.mFormatID == kAudioFormatLinearPCM, let data = sbuf.dataBuffer,
        format.mBytesPerFrame > 0
    else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    let (offset, count) = (Int(frameOffset), Int(numFrames))
    guard offset >= 0, count >= 0, offset + count <= sbuf.numSamples else {
        return kCMSampleBufferError_SampleIndexOutOfRange
    }
    let isPlanar = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    let planeCount = isPlanar ? Int(format.mChannelsPerFrame) : 1
    let bytesPerFrame = Int(format.mBytesPerFrame)
    let buffers = buffers(of: bufferList)
    guard buffers.count >= planeCount, let start = data.bytes.baseAddress,
        buffers.prefix(planeCount).allSatisfy({
            $0.mData != nil && Int($0.mDataByteSize) >= count * bytesPerFrame
        })
    else { return kCMSampleBufferError_RequiredParameterMissing }
    for plane in 0..<planeCount {
        let first = (plane * sbuf.numSamples + offset) * bytesPerFrame
        guard first + count * bytesPerFrame <= data.dataLength else {
            return kCMSampleBufferError_SampleIndexOutOfRange
        }
        buffers[plane].mData?.copyMemory(from: start + first, byteCount: count * bytesPerFrame)
        buffers[plane].mDataByteSize = UInt32(count * bytesPerFrame)
    }
    return noErr
}

private func buffers(
    of list: UnsafeMutablePointer<AudioBufferList>
) -> UnsafeMutableBufferPointer<AudioBuffer> {
    // The list's one buffer is the first of an array that goes on behind it.
    let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
    return UnsafeMutableBufferPointer(
        start: (UnsafeMutableRawPointer(list) + offset).assumingMemoryBound(to: AudioBuffer.self),
        count: Int(list.pointee.mNumberBuffers))
}
