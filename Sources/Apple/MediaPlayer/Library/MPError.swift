public import Foundation
import MusicLibrary

/// An error of the media library or of a music player.
public struct MPError: CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// Any other failure.
        case unknown = 0
        /// The user has not permitted it.
        case permissionDenied = 1
        /// The account has no such service.
        case cloudServiceCapabilityMissing = 2
        /// The network cannot be reached.
        case networkConnectionFailed = 3
        /// There is no such item or playlist.
        case notFound = 4
        /// It cannot be done with that item or playlist.
        case notSupported = 5
        /// It was cancelled.
        case cancelled = 6
        /// It took too long.
        case requestTimedOut = 7
    }

    /// What went wrong.
    public let code: Code
    private let info: [String: any Sendable]

    /// Makes an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        info = userInfo.mapValues { ($0 as? String) ?? "\($0)" }
    }

    /// `MPErrorDomain`.
    public static var errorDomain: String { MPErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The error's texts, by their keys.
    public var errorUserInfo: [String: Any] { info }

    /// Whether the codes are equal.
    public static func == (one: MPError, other: MPError) -> Bool { one.code == other.code }
    /// Equal for equal errors.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Any other failure.
    public static var unknown: Code { .unknown }
    /// The user has not permitted it.
    public static var permissionDenied: Code { .permissionDenied }
    /// The account has no such service.
    public static var cloudServiceCapabilityMissing: Code { .cloudServiceCapabilityMissing }
    /// The network cannot be reached.
    public static var networkConnectionFailed: Code { .networkConnectionFailed }
    /// There is no such item or playlist.
    public static var notFound: Code { .notFound }
    /// It cannot be done with that item or playlist.
    public static var notSupported: Code { .notSupported }
    /// It was cancelled.
    public static var cancelled: Code { .cancelled }
    /// It took too long.
    public static var requestTimedOut: Code { .requestTimedOut }
}

extension MPError.Code {
    /// Whether an error has the code, as in `catch MPError.notFound`.
    public static func ~= (code: MPError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == MPErrorDomain && error.code == code.rawValue
    }
}

/// The domain of `MPError`.
public let MPErrorDomain = "MPErrorDomain"

extension MPError {
    /// The text of errors about items of a store.
    static let noStore = [NSLocalizedDescriptionKey: "This machine has no music store."]

    /// Runs a change of the library.
    ///
    /// - Returns: Its error as one of this type.
    static func of(_ change: () throws -> Void) -> MPError? {
        do {
            try change()
            return nil
        } catch let error as MPError {
            return error
        } catch let error as LibraryError {
            return MPError(error)
        } catch {
            return MPError(.unknown, userInfo: [NSLocalizedDescriptionKey: "\(error)"])
        }
    }

    init(_ error: LibraryError) {
        let code: Code =
            switch error {
            case .notEditable, .unavailable: .notSupported
            default: .unknown
            }
        self.init(code, userInfo: [NSLocalizedDescriptionKey: error.description])
    }
}
