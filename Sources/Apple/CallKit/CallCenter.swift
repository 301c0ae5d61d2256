import AVFAudio
import AudioModel
import Foundation
import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// The calls of one app, between its provider and the system: the requests that change the call, the
/// transactions one after another, and what observers see. Any thread.
///
/// The delegate is called on its queue only; what an action changes is committed there too, after the
/// app's code has returned.
final class CallCenter: AppCallProvider {
    struct State: Sendable {
        var providers: [WeakProvider] = []
        var observers: [WeakObserver] = []
        var calls: [CallRecord] = []
        /// The transactions that are not complete, the present one first.
        var pending: [PendingTransaction] = []
    }

    struct WeakProvider: Sendable {
        weak var provider: CXProvider?
    }

    struct WeakObserver: Sendable {
        weak var observer: CXCallObserver?
    }

    /// How long the delegate may take for an action.
    static let actionLimit = HostInterval.seconds(60)
    /// Most transactions that wait; more are refused.
    static let pendingMax = 100

    weak let app: AppSound?
    let state = Mutex(State())

    /// The calls of an app.
    static func of(_ app: AppSound) -> CallCenter {
        app.attachment { CallCenter(app) }
    }

    private init(_ app: AppSound) {
        self.app = app
        app.addObserver { [weak self] in self?.receive($0) }
    }

    // MARK: Providers and observers

    func add(_ provider: CXProvider) {
        state.withLock { state in
            state.providers.removeAll { $0.provider == nil }
            state.providers.append(WeakProvider(provider: provider))
        }
        app?.appCalls.provider = self
    }

    func add(_ observer: CXCallObserver) {
        state.withLock { state in
            state.observers.removeAll { $0.observer == nil }
            state.observers.append(WeakObserver(observer: observer))
        }
    }

    /// The provider for calls that begin: the latest that is valid.
    private var provider: CXProvider? {
        let providers = state.withLock { $0.providers.compactMap(\.provider) }
        return providers.last { !$0.isInvalid }
    }

    var calls: [CXCall] { state.withLock { $0.calls }.map { CXCall($0) } }

    func call(_ uuid: UUID) -> CallRecord? {
        state.withLock { $0.calls.first { $0.uuid == uuid } }
    }

    /// Shows the present state of a call to observers and to the phone.
    func show(_ record: CallRecord, hasEnded: Bool = false) {
        let (call, observers) = (
            CXCall(record, hasEnded: hasEnded), state.withLock { $0.observers }
        )
        for entry in observers { entry.observer?.tell(call) }
        let description = record.values.description(isOutgoing: record.isOutgoing)
        app?.connection.report(.call(hasEnded ? nil : description))
    }

    // MARK: What the app reports

    func report(
        _ uuid: UUID, _ values: CXCallUpdate.Values, by provider: CXProvider
    ) -> (any Error)? {
        guard let app else { return CXErrorCodeIncomingCallError(.unknown) }
        let shared = app.appCalls
        guard hasVoIPMode(shared) else { return CXError(.missingVoIPBackgroundMode) }
        // A call that is not shown counts too: the app has told the system of its push.
        shared.noteReport()
        let record = CallRecord(uuid, isOutgoing: false, values: values, of: provider)
        let error = state.withLock { state -> CXErrorCodeIncomingCallError? in
            guard !state.calls.contains(where: { $0.uuid == uuid }) else {
                return CXErrorCodeIncomingCallError(.callUUIDAlreadyExists)
            }
            guard state.calls.isEmpty else { return CXErrorCodeIncomingCallError(.unknown) }
            state.calls.append(record)
            return nil
        }
        if let error { return error }
        shared.setRing(path: ringPath(of: provider, shared))
        let refusal = provider.isInvalid ? .expiredSession : refusal(of: .call(.arrived))
        if let refusal {
            state.withLock { $0.calls.removeAll { $0.uuid == uuid } }
            return CXErrorCodeIncomingCallError(
                refusal == .missingEntitlement ? .unentitled : .unknown)
        }
        show(record)
        return nil
    }

    /// Whether the app has the background mode of calls; a program without a list of modes has.
    private func hasVoIPMode(_ shared: AppCalls) -> Bool {
        if let hasVoIPMode = shared.hasVoIPMode { return hasVoIPMode }
        guard let modes = Bundle.main.infoDictionary?["UIBackgroundModes"] as? [String] else {
            return true
        }
        return modes.contains("voip")
    }

    private func ringPath(of provider: CXProvider, _ shared: AppCalls) -> String? {
        guard let name = provider.ringtoneSound, !name.isEmpty else { return nil }
        let folders = [Bundle.main.resourcePath, Bundle.main.bundlePath].compactMap { $0 }
        return (folders + shared.folders()).lazy.map { "\($0)/\(name)" }.first {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    /// Changes what is known of a call.
    func change(_ uuid: UUID, _ body: @Sendable (inout CallRecord) -> Void) {
        let record = state.withLock { state -> CallRecord? in
            guard let index = state.calls.firstIndex(where: { $0.uuid == uuid }) else {
                return nil
            }
            body(&state.calls[index])
            return state.calls[index]
        }
        if let record { show(record) }
    }

    /// The other party has ended a call, or it was not answered.
    func reportEnd(of uuid: UUID) {
        guard let record = end(uuid), record.isActivated else { return }
        record.provider?.async { [weak self] in self?.tellDeactivation(record.provider) }
    }

    /// Removes a call, with the actions for it.
    ///
    /// - Returns: The call as it was; `nil` if there is none.
    @discardableResult
    func end(_ uuid: UUID) -> CallRecord? {
        let record = state.withLock { state -> CallRecord? in
            guard let index = state.calls.firstIndex(where: { $0.uuid == uuid }) else {
                return nil
            }
            return state.calls.remove(at: index)
        }
        guard let record else { return nil }
        _ = request(.call(.ended))
        show(record, hasEnded: true)
        dropActions { ($0 as? CXCallAction)?.callUUID == uuid }
        return record
    }

    /// Ends the calls of a provider without actions, and tells its delegate.
    func reset(_ provider: CXProvider) {
        for record in state.withLock({ $0.calls }) where record.provider === provider {
            end(record.uuid)
        }
        note("didReset")
        provider.tell { $0.providerDidReset($1) }
    }

    /// Ends the calls of a provider that the app has released.
    func endCallsWithoutProvider() {
        for record in state.withLock({ $0.calls }) where record.provider == nil {
            end(record.uuid)
        }
    }

    // MARK: What the system says

    private func receive(_ notification: AppNotification) {
        switch notification {
        case .callRequested(let event): userActs(event)
        case .mediaServicesReset:
            let records = state.withLock { $0.calls }
            for provider in records.compactMap(\.provider) { reset(provider) }
        default: break
        }
    }

    private func userActs(_ event: AppCallEvent) {
        guard let record = state.withLock({ $0.calls.first }), let provider = record.provider
        else { return }
        let action: CXCallAction? =
            switch event {
            case .answered: CXAnswerCallAction(call: record.uuid)
            case .declined, .ended: CXEndCallAction(call: record.uuid)
            case .held: CXSetHeldCallAction(call: record.uuid, onHold: true)
            case .resumed: CXSetHeldCallAction(call: record.uuid, onHold: false)
            case .arrived, .started: nil
            }
        if let action { submit(CXTransaction(action: action), to: provider) }
    }

    func startCall(to handle: String) -> String? {
        let handle = CXHandle(type: .generic, value: handle)
        let transaction = CXTransaction(action: CXStartCallAction(call: UUID(), handle: handle))
        do throws(CXErrorCodeRequestTransactionError) {
            submit(transaction, to: try admit(transaction))
            return nil
        } catch {
            return "its provider cannot start a call (\(error.code))"
        }
    }

    // MARK: Requests

    /// Sends the system a request about the call.
    ///
    /// - Returns: Whether it was granted.
    func request(_ request: AppRequest) -> Bool { refusal(of: request) == nil }

    /// Sends the system a request about the call.
    ///
    /// - Returns: Why it was refused; `nil` when it was granted.
    private func refusal(of request: AppRequest) -> SessionError? {
        guard let app else { return .expiredSession }
        do throws(SessionError) {
            try app.request(request)
            return nil
        } catch {
            return error
        }
    }

    func note(_ words: String) {
        guard let app else { return }
        app.appCalls.note(words, at: app.environment.now)
    }

    /// Checks a transaction of the app's, and begins the call that it starts.
    ///
    /// - Returns: The provider that carries it out.
    func admit(
        _ transaction: CXTransaction
    ) throws(CXErrorCodeRequestTransactionError) -> CXProvider {
        typealias Failure = CXErrorCodeRequestTransactionError
        guard let app, let provider else { throw Failure(.unknownCallProvider) }
        guard hasVoIPMode(app.appCalls) else { throw Failure(.unentitled) }
        let actions = transaction.actions
        guard !actions.isEmpty else { throw Failure(.emptyTransaction) }
        guard state.withLock({ $0.pending.count < Self.pendingMax }) else {
            throw Failure(.unknown)
        }
        for action in actions where !(action is CXStartCallAction) {
            guard !action.isComplete, let action = action as? CXCallAction else {
                throw Failure(.invalidAction)
            }
            guard let record = call(action.callUUID) else { throw Failure(.unknownCallUUID) }
            guard record.takes(action) else { throw Failure(.invalidAction) }
        }
        let starts = actions.compactMap { $0 as? CXStartCallAction }
        guard let start = starts.first else { return provider }
        guard starts.count == 1 else { throw Failure(.maximumCallGroupsReached) }
        try begin(start, by: provider)
        return provider
    }

    private func begin(
        _ action: CXStartCallAction, by provider: CXProvider
    ) throws(CXErrorCodeRequestTransactionError) {
        typealias Failure = CXErrorCodeRequestTransactionError
        var values = CXCallUpdate.Values()
        values.remoteHandle = action.handle
        values.hasVideo = action.isVideo
        let record = CallRecord(action.callUUID, isOutgoing: true, values: values, of: provider)
        let failure = state.withLock { state -> Failure? in
            guard !action.isComplete else { return Failure(.invalidAction) }
            guard !state.calls.contains(where: { $0.uuid == record.uuid }) else {
                return Failure(.callUUIDAlreadyExists)
            }
            guard state.calls.isEmpty else { return Failure(.maximumCallGroupsReached) }
            state.calls.append(record)
            return nil
        }
        if let failure { throw failure }
        if let refusal = refusal(of: .prepareCall) {
            state.withLock { $0.calls.removeAll { $0.uuid == record.uuid } }
            throw Failure(
                refusal == .missingEntitlement ? .unentitled : .maximumCallGroupsReached)
        }
        show(record)
    }
}
