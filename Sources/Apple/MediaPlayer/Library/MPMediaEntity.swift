public import Foundation
import MusicLibrary
import SoundRuntime

/// A member of the media library: an item, or a collection of items. Any thread.
///
/// Two objects are equal when they stand for the same member.
///
/// Ownership: the identifier never changes; subclasses guard what they load with mutexes.
open class MPMediaEntity: NSObject, NSSecureCoding, @unchecked Sendable {
    let identifier: MPMediaEntityPersistentID

    /// Makes an entity without properties.
    public override init() {
        identifier = 0
        super.init()
    }

    init(identifier: MPMediaEntityPersistentID) {
        self.identifier = identifier
        super.init()
    }

    // MARK: Properties

    /// The number by which the entity is found again in later launches; 0 for an empty one.
    open var persistentID: MPMediaEntityPersistentID {
        number(MPMediaEntityPropertyPersistentID)?.uint64Value ?? 0
    }

    /// Whether the property can be used in a predicate of a query.
    open class func canFilter(byProperty property: String) -> Bool {
        property == MPMediaEntityPropertyPersistentID
    }

    /// The value of a property, or `nil` without one. Numbers are `NSNumber`.
    ///
    /// - Parameter property: One of the `MPMediaItemProperty…` or `MPMediaPlaylistProperty…`
    ///   constants.
    open func value(forProperty property: String) -> Any? {
        property == MPMediaEntityPropertyPersistentID ? NSNumber(value: identifier) : nil
    }

    /// The value of a property by key-value coding: its constant's text, or the name of its accessor.
    ///
    /// A key that is neither ends the program, as the exception of Apple's systems does.
    open func value(forKey key: String) -> Any? {
        if let property = Self.properties[key] { return value(forProperty: property) }
        raiseProgrammerError(
            "\(type(of: self)).value(forKey:)", "the class is key value coding-compliant for \(key)"
        )
        return nil
    }

    /// The constants of properties by the keys of key-value coding.
    class var properties: [String: String] { [MPMediaEntityPropertyPersistentID: "persistentID"] }

    /// The value of a property, as of `value(forProperty:)`; `nil` for a key that is no text.
    open subscript(key: Any) -> Any? {
        (key as? String).flatMap { value(forProperty: $0) }
    }

    /// Calls a block with the values of several properties, in alphabetical order. Properties without
    /// a value are left out.
    ///
    /// - Parameter block: Receives the property, its value, and a flag that it may set to stop.
    open func enumerateValues(
        forProperties properties: Set<String>,
        using block: @escaping (String, Any, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stops = ObjCBool(false)
        for property in properties.sorted() {
            guard let value = value(forProperty: property) else { continue }
            block(property, value, &stops)
            if stops.boolValue { return }
        }
    }

    func text(_ property: String) -> String? { value(forProperty: property) as? String }
    func number(_ property: String) -> NSNumber? { value(forProperty: property) as? NSNumber }
    func integer(_ property: String) -> Int { number(property)?.intValue ?? 0 }
    func identifier(_ property: String) -> MPMediaEntityPersistentID {
        number(property)?.uint64Value ?? 0
    }
    func flag(_ property: String) -> Bool { number(property)?.boolValue ?? false }

    // MARK: Identity

    /// Whether the other object stands for the same member of the library.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MPMediaEntity else { return false }
        if self === other { return true }
        return identifier != 0 && identifier == other.identifier
            && kindOfEntity == other.kindOfEntity
    }

    /// Equal for equal objects.
    open override var hash: Int {
        identifier == 0 ? ObjectIdentifier(self).hashValue : identifier.hashValue
    }

    /// The class of Apple's that counts for equality.
    var kindOfEntity: ObjectIdentifier { ObjectIdentifier(MPMediaEntity.self) }

    // MARK: Archives

    /// Archives hold the identifier alone.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the persistent identifier.
    open func encode(with coder: NSCoder) {
        coder.encode(NSNumber(value: identifier), forKey: "persistentID")
    }

    /// Reads the persistent identifier; `nil` without one.
    public required init?(coder: NSCoder) {
        guard let number = coder.decodeObject(of: NSNumber.self, forKey: "persistentID") else {
            return nil
        }
        identifier = number.uint64Value
        super.init()
    }
}

/// The persistent identifier, an `NSNumber` of 64 bits; can be filtered by.
public let MPMediaEntityPropertyPersistentID = "persistentID"
