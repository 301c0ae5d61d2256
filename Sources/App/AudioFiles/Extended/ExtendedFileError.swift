import AudioCodecs
import AudioConversion

/// An error of a call for an extended audio file.
public enum ExtendedFileError: Error, Hashable, Sendable {
    /// An error of the audio file below.
    case file(AudioFileError)
    /// The handle was disposed of, or was never open.
    case notOpen
    case missingArgument
    case wrongArgument
    case unknownProperty
    case wrongPropertySize
    /// The client format is not linear PCM, or none is set for a file of another encoding.
    case clientFormatNotLinear
    /// A channel layout or channel map does not match the channel count.
    case wrongChannels
    /// Calls came in the wrong order: a setup call is missing, or came after the first frame.
    case wrongOrder
    /// The format's fields contradict each other.
    case wrongFormat
    case packetSizeUnknown
    /// A frame outside the file, or a seek in a file that is being written.
    case wrongSeek
    /// One asynchronous write exceeds the queue's capacity.
    case asynchronousWriteTooLarge
    /// The queue of asynchronous writes is full.
    case asynchronousWriteOverflow
    /// The codec asked for is not available; nothing has changed.
    case codecUnavailable
}

extension ExtendedFileError {
    init(_ error: FormatError) {
        self = .file(AudioFileError(error))
    }

    /// Translates an error of a converter.
    init(_ error: ConversionError) {
        switch error {
        case .unsupportedInput, .unsupportedOutput, .codingFailed:
            self = .file(.unsupportedCoding)
        case .inputSampleRate, .outputSampleRate: self = .wrongFormat
        case .inputSize, .outputSize, .missingDescriptions: self = .wrongArgument
        case .channelMapping: self = .wrongChannels
        case .busy: self = .wrongOrder
        }
    }
}
