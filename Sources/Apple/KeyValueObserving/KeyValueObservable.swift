import Synchronization

/// An object with properties that can be observed by key paths, without Objective-C.
///
/// Two kinds of key paths differ. Those in `notifyingKeyPaths` lead to properties that say when they
/// are set: their observers are called each time, also when the value is the same. All others, such as
/// `\.currentItem?.status`, are read again whenever the object tells of a change, and their observers
/// are called when the value differs: values that are `Equatable` are compared, other objects by their
/// identity, and anything else never changes.
public protocol KeyValueObservable: AnyObject, Sendable {
    /// The observers of the object.
    var keyValueObservers: KeyValueObservers { get }
    /// The properties that say when they are set, always in the same order; of a class that has
    /// subclasses, each path begins at `Self`.
    static var notifyingKeyPaths: [AnyKeyPath] { get }
}

extension KeyValueObservable {
    /// Calls `changeHandler` when a property is set, while the result is retained: on the calling
    /// thread for changes by the app itself, on the main thread for all others. Any thread.
    ///
    /// No lock is held meanwhile: a handler may end its own observation or another one, begin a new
    /// one and release the object.
    ///
    /// - Parameters:
    ///   - keyPath: The property, or a property of what the object has.
    ///   - options: What the handler receives, and when it is called.
    ///   - changeHandler: Receives the object and the change.
    /// - Returns: The observation, which ends when it is invalidated or released.
    @preconcurrency
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observers = keyValueObservers
        let property = KnownKeyPaths.place(of: keyPath, in: Self.self)
        let value = ObservedValue(keyPath, property, options, of: self, changeHandler)
        if options.contains(.initial) { value.notifyInitially(self) }
        let number = observers.add(value)
        // It may have changed while the handler ran.
        if options.contains(.initial) { value.notifyIfChanged(self) }
        return NSKeyValueObservation { [weak observers] in observers?.remove(number) }
    }

    /// The present value of a property and all that follow, as they are set; the sequence ends with
    /// the object, which it does not retain. Any thread.
    ///
    /// - Parameter keyPath: As in `observe(_:options:changeHandler:)`.
    /// - Returns: A sequence for one task. It keeps the latest 256 values for a task that is late.
    public func values<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(256))
        // Released with the observers of the object, at the latest.
        let feed = StreamFeed(continuation)
        let observation = observe(keyPath, options: [.initial, .new]) { _, change in
            if let value = change.newValue { feed.continuation.yield(value) }
        }
        continuation.onTermination = { _ in observation.invalidate() }
        return stream
    }

    /// Calls the observers of a property in `notifyingKeyPaths`, and of the other key paths those
    /// that lead to another value than before. Not under a lock.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - value: The value to which it was set: by now it may have another one.
    ///   - isChange: Whether observers are called only if they know another value.
    package func didSet<Value>(
        _ keyPath: KeyPath<Self, Value>, to value: Value, ifChanged isChange: Bool = false
    ) {
        guard !keyValueObservers.isEmpty else { return }
        let property = KnownKeyPaths.place(of: keyPath, in: Self.self)
        keyValueObservers.forEach { observed in
            if observed.property == nil {
                observed.notifyIfChanged(self)
            } else if observed.property == property,
                let observed = observed as? ObservedValue<Value>
            {
                observed.notify(self, of: value, ifChanged: isChange)
            }
        }
    }

    /// Calls the observers of all other key paths that lead to another value than before.
    package func didChange() {
        keyValueObservers.forEach { observed in
            if observed.property == nil { observed.notifyIfChanged(self) }
        }
    }
}

/// The end of a stream of values: finishes it when nothing can follow.
private final class StreamFeed<Value: Sendable>: Sendable {
    let continuation: AsyncStream<Value>.Continuation

    init(_ continuation: AsyncStream<Value>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }
}
