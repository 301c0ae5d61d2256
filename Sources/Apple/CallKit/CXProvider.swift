public import Dispatch
public import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// Tells the system of an app's calls, and the app of what its user does with them.
///
/// The system rings, ranks the call before other sound, and activates the app's session when the app
/// has fulfilled the action that answers or starts a call. On a machine without a phone the program
/// itself is the system, and answers its calls.
///
/// Any thread.
///
/// Ownership: a mutex guards the state; the delegate is only used on its queue.
public final class CXProvider: NSObject, @unchecked Sendable {
    /// Ownership: the delegate is only passed on, and used on its queue.
    private struct State: @unchecked Sendable {
        weak var delegate: (any CXProviderDelegate)?
        var queue: CallbackQueue
        var configuration: CXProviderConfiguration
        var hasBegun = false
        var isInvalid = false
    }

    private let state: Mutex<State>
    private let center: CallCenter

    /// Makes the provider of the calling app.
    public init(configuration: CXProviderConfiguration) {
        let app = currentApp(isForSound: false)
        center = CallCenter.of(app)
        state = Mutex(
            State(queue: CallbackQueue(nil, of: app), configuration: Self.copy(configuration)))
        super.init()
        center.add(self)
    }

    deinit { center.endCallsWithoutProvider() }

    private static func copy(_ configuration: CXProviderConfiguration) -> CXProviderConfiguration {
        configuration.copy() as? CXProviderConfiguration ?? CXProviderConfiguration()
    }

    /// The present configuration; what is set counts for later calls.
    public var configuration: CXProviderConfiguration {
        get { Self.copy(state.withLock { $0.configuration }) }
        set {
            let configuration = Self.copy(newValue)
            state.withLock { $0.configuration = configuration }
        }
    }

    /// Sets the delegate, which is not retained, and is told on its queue that the provider is ready.
    ///
    /// - Parameter queue: A serial queue for all of the delegate's calls; `nil` for the main queue.
    public func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        let callbacks = CallbackQueue(queue, of: currentApp(isForSound: false))
        let begins = state.withLock { state in
            state.delegate = delegate
            state.queue = callbacks
            defer { if delegate != nil { state.hasBegun = true } }
            return delegate != nil && !state.hasBegun
        }
        if begins { tell { $0.providerDidBegin($1) } }
    }

    // MARK: Calls

    /// Reports that the app is called: the phone rings.
    ///
    /// - Parameters:
    ///   - UUID: An identifier for the call.
    ///   - completion: Called on the delegate's queue: with a `CXErrorCodeIncomingCallError` or a
    ///     `CXError` when there is no such call now.
    @preconcurrency
    public func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let error = center.report(UUID, update.values, by: self)
        async { completion(error) }
    }

    /// Reports that the app is called: the phone rings.
    ///
    /// - Throws: A `CXErrorCodeIncomingCallError` or a `CXError` when there is no such call now.
    public func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
        if let error = center.report(UUID, update.values, by: self) { throw error }
    }

    /// Reports new facts about a call. An unknown call is ignored.
    public func reportCall(with UUID: UUID, updated update: CXCallUpdate) {
        let values = update.values
        center.change(UUID) { $0.values = $0.values.updated(by: values) }
    }

    /// Reports that a call has ended otherwise than by its user's wish. An unknown call is ignored.
    ///
    /// - Parameters:
    ///   - dateEnded: When it ended, which is not shown here; `nil` for now.
    ///   - endedReason: Why it ended.
    public func reportCall(
        with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason
    ) {
        center.reportEnd(of: UUID)
    }

    /// Reports that the other party of a call that was started is being reached.
    ///
    /// - Parameter dateStartedConnecting: Since when, which is not shown here; `nil` for now.
    public func reportOutgoingCall(
        with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?
    ) {
        center.change(UUID) { _ in }
    }

    /// Reports that the other party of a call that was started has answered.
    ///
    /// - Parameter dateConnected: Since when, which is not shown here; `nil` for now.
    public func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {
        center.change(UUID) { if $0.isOutgoing { $0.hasConnected = true } }
    }

    /// Ends the provider: all of its calls are gone, and its delegate is told so.
    public func invalidate() {
        let isFirst = state.withLock { state in
            defer { state.isInvalid = true }
            return !state.isInvalid
        }
        if isFirst { center.reset(self) }
    }

    /// The transactions that are not complete, in order.
    public var pendingTransactions: [CXTransaction] { center.pendingTransactions(of: self) }

    /// The actions of a class and for a call that are not complete.
    public func pendingCallActions(
        of callActionClass: AnyClass, withCall callUUID: UUID
    ) -> [CXCallAction] {
        pendingTransactions.flatMap(\.actions).compactMap { action in
            guard let action = action as? CXCallAction, action.callUUID == callUUID,
                !action.isComplete, action.isKind(of: callActionClass)
            else { return nil }
            return action
        }
    }

    // MARK: The delegate

    var isInvalid: Bool { state.withLock { $0.isInvalid } }
    var ringtoneSound: String? { state.withLock { $0.configuration }.ringtoneSound }
    /// The delegate. Only on its queue.
    var delegate: (any CXProviderDelegate)? { state.withLock { $0 }.delegate }

    /// Runs a block on the delegate's queue.
    func async(_ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.queue }.async(block)
    }

    /// Calls the delegate on its queue.
    func tell(_ body: @escaping @Sendable (any CXProviderDelegate, CXProvider) -> Void) {
        async { [self] in
            if let delegate { body(delegate, self) }
        }
    }
}

/// Why a call has ended.
public enum CXCallEndedReason: Int, Sendable {
    /// It could not be connected, or was interrupted.
    case failed = 1
    /// The other party has ended it.
    case remoteEnded = 2
    /// It was not answered.
    case unanswered = 3
    /// It was answered on another device.
    case answeredElsewhere = 4
    /// It was declined on another device.
    case declinedElsewhere = 5
}
