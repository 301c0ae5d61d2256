import Foundation
import Keychain
import SoundClient

/// The keychain of the app that the calling code belongs to: of a simulated app that of its phone,
/// otherwise the user's.
func currentKeychain() -> KeychainClient {
    CurrentApp.simulated?.attachment { processKeychain } ?? processKeychain
}

/// The user's keychain as this process sees it, under its bundle identifier.
private let processKeychain: KeychainClient = {
    let info = Bundle.main.infoDictionary ?? [:]
    let identifier =
        info["CFBundleIdentifier"] as? String ?? ProcessInfo.processInfo.processName
    let groups = KeychainClient.Groups(
        declared: info["keychain-access-groups"] as? [String] ?? [], identifier: identifier)
    return KeychainClient(
        groups: groups,
        store: { () throws(KeychainError) in
            try UserKeychain.processStore(named: identifier)
        },
        reportGroup: { group in
            FileHandle.standardError.write(
                Data(
                    ("sori: the access group \(group) is not among keychain-access-groups of the "
                        + "program's Info.plist\n").utf8))
        })
}()
