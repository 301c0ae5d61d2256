import AudioModel

// Whether a session may become active, or become what it is not while it is active.

extension PolicyMachine {
    mutating func allowActivation(of record: AppRecord, _ app: AppID) throws(SessionError) {
        refreshRoles()
        let hasRival = roles.apps(.isInterruptible).contains { other in
            other != app && apps[other].map { !isMixable($0.session, rules: rules) } ?? false
        }
        let circumstances = ActivationCircumstances(
            interrupter: blockingInterrupter(of: app), isForeground: record.isForeground,
            hasAudioMode: record.hasAudioMode,
            isWokenToResume: record.mayResumeUntil.map { now <= $0 } ?? false,
            isOtherNonMixableActive: hasRival || !configuration.backgroundMayBeginAlone,
            isCallOn: device.call != .none && !mayWait(app, for: .call),
            isAssistantListening: device.isAssistantListening)
        if let refusal = activationRefusal(record.session, circumstances, rules: rules) {
            throw refusal
        }
    }

    /// An active session that no longer mixes, or now records, has to be one that could become
    /// active so.
    ///
    /// Source: third-party reports of `cannotInterruptOthers` from `setCategory`; that nothing has
    /// changed then is our choice (`docs/facts.md`).
    mutating func allowChange(to record: AppRecord, of app: AppID) throws(SessionError) {
        guard record.session.isActive, let before = apps.read(app, { $0.pointee.session }) else {
            return
        }
        let mixesNoMore =
            isMixable(before, rules: rules) && !isMixable(record.session, rules: rules)
        let recordsNow =
            takesInput(record.session.category) && !takesInput(before.category)
        guard mixesNoMore || recordsNow else { return }
        try allowActivation(of: record, app)
    }

    /// What goes on and does not wait for this app; a banner that may wait hides nothing else.
    private func blockingInterrupter(of app: AppID) -> Interrupter? {
        guard let interrupter = device.interrupter, mayWait(app, for: interrupter) else {
            return device.interrupter
        }
        var device = device
        device.call = .none
        return device.interrupter
    }
}
