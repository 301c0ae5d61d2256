public import Foundation
import Synchronization

/// Something to be done with a call: the provider's delegate does it, and then calls `fulfill()` or
/// `fail()`, once; later calls do nothing.
///
/// Any thread.
///
/// Ownership: a mutex guards the outcome; what else changes is a value of a subclass, with a mutex of
/// its own.
open class CXAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    enum Outcome: Sendable {
        case fulfilled
        case failed
    }

    private struct State: Sendable {
        var outcome: Outcome?
        var timeoutDate = Date.distantFuture
        var complete: (@Sendable (CXAction) -> Void)?
    }

    /// The action's own identifier.
    public let uuid: UUID
    private let state = Mutex(State())

    /// Makes an action with an identifier of its own.
    public override init() { uuid = UUID() }

    init(copying action: CXAction) { uuid = action.uuid }

    /// Reads an action from an archive; `nil` for anything else.
    public required init?(coder: NSCoder) {
        guard let uuid = coder.identifier(forKey: "uuid") else { return nil }
        self.uuid = uuid
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the action into an archive, without its outcome.
    open func encode(with coder: NSCoder) { coder.encode(uuid, forKey: "uuid") }

    /// Whether the action was fulfilled or has failed.
    public var isComplete: Bool { state.withLock { $0.outcome != nil } }

    /// When the action fails by itself; the distant future before the delegate is asked.
    public var timeoutDate: Date { state.withLock { $0.timeoutDate } }

    /// Says that the action is done.
    open func fulfill() { complete(.fulfilled) }

    /// Says that the action cannot be done. A call that was to be answered or started ends.
    open func fail() { complete(.failed) }

    /// A copy with the same identifier that belongs to no provider.
    open func copy(with zone: NSZone? = nil) -> Any { CXAction(copying: self) }

    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Prepares the action for the delegate.
    ///
    /// - Parameter complete: Called once, when the action is complete; at once if it is.
    func begin(until timeoutDate: Date, complete: @escaping @Sendable (CXAction) -> Void) {
        let isComplete = state.withLock { state in
            state.timeoutDate = timeoutDate
            if state.outcome == nil { state.complete = complete }
            return state.outcome != nil
        }
        if isComplete { complete(self) }
    }

    /// Sets the outcome without a report.
    ///
    /// - Returns: Whether there was none before.
    @discardableResult
    func close(_ outcome: Outcome) -> Bool {
        state.withLock { state in
            guard state.outcome == nil else { return false }
            state.outcome = outcome
            return true
        }
    }

    private func complete(_ outcome: Outcome) {
        guard close(outcome), let complete = state.withLock({ $0.complete }) else { return }
        complete(self)
    }

    /// Asks the delegate to do the action.
    func perform(by delegate: any CXProviderDelegate, of provider: CXProvider) { fail() }

    /// The action in words, for lists of what the delegate was asked to do.
    var words: String { "Action" }
}

/// An action that concerns a call.
///
/// Ownership: it adds nothing that changes.
open class CXCallAction: CXAction, @unchecked Sendable {
    /// The call's identifier.
    public let callUUID: UUID

    /// Makes an action for a call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }

    init(copying action: CXCallAction) {
        callUUID = action.callUUID
        super.init(copying: action)
    }

    /// Reads an action from an archive; `nil` for anything else.
    public required init?(coder: NSCoder) {
        guard let callUUID = coder.identifier(forKey: "callUUID") else { return nil }
        self.callUUID = callUUID
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(callUUID, forKey: "callUUID")
    }

    open override func copy(with zone: NSZone? = nil) -> Any { CXCallAction(copying: self) }
}
