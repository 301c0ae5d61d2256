import Synchronization

/// Loads the data of a sample buffer when it is first asked for; an error keeps it away.
public typealias CMSampleBufferMakeDataReadyCallback =
    (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus

/// Samples of one medium with their times: one picture, or frames or packets of sound. Any thread,
/// while none changes the buffer.
///
/// Ownership: one thread at a time sets data, times of output and attachments; a mark that any thread
/// sets is an atomic.
public final class CMSampleBuffer {
    /// The data of the samples.
    enum Content {
        case image(CVImageBuffer)
        case block(CMBlockBuffer)
        /// None yet, or a mark without data, as for a frame that was dropped.
        case none
    }

    var content: Content
    /// The number of samples: 1 for a picture, frames or packets of sound.
    public let numSamples: CMItemCount
    /// The times of all samples, or of the first one with the duration of all, or none.
    let timings: [CMSampleTimingInfo]
    /// The sizes of all samples in bytes, or one size of all, or none.
    let sizes: [Int]
    let packets: PacketDescriptionTable?
    private let description: CMFormatDescription?
    private let isInvalidated = Atomic<Bool>(false)
    let attachmentTable = AttachmentTable()
    /// Attachments of each sample; made when they are first asked for.
    var sampleAttachments: [NSMutableDictionary]?
    /// A time of output that was set.
    var outputTime: CMTime?
    var readiness: DataReadiness
    var makeDataReadyCallback: (CMSampleBufferMakeDataReadyCallback, UnsafeMutableRawPointer?)?

    /// Makes a buffer of arguments that fit each other.
    init(
        _ content: Content, _ description: CMFormatDescription?, sampleCount: Int,
        timings: [CMSampleTimingInfo], sizes: [Int] = [], packets: PacketDescriptionTable? = nil,
        isReady: Bool = true
    ) {
        self.content = content
        self.description = description
        numSamples = sampleCount
        self.timings = timings
        self.sizes = sizes
        self.packets = packets
        readiness = isReady ? .ready : .notReady
    }

    convenience init(
        _ image: CVImageBuffer, _ description: CMFormatDescription, _ timing: CMSampleTimingInfo
    ) {
        self.init(.image(image), description, sampleCount: 1, timings: [timing])
    }

    /// Makes a buffer of a picture.
    ///
    /// - Throws: `kCMSampleBufferError_InvalidMediaFormat` for a description of other pixels.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription,
        sampleTiming: CMSampleTimingInfo
    ) throws {
        guard formatDescription.matchesImageBuffer(imageBuffer) else {
            throw NSError.coreMedia(kCMSampleBufferError_InvalidMediaFormat)
        }
        self.init(imageBuffer, formatDescription, sampleTiming)
    }

    /// Makes a buffer of a picture, described by its pixels.
    package convenience init(_ image: CVImageBuffer, _ timing: CMSampleTimingInfo) {
        self.init(image, CMFormatDescription(pixelsOf: image), timing)
    }

    /// Makes a buffer of samples in memory.
    ///
    /// - Parameter timing: Of the first sample, with the duration of one.
    package convenience init(
        _ block: CMBlockBuffer, sampleCount: Int, _ description: CMFormatDescription,
        _ timing: CMSampleTimingInfo
    ) {
        self.init(.block(block), description, sampleCount: sampleCount, timings: [timing])
    }

    /// Makes a buffer without data, which has only times.
    package convenience init(
        without description: CMFormatDescription?, _ timing: CMSampleTimingInfo
    ) {
        self.init(.none, description, sampleCount: 0, timings: [timing])
    }

    // MARK: Data

    /// Whether a buffer's data is there.
    public enum DataReadiness: Hashable, Sendable {
        /// The data is not there yet.
        case notReady
        /// The data is there.
        case ready
        /// The data could not be loaded.
        case failed(OSStatus)
    }

    /// Whether the data is there.
    public var dataReadiness: DataReadiness { readiness }

    /// Loads the data, where the buffer was made with a function for that.
    ///
    /// - Throws: `kCMSampleBufferError_BufferNotReady` where there is none, or its error.
    public func makeDataReady() throws {
        let status = CMSampleBufferMakeDataReady(self)
        if status != noErr { throw NSError.coreMedia(status) }
    }

    /// Whether the buffer was not invalidated.
    public var isValid: Bool { !isInvalidated.load(ordering: .relaxed) }

    /// Marks the buffer as invalid. Its data stays, as long as it is referenced.
    public func invalidate() throws { isInvalidated.store(true, ordering: .relaxed) }

    /// The picture; `nil` for other media, and for a frame that was dropped.
    public var imageBuffer: CVImageBuffer? {
        if case .image(let image) = content { image } else { nil }
    }

    /// The samples in memory; `nil` for a picture.
    public var dataBuffer: CMBlockBuffer? {
        if case .block(let block) = content { block } else { nil }
    }

    /// Gives the buffer its samples.
    ///
    /// - Throws: `kCMSampleBufferError_AlreadyHasDataBuffer`.
    public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
        let status = CMSampleBufferSetDataBuffer(self, newValue: dataBuffer)
        if status != noErr { throw NSError.coreMedia(status) }
    }

    /// The size of all samples in bytes; 0 for a picture.
    public var totalSampleSize: Int {
        switch sizes.count {
        case 0: dataBuffer?.dataLength ?? 0
        case 1: sizes[0].multipliedReportingOverflow(by: numSamples).partialValue
        default: sizes.reduce(0, &+)
        }
    }

    /// The size of a sample in bytes, from 0.
    ///
    /// - Throws: `kCMSampleBufferError_BufferHasNoSampleSizes`,
    ///   `kCMSampleBufferError_SampleIndexOutOfRange`.
    public func sampleSize(at index: Int) throws -> Int {
        guard !sizes.isEmpty else {
            throw NSError.coreMedia(kCMSampleBufferError_BufferHasNoSampleSizes)
        }
        guard 0..<numSamples ~= index else {
            throw NSError.coreMedia(kCMSampleBufferError_SampleIndexOutOfRange)
        }
        return sizes.count == 1 ? sizes[0] : sizes[index]
    }

    /// The sizes of all samples in bytes, or one size of all.
    ///
    /// - Throws: `kCMSampleBufferError_BufferHasNoSampleSizes`.
    public func sampleSizes() throws -> [Int] {
        guard !sizes.isEmpty else {
            throw NSError.coreMedia(kCMSampleBufferError_BufferHasNoSampleSizes)
        }
        return sizes
    }

    /// The description of the samples.
    public var formatDescription: CMFormatDescription? { description }
}

// MARK: Times

extension CMSampleBuffer {
    /// When the first sample is shown or heard.
    public var presentationTimeStamp: CMTime { timings.first?.presentationTimeStamp ?? .invalid }

    /// When the first sample is decoded; invalid where that is in the order of presentation.
    public var decodeTimeStamp: CMTime { timings.first?.decodeTimeStamp ?? .invalid }

    /// How long all samples last together.
    public var duration: CMTime {
        guard timings.count > 1 else {
            return CMTimeMultiply(
                timings.first?.duration ?? .invalid, multiplier: Int32(clamping: max(numSamples, 1))
            )
        }
        return timings.dropFirst().reduce(timings[0].duration) { $0 + $1.duration }
    }

    /// When the samples are shown or heard: a time that was set, or that of the first sample which is
    /// not trimmed.
    public var outputPresentationTimeStamp: CMTime {
        if let outputTime { return outputTime }
        let key = kCMSampleBufferAttachmentKey_TrimDurationAtStart
        return attachmentTable.time(key).map { presentationTimeStamp + $0 } ?? presentationTimeStamp
    }

    /// Sets when the samples are shown or heard; an invalid time takes that back.
    public func setOutputPresentationTimeStamp(_ newValue: CMTime) {
        outputTime = newValue.isValid ? newValue : nil
    }

    /// How long the samples that are not trimmed last, at the speed of the attachments.
    public var outputDuration: CMTime {
        var left = duration
        for key in [
            kCMSampleBufferAttachmentKey_TrimDurationAtStart,
            kCMSampleBufferAttachmentKey_TrimDurationAtEnd,
        ] {
            if let trimmed = attachmentTable.time(key) { left = left - trimmed }
        }
        let key = kCMSampleBufferAttachmentKey_SpeedMultiplier as String
        if let speed = (attachmentTable.entries[key]?.value as? NSNumber)?.doubleValue, speed > 0 {
            left = CMTimeMultiplyByFloat64(left, multiplier: 1 / speed)
        }
        return left
    }

    /// The times of all samples, or those of the first one with the duration of all.
    ///
    /// - Throws: `kCMSampleBufferError_BufferHasNoSampleTimingInfo`.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
        guard !timings.isEmpty else {
            throw NSError.coreMedia(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
        }
        return timings
    }

    /// The times of a sample, from 0.
    ///
    /// - Throws: `kCMSampleBufferError_SampleIndexOutOfRange` for one that does not exist,
    ///   `kCMSampleBufferError_BufferHasNoSampleTimingInfo`.
    public func sampleTimingInfo(at index: Int) throws -> CMSampleTimingInfo {
        guard !timings.isEmpty else {
            throw NSError.coreMedia(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
        }
        guard index == 0 || 0..<numSamples ~= index else {
            throw NSError.coreMedia(kCMSampleBufferError_SampleIndexOutOfRange)
        }
        guard timings.count == 1 else { return timings[index] }
        var timing = timings[0]
        guard index > 0 else { return timing }
        let before = CMTimeMultiply(timing.duration, multiplier: Int32(clamping: index))
        timing.presentationTimeStamp = timing.presentationTimeStamp + before
        timing.decodeTimeStamp = timing.decodeTimeStamp + before
        return timing
    }
}

extension CMSampleBuffer: Hashable {
    /// Whether both are the same buffer.
    public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Descriptions of packets, at an address that stays.
///
/// Ownership: immutable after `init`.
final class PacketDescriptionTable {
    let descriptions: UnsafeMutableBufferPointer<AudioStreamPacketDescription>

    init(_ descriptions: some Collection<AudioStreamPacketDescription>) {
        self.descriptions = .allocate(capacity: descriptions.count)
        _ = self.descriptions.initialize(from: descriptions)
    }

    deinit { descriptions.deallocate() }
}
