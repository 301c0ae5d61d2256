import AudioModel

// Whether a session may become active, or change while it is active.

extension PolicyMachine {
    /// Throws unless a session may become active.
    ///
    /// - Parameter session: The session as it is, or as it will be.
    mutating func allowActivation(of session: Session, _ app: AppID) throws(SessionError) {
        guard let record = apps[app] else { throw refusedWithoutApp }
        if hasCallPriority(app) { return try allowInCall(session) }
        if awaitsActivation(app), rules.hold(.interrupterBlocksActivation) {
            throw refused(
                .insufficientPriority, .interrupterBlocksActivation,
                "the app prepares a call, and the system activates the session when it is "
                    + "connected; start the sound in provider(_:didActivate:)")
        }
        let nonMixableApp = activeApps.first { other in
            other != app && apps[other].map { !isMixable($0.session, rules: rules) } == true
        }
        let conditions = ActivationConditions(
            interrupter: blockingInterrupter(of: app), isForeground: record.isForeground,
            hasAudioMode: record.hasAudioMode,
            isWokenToResume: record.mayResumeUntil.map { now <= $0 } ?? false,
            isOtherNonMixableActive: nonMixableApp != nil,
            mayBeginAlone: configuration.backgroundMayBeginAlone,
            isCallOn: device.hasCall && !mayWait(app, for: .call),
            isAssistantListening: device.isAssistantListening)
        if let obstacle = activationObstacle(session, conditions, rules: rules) {
            let sentence = obstacle.sentence(
                session.category, interrupting: nonMixableApp.map { name(of: $0) })
            throw refused(
                obstacle.error, obstacle.rule, isCallOnHold(of: app) ? onHoldSentence : sentence)
        }
    }

    /// Throws unless a session may change. An active session that becomes non-mixable, or begins to
    /// record, has to meet the conditions of activation.
    ///
    /// Source: third-party reports of `cannotInterruptOthers` from `setCategory`; that nothing has
    /// changed then is our choice (`docs/facts.md`).
    mutating func allowChange(to session: Session, of app: AppID) throws(SessionError) {
        guard session.isActive, let before = apps[app]?.session else { return }
        let mixesNoMore = isMixable(before, rules: rules) && !isMixable(session, rules: rules)
        let recordsNow = takesInput(session.category) && !takesInput(before.category)
        let stopsSpeaking = !takesInput(session.category) && hasCallPriority(app)
        guard mixesNoMore || recordsNow || stopsSpeaking else { return }
        try allowActivation(of: session, app)
    }

    /// Whether the app's VoIP call is on hold, and nothing but its user keeps it there.
    private func isCallOnHold(of app: AppID) -> Bool {
        device.call == .none && device.appCall?.app == app && device.appCall?.state == .held
    }

    private var onHoldSentence: String {
        "the app's call is on hold; the system activates the session when the user resumes the call"
    }

    /// Throws unless a session may be that of its app's connected VoIP call.
    private mutating func allowInCall(_ session: Session) throws(SessionError) {
        guard !maySpeak(with: session.category, in: configuration.profile, rules: rules) else {
            return
        }
        throw refused(
            .insufficientPriority, .appCallNeedsInput,
            "the app's call is connected, and category \(session.category.rawValue) takes no "
                + "input; play with the category of the call (playAndRecord), or after it")
    }

    /// Returns the present interrupter that applies to this app; a banner that waits hides no other
    /// interrupter.
    private func blockingInterrupter(of app: AppID) -> Interrupter? {
        guard let interrupter, mayWait(app, for: interrupter) else { return interrupter }
        return device.interrupterBesideCall
    }
}
