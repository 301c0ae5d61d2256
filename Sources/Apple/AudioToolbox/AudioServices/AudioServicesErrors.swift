import CAudioToolbox
import CoreAudioTypes
import SoundClient

/// An error of a call of System Sound Services.
enum ServicesError: Error {
    case missingPointer
    case unknownProperty
    case wrongSpecifierSize
    case wrongDataSize
    case unknownSound
    /// The URL is not that of a file.
    case noFile
    case sound(SystemSoundError)
}

extension ServicesError: StatusError {
    /// The statuses of bad files are undocumented; these are our choice.
    var status: OSStatus {
        switch self {
        case .missingPointer: kAudio_ParamError
        case .unknownProperty: kAudioServicesUnsupportedPropertyError
        case .wrongSpecifierSize: kAudioServicesBadSpecifierSizeError
        case .wrongDataSize: kAudioServicesBadPropertySizeError
        case .unknownSound, .noFile: kAudioServicesSystemSoundUnspecifiedError
        case .sound(.unreadable), .sound(.unsupported):
            kAudioServicesSystemSoundUnspecifiedError
        case .sound(.tooLong): kAudioServicesSystemSoundExceededMaximumDurationError
        }
    }
}
