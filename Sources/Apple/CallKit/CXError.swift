public import Foundation

// Apple's error domains and codes of calls.

/// The domain of `CXError`.
public let CXErrorDomain = "com.apple.CallKit.error"
/// The domain of `CXErrorCodeIncomingCallError`.
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"
/// The domain of `CXErrorCodeRequestTransactionError`.
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"

/// An error of a provider as a whole.
public struct CXError: CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// Any other failure.
        case unknownError = 0
        /// The program may not have calls.
        case unentitled = 1
        /// An argument is not valid.
        case invalidArgument = 2
        /// `UIBackgroundModes` of the app's Info.plist does not list `voip`.
        case missingVoIPBackgroundMode = 3
    }

    /// What went wrong.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// `CXErrorDomain`.
    public static var errorDomain: String { CXErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// Any other failure.
    public static var unknownError: Code { .unknownError }
    /// The program may not have calls.
    public static var unentitled: Code { .unentitled }
    /// An argument is not valid.
    public static var invalidArgument: Code { .invalidArgument }
    /// `UIBackgroundModes` of the app's Info.plist does not list `voip`.
    public static var missingVoIPBackgroundMode: Code { .missingVoIPBackgroundMode }
}

/// Why an incoming call is not shown.
public struct CXErrorCodeIncomingCallError: CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// Any other failure; here, that there is another call.
        case unknown = 0
        /// The program may not have calls.
        case unentitled = 1
        /// A call with the identifier exists.
        case callUUIDAlreadyExists = 2
        /// The user wants no calls now. Never returned here.
        case filteredByDoNotDisturb = 3
        /// The user blocks the caller. Never returned here.
        case filteredByBlockList = 4
        /// The screen is shared. Never returned here.
        case filteredDuringRestrictedSharingMode = 5
        /// The call is protected. Never returned here.
        case callIsProtected = 6
    }

    /// What went wrong.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// `CXErrorDomainIncomingCall`.
    public static var errorDomain: String { CXErrorDomainIncomingCall }
    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// Any other failure; here, that there is another call.
    public static var unknown: Code { .unknown }
    /// The program may not have calls.
    public static var unentitled: Code { .unentitled }
    /// A call with the identifier exists.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// The user wants no calls now. Never returned here.
    public static var filteredByDoNotDisturb: Code { .filteredByDoNotDisturb }
    /// The user blocks the caller. Never returned here.
    public static var filteredByBlockList: Code { .filteredByBlockList }
    /// The screen is shared. Never returned here.
    public static var filteredDuringRestrictedSharingMode: Code {
        .filteredDuringRestrictedSharingMode
    }
    /// The call is protected. Never returned here.
    public static var callIsProtected: Code { .callIsProtected }
}

/// Why a transaction is not carried out.
public struct CXErrorCodeRequestTransactionError: CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// Any other failure.
        case unknown = 0
        /// `UIBackgroundModes` of the app's Info.plist does not list `voip`.
        case unentitled = 1
        /// The app has no provider.
        case unknownCallProvider = 2
        /// The transaction has no action.
        case emptyTransaction = 3
        /// No call has the identifier.
        case unknownCallUUID = 4
        /// A call with the identifier exists.
        case callUUIDAlreadyExists = 5
        /// The action does not fit the state of its call.
        case invalidAction = 6
        /// There is another call.
        case maximumCallGroupsReached = 7
        /// The call is protected. Never returned here.
        case callIsProtected = 8
    }

    /// What went wrong.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// `CXErrorDomainRequestTransaction`.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }
    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// Any other failure.
    public static var unknown: Code { .unknown }
    /// `UIBackgroundModes` of the app's Info.plist does not list `voip`.
    public static var unentitled: Code { .unentitled }
    /// The app has no provider.
    public static var unknownCallProvider: Code { .unknownCallProvider }
    /// The transaction has no action.
    public static var emptyTransaction: Code { .emptyTransaction }
    /// No call has the identifier.
    public static var unknownCallUUID: Code { .unknownCallUUID }
    /// A call with the identifier exists.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// The action does not fit the state of its call.
    public static var invalidAction: Code { .invalidAction }
    /// There is another call.
    public static var maximumCallGroupsReached: Code { .maximumCallGroupsReached }
    /// The call is protected. Never returned here.
    public static var callIsProtected: Code { .callIsProtected }
}

extension CXError.Code {
    /// Whether an error has the code, as in `catch CXError.unentitled`.
    public static func ~= (code: CXError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == CXErrorDomain && error.code == code.rawValue
    }
}

extension CXErrorCodeIncomingCallError.Code {
    /// Whether an error has the code.
    public static func ~= (code: CXErrorCodeIncomingCallError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == CXErrorDomainIncomingCall && error.code == code.rawValue
    }
}

extension CXErrorCodeRequestTransactionError.Code {
    /// Whether an error has the code.
    public static func ~= (
        code: CXErrorCodeRequestTransactionError.Code, error: any Error
    ) -> Bool {
        let error = error as NSError
        return error.domain == CXErrorDomainRequestTransaction && error.code == code.rawValue
    }
}
