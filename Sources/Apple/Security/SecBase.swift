public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation
import Keychain

// Statuses of the keychain's functions.
//
// Source: Apple's `SecBase.h`; the values are those of dotnet/macios, `src/Security/Enums.cs`.

/// No error.
public let errSecSuccess: OSStatus = 0
/// The class of the item is not supported: certificates, keys and identities.
public let errSecUnimplemented = status(.unimplemented)
/// No space is left for the item.
public let errSecDiskFull = status(.diskFull)
/// The store cannot be read or written.
public let errSecIO = status(.inputOutput)
/// A key or a value is not one that the call takes.
public let errSecParam = status(.parameter)
/// The user has dismissed the prompt of the Secret Service.
public let errSecUserCanceled = status(.userCanceled)
/// On a simulated phone with the groups of Apple's simulator, an item names an access group.
public let errSecNoAccessForItem = status(.noAccessForItem)
/// There is no store that can be opened.
public let errSecNotAvailable = status(.notAvailable)
/// The item needs a passcode, and the device has none.
public let errSecAuthFailed = status(.authenticationFailed)
/// An item with the same identity exists.
public let errSecDuplicateItem = status(.duplicateItem)
/// No item matches.
public let errSecItemNotFound = status(.itemNotFound)
/// The item is locked with the device, or the user does not answer a prompt.
public let errSecInteractionNotAllowed = status(.interactionNotAllowed)
/// An item that may match is damaged.
public let errSecDecode = status(.decode)
/// The item names an access group that the app has not declared.
public let errSecMissingEntitlement = status(.missingEntitlement)

private func status(_ error: KeychainError) -> OSStatus { error.rawValue }

/// A sentence that says what a status means.
///
/// - Parameters:
///   - status: A status of a keychain function.
///   - reserved: Pass `nil`.
/// - Returns: `OSStatus` and the number for a status that no function here returns.
public func SecCopyErrorMessageString(
    _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
    guard status != errSecSuccess else { return "No error." as CFString }
    let text = KeychainError(rawValue: status).map(sentence) ?? "OSStatus \(status)"
    return text as CFString
}

private func sentence(_ error: KeychainError) -> String {
    switch error {
    case .unimplemented: "Items of this class are not supported."
    case .diskFull: "There is no space left to keep the item."
    case .inputOutput: "The keychain could not be read or written."
    case .parameter: "A key or a value is not one that the function takes."
    case .userCanceled: "The user has dismissed the request to unlock the keychain."
    case .noAccessForItem: "The access group of the item cannot be used here."
    case .notAvailable: "There is no keychain that can be opened."
    case .authenticationFailed: "The item needs a passcode, which the device does not have."
    case .duplicateItem: "The keychain has an item with these attributes already."
    case .itemNotFound: "The keychain has no item with these attributes."
    case .interactionNotAllowed: "The item is locked, and the user cannot be asked to unlock it."
    case .decode: "An item of the keychain is damaged."
    case .missingEntitlement: "The app has not declared the access group of the item."
    }
}
