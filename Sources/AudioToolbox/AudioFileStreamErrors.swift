import AudioFormats
import CAudioToolbox
import CoreAudioTypes

/// An error of a call of Audio File Stream Services.
enum AudioFileStreamError: Error {
    /// The handle is closed, or was never open.
    case notOpen
    case missingArgument
    case unknownProperty
    case wrongDataSize
    /// The stream has no such value.
    case valueUnknown
    /// More of the stream must be parsed first.
    case notYetKnown
    case unknownFileType
    case unsupportedCoding
    case damaged
    case notOptimized
    case cannotBridgeGap
    case packetOutOfRange
    case systemFailed

    init(_ error: AudioStreamError) {
        switch error {
        case .notOptimized: self = .notOptimized
        case .cannotBridgeGap: self = .cannotBridgeGap
        case .notReady: self = .notYetKnown
        case .noSuchPacket: self = .packetOutOfRange
        case .format(let error):
            switch error.reason {
            case .notAFile, .empty, .unknownContainer, .containerNotRead: self = .unknownFileType
            case .unsupportedCoding: self = .unsupportedCoding
            case .replaced, .endsEarly, .missing, .badField, .tooLarge: self = .damaged
            case .cannotOpen, .cannotRead, .cannotWrite: self = .systemFailed
            }
        }
    }
}

/// Runs the body of a call of Audio File Stream Services and maps its error to a status.
func streamStatus(_ body: () throws(AudioFileStreamError) -> Void) -> OSStatus {
    do throws(AudioFileStreamError) {
        try body()
        return noErr
    } catch {
        switch error {
        case .notOpen: return kAudioFileStreamError_IllegalOperation
        case .missingArgument: return kAudio_ParamError
        case .unknownProperty: return kAudioFileStreamError_UnsupportedProperty
        case .wrongDataSize: return kAudioFileStreamError_BadPropertySize
        case .valueUnknown: return kAudioFileStreamError_ValueUnknown
        case .notYetKnown: return kAudioFileStreamError_DataUnavailable
        case .unknownFileType: return kAudioFileStreamError_UnsupportedFileType
        case .unsupportedCoding: return kAudioFileStreamError_UnsupportedDataFormat
        case .damaged: return kAudioFileStreamError_InvalidFile
        case .notOptimized: return kAudioFileStreamError_NotOptimized
        case .cannotBridgeGap: return kAudioFileStreamError_DiscontinuityCantRecover
        case .packetOutOfRange: return kAudioFileStreamError_InvalidPacketOffset
        case .systemFailed: return kAudioFileStreamError_UnspecifiedError
        }
    }
}
