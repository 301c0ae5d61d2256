public import CoreFoundationTypes
public import Foundation

// Keys and values of queries and attributes. The strings that they stand for are those of Apple's
// systems, which clients write as literals.

// MARK: Classes
/// The class of an item; every query has it, unless it has a persistent reference.
nonisolated(unsafe) public let kSecClass: CFString = "class"
/// Generic passwords: an account of a service.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// Internet passwords: an account of a server.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// Certificates, which are not supported: `errSecUnimplemented`.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// Keys, which are not supported: `errSecUnimplemented`.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// Identities, which are not supported: `errSecUnimplemented`.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"

// MARK: Attributes of both classes
/// The name of the account, a `String`. Part of the identity.
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// A label, a `String`.
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// What kind of item it is, a `String`.
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// A comment, a `String`.
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// The access group, a `String`: one that the app declares, by default the first. Part of the
/// identity.
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// When the item was added, a `Date`. Read only.
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// When the item was last changed, a `Date`. Read only.
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// The creator, a number that 32 bits hold.
nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"
/// The type, a number that 32 bits hold.
nonisolated(unsafe) public let kSecAttrType: CFString = "type"
/// Whether lists are to leave the item out, a `Bool`.
nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"
/// Whether there is no password on purpose, a `Bool`.
nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"
/// Whether the item is meant for all devices of the user, a `Bool`. Nothing is synchronised, but a
/// query sees such items only if it says true or `kSecAttrSynchronizableAny`. Part of the identity.
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// In a query, items whether synchronizable or not.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"

// MARK: Attributes of generic passwords
/// The service, a `String`. Part of the identity.
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// Data of the app's; a `String` stands for its bytes in UTF-8. No part of the identity.
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"

// MARK: Attributes of internet passwords
/// The server, a `String`. Part of the identity.
nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
/// The security domain, a `String`. Part of the identity.
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The path, a `String`. Part of the identity.
nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
/// The port, a number. Part of the identity.
nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
/// The protocol, one of the constants below. Part of the identity.
nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
/// The kind of authentication, one of the constants below. Part of the identity.
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"

// MARK: Accessibility
/// When the data can be used, one of the constants below; while the device is unlocked by default.
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// While the device is unlocked.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// Once the device was unlocked since its start.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// Always.
nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"
/// While the device is unlocked, on this device alone.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// Once the device was unlocked since its start, on this device alone.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// Always, on this device alone.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// While the device is unlocked, and as long as it has a passcode.
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

// MARK: Searches and results
/// How many items a search returns: one by default, a number, or all.
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// One item, which is not in an array.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All items, in an array.
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// Whether the data is returned, a `Bool`.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// Whether the attributes are returned, a `Bool`.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// Whether a reference is returned that is valid in later runs of the app too, a `Bool`.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// The data of an item, `Data`.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// A persistent reference, `Data`.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"

// MARK: Keys that are taken and ignored
/// The text of a prompt.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// Whether a prompt may be shown.
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// A prompt may be shown.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// No prompt may be shown.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// Items that need a prompt are left out.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// A context of authentication.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// Whether macOS uses the keychain of iOS.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
