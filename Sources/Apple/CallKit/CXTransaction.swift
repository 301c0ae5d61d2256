public import Foundation
import Synchronization

/// Actions that belong together.
///
/// Any thread.
///
/// Ownership: a mutex guards the list of actions.
open class CXTransaction: NSObject, NSCopying, @unchecked Sendable {
    /// The transaction's own identifier.
    public let uuid = UUID()
    private let list: Mutex<[CXAction]>

    /// The most actions of a transaction; more are dropped.
    static let actionsMax = 100

    /// Makes a transaction.
    public init(actions: [CXAction]) { list = Mutex(Array(actions.prefix(Self.actionsMax))) }

    /// Makes a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// Makes a transaction without actions.
    public convenience override init() { self.init(actions: []) }

    /// Whether all of its actions are complete.
    public var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// The actions, in order.
    public var actions: [CXAction] { list.withLock { $0 } }

    /// Adds an action.
    public func addAction(_ action: CXAction) {
        list.withLock { list in
            if list.count < Self.actionsMax { list.append(action) }
        }
    }

    /// A copy with the same actions.
    public func copy(with zone: NSZone? = nil) -> Any { CXTransaction(actions: actions) }
}
