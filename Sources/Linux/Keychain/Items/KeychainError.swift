/// Why a call of the keychain fails; the raw value is Apple's status.
///
/// Source: Apple's `SecBase.h`; the values are those of dotnet/macios, `src/Security/Enums.cs`.
package enum KeychainError: Int32, Error, CaseIterable {
    /// The class of the item is not supported.
    case unimplemented = -4
    /// No space is left for the item.
    case diskFull = -34
    /// The store cannot be read or written.
    case inputOutput = -36
    /// The query or the attributes are not valid.
    case parameter = -50
    /// The user has dismissed the prompt.
    case userCanceled = -128
    /// The program may not use the access group here.
    case noAccessForItem = -25243
    /// There is no store that can be opened.
    case notAvailable = -25291
    /// The item needs a passcode, and the device has none.
    case authenticationFailed = -25293
    /// An item with the same identity exists.
    case duplicateItem = -25299
    /// No item matches.
    case itemNotFound = -25300
    /// The item is locked, and the user cannot be asked.
    case interactionNotAllowed = -25308
    /// The item is damaged.
    case decode = -26275
    /// The program has not declared the access group.
    case missingEntitlement = -34018
}
