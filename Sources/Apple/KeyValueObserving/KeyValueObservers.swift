import Foundation
import Synchronization

/// The observers of one object, in the order of registration.
public final class KeyValueObservers: Sendable {
    private struct State {
        var entries: [(number: Int, value: any Observed)] = []
        var nextNumber = 1
    }

    private let state = Mutex(State())

    /// Creates the observers of an object that has none.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    func add(_ value: any Observed) -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            state.entries.append((state.nextNumber, value))
            return state.nextNumber
        }
    }

    func remove(_ number: Int) {
        // Released outside the lock: a handler may own another observation, which ends with it.
        let removed = state.withLock { state in
            state.entries.firstIndex { $0.number == number }.map { state.entries.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    private func isThere(_ number: Int) -> Bool {
        state.withLock { $0.entries.contains { $0.number == number } }
    }

    /// Calls `body` with each observer that is there when its turn comes, without a lock.
    func forEach(_ body: (any Observed) -> Void) {
        for (number, value) in state.withLock({ $0.entries }) where isThere(number) {
            body(value)
        }
    }
}

/// An observed key path with its handler.
protocol Observed: AnyObject, Sendable {
    /// The place of the key path in `KeyValueObservable.notifyingKeyPaths`; `nil` for all others.
    var property: Int? { get }
    func notifyIfChanged(_ object: AnyObject)
}

/// A key path to a `Value` with its handler.
///
/// Ownership: `lock` guards `value`; the other fields are immutable.
final class ObservedValue<Value>: Observed, @unchecked Sendable {
    let property: Int?
    private let options: NSKeyValueObservingOptions
    private let read: (AnyObject) -> Value?
    private let handle: (AnyObject, NSKeyValueObservedChange<Value>) -> Void
    /// Held while the property is read, so that values arrive in order; recursive, because a
    /// property of the app's own may do anything.
    private let lock = NSRecursiveLock()
    /// The last value given to the handler.
    private var value: Value

    init<Object: AnyObject>(
        _ keyPath: KeyPath<Object, Value>, _ property: Int?,
        _ options: NSKeyValueObservingOptions, of object: Object,
        _ handler: @escaping @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void
    ) {
        self.property = property
        self.options = options
        read = { ($0 as? Object)?[keyPath: keyPath] }
        handle = { object, change in
            if let object = object as? Object { handler(object, change) }
        }
        value = object[keyPath: keyPath]
    }

    func notifyInitially(_ object: AnyObject) {
        let value = lock.withLock { self.value }
        handle(object, .init(newValue: options.contains(.new) ? value : nil))
    }

    func notifyIfChanged(_ object: AnyObject) {
        let change = lock.withLock { () -> (old: Value, new: Value)? in
            guard let new = read(object), !areEqual(new, value) else { return nil }
            defer { value = new }
            return (value, new)
        }
        if let change { notify(object, change.old, change.new) }
    }

    func notify(_ object: AnyObject, of new: Value, ifChanged isChange: Bool) {
        let old = lock.withLock { () -> Value? in
            guard !isChange || !areEqual(new, value) else { return nil }
            defer { value = new }
            return value
        }
        if let old { notify(object, old, new) }
    }

    private func notify(_ object: AnyObject, _ old: Value, _ new: Value) {
        let oldValue = options.contains(.old) ? old : nil
        if options.contains(.prior) { handle(object, .init(oldValue: oldValue, isPrior: true)) }
        handle(object, .init(newValue: options.contains(.new) ? new : nil, oldValue: oldValue))
    }
}

/// Whether two values are equal: `Equatable` ones are compared, other objects by their identity; true
/// for all that cannot be compared.
private func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    if let type = Value.self as? any Equatable.Type { return areEqual(one, other, as: type) }
    return identity(of: one) == identity(of: other)
}

private func areEqual<Comparable: Equatable>(
    _ one: Any, _ other: Any, as type: Comparable.Type
) -> Bool {
    (one as? Comparable) == (other as? Comparable)
}

/// The object that a value is, or has as an optional; `nil` for all other values.
private func identity(of value: Any) -> ObjectIdentifier? {
    if let optional = value as? any OptionalValue { return optional.wrappedIdentity }
    guard type(of: value) is AnyClass else { return nil }
    return ObjectIdentifier(value as AnyObject)
}

private protocol OptionalValue {
    var wrappedIdentity: ObjectIdentifier? { get }
}

extension Optional: OptionalValue {
    var wrappedIdentity: ObjectIdentifier? { flatMap { identity(of: $0) } }
}
