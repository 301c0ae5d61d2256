public import Foundation
import Synchronization

// The part of key-value observing that clients of `AVAudioSession` use; Linux's Foundation has
// none.

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

/// The kind of a change. Changes of a session are always `setting`.
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

extension AVAudioSession {
    /// Calls `changeHandler` after each change of a property, while the result is retained: on the
    /// calling thread for changes by the app itself, on the main thread for changes that the system
    /// reports.
    ///
    /// The session checks its properties after its own requests, route changes, interruptions and
    /// volume changes. Changes that are not reported to the app, such as of `isOtherAudioPlaying`,
    /// are noticed at the next check. A property that is not `Equatable` never changes.
    @preconcurrency
    public func observe<Value>(
        _ keyPath: KeyPath<AVAudioSession, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler:
            @escaping @Sendable (AVAudioSession, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let value = ObservedValue(keyPath, options, of: self, changeHandler)
        if options.contains(.initial) { value.notifyInitially(self) }
        let number = observers.add(value)
        return NSKeyValueObservation { [weak self] in self?.observers.remove(number) }
    }
}

/// The key-value observers of one session, in the order of registration.
final class KeyValueObservers: Sendable {
    private struct State {
        var entries: [(number: Int, value: any Observed)] = []
        var nextNumber = 1
    }

    private let state = Mutex(State())

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

    /// Notifies observers of the properties that have changed since their last notification.
    ///
    /// - Parameter volume: The new media volume, if that is the change.
    func notify(_ session: AVAudioSession, volume: Float? = nil) {
        // An observer that an earlier handler has ended is not called.
        for (number, value) in state.withLock({ $0.entries }) where isThere(number) {
            value.notify(session, volume: volume)
        }
    }
}

/// An observed property with its handler.
protocol Observed: AnyObject, Sendable {
    func notify(_ session: AVAudioSession, volume: Float?)
}

/// A property of type `Value` with its handler.
///
/// Ownership: `lock` guards `value`; the other fields are immutable.
private final class ObservedValue<Value>: Observed, @unchecked Sendable {
    typealias Handler = @Sendable (AVAudioSession, NSKeyValueObservedChange<Value>) -> Void

    private let keyPath: KeyPath<AVAudioSession, Value>
    private let options: NSKeyValueObservingOptions
    private let handler: Handler
    /// Held while the property is read, so that values arrive in order; recursive, because a
    /// property of the app's own may do anything.
    private let lock = NSRecursiveLock()
    /// The last value given to the handler.
    private var value: Value

    init(
        _ keyPath: KeyPath<AVAudioSession, Value>, _ options: NSKeyValueObservingOptions,
        of session: AVAudioSession, _ handler: @escaping Handler
    ) {
        self.keyPath = keyPath
        self.options = options
        self.handler = handler
        value = session[keyPath: keyPath]
    }

    func notifyInitially(_ session: AVAudioSession) {
        let value = lock.withLock { self.value }
        handler(session, .init(newValue: options.contains(.new) ? value : nil))
    }

    func notify(_ session: AVAudioSession, volume: Float?) {
        // Each volume is reported on its own; the current value may be newer.
        let isVolume = keyPath == \AVAudioSession.outputVolume
        guard isVolume == (volume != nil) else { return }
        let change = lock.withLock { () -> (old: Value, new: Value)? in
            // Only a volume is passed in: `nil` would be a valid value of an optional property.
            let given = isVolume ? volume as? Value : nil
            let new = given ?? session[keyPath: keyPath]
            guard !areEqual(new, value) else { return nil }
            defer { value = new }
            return (value, new)
        }
        guard let (old, new) = change else { return }
        let oldValue = options.contains(.old) ? old : nil
        if options.contains(.prior) { handler(session, .init(oldValue: oldValue, isPrior: true)) }
        handler(session, .init(newValue: options.contains(.new) ? new : nil, oldValue: oldValue))
    }
}

/// Whether two values are equal; always true for types that cannot be compared.
private func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    guard let type = Value.self as? any Equatable.Type else { return true }
    return areEqual(one, other, as: type)
}

private func areEqual<Comparable: Equatable>(
    _ one: Any, _ other: Any, as type: Comparable.Type
) -> Bool {
    (one as? Comparable) == (other as? Comparable)
}
