import AudioFiles
import CAudioToolbox
import CoreAudioTypes

/// Runs the body of a call of Audio File Services. The one place where an error becomes a number.
func fileStatus(_ body: () throws(AudioFileProblem) -> Void) -> OSStatus {
    do throws(AudioFileProblem) {
        try body()
        return noErr
    } catch {
        switch error {
        case .notOpen: return kAudioFileNotOpenError
        case .missingArgument, .wrongArgument: return kAudio_ParamError
        case .noSuchFile: return kAudioFileFileNotFoundError
        case .notPermitted: return kAudioFilePermissionsError
        case .tooManyFiles: return kAudio_TooManyFilesOpenError
        case .outOfMemory: return kAudio_MemFullError
        case .unknownFileType: return kAudioFileUnsupportedFileTypeError
        case .unsupportedCoding: return kAudioFileUnsupportedDataFormatError
        case .damaged: return kAudioFileInvalidFileError
        case .unknownProperty: return kAudioFileUnsupportedPropertyError
        case .wrongDataSize: return kAudioFileBadPropertySizeError
        case .noSuchPart: return kAudioFileInvalidChunkError
        case .notSupported: return kAudioFileOperationNotSupportedError
        case .packetOutOfRange: return kAudioFileInvalidPacketOffsetError
        case .endOfFile: return kAudioFileEndOfFileError
        case .systemFailed: return kAudioFileUnspecifiedError
        case .appFailed(let status): return status
        }
    }
}
