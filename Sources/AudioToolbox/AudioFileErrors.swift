import AudioFiles
import CAudioToolbox
import CoreAudioTypes

/// Runs the body of a call of Audio File Services and maps its error to a status.
func fileStatus(_ body: () throws(AudioFileError) -> Void) -> OSStatus {
    do throws(AudioFileError) {
        try body()
        return noErr
    } catch {
        switch error {
        case .notOpen: return kAudioFileNotOpenError
        case .missingArgument, .wrongArgument: return kAudio_ParamError
        case .noSuchFile: return kAudioFileFileNotFoundError
        // For an existing file, reports of programs on phones give this status.
        case .notPermitted, .alreadyThere: return kAudioFilePermissionsError
        case .tooManyFiles: return kAudio_TooManyFilesOpenError
        case .outOfMemory: return kAudio_MemFullError
        case .unknownFileType: return kAudioFileUnsupportedFileTypeError
        case .unsupportedCoding: return kAudioFileUnsupportedDataFormatError
        case .damaged: return kAudioFileInvalidFileError
        case .unknownProperty: return kAudioFileUnsupportedPropertyError
        case .wrongDataSize: return kAudioFileBadPropertySizeError
        case .noSuchPart: return kAudioFileInvalidChunkError
        case .notSupported, .tooLate: return kAudioFileOperationNotSupportedError
        case .packetOutOfRange: return kAudioFileInvalidPacketOffsetError
        case .positionOutOfRange: return kAudioFilePositionError
        case .tooLong: return kAudioFileDoesNotAllow64BitDataSizeError
        case .endOfFile: return kAudioFileEndOfFileError
        case .systemFailed: return kAudioFileUnspecifiedError
        case .appFailed(let status): return status
        }
    }
}
