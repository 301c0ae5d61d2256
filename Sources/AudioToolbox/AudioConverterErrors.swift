import AudioConversion
import CAudioToolbox
import CoreAudioTypes

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

/// Runs the body of a call of Audio Converter Services and maps its error to a status.
func converterStatus(_ body: () throws(AudioConverterError) -> Void) -> OSStatus {
    do throws(AudioConverterError) {
        try body()
        return noErr
    } catch {
        switch error {
        case .missingArgument, .wrongArgument, .noConverter: return kAudio_ParamError
        case .disposedOf: return kAudioConverterErr_UnspecifiedError
        case .unknownProperty: return kAudioConverterErr_PropertyNotSupported
        case .wrongDataSize: return kAudioConverterErr_BadPropertySizeError
        case .notSupported: return kAudioConverterErr_OperationNotSupported
        case .conversion(let error): return status(of: error)
        case .appFailed(let status): return status
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

private func status(of error: ConversionError) -> OSStatus {
    switch error {
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
