import AudioCodecs
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
            case .unsupportedCoding, .missingLibrary: self = .unsupportedCoding
            case .replaced, .endsEarly, .missing, .badField, .tooLarge: self = .damaged
            case .cannotOpen, .cannotRead, .cannotWrite: self = .systemFailed
            }
        }
    }
}

extension AudioFileStreamError: StatusError {
    var status: OSStatus {
        switch self {
        case .notOpen: kAudioFileStreamError_IllegalOperation
        case .missingArgument: kAudio_ParamError
        case .unknownProperty: kAudioFileStreamError_UnsupportedProperty
        case .wrongDataSize: kAudioFileStreamError_BadPropertySize
        case .valueUnknown: kAudioFileStreamError_ValueUnknown
        case .notYetKnown: kAudioFileStreamError_DataUnavailable
        case .unknownFileType: kAudioFileStreamError_UnsupportedFileType
        case .unsupportedCoding: kAudioFileStreamError_UnsupportedDataFormat
        case .damaged: kAudioFileStreamError_InvalidFile
        case .notOptimized: kAudioFileStreamError_NotOptimized
        case .cannotBridgeGap: kAudioFileStreamError_DiscontinuityCantRecover
        case .packetOutOfRange: kAudioFileStreamError_InvalidPacketOffset
        case .systemFailed: kAudioFileStreamError_UnspecifiedError
        }
    }
}
