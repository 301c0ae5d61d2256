import AudioConversion
import AudioFormats

/// Why a call for an extended audio file failed.
public enum ExtendedFileError: Error, Hashable, Sendable {
    /// The file below: opening, reading or writing it.
    case file(AudioFileError)
    /// Disposed of, or never open.
    case notOpen
    case missingArgument
    case wrongArgument
    case unknownProperty
    case wrongPropertySize
    /// The client's format is not linear PCM, or a file of another coding has no client's format.
    case clientFormatNotLinear
    /// A layout or a map is not one of the channels that there are.
    case wrongChannels
    /// What must come first did not, or what must come before the first frame comes after it.
    case wrongOrder
    /// A format contradicts itself.
    case wrongFormat
    case packetSizeUnknown
    /// A place outside the file, or any place of a file that is being written.
    case wrongSeek
    /// More frames at once than are ever kept.
    case asynchronousWriteTooLarge
    /// Frames come faster than they can be written.
    case asynchronousWriteOverflow
    /// The coder that was asked for is not to be had; nothing was taken.
    case codecUnavailable
}

extension ExtendedFileError {
    init(_ error: FormatError) {
        self = .file(AudioFileError(error))
    }

    /// - Parameter error: What a converter says of two formats, or in the middle of the work.
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
