@_exported public import struct CoreFoundation.CFRange

// C functions that make sample buffers.

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

/// Makes a buffer of samples of any medium.
///
/// - Parameters:
///   - dataBuffer: The samples; `nil` for those that are given later.
///   - dataReady: Whether the data is there.
///   - makeDataReadyCallback: Loads data that is not there, or `nil`.
///   - refcon: The second argument of that function.
///   - sampleCount: The number of samples: of linear PCM, of frames.
///   - sampleTimingEntryCount: 0, 1 for the times of the first sample with the duration of all, or
///     the number of samples.
///   - sampleSizeEntryCount: 0, 1 for one size of all samples, or the number of samples.
/// - Returns: `kCMSampleBufferError_InvalidEntryCount`,
///   `kCMSampleBufferError_RequiredParameterMissing`.
@discardableResult
public func CMSampleBufferCreate(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard numSamples >= 0, areEntries(numSampleTimingEntries, of: numSamples),
        areEntries(numSampleSizeEntries, of: numSamples)
    else { return kCMSampleBufferError_InvalidEntryCount }
    guard numSampleTimingEntries == 0 || sampleTimingArray != nil,
        numSampleSizeEntries == 0 || sampleSizeArray != nil
    else { return kCMSampleBufferError_RequiredParameterMissing }
    let sizes = Array(UnsafeBufferPointer(start: sampleSizeArray, count: numSampleSizeEntries))
    guard sizes.allSatisfy({ $0 >= 0 }) else { return kCMSampleBufferError_InvalidSampleData }
    let buffer = CMSampleBuffer(
        dataBuffer.map { .block($0) } ?? .none, formatDescription, sampleCount: numSamples,
        timings: Array(
            UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries)),
        sizes: sizes, isReady: dataReady)
    buffer.makeDataReadyCallback = makeDataReadyCallback.map { ($0, makeDataReadyRefcon) }
    sampleBufferOut.pointee = buffer
    return noErr
}

private func areEntries(_ count: Int, of sampleCount: Int) -> Bool {
    count == 0 || count == 1 || count == sampleCount
}

/// Makes a buffer of samples that are there; the arguments are those of `CMSampleBufferCreate`.
@discardableResult
public func CMSampleBufferCreateReady(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreate(
        allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil,
        refcon: nil, formatDescription: formatDescription, sampleCount: numSamples,
        sampleTimingEntryCount: numSampleTimingEntries, sampleTimingArray: sampleTimingArray,
        sampleSizeEntryCount: numSampleSizeEntries, sampleSizeArray: sampleSizeArray,
        sampleBufferOut: sampleBufferOut)
}

/// Makes a buffer of frames or packets of sound.
///
/// - Parameters:
///   - numSamples: The number of packets; of linear PCM, of frames.
///   - packetDescriptions: One for each packet, for codings with packets of variable size or length;
///     otherwise `nil`.
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` for a description of another
///   medium, `kCMSampleBufferError_RequiredParameterMissing` without descriptions where the format
///   needs them, `kCMSampleBufferError_InvalidSampleData` for packets beyond the data.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard let format = formatDescription.audioStreamBasicDescription else {
        return kCMSampleBufferError_InvalidMediaTypeForOperation
    }
    guard numSamples > 0 else { return kCMSampleBufferError_InvalidEntryCount }
    let isVariable = format.mBytesPerPacket == 0 || format.mFramesPerPacket == 0
    guard !isVariable || packetDescriptions != nil else {
        return kCMSampleBufferError_RequiredParameterMissing
    }
    let packets = packetDescriptions.map {
        PacketDescriptionTable(UnsafeBufferPointer(start: $0, count: numSamples))
    }
    if let packets {
        let length = dataBuffer?.dataLength ?? .max
        for packet in packets.descriptions {
            guard packet.mStartOffset >= 0,
                packet.mStartOffset <= length - Int(packet.mDataByteSize)
            else { return kCMSampleBufferError_InvalidSampleData }
        }
    }
    let buffer = CMSampleBuffer(
        dataBuffer.map { .block($0) } ?? .none, formatDescription, sampleCount: numSamples,
        timings: timings(of: packets, numSamples, format, from: presentationTimeStamp),
        sizes: packets?.descriptions.map { Int($0.mDataByteSize) }
            ?? [Int(format.mBytesPerPacket)],
        packets: packets, isReady: dataReady)
    buffer.makeDataReadyCallback = makeDataReadyCallback.map { ($0, makeDataReadyRefcon) }
    sampleBufferOut.pointee = buffer
    return noErr
}

/// Makes a buffer of frames or packets of sound that are there; the arguments are those of
/// `CMAudioSampleBufferCreateWithPacketDescriptions`.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMAudioSampleBufferCreateWithPacketDescriptions(
        allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil,
        refcon: nil, formatDescription: formatDescription, sampleCount: numSamples,
        presentationTimeStamp: presentationTimeStamp, packetDescriptions: packetDescriptions,
        sampleBufferOut: sampleBufferOut)
}

/// The times of packets, which follow each other.
private func timings(
    of packets: PacketDescriptionTable?, _ count: Int, _ format: AudioStreamBasicDescription,
    from start: CMTime
) -> [CMSampleTimingInfo] {
    let rate = Int32(exactly: format.mSampleRate.rounded()).flatMap { $0 > 0 ? $0 : nil } ?? 1
    func timing(_ frameCount: Int64, at time: CMTime) -> CMSampleTimingInfo {
        CMSampleTimingInfo(
            duration: CMTime(value: frameCount, timescale: rate), presentationTimeStamp: time,
            decodeTimeStamp: .invalid)
    }
    guard format.mFramesPerPacket == 0, let packets else {
        return [timing(Int64(max(format.mFramesPerPacket, 1)), at: start)]
    }
    var time = start
    return packets.descriptions.map { packet in
        let info = timing(Int64(packet.mVariableFramesInPacket), at: time)
        time = time + info.duration
        return info
    }
}

/// Makes a buffer with the same data, times and attachments.
@discardableResult
public func CMSampleBufferCreateCopy(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = copy(of: sbuf, timings: sbuf.timings)
    return noErr
}

/// Makes a buffer with the same data and other times.
///
/// - Parameter numSampleTimingEntries: 0, 1 for the times of the first sample with the duration of
///   all, or the number of samples.
/// - Returns: `kCMSampleBufferError_InvalidEntryCount`,
///   `kCMSampleBufferError_RequiredParameterMissing`.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard areEntries(numSampleTimingEntries, of: originalSBuf.numSamples) else {
        return kCMSampleBufferError_InvalidEntryCount
    }
    guard numSampleTimingEntries == 0 || sampleTimingArray != nil else {
        return kCMSampleBufferError_RequiredParameterMissing
    }
    sampleBufferOut.pointee = copy(
        of: originalSBuf,
        timings: Array(
            UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries)))
    return noErr
}

private func copy(of buffer: CMSampleBuffer, timings: [CMSampleTimingInfo]) -> CMSampleBuffer {
    let copy = CMSampleBuffer(
        buffer.content, buffer.formatDescription, sampleCount: buffer.numSamples, timings: timings,
        sizes: buffer.sizes, packets: buffer.packets)
    copy.readiness = buffer.readiness
    copy.makeDataReadyCallback = buffer.makeDataReadyCallback
    copy.attachmentTable.propagate(from: buffer.attachmentTable)
    copy.sampleAttachments = buffer.sampleAttachments?.map {
        ($0.mutableCopy() as? NSMutableDictionary) ?? NSMutableDictionary()
    }
    return copy
}

/// Makes a buffer of some of the samples, with references to their data.
///
/// - Returns: `kCMSampleBufferError_SampleIndexOutOfRange` for samples that do not exist,
///   `kCMSampleBufferError_CannotSubdivide` for data with parts that are not known, planar PCM among it,
///   `kCMSampleBufferError_BufferNotReady`.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    let (first, count) = (sampleRange.location, sampleRange.length)
    guard first >= 0, count > 0, first < sbuf.numSamples, count <= sbuf.numSamples - first else {
        return kCMSampleBufferError_SampleIndexOutOfRange
    }
    guard sbuf.readiness == .ready else { return kCMSampleBufferError_BufferNotReady }
    guard let data = sbuf.dataBuffer, let bytes = sbuf.byteRange(of: first..<first + count),
        bytes.upperBound <= data.dataLength
    else { return kCMSampleBufferError_CannotSubdivide }
    var timings = sbuf.timings
    if timings.count == 1 {
        timings = (try? sbuf.sampleTimingInfo(at: first)).map { [$0] } ?? timings
    } else if !timings.isEmpty {
        timings = Array(timings[first..<first + count])
    }
    let packets = sbuf.packets.map { packets in
        PacketDescriptionTable(
            packets.descriptions[first..<first + count].map {
                var packet = $0
                packet.mStartOffset -= Int64(bytes.lowerBound)
                return packet
            })
    }
    let part = CMSampleBuffer(
        .block(CMBlockBuffer(data.pieces(in: bytes))), sbuf.formatDescription, sampleCount: count,
        timings: timings,
        sizes: sbuf.sizes.count > 1 ? Array(sbuf.sizes[first..<first + count]) : sbuf.sizes,
        packets: packets)
    part.attachmentTable.propagate(from: sbuf.attachmentTable)
    sampleBufferOut.pointee = part
    return noErr
}

extension CMSampleBuffer {
    /// Where in the data some samples are.
    ///
    /// - Returns: `nil` where that is not known.
    fileprivate func byteRange(of samples: Range<Int>) -> Range<Int>? {
        if let packets {
            let part = packets.descriptions[samples]
            guard let start = part.map(\.mStartOffset).min(),
                let end = part.map({ $0.mStartOffset + Int64($0.mDataByteSize) }).max()
            else { return nil }
            return Int(start)..<Int(end)
        }
        let format = formatDescription?.audioStreamBasicDescription
        if format?.isPlanar == true { return nil }
        if sizes.count > 1 {
            let length = dataBuffer?.dataLength ?? 0
            guard sizes.allSatisfy({ $0 <= length }), sizes.count < 1 << 31 else { return nil }
            let start = sizes[..<samples.lowerBound].reduce(0) { min($0 + $1, length) }
            return start..<sizes[samples].reduce(start) { min($0 + $1, length) }
        }
        let size = sizes.first ?? (format.map { Int($0.mBytesPerPacket) } ?? 0)
        guard size > 0, numSamples <= (dataBuffer?.dataLength ?? 0) / size else { return nil }
        return samples.lowerBound * size..<samples.upperBound * size
    }
}

extension CMSampleBuffer {
    /// Makes a buffer of samples that are there.
    ///
    /// - Throws: As `CMSampleBufferCreateReady` fails.
    public convenience init(
        dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
        numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
    ) throws {
        guard numSamples >= 0, areEntries(sampleTimings.count, of: numSamples),
            areEntries(sampleSizes.count, of: numSamples)
        else { throw NSError.coreMedia(kCMSampleBufferError_InvalidEntryCount) }
        self.init(
            dataBuffer.map { .block($0) } ?? .none, formatDescription, sampleCount: numSamples,
            timings: sampleTimings, sizes: sampleSizes)
    }

    /// Makes a buffer of packets of sound that are there.
    ///
    /// - Throws: As `CMAudioSampleBufferCreateReadyWithPacketDescriptions` fails.
    public convenience init(
        dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
        numSamples: CMItemCount, presentationTimeStamp: CMTime,
        packetDescriptions: [AudioStreamPacketDescription]
    ) throws {
        guard packetDescriptions.isEmpty || packetDescriptions.count >= numSamples else {
            throw NSError.coreMedia(kCMSampleBufferError_InvalidEntryCount)
        }
        var made: CMSampleBuffer?
        let status = packetDescriptions.withUnsafeBufferPointer {
            CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                allocator: nil, dataBuffer: dataBuffer, formatDescription: formatDescription,
                sampleCount: numSamples, presentationTimeStamp: presentationTimeStamp,
                packetDescriptions: $0.isEmpty ? nil : $0.baseAddress, sampleBufferOut: &made)
        }
        guard let made else { throw NSError.coreMedia(status) }
        self.init(
            made.content, formatDescription, sampleCount: numSamples, timings: made.timings,
            sizes: made.sizes, packets: made.packets)
    }

    /// Makes a buffer with the same data, and other times where some are given.
    ///
    /// - Throws: `kCMSampleBufferError_InvalidEntryCount`.
    public convenience init(
        copying original: CMSampleBuffer, withNewTiming timings: [CMSampleTimingInfo]? = nil
    ) throws {
        let timings = timings ?? original.timings
        guard areEntries(timings.count, of: original.numSamples) else {
            throw NSError.coreMedia(kCMSampleBufferError_InvalidEntryCount)
        }
        self.init(
            original.content, original.formatDescription, sampleCount: original.numSamples,
            timings: timings, sizes: original.sizes, packets: original.packets)
        readiness = original.readiness
        makeDataReadyCallback = original.makeDataReadyCallback
        attachmentTable.propagate(from: original.attachmentTable)
    }
}
