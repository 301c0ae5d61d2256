import AudioModel

// Whether a session may become active, or change while it is active.

extension PolicyMachine {
    /// Throws unless a session may become active.
    ///
    /// - Parameter session: The session as it is, or as it will be.
    mutating func allowActivation(of session: Session, _ app: AppID) throws(SessionError) {
        refreshRoles()
        let rules = rules
        let hasRival = roles.holders(of: .isInterruptible).contains { other in
            other.app != app
                && apps.read(other.app) { !isMixable($0.pointee.session, rules: rules) } == true
        }
        let (interrupter, now) = (blockingInterrupter(of: app), now)
        let mayBeginAlone = configuration.backgroundMayBeginAlone
        let isCallOn = device.call != .none && !mayWait(app, for: .call)
        let isAssistantListening = device.isAssistantListening
        let circumstances = apps.read(app) { record in
            ActivationConditions(
                interrupter: interrupter, isForeground: record.pointee.isForeground,
                hasAudioMode: record.pointee.hasAudioMode,
                isWokenToResume: record.pointee.mayResumeUntil.map { now <= $0 } ?? false,
                isOtherNonMixableActive: hasRival || !mayBeginAlone, isCallOn: isCallOn,
                isAssistantListening: isAssistantListening)
        }
        guard let circumstances else { throw .expiredSession }
        if let refusal = activationRefusal(session, circumstances, rules: rules) { throw refusal }
    }

    /// Throws unless a session may change. An active session that becomes non-mixable, or begins to
    /// record, has to meet the conditions of activation.
    ///
    /// Source: third-party reports of `cannotInterruptOthers` from `setCategory`; that nothing has
    /// changed then is our choice (`docs/facts.md`).
    mutating func allowChange(to session: Session, of app: AppID) throws(SessionError) {
        guard session.isActive, let before = apps.read(app, { $0.pointee.session }) else { return }
        let mixesNoMore = isMixable(before, rules: rules) && !isMixable(session, rules: rules)
        let recordsNow = takesInput(session.category) && !takesInput(before.category)
        guard mixesNoMore || recordsNow else { return }
        try allowActivation(of: session, app)
    }

    /// Returns the present interrupter that applies to this app; a banner that waits hides no other
    /// interrupter.
    private func blockingInterrupter(of app: AppID) -> Interrupter? {
        guard let interrupter, mayWait(app, for: interrupter) else { return interrupter }
        return device.interrupterBesideCall
    }
}
