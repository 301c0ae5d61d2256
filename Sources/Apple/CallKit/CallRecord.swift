import Foundation
import SoundClient

/// A call of the app that has not ended.
struct CallRecord: Sendable {
    let uuid: UUID
    let isOutgoing: Bool
    weak var provider: CXProvider?
    var values: CXCallUpdate.Values
    var isOnHold = false
    var hasConnected = false
    /// Whether the delegate knows the session as active.
    var isActivated = false

    init(
        _ uuid: UUID, isOutgoing: Bool, values: CXCallUpdate.Values, of provider: CXProvider
    ) {
        self.uuid = uuid
        self.isOutgoing = isOutgoing
        self.values = values
        self.provider = provider
    }

    /// Whether an action fits the state of the call.
    func takes(_ action: CXCallAction) -> Bool {
        switch action {
        case is CXAnswerCallAction: !isOutgoing && !hasConnected
        case let action as CXSetHeldCallAction:
            action.isOnHold
                ? isActivated && !isOnHold && values.supportsHolding ?? true : isOnHold
        default: true
        }
    }
}

/// A transaction that is not complete.
struct PendingTransaction: Sendable {
    let transaction: CXTransaction
    weak var provider: CXProvider?
    /// The actions that are not committed.
    var open: [CXAction]
    /// Whether the delegate has been asked.
    var hasBegun = false

    init(_ transaction: CXTransaction, of provider: CXProvider) {
        self.transaction = transaction
        self.provider = provider
        open = transaction.actions
    }
}
