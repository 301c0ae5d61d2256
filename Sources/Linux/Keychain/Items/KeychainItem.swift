package import Foundation

/// One item: a class, attributes and data.
package struct KeychainItem: Hashable, Sendable {
    package let itemClass: KeychainClass
    /// All attributes, with the group, the accessibility, the dates and whether it is
    /// synchronizable.
    package private(set) var attributes: [KeychainAttribute: KeychainValue]
    package var data: Data
    /// A number of its own, which the persistent reference has too.
    package let number: UUID

    /// Most bytes of the data and the attributes of one item.
    package static let bytesMax = 1 << 20

    /// - Parameter attributes: What is missing of the attributes that every item has is added.
    package init(
        _ itemClass: KeychainClass, _ attributes: [KeychainAttribute: KeychainValue] = [:],
        data: Data = Data(), group: String, now: Date, number: UUID = UUID()
    ) {
        self.itemClass = itemClass
        self.data = data
        self.number = number
        self.attributes = [
            .accessibility: .text(KeychainAccessibility.whenUnlocked.rawValue),
            .isSynchronizable: .flag(false), .group: .text(group),
        ]
        self.attributes.merge(attributes) { $1 }
        self.attributes[.created] = .date(now)
        self.attributes[.modified] = .date(now)
    }

    /// An item as a store has kept it; `nil` where something that every item has is missing.
    init?(
        kept itemClass: KeychainClass, _ attributes: [KeychainAttribute: KeychainValue],
        data: Data, number: UUID
    ) {
        guard attributes.allSatisfy({ $0.exists(in: itemClass) && $0.accepts($1) }),
            [.group, .accessibility, .isSynchronizable, .created, .modified]
                .allSatisfy({ attributes[$0] != nil })
        else { return nil }
        self.itemClass = itemClass
        self.attributes = attributes
        self.data = data
        self.number = number
    }

    package var group: String { attributes[.group]?.text ?? "" }
    package var isSynchronizable: Bool { attributes[.isSynchronizable] == .flag(true) }
    package var accessibility: KeychainAccessibility {
        attributes[.accessibility]?.text.flatMap { KeychainAccessibility(rawValue: $0) }
            ?? .whenUnlocked
    }
    package var created: Date { attributes[.created]?.date ?? .distantPast }

    package var modified: Date { attributes[.modified]?.date ?? .distantPast }

    /// What identifies the item.
    package var identity: KeychainIdentity {
        KeychainIdentity(self)
    }

    /// The reference that a client keeps between its runs.
    package var persistentReference: Data {
        Data(itemClass.rawValue.utf8) + withUnsafeBytes(of: number.uuid) { Data($0) }
    }

    /// Changes attributes and data; the dates are not among them.
    mutating func update(_ change: KeychainChange, now: Date) {
        attributes.merge(change.attributes) { $1 }
        if let data = change.data { self.data = data }
        attributes[.modified] = .date(now)
    }

    /// Whether the item has all these values; an empty one also if it has none.
    func matches(_ values: [KeychainAttribute: KeychainValue]) -> Bool {
        values.allSatisfy { attribute, value in
            if let own = attributes[attribute] { own == value } else { value.isEmpty }
        }
    }

    /// The bytes of its data and of its texts.
    var byteCount: Int {
        attributes.values.reduce(data.count) { sum, value in
            switch value {
            case .text(let text): sum + text.utf8.count
            case .data(let data): sum + data.count
            case .number, .flag, .date: sum + 8
            }
        }
    }
}

/// What an update changes.
package struct KeychainChange: Hashable, Sendable {
    package var attributes: [KeychainAttribute: KeychainValue]
    /// The new data; `nil` for that of before.
    package var data: Data?

    package init(_ attributes: [KeychainAttribute: KeychainValue], data: Data? = nil) {
        self.attributes = attributes.filter { $0.key != .created && $0.key != .modified }
        self.data = data
    }
}

/// What identifies an item: no store has two of one identity.
package struct KeychainIdentity: Hashable, Sendable {
    package let itemClass: KeychainClass
    private let text: String

    init(_ item: KeychainItem) {
        itemClass = item.itemClass
        let attributes = [.group, .isSynchronizable] + item.itemClass.identity
        // Each value has its length before it, so no two lists of values give one text.
        text = attributes.reduce(into: item.itemClass.rawValue) { text, attribute in
            let value = item.attributes[attribute].map(Self.words) ?? ""
            text += "\n\(attribute.rawValue) \(value.utf8.count) \(value)"
        }
    }

    /// The digest under which a Secret Service can find the item, without its values.
    package var digest: String { SHA256(Array(text.utf8)).hexadecimal }

    private static func words(_ value: KeychainValue) -> String {
        switch value {
        case .text(let text): text
        case .data(let data): data.base64EncodedString()
        case .number(let number): String(number)
        case .flag(let flag): flag ? "1" : "0"
        case .date(let date): String(date.timeIntervalSinceReferenceDate)
        }
    }
}
