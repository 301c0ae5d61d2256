package import AudioConversion
import CAudioToolbox
package import CoreAudioTypes

/// An error of a call of Audio Converter Services.
enum AudioConverterError: Error, Hashable {
    case missingArgument
    case wrongArgument
    /// The converter was never made, or was disposed of.
    case noConverter
    /// The input callback disposed of the converter.
    case disposedOf
    case unknownProperty
    case wrongDataSize
    /// The formats, or the current state, do not allow the call.
    case notSupported
    case conversion(ConversionError)
    /// The app's callback returned this status.
    case appFailed(status: Int32)
}

extension AudioConverterError: StatusError {
    var status: OSStatus {
        switch self {
        case .missingArgument, .wrongArgument, .noConverter: kAudio_ParamError
        case .disposedOf: kAudioConverterErr_UnspecifiedError
        case .unknownProperty: kAudioConverterErr_PropertyNotSupported
        case .wrongDataSize: kAudioConverterErr_BadPropertySizeError
        case .notSupported: kAudioConverterErr_OperationNotSupported
        case .conversion(let error): error.status
        case .appFailed(let status): status
        }
    }
}

/// Runs `body` and translates its error.
func converting<Value>(
    _ body: () throws(ConversionError) -> Value
) throws(AudioConverterError) -> Value {
    do throws(ConversionError) {
        return try body()
    } catch {
        throw .conversion(error)
    }
}

extension ConversionError: StatusError {
    package var status: OSStatus {
        switch self {
        case .unsupportedInput, .unsupportedOutput: kAudioConverterErr_FormatNotSupported
        case .inputSampleRate: kAudioConverterErr_InputSampleRateOutOfRange
        case .outputSampleRate: kAudioConverterErr_OutputSampleRateOutOfRange
        case .inputSize: kAudioConverterErr_InvalidInputSize
        case .outputSize: kAudioConverterErr_InvalidOutputSize
        case .missingDescriptions: kAudioConverterErr_RequiresPacketDescriptionsError
        case .channelMapping: kAudio_ParamError
        case .busy: kAudioConverterErr_OperationNotSupported
        case .codingFailed: kAudioConverterErr_UnspecifiedError
        }
    }
}
