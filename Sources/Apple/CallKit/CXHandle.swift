public import Foundation

/// The address of a party of a call.
///
/// Any thread: a handle does not change.
public final class CXHandle: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// What a handle's value is.
    public enum HandleType: Int, Sendable {
        /// An address of the app's own kind.
        case generic = 1
        /// A telephone number.
        case phoneNumber = 2
        /// An address of electronic mail.
        case emailAddress = 3
    }

    /// What the value is.
    public let type: HandleType
    /// The address.
    public let value: String

    /// Makes a handle.
    public init(type: HandleType, value: String) {
        self.type = type
        self.value = value
    }

    /// Reads a handle from an archive; `nil` for anything else.
    public init?(coder: NSCoder) {
        guard let type = HandleType(rawValue: coder.decodeInteger(forKey: "type")),
            let value = coder.text(forKey: "value")
        else { return nil }
        self.type = type
        self.value = value
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the handle into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(type.rawValue, forKey: "type")
        coder.encode(value as NSString, forKey: "value")
    }

    /// Whether another handle has the same type and value.
    public func isEqual(to handle: CXHandle) -> Bool { isEqual(handle) }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CXHandle else { return false }
        return other.type == type && other.value == value
    }

    public override var hash: Int { value.hashValue ^ type.rawValue }

    /// The handle itself.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSCoder {
    /// Reads a string.
    func text(forKey key: String) -> String? {
        decodeObject(of: NSString.self, forKey: key) as String?
    }

    /// Reads an identifier.
    func identifier(forKey key: String) -> UUID? {
        text(forKey: key).flatMap { UUID(uuidString: $0) }
    }

    /// Writes an identifier.
    func encode(_ identifier: UUID, forKey key: String) {
        encode(identifier.uuidString as NSString, forKey: key)
    }
}
