/// A number of samples.
public typealias CMItemCount = Int
/// A sample's place among those of a buffer, from 0.
public typealias CMItemIndex = Int

/// The buffer could not be allocated.
public var kCMSampleBufferError_AllocationFailed: OSStatus { -12730 }
/// A required argument is missing.
public var kCMSampleBufferError_RequiredParameterMissing: OSStatus { -12731 }
/// The buffer has data already.
public var kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus { -12732 }
/// The data is not there yet.
public var kCMSampleBufferError_BufferNotReady: OSStatus { -12733 }
/// A sample does not exist.
public var kCMSampleBufferError_SampleIndexOutOfRange: OSStatus { -12734 }
/// The buffer knows no sizes of samples.
public var kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus { -12735 }
/// The buffer knows no times of samples.
public var kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus { -12736 }
/// An array has too little room.
public var kCMSampleBufferError_ArrayTooSmall: OSStatus { -12737 }
/// A number of entries is neither 0, nor 1, nor the number of samples.
public var kCMSampleBufferError_InvalidEntryCount: OSStatus { -12738 }
/// The buffer has no parts.
public var kCMSampleBufferError_CannotSubdivide: OSStatus { -12739 }
/// A time is invalid.
public var kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus { -12740 }
/// The buffer's medium has no such operation.
public var kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus { -12741 }
/// The data is not what the format description says.
public var kCMSampleBufferError_InvalidSampleData: OSStatus { -12742 }
/// The format description does not fit the data.
public var kCMSampleBufferError_InvalidMediaFormat: OSStatus { -12743 }
/// The buffer was invalidated.
public var kCMSampleBufferError_Invalidated: OSStatus { -12744 }
/// The data could not be loaded.
public var kCMSampleBufferError_DataFailed: OSStatus { -16750 }
/// The loading of the data was cancelled.
public var kCMSampleBufferError_DataCanceled: OSStatus { -16751 }

/// Buffers of lists begin at a multiple of 16 bytes.
public var kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 { 1 }

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

/// Times that are invalid.
public var kCMTimingInfoInvalid: CMSampleTimingInfo { .invalid }
