public import Foundation
import Synchronization

/// Actions that belong together.
///
/// Any thread.
///
/// Ownership: a mutex guards the list of actions.
open class CXTransaction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The transaction's own identifier.
    public let uuid: UUID
    private let list: Mutex<[CXAction]>

    /// The most actions of a transaction; more are dropped.
    static let actionsMax = 100

    /// Makes a transaction.
    public init(actions: [CXAction]) {
        uuid = UUID()
        list = Mutex(Array(actions.prefix(Self.actionsMax)))
    }

    /// Makes a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// Makes a transaction without actions.
    public convenience override init() { self.init(actions: []) }

    /// Reads a transaction from an archive; `nil` for anything else.
    public required init?(coder: NSCoder) {
        let classes = [
            NSArray.self, CXStartCallAction.self, CXAnswerCallAction.self, CXEndCallAction.self,
            CXSetHeldCallAction.self, CXSetMutedCallAction.self, CXSetGroupCallAction.self,
            CXPlayDTMFCallAction.self,
        ]
        guard let uuid = coder.identifier(forKey: "uuid"),
            let actions = coder.decodeObject(of: classes, forKey: "actions") as? [CXAction]
        else { return nil }
        self.uuid = uuid
        list = Mutex(Array(actions.prefix(Self.actionsMax)))
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the transaction into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(uuid, forKey: "uuid")
        coder.encode(actions as NSArray, forKey: "actions")
    }

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
