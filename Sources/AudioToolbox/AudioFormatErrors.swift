import AudioFormats
import CAudioToolbox
import CoreAudioTypes

/// Why a call of Audio Format Services failed.
enum AudioFormatError: Error {
    case missingArgument
    /// A layout whose parts contradict each other.
    case malformedLayout
    case unknownProperty
    case wrongSpecifierSize
    case wrongDataSize
    /// Known, but this cannot be told of it.
    case unsupportedFormat
    /// A coding, a layout or a channel that is not known.
    case unknownFormat
    case unspecified

    init(_ error: LayoutError) {
        switch error {
        case .malformed: self = .malformedLayout
        case .unknown: self = .unknownFormat
        }
    }
}

/// Runs the body of a call of Audio Format Services. The one place where an error becomes a number.
func formatStatus(_ body: () throws(AudioFormatError) -> Void) -> OSStatus {
    do throws(AudioFormatError) {
        try body()
        return noErr
    } catch {
        switch error {
        case .missingArgument, .malformedLayout: return kAudio_ParamError
        case .unknownProperty: return kAudioFormatUnsupportedPropertyError
        case .wrongSpecifierSize: return kAudioFormatBadSpecifierSizeError
        case .wrongDataSize: return kAudioFormatBadPropertySizeError
        case .unsupportedFormat: return kAudioFormatUnsupportedDataFormatError
        case .unknownFormat: return kAudioFormatUnknownFormatError
        case .unspecified: return kAudioFormatUnspecifiedError
        }
    }
}
