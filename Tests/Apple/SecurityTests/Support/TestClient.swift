import Foundation
import Keychain
import Testing

/// A client of a store, for tests of the store.
func client(_ store: any KeychainStore) -> KeychainClient {
    KeychainClient(
        groups: .init(declared: [], identifier: "writer"),
        store: { () throws(KeychainError) in store })
}

extension KeychainClient {
    /// Adds a generic password.
    ///
    /// - Returns: Why that fails; `nil` when it does not.
    func add(_ account: String, data: String = "secret") -> KeychainError? {
        do throws(KeychainError) {
            _ = try add(
                .genericPassword, [.account: .text(account)], data: Data(data.utf8))
            return nil
        } catch {
            return error
        }
    }

    /// The accounts of all generic passwords.
    func accounts() -> Result<[String], KeychainError> {
        do throws(KeychainError) {
            let items = try items(KeychainQuery(.genericPassword, limit: nil), needsData: true)
            return .success(items.map { $0.attributes[.account]?.text ?? "" })
        } catch {
            return .failure(error)
        }
    }

    /// Deletes the items of an account.
    func delete(_ account: String) -> KeychainError? {
        do throws(KeychainError) {
            try delete(KeychainQuery(.genericPassword, [.account: .text(account)]))
            return nil
        } catch {
            return error
        }
    }

    /// Changes the data, and the account where another is given.
    func update(_ account: String, to other: String? = nil, data: String) -> KeychainError? {
        do throws(KeychainError) {
            let attributes = other.map { [KeychainAttribute.account: KeychainValue.text($0)] }
            try update(
                KeychainQuery(.genericPassword, [.account: .text(account)]),
                KeychainChange(attributes ?? [:], data: Data(data.utf8)))
            return nil
        } catch {
            return error
        }
    }

    /// The data of an account.
    func data(_ account: String) -> String? {
        let query = KeychainQuery(.genericPassword, [.account: .text(account)])
        return (try? items(query, needsData: true))?.first.map {
            String(decoding: $0.data, as: UTF8.self)
        }
    }
}
