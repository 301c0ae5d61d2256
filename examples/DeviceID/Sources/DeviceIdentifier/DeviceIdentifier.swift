import Foundation
public import Security

/// An identifier of the device for one app, which outlives the app: it is the account of an item in
/// the keychain. Only a reset of the device ends it.
public struct DeviceIdentifier {
    private let item: KeychainItemWrapper

    /// - Parameters:
    ///   - accessGroup: A group of apps that share the identifier; `nil` for one app.
    ///   - failed: Called where a call of the keychain fails.
    public init(
        accessGroup: String? = nil,
        failed: @escaping KeychainItemWrapper.FailureHandler = { function, status in
            assertionFailure("\(function) returns \(status)")
        }
    ) {
        item = KeychainItemWrapper(
            identifier: "UUID", accessGroup: accessGroup, failed: failed)
    }

    /// The identifier, made when it is first asked for: 36 characters, upper case.
    public var text: String {
        let known = item.object(forKey: kSecAttrAccount) as? String ?? ""
        if !known.isEmpty { return known }
        let made = CFUUIDCreateString(kCFAllocatorDefault, CFUUIDCreate(kCFAllocatorDefault))
        let text = made as String? ?? UUID().uuidString
        item.setObject(text, forKey: kSecAttrAccount)
        return text
    }

    /// Forgets the identifier, so that the next one is new.
    public func forget() { item.resetKeychainItem() }
}
