public import Foundation

// Names and codes are Apple's: the public AVError header.

/// The domain of `AVError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of capturing, playing, reading or writing media.
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
        /// The device was unplugged.
        case deviceWasDisconnected = -11_808
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
        /// The user has not permitted the use of the device.
        case applicationIsNotAuthorizedToUseDevice = -11_852
        /// The operation is not allowed.
        case operationNotAllowed = -11_862
        /// The disk is full.
        case diskFull = -11_807
        /// An export has failed.
        case exportFailed = -11_820
        /// The media cannot be decoded.
        case decodeFailed = -11_821
        /// There is a file at the address of the output.
        case fileAlreadyExists = -11_823
        /// The format of the file is unknown.
        case fileFormatNotRecognized = -11_828
        /// The file is damaged.
        case fileFailedToParse = -11_829
        /// The media is encrypted in a way that is not supported.
        case contentIsProtected = -11_831
        /// There is no decoder.
        case decoderNotFound = -11_833
        /// There is no encoder.
        case encoderNotFound = -11_834
        /// The asset does not allow the operation.
        case operationNotSupportedForAsset = -11_838
        /// The ending of the output's name does not fit its type.
        case invalidOutputURLPathExtension = -11_843
        /// The operation was interrupted.
        case operationInterrupted = -11_847
        /// The media could not be loaded.
        case failedToLoadMediaData = -11_849
        /// The server cannot send parts of a file.
        case serverIncorrectlyConfigured = -11_850
        /// The settings of an output are not supported.
        case unsupportedOutputSettings = -11_861
        /// The media is not available.
        case contentIsUnavailable = -11_863
        /// The format cannot be written.
        case formatUnsupported = -11_864
        /// The media can be played no longer.
        case noLongerPlayable = -11_867
        /// The operation was cancelled.
        case operationCancelled = -11_878
        /// The media cannot be encoded.
        case encodeFailed = -11_883
    }

    /// What went wrong.
    public let code: Code
    private let info: [String: any Sendable]

    /// Makes an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        info = userInfo.mapValues { ($0 as? String) ?? "\($0)" }
    }

    /// `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The error's texts, by their keys.
    public var errorUserInfo: [String: Any] { info }

    /// Whether the codes are equal.
    public static func == (one: AVError, other: AVError) -> Bool { one.code == other.code }
    /// Equal for equal errors.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Any other failure.
    public static var unknown: Code { .unknown }
    /// The session does not run.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// Another session has the device.
    public static var deviceAlreadyUsedByAnotherSession: Code {
        .deviceAlreadyUsedByAnotherSession
    }
    /// The device was unplugged.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// The device is not there.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// Another application has the device.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another process has locked the device's configuration.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// The media services were reset.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// The user has not permitted the use of the device.
    public static var applicationIsNotAuthorizedToUseDevice: Code {
        .applicationIsNotAuthorizedToUseDevice
    }
}

extension AVError.Code {
    /// Whether an error has the code, as in `catch AVError.deviceWasDisconnected`.
    public static func ~= (code: AVError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == AVFoundationErrorDomain && error.code == code.rawValue
    }
}
