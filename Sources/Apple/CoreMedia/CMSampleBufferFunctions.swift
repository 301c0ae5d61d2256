// C functions that read and change sample buffers.

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

/// When the samples that are not trimmed are shown or heard.
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

/// Whether the data is there.
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

/// Sets when the samples are shown or heard; an invalid time takes that back.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
    sbuf.setOutputPresentationTimeStamp(outputPresentationTimeStamp)
    return noErr
}

/// How long the samples that are not trimmed last.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputDuration
}

/// The times of a sample, from 0.
///
/// - Returns: `kCMSampleBufferError_SampleIndexOutOfRange`,
///   `kCMSampleBufferError_BufferHasNoSampleTimingInfo`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex,
    timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    guard !sbuf.timings.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
    guard let timing = try? sbuf.sampleTimingInfo(at: sampleIndex) else {
        return kCMSampleBufferError_SampleIndexOutOfRange
    }
    timingInfoOut.pointee = timing
    return noErr
}

/// The times of all samples, or those of the first one with the duration of all.
///
/// - Parameters:
///   - entryCount: How many entries `timingArrayOut` has room for.
///   - entriesNeededOut: Receives how many there are.
/// - Returns: `kCMSampleBufferError_BufferHasNoSampleTimingInfo`,
///   `kCMSampleBufferError_ArrayTooSmall`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    timingArrayEntriesNeededOut?.pointee = sbuf.timings.count
    guard !sbuf.timings.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
    return fill(timingArrayOut, room: timingArrayEntries, with: sbuf.timings)
}

/// The size of a sample in bytes, from 0; 0 where it is not known.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int
{
    (try? sbuf.sampleSize(at: sampleIndex)) ?? 0
}

/// The sizes of all samples in bytes, or one size of all.
///
/// - Parameters:
///   - entryCount: How many entries `sizeArrayOut` has room for.
///   - entriesNeededOut: Receives how many there are.
/// - Returns: `kCMSampleBufferError_BufferHasNoSampleSizes`, `kCMSampleBufferError_ArrayTooSmall`.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
    _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
    arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
    entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    sizeArrayEntriesNeededOut?.pointee = sbuf.sizes.count
    guard !sbuf.sizes.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleSizes }
    return fill(sizeArrayOut, room: sizeArrayEntries, with: sbuf.sizes)
}

private func fill<Element>(
    _ array: UnsafeMutablePointer<Element>?, room: Int, with elements: [Element]
) -> OSStatus {
    guard let array else { return noErr }
    guard room >= elements.count else { return kCMSampleBufferError_ArrayTooSmall }
    for (index, element) in elements.enumerated() { array[index] = element }
    return noErr
}

/// Gives a buffer its samples.
///
/// - Returns: `kCMSampleBufferError_AlreadyHasDataBuffer`.
@discardableResult
public func CMSampleBufferSetDataBuffer(
    _ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer
) -> OSStatus {
    guard case .none = sbuf.content else { return kCMSampleBufferError_AlreadyHasDataBuffer }
    sbuf.content = .block(dataBuffer)
    return noErr
}

/// Tells that the data is there.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    sbuf.readiness = .ready
    return noErr
}

/// Tells that the data could not be loaded.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status: OSStatus) -> OSStatus {
    sbuf.readiness = .failed(status)
    return noErr
}

/// Whether the data could not be loaded.
///
/// - Parameter statusOut: Receives why, or `nil`.
public func CMSampleBufferHasDataFailed(
    _ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?
) -> Bool {
    guard case .failed(let status) = sbuf.readiness else { return false }
    statusOut?.pointee = status
    return true
}

/// Loads the data, where the buffer was made with a function for that.
///
/// - Returns: `kCMSampleBufferError_BufferNotReady` where there is none,
///   `kCMSampleBufferError_Invalidated`, or the function's error.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    switch sbuf.readiness {
    case .ready: return noErr
    case .failed: return kCMSampleBufferError_DataFailed
    case .notReady: break
    }
    guard let (load, context) = sbuf.makeDataReadyCallback else {
        return kCMSampleBufferError_BufferNotReady
    }
    let status = load(sbuf, context)
    if status == noErr { sbuf.readiness = .ready }
    return status
}

/// A dictionary of attachments for each sample.
///
/// - Parameter createIfNecessary: Whether dictionaries without entries are made where there are none.
/// - Returns: An array of `NSMutableDictionary`; `nil` where there are none.
public func CMSampleBufferGetSampleAttachmentsArray(
    _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> NSArray? {
    if sbuf.sampleAttachments == nil, createIfNecessary, 1...sampleAttachmentsMax ~= sbuf.numSamples
    {
        sbuf.sampleAttachments = (0..<sbuf.numSamples).map { _ in NSMutableDictionary() }
    }
    return sbuf.sampleAttachments.map { NSArray(array: $0) }
}

/// The most samples that have attachments of their own.
private let sampleAttachmentsMax = 1 << 20

/// Calls a function with each sample in a buffer of its own, until it returns an error.
///
/// - Returns: `kCMSampleBufferError_CannotSubdivide`, or the function's error.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
    _ sbuf: CMSampleBuffer, handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
    for index in 0..<sbuf.numSamples {
        var sample: CMSampleBuffer?
        let status = CMSampleBufferCopySampleBufferForRange(
            allocator: nil, sampleBuffer: sbuf, sampleRange: CFRange(location: index, length: 1),
            sampleBufferOut: &sample)
        guard let sample else { return status }
        let result = handler(sample, index)
        guard result == noErr else { return result }
    }
    return noErr
}
