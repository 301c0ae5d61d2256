public import Foundation
public import Security

/// One item of the keychain, read when the object is made and written when a value changes.
///
/// The item is a generic password that is found by its `kSecAttrGeneric`, an identifier of the
/// app's. That is no part of what identifies it for the keychain: two wrappers of one app need
/// different accounts. Main thread, or one thread at a time.
public final class KeychainItemWrapper {
    /// Receives a status that stands for a mistake, and the function that returned it.
    public typealias FailureHandler = (_ function: String, _ status: OSStatus) -> Void

    /// The item as the app sees it: a text under `kSecValueData`, no class.
    private var item: [String: Any] = [:]
    /// What finds the item.
    private var query: [String: Any]
    private let failed: FailureHandler

    /// Reads the item, or makes an empty one in memory.
    ///
    /// - Parameters:
    ///   - identifier: What the item is found by.
    ///   - accessGroup: A group of apps that have the item in common, which all of them declare;
    ///     `nil` for the app's own.
    ///   - failed: Called where a call of the keychain fails; the default ends a debug build.
    public init(
        identifier: String, accessGroup: String?,
        failed: @escaping FailureHandler = { function, status in
            assertionFailure("\(function) returns \(status)")
        }
    ) {
        self.failed = failed
        query = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrGeneric as String: identifier,
            kSecMatchLimit as String: kSecMatchLimitOne,
            kSecReturnAttributes as String: true,
        ]
        // Apple's simulator has no groups, and refuses an item that names one.
        #if !targetEnvironment(simulator)
            if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
        #endif
        if let found = search(query) {
            item = withData(found)
        } else {
            resetKeychainItem()
            for key in [kSecAttrGeneric, kSecAttrAccessGroup] as [CFString] {
                if let value = query[key as String] { item[key as String] = value }
            }
        }
    }

    /// Sets a value, and writes the item if the value is another one. `nil` changes nothing.
    public func setObject(_ object: Any?, forKey key: CFString) {
        guard let object else { return }
        if let new = object as? AnyHashable, new == item[key as String] as? AnyHashable { return }
        item[key as String] = object
        write()
    }

    /// A value; for `kSecValueData` the secret as a `String`.
    public func object(forKey key: CFString) -> Any? { item[key as String] }

    /// Deletes the item, and begins with an empty one, which is in memory until a value is set.
    public func resetKeychainItem() {
        if !item.isEmpty {
            let status = SecItemDelete(stored(item) as CFDictionary)
            if status != errSecSuccess, status != errSecItemNotFound {
                failed("SecItemDelete", status)
            }
        }
        for key in [kSecAttrAccount, kSecAttrLabel, kSecAttrDescription, kSecValueData] {
            item[key as String] = ""
        }
    }

    // MARK: Between the app and the keychain

    /// The item as the keychain takes it: with its class, and the secret as bytes.
    private func stored(_ item: [String: Any]) -> [String: Any] {
        var stored = item
        stored[kSecClass as String] = kSecClassGenericPassword
        if let text = item[kSecValueData as String] as? String {
            stored[kSecValueData as String] = Data(text.utf8)
        }
        return stored
    }

    /// The item of which a search has found the attributes, with its secret.
    private func withData(_ attributes: [String: Any]) -> [String: Any] {
        var request = attributes
        request[kSecClass as String] = kSecClassGenericPassword
        request[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(request as CFDictionary, &result)
        var item = attributes
        if status == errSecSuccess, let data = result as? Data {
            item[kSecValueData as String] = String(decoding: data, as: UTF8.self)
        } else {
            failed("SecItemCopyMatching", status)
        }
        return item
    }

    /// The attributes that a search finds; `nil` for none.
    private func search(_ query: [String: Any]) -> [String: Any]? {
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecSuccess { return result as? [String: Any] }
        if status != errSecItemNotFound { failed("SecItemCopyMatching", status) }
        return nil
    }

    /// Changes the item in the keychain, or adds it.
    private func write() {
        if var known = search(query) {
            known[kSecClass as String] = kSecClassGenericPassword
            var changes = stored(item)
            changes[kSecClass as String] = nil
            let status = SecItemUpdate(known as CFDictionary, changes as CFDictionary)
            if status != errSecSuccess { failed("SecItemUpdate", status) }
        } else {
            let status = SecItemAdd(stored(item) as CFDictionary, nil)
            if status != errSecSuccess { failed("SecItemAdd", status) }
        }
    }
}
