import AudioFormats
import CAudioToolbox
import CoreAudioTypes

/// An error of a call of Audio Format Services.
enum AudioFormatError: Error {
    case missingArgument
    /// The layout contradicts itself.
    case malformedLayout
    case unknownProperty
    case wrongSpecifierSize
    case wrongDataSize
    /// The format is known, but the property does not apply to it.
    case unsupportedFormat
    /// An unknown encoding, layout or channel.
    case unknownFormat
    case unspecified

    init(_ error: LayoutError) {
        switch error {
        case .malformed: self = .malformedLayout
        case .unknown: self = .unknownFormat
        }
    }
}

/// Runs the body of a call of Audio Format Services and maps its error to a status.
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
