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

/// Runs the body of a call of System Sound Services and maps its error to a status. The statuses of
/// bad files are undocumented; these are our choice.
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
