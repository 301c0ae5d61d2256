import AudioFiles
import CAudioToolbox
import CoreAudioTypes

/// Runs the body of a call of Extended Audio File Services and maps its error to a status.
func extendedFileStatus(_ body: () throws(ExtendedFileError) -> Void) -> OSStatus {
    do throws(ExtendedFileError) {
        try body()
        return noErr
    } catch {
        switch error {
        case .file(let problem):
            return fileStatus { () throws(AudioFileError) in throw problem }
        case .notOpen: return kAudioFileNotOpenError
        case .missingArgument, .wrongArgument: return kAudio_ParamError
        case .unknownProperty: return kExtAudioFileError_InvalidProperty
        case .wrongPropertySize: return kExtAudioFileError_InvalidPropertySize
        case .clientFormatNotLinear: return kExtAudioFileError_NonPCMClientFormat
        case .wrongChannels: return kExtAudioFileError_InvalidChannelMap
        case .wrongOrder: return kExtAudioFileError_InvalidOperationOrder
        case .wrongFormat: return kExtAudioFileError_InvalidDataFormat
        case .packetSizeUnknown: return kExtAudioFileError_MaxPacketSizeUnknown
        case .wrongSeek: return kExtAudioFileError_InvalidSeek
        case .asynchronousWriteTooLarge: return kExtAudioFileError_AsyncWriteTooLarge
        case .asynchronousWriteOverflow: return kExtAudioFileError_AsyncWriteBufferOverflow
        case .codecUnavailable: return kExtAudioFileError_CodecUnavailableInputNotConsumed
        }
    }
}
