import Foundation
import Synchronization

// Key-value observing, which Linux's Foundation lacks: as much as clients of `AVAudioSession` use.

/// Selects what an observer is given with a change.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// Once at the start, too.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// Before each change as well; here both calls come after it.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// A kind of change. Properties of a session are only ever set.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion = 2
    case removal = 3
    case replacement = 4
}

/// One change of an observed value.
public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange

    public let kind: Kind
    /// The value after the change, with the option `new`.
    public let newValue: Value?
    /// The value before the change, with the option `old`.
    public let oldValue: Value?
    /// `nil`: changes of a session are of whole values.
    public let indexes: IndexSet?
    public let isPrior: Bool

    init(newValue: Value? = nil, oldValue: Value? = nil, isPrior: Bool = false) {
        kind = .setting
        self.newValue = newValue
        self.oldValue = oldValue
        indexes = nil
        self.isPrior = isPrior
    }
}

/// An observation, which ends when it is invalidated or no longer held.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = Mutex(end)
    }

    public func invalidate() {
        let end = end.withLock { $0.take() }
        end?()
    }

    deinit {
        invalidate()
    }
}

extension AVAudioSession {
    /// Calls `changeHandler` each time a property has changed, for as long as the result is held: on
    /// the calling thread for what the app itself has changed, on the main thread for what the
    /// system reports.
    ///
    /// The session learns of its own requests, of route changes, interruptions and the volume. What
    /// changes without a word to the app, as `isOtherAudioPlaying` can, is noticed with the next of
    /// these. A property that is not `Equatable` never changes.
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

/// The observed properties of one session, in the order in which their observers came.
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
        // Freed outside: what a handler holds may end an observation of its own when it goes.
        let removed = state.withLock { state in
            state.entries.firstIndex { $0.number == number }.map { state.entries.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    private func isThere(_ number: Int) -> Bool {
        state.withLock { $0.entries.contains { $0.number == number } }
    }

    /// Notifies the observers of the properties that differ from what they were given last.
    ///
    /// - Parameter volume: The media volume, where it is what has changed.
    func notify(_ session: AVAudioSession, volume: Float? = nil) {
        // An observer that an earlier handler has ended is not called any more.
        for (number, value) in state.withLock({ $0.entries }) where isThere(number) {
            value.notify(session, volume: volume)
        }
    }
}

/// A property of a session with its observer.
protocol Observed: AnyObject, Sendable {
    func notify(_ session: AVAudioSession, volume: Float?)
}

private final class ObservedValue<Value>: Observed, @unchecked Sendable {
    typealias Handler = @Sendable (AVAudioSession, NSKeyValueObservedChange<Value>) -> Void

    private let keyPath: KeyPath<AVAudioSession, Value>
    private let options: NSKeyValueObservingOptions
    private let handler: Handler
    /// Held while the property is read, so that no older value follows a newer one; recursive,
    /// because a property may be the app's own and do anything.
    private let lock = NSRecursiveLock()
    /// What the observer was given last.
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
        // Each volume is reported by itself; the present one may be ahead of them.
        let isVolume = keyPath == \AVAudioSession.outputVolume
        guard isVolume == (volume != nil) else { return }
        let change = lock.withLock { () -> (old: Value, new: Value)? in
            // Only a volume is given: `nil` would be a value of an optional property.
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

/// Whether two values are equal, as far as they can be compared.
private func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    guard let type = Value.self as? any Equatable.Type else { return true }
    return areEqual(one, other, as: type)
}

private func areEqual<Comparable: Equatable>(
    _ one: Any, _ other: Any, as type: Comparable.Type
) -> Bool {
    (one as? Comparable) == (other as? Comparable)
}
