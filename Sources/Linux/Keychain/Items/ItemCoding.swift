import Foundation

/// Items as property lists keep them: `class`, `number`, `data`, and `attributes` by their keys.
enum ItemCoding {
    /// One item as bytes: a binary property list.
    static func bytes(_ item: KeychainItem) -> Data? { encoded(KeptItem(item: item)) }

    /// - Returns: `nil` for bytes that are no item.
    static func item(_ bytes: Data) -> KeychainItem? { decoded(KeptItem.self, bytes)?.item }

    /// A binary property list. The coders know Swift's values; Foundation's serialization goes
    /// through objects, and takes some 50 times as long.
    static func encoded(_ value: some Encodable) -> Data? {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try? encoder.encode(value)
    }

    /// - Returns: `nil` for bytes that are no property list of the type.
    static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: Data) -> Value? {
        try? PropertyListDecoder().decode(type, from: bytes)
    }
}

/// An item in a property list.
private struct KeptItem: Codable {
    let item: KeychainItem

    private enum Key: String, CodingKey {
        case itemClass = "class"
        case number, data, attributes
    }

    private struct AttributeKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(item: KeychainItem) { self.item = item }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let kept = try values.nestedContainer(keyedBy: AttributeKey.self, forKey: .attributes)
        var attributes: [KeychainAttribute: KeychainValue] = [:]
        for key in kept.allKeys {
            guard let attribute = KeychainAttribute(rawValue: key.stringValue) else {
                throw KeychainError.decode
            }
            attributes[attribute] =
                switch attribute.kind {
                case .text: .text(try kept.decode(String.self, forKey: key))
                case .data: .data(try kept.decode(Data.self, forKey: key))
                case .number: .number(try kept.decode(Int64.self, forKey: key))
                case .flag: .flag(try kept.decode(Bool.self, forKey: key))
                case .date: .date(try kept.decode(Date.self, forKey: key))
                }
        }
        guard
            let itemClass = KeychainClass(
                rawValue: try values.decode(String.self, forKey: .itemClass)),
            let number = UUID(uuidString: try values.decode(String.self, forKey: .number)),
            let item = KeychainItem(
                kept: itemClass, attributes, data: try values.decode(Data.self, forKey: .data),
                number: number)
        else { throw KeychainError.decode }
        self.item = item
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(item.itemClass.rawValue, forKey: .itemClass)
        try values.encode(item.number.uuidString, forKey: .number)
        try values.encode(item.data, forKey: .data)
        var kept = values.nestedContainer(keyedBy: AttributeKey.self, forKey: .attributes)
        for (attribute, value) in item.attributes {
            let key = AttributeKey(stringValue: attribute.rawValue)
            switch value {
            case .text(let text): try kept.encode(text, forKey: key)
            case .data(let data): try kept.encode(data, forKey: key)
            case .number(let number): try kept.encode(number, forKey: key)
            case .flag(let flag): try kept.encode(flag, forKey: key)
            case .date(let date): try kept.encode(date, forKey: key)
            }
        }
    }
}
