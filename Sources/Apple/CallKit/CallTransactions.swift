import AVFAudio
import AudioModel
import Foundation
import SoundClient
import SoundServer
import Synchronization

// Transactions, one after another, and what their actions change.

extension CallCenter {
    func pendingTransactions(of provider: CXProvider) -> [CXTransaction] {
        state.withLock { $0.pending }.filter { $0.provider === provider }.map(\.transaction)
    }

    /// Adds a transaction for the delegate.
    func submit(_ transaction: CXTransaction, to provider: CXProvider) {
        let pending = PendingTransaction(transaction, of: provider)
        let isFirst = state.withLock { state in
            // More than that is asked of a delegate that does not answer.
            guard state.pending.count < Self.pendingMax else { return false }
            state.pending.append(pending)
            return state.pending.count == 1
        }
        if isFirst { beginNext() }
    }

    /// Begins the first transaction, or drops it when nothing of it is left.
    private func beginNext() {
        while let first = state.withLock({ $0.pending.first }) {
            if let provider = first.provider, !first.open.isEmpty {
                provider.async { [weak self] in self?.begin(first.transaction, of: provider) }
                return
            }
            state.withLock { _ = $0.pending.removeFirst() }
        }
    }

    /// Asks the delegate to carry a transaction out. On its queue.
    private func begin(_ transaction: CXTransaction, of provider: CXProvider) {
        // Calls may have ended meanwhile.
        dropActions { [self] action in
            guard let action = action as? CXCallAction else { return false }
            return call(action.callUUID) == nil
        }
        let begins = state.withLock { state in
            guard let first = state.pending.first, first.transaction === transaction,
                !first.hasBegun
            else { return false }
            state.pending[0].hasBegun = true
            return true
        }
        guard begins else { return }
        // The app may have completed one already, which is committed as others are.
        let actions = transaction.actions
        let timeout = Date(timeIntervalSinceNow: Self.actionLimit.seconds)
        for action in actions {
            action.begin(until: timeout) { [weak self, weak provider] action in
                guard let self, let provider else { return }
                provider.async { self.commit(action, of: provider) }
            }
            app?.environment.after(Self.actionLimit) { [weak self, weak provider, weak action] in
                guard let self, let provider, let action else { return }
                timeOut(action, of: provider)
            }
        }
        guard let delegate = provider.delegate else {
            for action in actions { action.fail() }
            return
        }
        guard !delegate.provider(provider, execute: transaction) else { return }
        for action in actions where !action.isComplete {
            note(action.words)
            action.perform(by: delegate, of: provider)
        }
    }

    private func timeOut(_ action: CXAction, of provider: CXProvider) {
        guard action.close(.failed) else { return }
        provider.async { [weak self] in
            self?.note("timedOut(\(action.words))")
            provider.delegate?.provider(provider, timedOutPerforming: action)
            self?.commit(action, of: provider)
        }
    }

    /// Closes actions that nothing is left to do for.
    func dropActions(where isOver: (CXAction) -> Bool) {
        let (open, first) = state.withLock { state in
            (state.pending.flatMap(\.open), state.pending.first?.transaction)
        }
        let over = open.filter { isOver($0) }
        guard !over.isEmpty else { return }
        for action in over { action.close(.failed) }
        let isNext = state.withLock { state in
            for index in state.pending.indices {
                state.pending[index].open.removeAll { action in over.contains { $0 === action } }
            }
            guard let present = state.pending.first, present.transaction === first else {
                return false
            }
            guard present.open.isEmpty else { return false }
            state.pending.removeFirst()
            return true
        }
        if isNext { beginNext() }
    }

    /// Carries out what a complete action means for its call. On the delegate's queue.
    private func commit(_ action: CXAction, of provider: CXProvider?) {
        let isOpen = state.withLock { state in
            state.pending.first?.open.contains { $0 === action } == true
        }
        guard isOpen, let provider else { return }
        let isFulfilled = action.outcome == .fulfilled
        switch action {
        case let action as CXStartCallAction:
            commitStart(action.callUUID, .started, isFulfilled, of: provider)
        case let action as CXAnswerCallAction:
            commitStart(action.callUUID, .answered, isFulfilled, of: provider)
        case let action as CXEndCallAction:
            // A call that its user has ended is over, whatever the app says.
            if end(action.callUUID)?.isActivated == true { tellDeactivation(provider) }
        case let action as CXSetHeldCallAction:
            commitHold(action.callUUID, action.isOnHold, isFulfilled, of: provider)
        case let action as CXSetMutedCallAction:
            if isFulfilled {
                try? AVAudioApplication.shared.setInputMuted(action.isMuted)
                change(action.callUUID) { _ in }
            }
        default: break
        }
        dropActions { $0 === action }
    }

    /// Connects a call that was started or answered; without the app or the system it ends.
    private func commitStart(
        _ uuid: UUID, _ event: AppCallEvent, _ isFulfilled: Bool, of provider: CXProvider
    ) {
        guard call(uuid) != nil else { return }
        guard isFulfilled, request(.call(event)) else {
            end(uuid)
            return
        }
        change(uuid) { record in
            record.isActivated = true
            if !record.isOutgoing { record.hasConnected = true }
        }
        tellActivation(provider)
    }

    private func commitHold(
        _ uuid: UUID, _ isOnHold: Bool, _ isFulfilled: Bool, of provider: CXProvider
    ) {
        guard let record = call(uuid), record.isOnHold != isOnHold else { return }
        if isFulfilled {
            guard request(.call(isOnHold ? .held : .resumed)) else { return }
        } else {
            // A telephone call has put it on hold whatever the app says.
            guard isOnHold, app?.connection.session.isActive == false else { return }
        }
        change(uuid) { record in
            record.isOnHold = isOnHold
            record.isActivated = !isOnHold
        }
        if !isOnHold {
            tellActivation(provider)
        } else if record.isActivated {
            tellDeactivation(provider)
        }
    }

    // MARK: The session

    private func tellActivation(_ provider: CXProvider) {
        note("didActivate")
        provider.delegate?.provider(provider, didActivate: .sharedInstance())
    }

    func tellDeactivation(_ provider: CXProvider?) {
        guard let provider else { return }
        note("didDeactivate")
        provider.delegate?.provider(provider, didDeactivate: .sharedInstance())
    }
}
