import Synchronization

/// A number of samples.
public typealias CMItemCount = Int

/// A required argument is missing.
public var kCMSampleBufferError_RequiredParameterMissing: OSStatus { -12731 }
/// The data is not there yet.
public var kCMSampleBufferError_BufferNotReady: OSStatus { -12733 }
/// A sample does not exist.
public var kCMSampleBufferError_SampleIndexOutOfRange: OSStatus { -12734 }
/// The buffer's medium has no such operation.
public var kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus { -12741 }
/// The format description does not fit the data.
public var kCMSampleBufferError_InvalidMediaFormat: OSStatus { -12743 }
/// The buffer was invalidated.
public var kCMSampleBufferError_Invalidated: OSStatus { -12744 }

/// The times of a sample.
public struct CMSampleTimingInfo: Hashable, Sendable {
    /// How long the sample lasts.
    public var duration: CMTime
    /// When the sample is shown or heard.
    public var presentationTimeStamp: CMTime
    /// When the sample is decoded; invalid where that is in the order of presentation.
    public var decodeTimeStamp: CMTime

    /// Makes times that are invalid.
    public init() {
        self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
    }

    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Times that are invalid.
    public static let invalid = CMSampleTimingInfo()
}

/// Samples of one medium with their times: one picture, or frames of sound. Any thread.
///
/// Ownership: immutable, but for a mark that an atomic holds.
public final class CMSampleBuffer {
    private let content: Content
    private let timing: CMSampleTimingInfo
    private let description: CMFormatDescription?
    private let isInvalidated = Atomic<Bool>(false)

    /// The data of the samples.
    private enum Content {
        case image(CVImageBuffer)
        case block(CMBlockBuffer, sampleCount: Int)
        /// A mark without data, as for a frame that was dropped.
        case none
    }

    init(_ image: CVImageBuffer, _ description: CMFormatDescription, _ timing: CMSampleTimingInfo) {
        content = .image(image)
        self.description = description
        self.timing = timing
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
    package init(
        _ block: CMBlockBuffer, sampleCount: Int, _ description: CMFormatDescription,
        _ timing: CMSampleTimingInfo
    ) {
        content = .block(block, sampleCount: sampleCount)
        self.description = description
        self.timing = timing
    }

    /// Makes a buffer without data, which has only times.
    package init(without description: CMFormatDescription?, _ timing: CMSampleTimingInfo) {
        content = .none
        self.description = description
        self.timing = timing
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

    /// Whether the data is there; always, here.
    public var dataReadiness: DataReadiness { .ready }

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
        if case .block(let block, _) = content { block } else { nil }
    }

    /// The number of samples: 1 for a picture, frames of sound.
    public var numSamples: CMItemCount {
        switch content {
        case .image: 1
        case .block(_, let count): count
        case .none: 0
        }
    }

    /// The size of all samples in bytes; 0 for a picture.
    public var totalSampleSize: Int { dataBuffer?.dataLength ?? 0 }

    /// The description of the samples.
    public var formatDescription: CMFormatDescription? { description }

    // MARK: Times

    /// When the first sample is shown or heard.
    public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }

    /// When the first sample is decoded; invalid where that is in the order of presentation.
    public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }

    /// How long all samples last together.
    public var duration: CMTime {
        CMTimeMultiply(timing.duration, multiplier: Int32(clamping: max(numSamples, 1)))
    }

    /// When the samples are shown or heard after edits: as without.
    public var outputPresentationTimeStamp: CMTime { presentationTimeStamp }

    /// How long the samples last after edits: as without.
    public var outputDuration: CMTime { duration }

    /// The times of the samples: of a picture its own, of sound those of the first frame.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] { [timing] }

    /// The times of a sample, from 0.
    ///
    /// - Throws: `kCMSampleBufferError_SampleIndexOutOfRange` for one that does not exist.
    public func sampleTimingInfo(at index: Int) throws -> CMSampleTimingInfo {
        guard index == 0 || 0..<numSamples ~= index else {
            throw NSError.coreMedia(kCMSampleBufferError_SampleIndexOutOfRange)
        }
        var timing = timing
        timing.presentationTimeStamp =
            timing.presentationTimeStamp
            + CMTimeMultiply(timing.duration, multiplier: Int32(clamping: index))
        return timing
    }
}

extension CMSampleBuffer: Hashable {
    /// Whether both are the same buffer.
    public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
