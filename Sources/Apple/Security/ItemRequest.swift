import CoreFoundationTypes
import Foundation
import Keychain

/// What a dictionary of a client's asks for.
struct ItemRequest {
    /// The call that the dictionary is for.
    enum Call { case add, search, change }

    var query: KeychainQuery
    var data: Data?
    var returned: ReturnedValues = []

    /// - Throws: `parameter` for a key or a value that the call does not take, `unimplemented`
    ///   for a class without support.
    init(_ dictionary: CFDictionary, _ call: Call) throws(KeychainError) {
        guard let entries = dictionary as? [String: Any] else { throw .parameter }
        query = KeychainQuery(try Self.itemClass(entries, call))
        for (key, value) in entries {
            if let attribute = KeychainAttribute(rawValue: key) {
                try set(attribute, value, call)
            } else {
                try set(key, value, call)
            }
        }
        let needsClass = call == .add || call == .search && query.persistentReference == nil
        guard query.itemClass != nil || !needsClass else { throw .parameter }
        if let itemClass = query.itemClass { try Self.check(query.attributes, itemClass) }
    }

    /// What an update changes, once the class of the items is known.
    static func change(
        _ dictionary: CFDictionary
    ) throws(KeychainError) -> (KeychainClass?) throws(KeychainError) -> KeychainChange {
        let request = try ItemRequest(dictionary, .change)
        return { itemClass throws(KeychainError) in
            if let itemClass { try check(request.query.attributes, itemClass) }
            return KeychainChange(request.query.attributes, data: request.data)
        }
    }

    private static func check(
        _ attributes: [KeychainAttribute: KeychainValue], _ itemClass: KeychainClass
    ) throws(KeychainError) {
        guard attributes.keys.allSatisfy({ $0.exists(in: itemClass) }) else { throw .parameter }
    }

    private static func itemClass(
        _ entries: [String: Any], _ call: Call
    ) throws(KeychainError) -> KeychainClass? {
        guard let value = entries[kSecClass as String] else { return nil }
        guard call != .change, let name = value as? String else { throw .parameter }
        if let known = KeychainClass(rawValue: name) { return known }
        let unsupported = [kSecClassCertificate, kSecClassKey, kSecClassIdentity]
        throw unsupported.contains(name as CFString) ? .unimplemented : .parameter
    }

    // MARK: Attributes

    private mutating func set(
        _ attribute: KeychainAttribute, _ value: Any, _ call: Call
    ) throws(KeychainError) {
        if attribute == .isSynchronizable, call == .search {
            query.synchronizable = try Self.synchronizable(value)
            return
        }
        guard let value = Self.value(value, attribute.kind), attribute.accepts(value) else {
            throw .parameter
        }
        // Dates are the keychain's own; what a search returns can be added all the same.
        let isDate = attribute == .created || attribute == .modified
        if call == .search || !isDate { query.attributes[attribute] = value }
    }

    private static func synchronizable(
        _ value: Any
    ) throws(KeychainError) -> KeychainQuery.Synchronizable {
        if let text = value as? String {
            guard text == kSecAttrSynchronizableAny as String else { throw .parameter }
            return .any
        }
        return try flag(value) ? .yes : .no
    }

    private static func value(_ value: Any, _ kind: KeychainAttribute.Kind) -> KeychainValue? {
        switch kind {
        case .text: (value as? String).map { .text($0) }
        case .data:
            (value as? Data).map { .data($0) } ?? (value as? String).map { .data(Data($0.utf8)) }
        case .number:
            // Foundation would take a truth value for 0 or 1.
            type(of: value) == Bool.self
                ? nil : (value as? NSNumber).map { .number($0.int64Value) }
        case .flag: (try? flag(value)).map { .flag($0) }
        case .date: (value as? Date).map { .date($0) }
        }
    }

    private static func flag(_ value: Any) throws(KeychainError) -> Bool {
        guard let flag = value as? Bool else { throw .parameter }
        return flag
    }

    // MARK: Other keys

    private mutating func set(
        _ key: String, _ value: Any, _ call: Call
    ) throws(KeychainError) {
        switch Key(rawValue: key) {
        case .itemClass: return
        case .data:
            guard let bytes = value as? Data else { throw .parameter }
            data = bytes
        case .limit:
            guard call == .search else { throw .parameter }
            query.limit = try Self.limit(value)
        case .returnData: try setReturned(.data, value, call)
        case .returnAttributes: try setReturned(.attributes, value, call)
        case .returnReference: try setReturned(.persistentReference, value, call)
        case .reference:
            guard call == .search, let reference = value as? Data else { throw .parameter }
            query.persistentReference = reference
        case nil:
            guard key.hasPrefix("u_") || key == kSecUseDataProtectionKeychain as String else {
                throw .parameter
            }
        }
    }

    /// The keys that are no attributes.
    private enum Key: String {
        case itemClass = "class"
        case data = "v_Data"
        case reference = "v_PersistentRef"
        case limit = "m_Limit"
        case returnData = "r_Data"
        case returnAttributes = "r_Attributes"
        case returnReference = "r_PersistentRef"
    }

    private mutating func setReturned(
        _ kind: ReturnedValues, _ value: Any, _ call: Call
    ) throws(KeychainError) {
        guard call != .change else { throw .parameter }
        if try Self.flag(value) { returned.insert(kind) }
    }

    /// - Returns: `nil` for all.
    private static func limit(_ value: Any) throws(KeychainError) -> Int? {
        if let word = value as? String {
            if word == kSecMatchLimitAll as String { return nil }
            guard word == kSecMatchLimitOne as String else { throw .parameter }
            return 1
        }
        guard let number = (value as? NSNumber)?.intValue, number > 0 else { throw .parameter }
        return number
    }
}

/// What a call returns of an item.
struct ReturnedValues: OptionSet {
    let rawValue: Int

    static let data = ReturnedValues(rawValue: 1)
    static let attributes = ReturnedValues(rawValue: 2)
    static let persistentReference = ReturnedValues(rawValue: 4)

    /// Writes what is wanted of some items, at least one.
    func write(
        _ items: [KeychainItem], isList: Bool, to result: UnsafeMutablePointer<CFTypeRef?>?
    ) {
        guard !isEmpty, let result else { return }
        let objects = items.map(object)
        result.pointee = isList ? objects as NSArray : objects.first
    }

    private func object(_ item: KeychainItem) -> NSObject {
        switch self {
        case .data: return item.data as NSData
        case .persistentReference: return item.persistentReference as NSData
        default:
            var values: [NSString: NSObject] = [:]
            if contains(.attributes) {
                for (attribute, value) in item.attributes {
                    values[attribute.rawValue as NSString] = Self.object(value)
                }
            }
            if contains(.data) { values[kSecValueData] = item.data as NSData }
            if contains(.persistentReference) {
                values[kSecValuePersistentRef] = item.persistentReference as NSData
            }
            return values as NSDictionary
        }
    }

    private static func object(_ value: KeychainValue) -> NSObject {
        switch value {
        case .text(let text): text as NSString
        case .data(let data): data as NSData
        case .number(let number): NSNumber(value: number)
        case .flag(let flag): NSNumber(value: flag)
        case .date(let date): date as NSDate
        }
    }
}
