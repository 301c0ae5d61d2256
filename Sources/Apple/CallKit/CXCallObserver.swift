public import Dispatch
public import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// A call, as it was when it was asked for or reported.
public final class CXCall: NSObject, Sendable {
    /// The call's identifier.
    public let uuid: UUID
    /// Whether the user called.
    public let isOutgoing: Bool
    /// Whether the call is on hold.
    public let isOnHold: Bool
    /// Whether the call was answered.
    public let hasConnected: Bool
    /// Whether the call is over.
    public let hasEnded: Bool

    init(_ record: CallRecord, hasEnded: Bool = false) {
        uuid = record.uuid
        isOutgoing = record.isOutgoing
        isOnHold = record.isOnHold
        hasConnected = record.hasConnected
        self.hasEnded = hasEnded
    }

    /// Whether another object is about the same call in the same state.
    public func isEqual(to call: CXCall) -> Bool { isEqual(call) }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CXCall else { return false }
        return other.uuid == uuid && other.isOutgoing == isOutgoing && other.isOnHold == isOnHold
            && other.hasConnected == hasConnected && other.hasEnded == hasEnded
    }

    public override var hash: Int { uuid.hashValue }
}

/// What an observer tells.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call has begun, changed or ended.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

/// The calls of the app. Those of other apps and of the telephone are not among them here.
///
/// Any thread.
///
/// Ownership: a mutex guards the delegate, which is only used on its queue.
public final class CXCallObserver: NSObject, @unchecked Sendable {
    /// Ownership: the delegate is only passed on, and used on its queue.
    private struct State: @unchecked Sendable {
        weak var delegate: (any CXCallObserverDelegate)?
        var queue: CallbackQueue?
    }

    private let state = Mutex(State())
    private let center: CallCenter

    /// Makes an observer of the calling app's calls.
    public override init() {
        center = CallCenter.of(currentApp(isForSound: false))
        super.init()
        center.add(self)
    }

    init(_ center: CallCenter) {
        self.center = center
        super.init()
        center.add(self)
    }

    /// The calls that have not ended.
    public var calls: [CXCall] { center.calls }

    /// Sets the delegate, which is not retained.
    ///
    /// - Parameter queue: Where the delegate is called; `nil` for the main queue.
    public func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        let app = currentApp(isForSound: false)
        state.withLock { state in
            state.delegate = delegate
            state.queue = CallbackQueue(queue, of: app)
        }
    }

    func tell(_ call: CXCall) {
        state.withLock { $0.queue }?.async { [weak self] in
            guard let self else { return }
            state.withLock { $0 }.delegate?.callObserver(self, callChanged: call)
        }
    }
}
