public import Foundation

// Names and codes are Apple's: the public AVError header.

/// The domain of `AVError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of players, assets, exports and capturing.
public struct AVError: CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// Any other failure.
        case unknown = -11_800
        /// There is no memory.
        case outOfMemory = -11_801
        /// The session does not run.
        case sessionNotRunning = -11_803
        /// Another session has the device.
        case deviceAlreadyUsedByAnotherSession = -11_804
        /// Nothing was captured.
        case noDataCaptured = -11_805
        /// The session's configuration changed meanwhile.
        case sessionConfigurationChanged = -11_806
        /// The disk is full.
        case diskFull = -11_807
        /// The device was unplugged.
        case deviceWasDisconnected = -11_808
        /// Samples are missing.
        case mediaDiscontinuity = -11_812
        /// The device is not there.
        case deviceNotConnected = -11_814
        /// Another application has the device.
        case deviceInUseByAnotherApplication = -11_815
        /// Another process has locked the device's configuration.
        case deviceLockedForConfigurationByAnotherProcess = -11_817
        /// The session was interrupted meanwhile.
        case sessionWasInterrupted = -11_818
        /// The media services were reset.
        case mediaServicesWereReset = -11_819
        /// An export failed.
        case exportFailed = -11_820
        /// Media could not be decoded.
        case decodeFailed = -11_821
        /// Media cannot be used for the operation.
        case invalidSourceMedia = -11_822
        /// There is a file already.
        case fileAlreadyExists = -11_823
        /// Segments of a track leave gaps, or overlap.
        case compositionTrackSegmentsNotContiguous = -11_824
        /// A segment's duration does not suit its source.
        case invalidCompositionTrackSegmentDuration = -11_825
        /// A segment begins before its source.
        case invalidCompositionTrackSegmentSourceStartTime = -11_826
        /// A segment's source has no valid duration.
        case invalidCompositionTrackSegmentSourceDuration = -11_827
        /// The media's format is not known.
        case fileFormatNotRecognized = -11_828
        /// The media are damaged.
        case fileFailedToParse = -11_829
        /// The media are protected.
        case contentIsProtected = -11_831
        /// There is no decoder for the media.
        case decoderNotFound = -11_833
        /// There is no encoder for the media.
        case encoderNotFound = -11_834
        /// The user may not play the media.
        case contentIsNotAuthorized = -11_835
        /// The application may not play the media.
        case applicationIsNotAuthorized = -11_836
        /// The asset does not allow the operation.
        case operationNotSupportedForAsset = -11_838
        /// The decoder cannot be used now.
        case decoderTemporarilyUnavailable = -11_839
        /// The encoder cannot be used now.
        case encoderTemporarilyUnavailable = -11_840
        /// The media refer to others, which is not allowed.
        case referenceForbiddenByReferencePolicy = -11_842
        /// The name of the file does not suit its type.
        case invalidOutputURLPathExtension = -11_843
        /// The operation was interrupted.
        case operationInterrupted = -11_847
        /// The asset does not suit the operation.
        case incompatibleAsset = -11_848
        /// Data of the media could not be loaded.
        case failedToLoadMediaData = -11_849
        /// The server does not send parts of its files.
        case serverIncorrectlyConfigured = -11_850
        /// The user has not permitted the use of the device.
        case applicationIsNotAuthorizedToUseDevice = -11_852
        /// Data could not be parsed.
        case failedToParse = -11_853
        /// The type of file cannot refer to samples elsewhere.
        case fileTypeDoesNotSupportSampleReferences = -11_854
        /// The media cannot be decoded.
        case undecodableMediaData = -11_855
        /// The settings of an output are not supported.
        case unsupportedOutputSettings = -11_861
        /// The operation is not allowed.
        case operationNotAllowed = -11_862
        /// The media are not available.
        case contentIsUnavailable = -11_863
        /// The format is not supported.
        case formatUnsupported = -11_864
        /// The media were not updated.
        case contentNotUpdated = -11_866
        /// The media can no longer be played.
        case noLongerPlayable = -11_867
        /// The source has no such track.
        case noSourceTrack = -11_869
        /// The operation was cancelled.
        case operationCancelled = -11_878
        /// Media could not be encoded.
        case encodeFailed = -11_883
    }

    /// What went wrong.
    public let code: Code
    private let info: [String: any Sendable]

    /// Makes an error.
    ///
    /// - Parameter userInfo: Texts, numbers, addresses and errors are kept, all else as its
    ///   description.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        info = userInfo.mapValues(Self.kept)
    }

    private static func kept(_ value: Any) -> any Sendable {
        switch value {
        case let text as String: text
        case let url as URL: url
        case let error as any Error: error
        case let number as Int: number
        case let number as Double: number
        default: "\(value)"
        }
    }

    /// `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// What the error tells, by its keys.
    public var errorUserInfo: [String: Any] { info }
    /// What the error tells, by its keys.
    public var userInfo: [String: Any] { info }
    /// The error in words: the text for `NSLocalizedDescriptionKey`, if it has one.
    public var localizedDescription: String {
        info[NSLocalizedDescriptionKey] as? String ?? (self as NSError).localizedDescription
    }

    /// Whether the codes are equal.
    public static func == (one: AVError, other: AVError) -> Bool { one.code == other.code }
    /// Equal for equal errors.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AVError.Code {
    /// Whether an error has the code, as in `catch AVError.deviceWasDisconnected`.
    public static func ~= (code: AVError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == AVFoundationErrorDomain && error.code == code.rawValue
    }
}
