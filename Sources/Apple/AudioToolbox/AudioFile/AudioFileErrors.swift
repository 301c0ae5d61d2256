package import AudioFiles
import CAudioToolbox
package import CoreAudioTypes

extension AudioFileError: StatusError {
    package var status: OSStatus {
        switch self {
        case .notOpen: kAudioFileNotOpenError
        case .missingArgument, .wrongArgument: kAudio_ParamError
        case .noSuchFile: kAudioFileFileNotFoundError
        // For an existing file, reports of programs on phones give this status.
        case .notPermitted, .alreadyThere: kAudioFilePermissionsError
        case .tooManyFiles: kAudio_TooManyFilesOpenError
        case .outOfMemory: kAudio_MemFullError
        case .unknownFileType: kAudioFileUnsupportedFileTypeError
        case .unsupportedCoding: kAudioFileUnsupportedDataFormatError
        case .damaged: kAudioFileInvalidFileError
        case .unknownProperty: kAudioFileUnsupportedPropertyError
        case .wrongDataSize: kAudioFileBadPropertySizeError
        case .noSuchPart: kAudioFileInvalidChunkError
        case .notSupported, .tooLate: kAudioFileOperationNotSupportedError
        case .packetOutOfRange: kAudioFileInvalidPacketOffsetError
        case .positionOutOfRange: kAudioFilePositionError
        case .tooLong: kAudioFileDoesNotAllow64BitDataSizeError
        case .endOfFile: kAudioFileEndOfFileError
        case .systemFailed, .missingData: kAudioFileUnspecifiedError
        case .appFailed(let status): status
        }
    }
}
