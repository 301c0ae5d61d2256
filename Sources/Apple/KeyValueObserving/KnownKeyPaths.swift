import Synchronization

/// The key paths of classes that notify, which take time to make. Any thread.
enum KnownKeyPaths {
    /// Ownership: immutable.
    private struct Paths: @unchecked Sendable {
        let places: [AnyKeyPath: Int]
    }

    private static let classes = Mutex<[ObjectIdentifier: Paths]>([:])

    /// The place of a key path in `KeyValueObservable.notifyingKeyPaths`; `nil` for all others.
    static func place<Object: KeyValueObservable>(
        of keyPath: AnyKeyPath, in type: Object.Type
    ) -> Int? {
        let id = ObjectIdentifier(type)
        if let known = classes.withLock({ $0[id] }) { return known.places[keyPath] }
        let pairs = Object.notifyingKeyPaths.enumerated().map { ($1, $0) }
        let paths = Paths(places: Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
        classes.withLock { $0[id] = paths }
        return paths.places[keyPath]
    }
}
