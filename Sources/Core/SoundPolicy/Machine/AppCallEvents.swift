public import AudioModel

// VoIP calls of apps.

extension PolicyMachine {
    mutating func take(_ event: AppCallEvent, of app: AppID) {
        guard missingObject(ofCall: event, of: app) == nil else { return }
        switch event {
        case .arrived: appCallArrives(app)
        case .started: appCallStarts(app)
        case .answered: answerAppCall()
        case .declined, .ended: endAppCall()
        case .held: holdAppCall(byCall: false)
        case .resumed: resumeAppCall()
        }
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
        guard let app = device.appCall?.app, device.appCall?.state == .ringing else { return }
        device.appCall?.state = .connected
        endRingVibration()
        changeEffects.append(.deviceChanged(.call(.connected)))
        changeEffects.append(.deviceSoundEnds(.ringtone))
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
