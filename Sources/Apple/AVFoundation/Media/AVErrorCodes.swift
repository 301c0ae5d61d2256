// The codes as apps write them: `AVError.unknown`.

extension AVError {
    /// Any other failure.
    public static var unknown: Code { .unknown }
    /// There is no memory.
    public static var outOfMemory: Code { .outOfMemory }
    /// The session does not run.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// Another session has the device.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// Nothing was captured.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// The session's configuration changed meanwhile.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// The disk is full.
    public static var diskFull: Code { .diskFull }
    /// The device was unplugged.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// Samples are missing.
    public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
    /// The device is not there.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// Another application has the device.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another process has locked the device's configuration.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// The session was interrupted meanwhile.
    public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
    /// The media services were reset.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// An export failed.
    public static var exportFailed: Code { .exportFailed }
    /// Media could not be decoded.
    public static var decodeFailed: Code { .decodeFailed }
    /// Media cannot be used for the operation.
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    /// There is a file already.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// Segments of a track leave gaps, or overlap.
    public static var compositionTrackSegmentsNotContiguous: Code {
        .compositionTrackSegmentsNotContiguous
    }
    /// A segment's duration does not suit its source.
    public static var invalidCompositionTrackSegmentDuration: Code {
        .invalidCompositionTrackSegmentDuration
    }
    /// A segment begins before its source.
    public static var invalidCompositionTrackSegmentSourceStartTime: Code {
        .invalidCompositionTrackSegmentSourceStartTime
    }
    /// A segment's source has no valid duration.
    public static var invalidCompositionTrackSegmentSourceDuration: Code {
        .invalidCompositionTrackSegmentSourceDuration
    }
    /// The media's format is not known.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// The media are damaged.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// The media are protected.
    public static var contentIsProtected: Code { .contentIsProtected }
    /// There is no decoder for the media.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// There is no encoder for the media.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// The user may not play the media.
    public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
    /// The application may not play the media.
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    /// The asset does not allow the operation.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// The decoder cannot be used now.
    public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
    /// The encoder cannot be used now.
    public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
    /// The media refer to others, which is not allowed.
    public static var referenceForbiddenByReferencePolicy: Code {
        .referenceForbiddenByReferencePolicy
    }
    /// The name of the file does not suit its type.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// The operation was interrupted.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// The asset does not suit the operation.
    public static var incompatibleAsset: Code { .incompatibleAsset }
    /// Data of the media could not be loaded.
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    /// The server does not send parts of its files.
    public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
    /// The user has not permitted the use of the device.
    public static var applicationIsNotAuthorizedToUseDevice: Code {
        .applicationIsNotAuthorizedToUseDevice
    }
    /// Data could not be parsed.
    public static var failedToParse: Code { .failedToParse }
    /// The type of file cannot refer to samples elsewhere.
    public static var fileTypeDoesNotSupportSampleReferences: Code {
        .fileTypeDoesNotSupportSampleReferences
    }
    /// The media cannot be decoded.
    public static var undecodableMediaData: Code { .undecodableMediaData }
    /// The settings of an output are not supported.
    public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
    /// The operation is not allowed.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// The media are not available.
    public static var contentIsUnavailable: Code { .contentIsUnavailable }
    /// The format is not supported.
    public static var formatUnsupported: Code { .formatUnsupported }
    /// The media were not updated.
    public static var contentNotUpdated: Code { .contentNotUpdated }
    /// The media can no longer be played.
    public static var noLongerPlayable: Code { .noLongerPlayable }
    /// The source has no such track.
    public static var noSourceTrack: Code { .noSourceTrack }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// Media could not be encoded.
    public static var encodeFailed: Code { .encodeFailed }
}
