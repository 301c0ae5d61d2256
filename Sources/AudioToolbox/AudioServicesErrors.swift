import CAudioToolbox
import CoreAudioTypes
import SoundClient

/// What can be wrong with a call to System Sound Services.
enum ServicesError: Error {
    case missingPointer
    case unknownProperty
    case wrongSpecifierSize
    case wrongDataSize
    case unknownSound
    /// The URL names no file.
    case noFile
    case sound(SystemSoundError)
}

/// Runs the body of a call. The one place where an error becomes a number.
///
/// No document says what a bad file gives; that it is these codes is our choice.
func status(_ body: () throws(ServicesError) -> Void) -> OSStatus {
    do {
        try body()
        return kAudioServicesNoError
    } catch {
        switch error {
        case .missingPointer: return kAudio_ParamError
        case .unknownProperty: return kAudioServicesUnsupportedPropertyError
        case .wrongSpecifierSize: return kAudioServicesBadSpecifierSizeError
        case .wrongDataSize: return kAudioServicesBadPropertySizeError
        case .unknownSound, .noFile: return kAudioServicesSystemSoundUnspecifiedError
        case .sound(.unreadable), .sound(.unsupported):
            return kAudioServicesSystemSoundUnspecifiedError
        case .sound(.tooLong): return kAudioServicesSystemSoundExceededMaximumDurationError
        }
    }
}
