import Foundation

/// Items as a property list keeps them: `class`, `number`, `data`, and `attributes` by their keys.
///
/// Numbers and truth values are different types of a property list, but not of Foundation's; so the
/// kind of an attribute says which one is meant.
enum ItemCoding {
    static func plist(_ item: KeychainItem) -> [String: Any] {
        var attributes: [String: Any] = [:]
        for (attribute, value) in item.attributes {
            attributes[attribute.rawValue] = plist(value)
        }
        return [
            "class": item.itemClass.rawValue, "number": item.number.uuidString,
            "data": item.data, "attributes": attributes,
        ]
    }

    /// - Returns: `nil` where the entry is none of a keychain.
    static func item(_ entry: Any) -> KeychainItem? {
        guard let entry = entry as? [String: Any],
            let itemClass = (entry["class"] as? String).flatMap(KeychainClass.init(rawValue:)),
            let number = (entry["number"] as? String).flatMap(UUID.init(uuidString:)),
            let data = entry["data"] as? Data,
            let kept = entry["attributes"] as? [String: Any]
        else { return nil }
        var attributes: [KeychainAttribute: KeychainValue] = [:]
        for (key, value) in kept {
            guard let attribute = KeychainAttribute(rawValue: key),
                let value = self.value(value, attribute.kind)
            else { return nil }
            attributes[attribute] = value
        }
        return KeychainItem(kept: itemClass, attributes, data: data, number: number)
    }

    /// One item as bytes: a binary property list.
    static func bytes(_ item: KeychainItem) -> Data? {
        bytes(ofPlist: plist(item))
    }

    static func bytes(ofPlist plist: Any) -> Data? {
        try? PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
    }

    /// - Returns: `nil` for bytes that are no property list.
    static func plist(_ bytes: Data) -> Any? {
        try? PropertyListSerialization.propertyList(from: bytes, options: [], format: nil)
    }

    private static func plist(_ value: KeychainValue) -> Any {
        switch value {
        case .text(let text): text
        case .data(let data): data
        case .number(let number): NSNumber(value: number)
        case .flag(let flag): NSNumber(value: flag)
        case .date(let date): date
        }
    }

    private static func value(_ value: Any, _ kind: KeychainAttribute.Kind) -> KeychainValue? {
        switch kind {
        case .text: (value as? String).map { .text($0) }
        case .data: (value as? Data).map { .data($0) }
        case .number: (value as? NSNumber).map { .number($0.int64Value) }
        case .flag: (value as? NSNumber).map { .flag($0.boolValue) }
        case .date: (value as? Date).map { .date($0) }
        }
    }
}
