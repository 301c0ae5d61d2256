public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation
import Keychain

// The functions of the keychain. Any thread; each waits until the item is kept. The calls of all
// processes of a user come one after the other.

/// Adds an item.
///
/// - Parameters:
///   - attributes: The class, the attributes, the data (`kSecValueData`), and what is to be
///     returned.
///   - result: Receives the added item if a return key asks for it, as in `SecItemCopyMatching`.
/// - Returns: `errSecDuplicateItem` when there is an item of the same identity: account and service
///   of a generic password; account, security domain, server, protocol, kind of authentication,
///   port and path of an internet password; both with access group and `kSecAttrSynchronizable`.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    status { () throws(KeychainError) in
        let request = try ItemRequest(attributes, .add)
        guard let itemClass = request.query.itemClass else { throw .parameter }
        let item = try currentKeychain().add(
            itemClass, request.query.attributes, data: request.data ?? Data())
        request.returned.write([item], isList: false, to: result)
    }
}

/// Finds items and returns what the query's return keys ask for.
///
/// - Parameters:
///   - query: The class, values that an item must have, a limit (one by default) and return keys.
///   - result: Receives an object for one return key, or a dictionary for several, with the data
///     under `kSecValueData`; an array of them when the limit is more than one. It stays as it is
///     without a return key.
/// - Returns: `errSecItemNotFound` when nothing matches; `errSecInteractionNotAllowed` when the
///   data is wanted and locked with the device.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    status { () throws(KeychainError) in
        let request = try ItemRequest(query, .search)
        let items = try currentKeychain().items(
            request.query, needsData: request.returned.contains(.data))
        request.returned.write(items, isList: request.query.limit != 1, to: result)
    }
}

/// Changes all items that a query finds.
///
/// - Parameters:
///   - query: As for `SecItemCopyMatching`; a limit and return keys are ignored.
///   - attributesToUpdate: New attributes, and new data if there is any. Dates are ignored.
/// - Returns: `errSecDuplicateItem` when an item would become another, and then none is changed;
///   `errSecParam` when `attributesToUpdate` has a class, a return key or a match key.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    status { () throws(KeychainError) in
        let request = try ItemRequest(query, .search)
        let change = try ItemRequest.change(attributesToUpdate)
        try currentKeychain().update(request.query, try change(request.query.itemClass))
    }
}

/// Deletes all items that a query finds.
///
/// - Parameter query: As for `SecItemCopyMatching`; a limit and return keys are ignored.
/// - Returns: `errSecItemNotFound` when nothing matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    status { () throws(KeychainError) in
        try currentKeychain().delete(try ItemRequest(query, .search).query)
    }
}

/// Runs `body`, and returns its error's status.
private func status(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
        try body()
        return errSecSuccess
    } catch {
        return error.rawValue
    }
}
