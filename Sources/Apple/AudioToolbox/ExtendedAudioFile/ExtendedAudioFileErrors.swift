package import AudioFiles
import CAudioToolbox
package import CoreAudioTypes

extension ExtendedFileError: StatusError {
    package var status: OSStatus {
        switch self {
        case .file(let error): error.status
        case .notOpen: kAudioFileNotOpenError
        case .missingArgument, .wrongArgument: kAudio_ParamError
        case .unknownProperty: kExtAudioFileError_InvalidProperty
        case .wrongPropertySize: kExtAudioFileError_InvalidPropertySize
        case .clientFormatNotLinear: kExtAudioFileError_NonPCMClientFormat
        case .wrongChannels: kExtAudioFileError_InvalidChannelMap
        case .wrongOrder: kExtAudioFileError_InvalidOperationOrder
        case .wrongFormat: kExtAudioFileError_InvalidDataFormat
        case .packetSizeUnknown: kExtAudioFileError_MaxPacketSizeUnknown
        case .wrongSeek: kExtAudioFileError_InvalidSeek
        case .asynchronousWriteTooLarge: kExtAudioFileError_AsyncWriteTooLarge
        case .asynchronousWriteOverflow: kExtAudioFileError_AsyncWriteBufferOverflow
        case .codecUnavailable: kExtAudioFileError_CodecUnavailableInputNotConsumed
        }
    }
}
