import Foundation
import Security

/// A client of the keychain that imports nothing but Foundation beside it, in the forms in which such
/// clients are written.
func tryKeychain() {
    setenv("SORI_KEYCHAIN", "memory", 1)
    let text: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrAccount as String: "anna",
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock,
        kSecValueData as String: "secret".data(using: .utf8)!,
    ]
    var status: OSStatus = SecItemAdd(text as CFDictionary, nil)
    expect(status == errSecSuccess && status == noErr, "SecItemAdd returns \(status)")
    let query: CFDictionary =
        [
            kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
            kSecReturnData: kCFBooleanTrue!, kSecReturnAttributes: true,
        ] as CFDictionary
    var items: CFTypeRef?
    status = SecItemCopyMatching(query, &items)
    let found = items as? [[String: Any]]
    expect(status == noErr && found?.count == 1, "SecItemCopyMatching returns \(status)")
    expect(found?.first?[kSecAttrAccount as String] as? String == "anna", "another account")
    expect(found?.first?[kSecValueData as String] as? Data == Data("secret".utf8), "other data")
    var dataTypeRef: AnyObject?
    status = withUnsafeMutablePointer(to: &dataTypeRef) {
        SecItemCopyMatching(
            [kSecClass: kSecClassGenericPassword, kSecReturnData: kCFBooleanTrue as Any]
                as NSDictionary, UnsafeMutablePointer($0))
    }
    expect(dataTypeRef as? Data == Data("secret".utf8), "the data is another")
    let changes: [String: Any] = [kSecValueData as String: Data()]
    status = SecItemUpdate(
        [kSecClass: kSecClassGenericPassword] as CFDictionary, changes as CFDictionary)
    expect(status == errSecSuccess, "SecItemUpdate returns \(status)")
    let remove = [kSecClass as String: kSecClassGenericPassword] as CFDictionary
    expect(SecItemDelete(remove) == errSecSuccess, "SecItemDelete fails")
    expect(SecItemDelete(remove) == errSecItemNotFound, "the item is still there")
    let message = SecCopyErrorMessageString(errSecItemNotFound, nil) as String?
    expect(message?.isEmpty == false, "a status has no sentence")
}
