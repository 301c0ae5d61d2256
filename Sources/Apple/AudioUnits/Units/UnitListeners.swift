import Synchronization

/// The functions of an app that are told of a unit's changed properties, on the thread of the change.
package final class UnitListeners: Sendable {
    /// A function with its argument, by their addresses.
    package struct Identity: Hashable, Sendable {
        package var procedure: UInt
        package var argument: UInt

        package init(procedure: UInt, argument: UInt) {
            self.procedure = procedure
            self.argument = argument
        }
    }

    private struct Listener {
        var property: UInt32
        var identity: Identity
        var call: @Sendable (_ property: UInt32, _ scope: UInt32, _ element: UInt32) -> Void
    }

    private let listeners = Mutex<[Listener]>([])

    package func add(
        _ property: UInt32, _ identity: Identity,
        _ call: @escaping @Sendable (_ property: UInt32, _ scope: UInt32, _ element: UInt32) -> Void
    ) {
        listeners.withLock {
            $0.append(Listener(property: property, identity: identity, call: call))
        }
    }

    /// Removes the listeners of a property with this function and argument.
    ///
    /// - Parameter argument: `nil` for any.
    package func remove(_ property: UInt32, procedure: UInt, argument: UInt?) {
        listeners.withLock { listeners in
            listeners.removeAll { listener in
                listener.property == property && listener.identity.procedure == procedure
                    && (argument == nil || listener.identity.argument == argument)
            }
        }
    }

    func removeAll() { listeners.withLock { $0 = [] } }

    package func notify(_ property: UInt32, _ scope: UnitScope, _ element: Int) {
        let calls = listeners.withLock { $0.filter { $0.property == property }.map(\.call) }
        for call in calls { call(property, scope.rawValue, UInt32(clamping: element)) }
    }
}
