package import AudioModel

// Accessories and the route.

/// The largest number of accessories and receivers; further ones are ignored.
package let accessoriesMax = 256

extension PolicyMachine {
    /// The app that decides the route: the phone itself during a connected call; otherwise the app
    /// that records or chats, so that a prompt does not take the microphone from it; otherwise the
    /// app activated last.
    ///
    /// Source: no document says which session decides; that recordings and chats do is ours
    /// (`docs/facts.md`).
    private var decidingApp: AppID? {
        if device.call == .connected { return .phone }
        if let app = speakingApp, hasCallPriority(app), activeApps.contains(app) { return app }
        if rules.hold(.recordingKeepsRoute), let keeper = activeRoles.last(.keepsRoute) {
            return keeper
        }
        return activeApps.last
    }

    /// The session that decides the route; without one, a session with the default category.
    private var decidingSession: Session {
        if device.call == .connected { return callSession }
        return decidingApp.flatMap { routedSession(of: $0) } ?? deviceSession
    }

    /// An app's session as its route depends on it: one without a category of its own has an input
    /// only while it records.
    func routedSession(of app: AppID) -> Session? {
        guard var session = apps[app]?.session else { return nil }
        if session.recordsUntouched, !streams.recordingApps.contains(app) {
            session.recordsUntouched = false
        }
        return session
    }

    /// The phone's own session for a call, which may use hands-free devices.
    private var callSession: Session {
        var session = Session(category: .playAndRecord)
        session.options = [.allowBluetooth]
        return session
    }

    /// The session that applies where no app's session does.
    var deviceSession: Session { Session(category: .soloAmbient) }

    func decideRoute() -> Route { decideRoute(for: decidingSession) }

    private func decideRoute(for session: Session) -> Route {
        let isOfCall = device.shownCall == .connected && isPickOfCall
        return decidedRoute(
            for: session, picked: isOfCall ? device.callOutput : pickedOutput(for: session))
    }

    /// Returns the route that a session would have if it decided, instead of the present call,
    /// recording or later session.
    func ownRoute(of session: Session) -> Route {
        decidedRoute(for: session, picked: pickedOutput(for: session))
    }

    /// Returns the output that the user has picked for sessions of the same route-sharing policy.
    private func pickedOutput(for session: Session) -> Port? {
        let shared: RouteSharingPolicy =
            rules.hold(.longFormSharesOutput) ? session.routeSharingPolicy : .default
        return device.pickedOutputs.first { $0.policy == shared }?.port
    }

    private func decidedRoute(for session: Session, picked: Port?) -> Route {
        let surroundings = RouteConditions(
            accessories: device.accessories.filter { $0.kind != .airplay }, picked: picked,
            hasReceiver: configuration.hasReceiver,
            hasMicrophone: configuration.hasBuiltInMicrophone)
        var route = SoundPolicy.decidedRoute(for: session, surroundings, rules: rules)
        if configuration.outputFollowsPicks {
            route.outputs = [device.pickedOutputs.first?.port ?? .speaker]
        }
        return route
    }

    /// Decides the route again. A new route brings its output's volume and notifies the apps.
    ///
    /// - Parameter lost: The unplugged port that is the reason; `nil` for other reasons.
    mutating func refreshRoute(_ reason: RouteChangeReason, losing lost: LostPort? = nil) {
        let session = decidingSession
        let route = decideRoute(for: session)
        guard route != currentRoute else { return }
        let previous = currentRoute
        let volumeBefore = mediaVolume
        currentRoute = route
        rememberVolume(volumeBefore)
        let reason = isSuitable(route, for: session) ? reason : .noSuitableRouteForCategory
        changeEffects.append(.deviceChanged(.route(route, reason)))
        if rules.hold(.routeChangeIsTold) {
            for app in audience {
                let isInterrupted = interruptedApps.contains(app)
                tell(
                    app,
                    routeChange(
                        reason, from: previous, for: app, isInterrupted: isInterrupted,
                        losing: lost))
            }
        }
        if mediaVolume != volumeBefore {
            stateCauses[.mediaVolume] = presentCause
            changeEffects.append(.deviceChanged(.volume(.media, mediaVolume)))
            tellVolume()
        }
    }

    /// Stores a volume for a new output: that of the output before.
    private mutating func rememberVolume(_ volume: Float) {
        let output = volumeOutput
        if !device.mediaVolumes.contains(where: { $0.output == output }) {
            device.mediaVolumes.set(volume, for: output)
        }
    }

    mutating func plug(_ port: Port) {
        guard !port.kind.isBuiltIn, !device.accessories.contains(port),
            device.accessories.count < accessoriesMax
        else { return }
        device.accessories.append(port)
        guard !configuration.outputFollowsPicks else {
            device.unusedAccessory = port
            return refreshRoute(.newDeviceAvailable)
        }
        // An AirPlay receiver is only available for picking; a plugged-in accessory is used at
        // once.
        guard port.kind != .airplay else { return }
        device.pickedOutputs = []
        device.callOutput = nil
        endOverrides()
        refreshRoute(.newDeviceAvailable)
    }

    /// Whether an output picked now is for the present call only. A pick while a call rings takes
    /// effect when the call is answered.
    ///
    /// Source: the phone's Settings, "Call Audio Routing"; that nothing of it is left after the
    /// call is remembered, and that a ringing call counts is ours (`docs/facts.md`).
    private var isPickOfCall: Bool {
        device.hasCall && rules.hold(.callPickEndsWithCall)
    }

    /// Sets the user's choice of output, for the deciding session and those that share its output.
    /// It is valid until an accessory is plugged in, or the picked one is removed; in a call until
    /// the call ends.
    ///
    /// Source: Audio Session Programming Guide, on the volume view's route button; the public
    /// AVAudioSession header, route-sharing policies.
    mutating func pick(_ port: Port) {
        if configuration.outputFollowsPicks { return follow(pick: port) }
        guard rules.hold(.pickedOutputWins) else { return }
        guard mayBePicked(port) else { return }
        if isPickOfCall {
            device.callOutput = port
            return refreshRoute(.override)
        }
        let policy: RouteSharingPolicy =
            rules.hold(.longFormSharesOutput) ? decidingSession.routeSharingPolicy : .default
        device.pickedOutputs.removeAll { $0.policy == policy }
        device.pickedOutputs.append(PickedOutput(policy: policy, port: port))
        endOverrides()
        refreshRoute(.override)
    }

    /// Takes the output that the machine reports.
    private mutating func follow(pick port: Port) {
        guard mayBePicked(port), currentRoute.outputs != [port] else { return }
        let reason: RouteChangeReason =
            device.unusedAccessory == port ? .newDeviceAvailable : .override
        device.unusedAccessory = nil
        device.pickedOutputs = [PickedOutput(policy: .default, port: port)]
        endOverrides()
        refreshRoute(reason)
    }

    // MARK: What an app chooses

    /// Source: the public AVAudioSession header, `overrideOutputAudioPort`; Apple technical Q&A 1754.
    mutating func overrideOutput(_ port: PortOverride, of app: AppID) throws(SessionError) {
        guard apps[app]?.session.category == .playAndRecord else {
            throw refused(
                .badParam, nil,
                "an output override needs category playAndRecord; the category is "
                    + (apps[app]?.session.category.rawValue ?? "not set"))
        }
        guard rules.hold(.overrideGoesToSpeaker) else { return }
        setOverride(port == .speaker, of: app)
        refreshRoute(.override)
    }

    /// Ends all overrides, as a change of the route does.
    mutating func endOverrides() {
        guard rules.hold(.routeChangeEndsOverride) else { return }
        for app in apps.ids { setOverride(false, of: app) }
    }

    mutating func endOverride(of app: AppID) {
        guard rules.hold(.routeChangeEndsOverride) else { return }
        setOverride(false, of: app)
    }

    private mutating func setOverride(_ isOn: Bool, of app: AppID) {
        guard apps[app]?.session.isOverriddenToSpeaker == !isOn else { return }
        apps[app]?.session.isOverriddenToSpeaker = isOn
    }

    mutating func prefer(_ preference: SessionPreference, _ isOn: Bool, of app: AppID) {
        switch preference {
        case .noInterruptions: apps[app]?.session.prefersNoInterruptions = isOn
        case .disconnectInterruption: apps[app]?.session.prefersDisconnectInterruption = isOn
        }
    }

    /// Source: the public AVAudioSession header, `setPreferredInput`.
    mutating func setPreferredInput(_ port: Port?, of app: AppID) throws(SessionError) {
        guard let session = apps[app]?.session else { throw refusedWithoutApp }
        let inputs = availableInputs(for: session)
        if let port, !inputs.contains(port) {
            let list = inputs.map(\.description).joined(separator: ", ")
            throw refused(
                .badParam, .inputNeedsCategory,
                "\(port) is no input of category \(session.category.rawValue); its inputs are "
                    + (list.isEmpty ? "none" : list))
        }
        apps[app]?.session.preferredInput = port
        refreshRoute(.override)
    }

    /// The microphones that a session may choose from; none for a category without input.
    package func availableInputs(for session: Session) -> [Port] {
        usableInputs(
            for: session, device.accessories, hasMicrophone: configuration.hasBuiltInMicrophone,
            rules: rules)
    }
}
