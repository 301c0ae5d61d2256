import Synchronization

/// Knows a way to the network and its changes: the machine's, or a simulated phone's. Any thread.
package protocol PathProvider: AnyObject, Sendable {
    /// The way at present.
    var path: NetworkPath { get }

    /// Observes changes, until the returned object is released or cancelled.
    ///
    /// - Parameter changed: Called for each change, on a thread of the provider's, in order. After
    ///   `cancel` has returned there is no call more, but for one that runs meanwhile.
    func observe(_ changed: @escaping @Sendable (NetworkPath) -> Void) -> any PathObservation
}

/// An observation of a way to the network.
package protocol PathObservation: AnyObject, Sendable {
    func cancel()
}

/// An app's knowledge of its way to the network.
///
/// A simulated app is given that of its phone when it is launched; any other app has the machine's.
package final class NetworkPathAccess: Sendable {
    package let provider: any PathProvider

    package init(_ provider: any PathProvider) {
        self.provider = provider
    }
}

/// The observers of a way, and its last state.
package final class PathObservers: Sendable {
    private struct State {
        var path: NetworkPath
        var observers: [(number: Int, changed: @Sendable (NetworkPath) -> Void)] = []
        var nextNumber = 0
    }

    private let state: Mutex<State>
    /// Called when the last observer has left, with this object.
    private let emptied: @Sendable (PathObservers) -> Void

    package init(
        _ path: NetworkPath, emptied: @escaping @Sendable (PathObservers) -> Void = { _ in }
    ) {
        state = Mutex(State(path: path))
        self.emptied = emptied
    }

    package var path: NetworkPath { state.withLock { $0.path } }

    package var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

    package func add(
        _ changed: @escaping @Sendable (NetworkPath) -> Void
    ) -> any PathObservation {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            state.observers.append((state.nextNumber, changed))
            return state.nextNumber
        }
        return Observation(self, number)
    }

    /// Takes a new state, and tells the observers unless it is the known one.
    package func set(_ path: NetworkPath) {
        let observers = state.withLock { state -> [@Sendable (NetworkPath) -> Void] in
            guard state.path != path else { return [] }
            state.path = path
            return state.observers.map(\.changed)
        }
        for changed in observers { changed(path) }
    }

    private func remove(_ number: Int) {
        let isEmpty = state.withLock { state in
            let count = state.observers.count
            state.observers.removeAll { $0.number == number }
            return state.observers.isEmpty && count > 0
        }
        if isEmpty { emptied(self) }
    }

    private final class Observation: PathObservation {
        private let observers: PathObservers
        private let number: Int

        init(_ observers: PathObservers, _ number: Int) {
            self.observers = observers
            self.number = number
        }

        deinit { cancel() }

        func cancel() { observers.remove(number) }
    }
}

/// A way that its owner sets: a simulated phone's.
package final class SettablePath: PathProvider {
    private let observers: PathObservers

    package init(_ path: NetworkPath) {
        observers = PathObservers(path)
    }

    package var path: NetworkPath { observers.path }

    package func set(_ path: NetworkPath) { observers.set(path) }

    package func observe(
        _ changed: @escaping @Sendable (NetworkPath) -> Void
    ) -> any PathObservation { observers.add(changed) }
}
