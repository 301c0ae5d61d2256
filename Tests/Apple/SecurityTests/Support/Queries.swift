import Foundation
import Security
import Simulation
import Testing

/// A query or attributes of a generic password.
func generic(_ more: [CFString: Any] = [:]) -> CFDictionary {
    more.merging([kSecClass: kSecClassGenericPassword]) { own, _ in own } as CFDictionary
}

/// A query or attributes of an internet password.
func internet(_ more: [CFString: Any] = [:]) -> CFDictionary {
    more.merging([kSecClass: kSecClassInternetPassword]) { own, _ in own } as CFDictionary
}

/// Adds a generic password.
@discardableResult
func add(
    _ account: String, _ service: String = "s", data: String = "secret",
    _ more: [CFString: Any] = [:]
) -> OSStatus {
    let values: [CFString: Any] = [
        kSecAttrAccount: account, kSecAttrService: service, kSecValueData: Data(data.utf8),
    ]
    return SecItemAdd(generic(values.merging(more) { $1 }), nil)
}

/// Adds a generic password of the service `s`.
@discardableResult
func add(_ account: String, data: String = "secret", _ more: [CFString: Any]) -> OSStatus {
    add(account, "s", data: data, more)
}

/// What a search returns.
func copy(_ query: CFDictionary) -> (status: OSStatus, result: CFTypeRef?) {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query, &result)
    return (status, result)
}

/// The data of the item that a search finds, as text.
func secret(_ query: [CFString: Any] = [:]) -> (status: OSStatus, text: String?) {
    let (status, result) = copy(generic(query.merging([kSecReturnData: true]) { $1 }))
    return (status, (result as? Data).map { String(decoding: $0, as: UTF8.self) })
}

/// The accounts of all items that a search finds.
func accounts(_ query: [CFString: Any] = [:]) -> [String]? {
    let more: [CFString: Any] = [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]
    let result = copy(generic(query.merging(more) { $1 })).result
    return (result as? [[String: Any]])?.map { $0[kSecAttrAccount as String] as? String ?? "" }
}

extension SimulatedPhone {
    /// A phone with findings as failures.
    static func withoutFindings(_ settings: Settings = Settings()) -> SimulatedPhone {
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        return phone
    }

    /// Launches an app with an identifier.
    func launch(
        identifier: String, groups: [String] = []
    ) -> App {
        launch(
            identifier, info: ["CFBundleIdentifier": identifier],
            options: .init(keychainGroups: groups))
    }
}
