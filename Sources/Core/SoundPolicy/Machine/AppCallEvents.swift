public import AudioModel

// VoIP calls of apps.

extension PolicyMachine {
    /// Handles what the user does with a call, which its app's provider carries out if there is one.
    mutating func take(_ event: AppCallEvent, of app: AppID) {
        guard missingObject(ofCall: event, of: app) == nil else { return }
        guard device.appCall?.isProvided == true else { return perform(event, of: app) }
        request(event)
    }

    private mutating func perform(_ event: AppCallEvent, of app: AppID) {
        switch event {
        case .arrived: appCallArrives(app)
        case .started: appCallStarts(app)
        case .answered: answerAppCall()
        case .declined, .ended: endAppCall()
        case .held: holdAppCall(byCall: false)
        case .resumed: resumeAppCall()
        }
    }

    // MARK: A provider

    /// Handles what the provider of an app's calls reports.
    mutating func takeReport(
        of event: AppCallEvent, from app: AppID
    ) throws(SessionError) {
        let state = device.appCall.flatMap { $0.app == app && $0.isProvided ? $0.state : nil }
        let isTaken =
            switch event {
            case .arrived: missingObject(ofCall: event, of: app) == nil
            case .started: state == .starting && device.call == .none
            case .answered:
                (state == .ringing || state == .answering) && device.call != .connected
            case .declined, .ended: state != nil
            case .held: state == .connected || state == .held
            case .resumed: state == .held && device.call == .none
            }
        guard isTaken else { throw refusedCall }
        perform(event, of: app)
        device.appCall?.isProvided = true
    }

    mutating func prepareCall(of app: AppID) throws(SessionError) {
        guard missingObject(ofCall: .started, of: app) == nil else { throw refusedCall }
        setAppCall(AppCall(app: app, state: .starting, isProvided: true))
    }

    private var refusedCall: SessionError {
        mutating get {
            refused(.resourceNotAvailable, nil, "no call of the app is in a state for that")
        }
    }

    /// Asks the provider of the call to do what the user wants.
    private mutating func request(_ event: AppCallEvent) {
        guard let app = device.appCall?.app else { return }
        if event == .answered {
            device.appCall?.state = .answering
            endRingVibration()
            changeEffects.append(.deviceSoundEnds(.ringtone))
        }
        tell(app, .callRequested(event == .declined ? .ended : event))
    }

    /// The user answers or ends the call of an app on the system's screen.
    mutating func userActs(on event: AppCallEvent) {
        guard let app = device.appCall?.app else { return }
        take(event, of: app)
    }

    /// The other party ends the call of an app; a provider hears of it by itself.
    mutating func remotePartyEndsAppCall() {
        if device.appCall?.isProvided == false { endAppCall() }
    }

    /// The telephone call that has put the VoIP call on hold has ended.
    mutating func giveBackAppCall() {
        guard device.appCall?.isProvided == true else { return resumeAppCall() }
        request(.resumed)
    }

    /// Whether an app waits for the system to activate its session for the call that begins.
    func awaitsActivation(_ app: AppID) -> Bool {
        device.appCall?.app == app && device.appCall?.state == .starting
    }

    /// Why an event of a VoIP call finds nothing to act on, in words; `nil` where it does
    /// something.
    public func missingObject(ofCall event: AppCallEvent, of app: AppID) -> String? {
        let call = device.appCall.flatMap { $0.app == app ? $0 : nil }
        switch event {
        case .arrived, .started:
            if apps[app] == nil { return "\(name(of: app)) is not running" }
            return mayBegin(besides: device.call, device.appCall) ? nil : "there is a call already"
        case .answered, .declined:
            return call?.state == .ringing ? nil : "no call of \(name(of: app)) is ringing"
        case .ended: return call == nil ? "\(name(of: app)) has no call" : nil
        case .held:
            return call?.state == .connected ? nil : "no call of \(name(of: app)) is connected"
        case .resumed:
            if call?.state != .held { return "no call of \(name(of: app)) is on hold" }
            return device.call == .none ? nil : "there is another call"
        }
    }

    /// The app of the connected VoIP call.
    var speakingApp: AppID? {
        device.appCall.flatMap { $0.state == .connected ? $0.app : nil }
    }

    func hasCallPriority(_ app: AppID) -> Bool {
        SoundPolicy.hasCallPriority(app, device.appCall, rules: rules)
    }

    private mutating func appCallArrives(_ app: AppID) {
        // A push wakes the app, which reports the call.
        runInBackground(app, for: .remoteNotification)
        setAppCall(AppCall(app: app))
        device.isCallBanner = false
        device.isRingSilenced = false
        interrupterBegins(.call, rule: .callInterrupts)
        changeEffects.append(.deviceChanged(.call(.ringing)))
        changeEffects.append(.deviceSoundBegins(.ringtone))
        beginRingVibration()
    }

    private mutating func appCallStarts(_ app: AppID) {
        setAppCall(AppCall(app: app, state: .connected))
        interrupterBegins(.call, rule: .callInterrupts)
        changeEffects.append(.deviceChanged(.call(.connected)))
        activateForCall(app)
    }

    mutating func answerAppCall() {
        guard let app = device.appCall?.app, let before = device.appCall?.state,
            before == .ringing || before == .answering
        else { return }
        device.appCall?.state = .connected
        endRingVibration()
        changeEffects.append(.deviceChanged(.call(.connected)))
        if before == .ringing { changeEffects.append(.deviceSoundEnds(.ringtone)) }
        // What interrupted the app before its call does not matter to the call.
        if apps[app]?.session.interruption != nil { endInterruption(of: app, shouldResume: false) }
        activateForCall(app)
        if bringsAppToFront(isLocked: device.isLocked, rules: rules) { open(app) }
        regainForeground()
    }

    mutating func endAppCall() {
        guard let call = device.appCall else { return }
        if call.state == .connected { deactivateAfterCall(call.app) }
        if call.state == .held { stopWaiting(call.app) }
        setAppCall(nil)
        if device.call == .none { device.callOutput = nil }
        endRingVibration()
        changeEffects.append(.deviceChanged(.call(device.shownCall)))
        if call.state == .ringing { changeEffects.append(.deviceSoundEnds(.ringtone)) }
        if device.call == .none { interrupterEnds(.call) }
    }

    /// Puts the connected VoIP call on hold, which interrupts its session.
    ///
    /// - Parameter byCall: Whether a call of the telephone does so, and gives it back at its end.
    mutating func holdAppCall(byCall: Bool) {
        guard let app = speakingApp else { return }
        if byCall, !rules.hold(.callHoldsAppCall) { return }
        device.appCall?.state = .held
        device.appCall?.isHeldByCall = byCall
        interrupt(app, by: .system(.call))
        if byCall, device.appCall?.isProvided == true { request(.held) }
    }

    /// Takes the held VoIP call up again: its session becomes active, and may resume its sound.
    mutating func resumeAppCall() {
        guard let app = device.appCall?.app, device.appCall?.state == .held else { return }
        device.appCall?.state = .connected
        if apps[app]?.session.interruption != nil { endInterruption(of: app, shouldResume: true) }
        activateForCall(app)
    }

    private mutating func activateForCall(_ app: AppID) {
        guard rules.hold(.appCallActivatesSession), let session = apps[app]?.session,
            !device.areMediaServicesLost
        else { return }
        apps[app]?.session = sessionForCall(session)
        guard !session.isActive else { return }
        stopWaiting(app)
        apps[app]?.session.isActive = true
        apps[app]?.mayResumeUntil = nil
        activeApps.append(app)
        changeEffects.append(.sessionChanged(app, isActive: true))
    }

    /// Deactivates the session of a call that is over, and pauses what it plays.
    private mutating func deactivateAfterCall(_ app: AppID) {
        guard rules.hold(.appCallActivatesSession), apps[app]?.session.isActive == true else {
            return
        }
        makeInactive(app)
        for id in streams.of(app) where streams[id]?.kind.isSessionSound == true {
            if streams[id]?.isHeld == false { streams[id]?.systemHold = .deactivation }
        }
        giveBack(from: app, shouldResume: true)
    }

    private mutating func setAppCall(_ call: AppCall?) {
        if let before = device.appCall?.app { apps[before]?.isKeptForCall = false }
        device.appCall = call
        guard let app = call?.app, let description = apps[app]?.description else { return }
        apps[app]?.isKeptForCall = isKeptForCall(description, rules: rules)
    }
}
