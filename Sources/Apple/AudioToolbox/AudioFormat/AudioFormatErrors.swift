import CAudioToolbox
import ChannelLayouts
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

extension AudioFormatError: StatusError {
    var status: OSStatus {
        switch self {
        case .missingArgument, .malformedLayout: kAudio_ParamError
        case .unknownProperty: kAudioFormatUnsupportedPropertyError
        case .wrongSpecifierSize: kAudioFormatBadSpecifierSizeError
        case .wrongDataSize: kAudioFormatBadPropertySizeError
        case .unsupportedFormat: kAudioFormatUnsupportedDataFormatError
        case .unknownFormat: kAudioFormatUnknownFormatError
        case .unspecified: kAudioFormatUnspecifiedError
        }
    }
}
