public import Foundation
import MusicLibrary

/// A condition on the items of a query; see `MPMediaPropertyPredicate`.
///
/// Ownership: nothing changes after `init`.
open class MPMediaPredicate: NSObject, NSSecureCoding, @unchecked Sendable {
    /// Makes a condition that all items satisfy.
    public override init() { super.init() }

    /// Reads a condition.
    public required init?(coder: NSCoder) { super.init() }

    /// Writes the condition.
    open func encode(with coder: NSCoder) {}

    /// Archives are read with their classes checked.
    public static var supportsSecureCoding: Bool { true }
}

/// The comparison of a property with a value.
public enum MPMediaPredicateComparison: Int, Sendable {
    /// The values are equal, without regard to the case and the width of letters.
    case equalTo = 0
    /// The property's text contains the value, without regard to case, width and accents.
    case contains = 1
}

/// A condition on one property of the items of a query.
///
/// Two conditions with the same property, value and comparison are equal.
///
/// Ownership: nothing changes after `init`.
open class MPMediaPropertyPredicate: MPMediaPredicate, @unchecked Sendable {
    /// The property: one of the constants for which `MPMediaItem.canFilter(byProperty:)` holds.
    public let property: String
    /// The value to compare with.
    open var value: Any? { plain.value }
    /// The comparison.
    public let comparisonType: MPMediaPredicateComparison
    private let plain: PlainValue

    /// A value in a form that can be compared and archived.
    private enum PlainValue: Hashable, Sendable {
        case none
        case text(String)
        case number(NSNumber)
        case date(Date)
        /// A value of no type that a property has.
        case other(String)

        init(_ value: Any?) {
            switch value {
            case nil: self = .none
            case let text as String: self = .text(text)
            case let types as MPMediaType: self = .number(NSNumber(value: types.rawValue))
            case let attributes as MPMediaPlaylistAttribute:
                self = .number(NSNumber(value: attributes.rawValue))
            case let number as NSNumber: self = .number(number)
            case let date as Date: self = .date(date)
            case let value?: self = .other("\(value)")
            }
        }

        var value: Any? {
            switch self {
            case .none: nil
            case .text(let text), .other(let text): text
            case .number(let number): number
            case .date(let date): date
            }
        }
    }

    /// Makes a condition that a property is equal to a value.
    ///
    /// - Parameters:
    ///   - value: A text, or a number as `NSNumber`, `UInt64`, `Int`, `Bool` or `MPMediaType`. A value of
    ///     another type than the property's, or `nil`, matches no item. Of media types, one in common
    ///     is enough.
    ///   - property: A property for which `MPMediaItem.canFilter(byProperty:)` holds. Queries end the
    ///     program for others, as the exception of Apple's systems does.
    public convenience init(value: Any?, forProperty property: String) {
        self.init(value: value, forProperty: property, comparisonType: .equalTo)
    }

    /// Makes a condition; see `init(value:forProperty:)`.
    public init(
        value: Any?, forProperty property: String, comparisonType: MPMediaPredicateComparison
    ) {
        plain = PlainValue(value)
        self.property = property
        self.comparisonType = comparisonType
        super.init()
    }

    // MARK: Identity

    /// Whether the other condition has the same property, value and comparison.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MPMediaPropertyPredicate else { return false }
        return property == other.property && comparisonType == other.comparisonType
            && plain == other.plain
    }

    /// Equal for equal objects.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(property)
        hasher.combine(plain)
        return hasher.finalize()
    }

    // MARK: Archives

    /// Writes property, value and comparison.
    open override func encode(with coder: NSCoder) {
        coder.encode(property as NSString, forKey: "property")
        coder.encode(NSNumber(value: comparisonType.rawValue), forKey: "comparison")
        switch plain {
        case .none: break
        case .text(let text), .other(let text): coder.encode(text as NSString, forKey: "value")
        case .number(let number): coder.encode(number, forKey: "value")
        case .date(let date): coder.encode(date as NSDate, forKey: "value")
        }
    }

    /// Reads property, value and comparison; `nil` without a property.
    public required init?(coder: NSCoder) {
        guard let property = coder.decodeObject(of: NSString.self, forKey: "property") else {
            return nil
        }
        let comparison = coder.decodeObject(of: NSNumber.self, forKey: "comparison")
        self.property = "\(property)"
        comparisonType = comparison.flatMap { .init(rawValue: $0.intValue) } ?? .equalTo
        let classes: [AnyClass] = [NSString.self, NSNumber.self, NSDate.self]
        let value = coder.decodeObject(of: classes, forKey: "value")
        plain =
            switch value {
            case let text as NSString: .text("\(text)")
            case let date as NSDate: .date(date as Date)
            default: PlainValue(value)
            }
        super.init(coder: coder)
    }
}

extension MPMediaPropertyPredicate {
    /// The condition as the library takes it; `nil` for a property that cannot be filtered by.
    var condition: LibraryPredicate? {
        guard let property = LibraryProperty(rawValue: property) else { return nil }
        let comparison: LibraryPredicate.Comparison =
            comparisonType == .contains ? .contains : .equalTo
        return LibraryPredicate(property, value(for: property), comparison)
    }

    private func value(for property: LibraryProperty) -> LibraryPredicate.Value {
        // A value of another type than the property's matches nothing.
        let none = LibraryPredicate.Value.text("")
        switch (property, value) {
        case (.mediaType, let number as NSNumber):
            return .mediaType(MediaType(rawValue: number.uintValue))
        case (.isCompilation, let number as NSNumber), (.isCloudItem, let number as NSNumber),
            (.hasProtectedAsset, let number as NSNumber):
            return .flag(number.boolValue)
        case (.playlistAttributes, let number as NSNumber):
            return .attributes(
                PlaylistAttributes(rawValue: UInt32(truncatingIfNeeded: number.uintValue)))
        case (.title, let text as String), (.albumTitle, let text as String),
            (.artist, let text as String), (.albumArtist, let text as String),
            (.genre, let text as String), (.composer, let text as String),
            (.podcastTitle, let text as String), (.playlistName, let text as String):
            return .text(text)
        case (.title, _), (.albumTitle, _), (.artist, _), (.albumArtist, _), (.genre, _),
            (.composer, _), (.podcastTitle, _), (.playlistName, _):
            return .flag(false)
        case (_, let number as NSNumber): return .id(number.uint64Value)
        default: return none
        }
    }
}
