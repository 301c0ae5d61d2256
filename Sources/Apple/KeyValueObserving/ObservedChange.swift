public import Foundation
import Synchronization

// The part of key-value observing that clients use in Swift; Linux's Foundation has none.

/// Options of an observation: what the handler receives, and when it is called.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The change has the new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The change has the old value.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// Calls the handler once at the start as well.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// Calls the handler before each change as well; here both calls come after it.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change. Here all changes are `setting`.
public enum NSKeyValueChange: UInt, Sendable {
    /// The value was set.
    case setting = 1
    /// Objects were inserted into a collection.
    case insertion = 2
    /// Objects were removed from a collection.
    case removal = 3
    /// Objects of a collection were replaced.
    case replacement = 4
}

/// One change of an observed value.
public struct NSKeyValueObservedChange<Value> {
    /// The kind of a change.
    public typealias Kind = NSKeyValueChange

    /// The kind of the change: always `.setting` here.
    public let kind: Kind
    /// The value after the change, with the option `new`.
    public let newValue: Value?
    /// The value before the change, with the option `old`.
    public let oldValue: Value?
    /// Changed indexes of a collection; always `nil` here.
    public let indexes: IndexSet?
    /// Whether the call announces a change, with the option `prior`.
    public let isPrior: Bool

    init(newValue: Value? = nil, oldValue: Value? = nil, isPrior: Bool = false) {
        kind = .setting
        self.newValue = newValue
        self.oldValue = oldValue
        indexes = nil
        self.isPrior = isPrior
    }
}

/// An observation. It ends when it is invalidated or released.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = Mutex(end)
    }

    /// Ends the observation. Any thread.
    public func invalidate() {
        let end = end.withLock { $0.take() }
        end?()
    }

    deinit {
        invalidate()
    }
}
