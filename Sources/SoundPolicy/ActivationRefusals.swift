import AudioModel

// Whether a session may become active, or become what it is not while it is active.

extension PolicyMachine {
    /// - Parameter session: As it is, or is to become.
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
            ActivationCircumstances(
                interrupter: interrupter, isForeground: record.pointee.isForeground,
                hasAudioMode: record.pointee.hasAudioMode,
                isWokenToResume: record.pointee.mayResumeUntil.map { now <= $0 } ?? false,
                isOtherNonMixableActive: hasRival || !mayBeginAlone, isCallOn: isCallOn,
                isAssistantListening: isAssistantListening)
        }
        guard let circumstances else { throw .expiredSession }
        if let refusal = activationRefusal(session, circumstances, rules: rules) { throw refusal }
    }

    /// An active session that no longer mixes, or now records, has to be one that could become
    /// active so.
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

    /// What goes on and does not wait for this app; a banner that may wait hides nothing else.
    private func blockingInterrupter(of app: AppID) -> Interrupter? {
        guard let interrupter = device.interrupter, mayWait(app, for: interrupter) else {
            return device.interrupter
        }
        return device.interrupterBesideCall
    }
}
