public import Foundation

/// The address of a party of a call.
///
/// Any thread: a handle does not change.
public final class CXHandle: NSObject, NSCopying, Sendable {
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
