import AudioModel
import SoundPolicy

/// Reference model of the route: where sound goes and comes from, by the specification's table of
/// ports, what is plugged in, and what the user and the apps have chosen.
///
/// Source: the specification, "Routing", and its amendments on calls and recording.
struct RouteModel: Sendable {
    private(set) var route = Route(outputs: [])
    /// The user's choices, one for each route-sharing policy.
    private var picked: [RouteSharingPolicy: Port] = [:]
    /// The user's choice for a ringing or connected call.
    private var pickedInCall: Port?
    /// The apps that lost their own output by the event. Each comes with its own route: the one it
    /// had, or would have had if no call, recording or later session had decided.
    private(set) var losses: [(app: AppID, own: Route)] = []
    /// Apps that have overridden the output to the speaker.
    private var overriding: Set<AppID> = []

    init(_ configuration: PolicyConfiguration) {
        picked[.default] = configuration.pickedOutput
    }

    /// Updates the choices and the route after the event of `step`.
    mutating func take(_ step: Step) {
        switch step.event {
        case .device(let event): take(event, step)
        case .app(let app, .overrideOutput(let port)) where step.refusal == nil:
            if port == .speaker { overriding.insert(app) } else { overriding.remove(app) }
        case .app(let app, .setCategory(let category, _, _, _)) where step.refusal == nil:
            if step.before.app(app)?.category != category { overriding.remove(app) }
        default: break
        }
        if step.after.device.call == .none { pickedInCall = nil }
        if !overriding.isEmpty {
            for (app, notification) in step.model.told {
                if case .interruptionBegan(.appWasSuspended) = notification { continue }
                if notification.isBeginning { overriding.remove(app) }
            }
            overriding.formIntersection(step.model.sessions.map(\.app))
        }
        route = decided(step)
    }

    private mutating func take(_ event: DeviceEvent, _ step: Step) {
        let before = step.before.device
        switch event {
        case .portPlugged(let port):
            let isNew = !port.kind.isBuiltIn && !before.accessories.contains(port)
            guard isNew, port.kind != .airplay else { return }
            picked = [:]
            pickedInCall = nil
            overriding = []
        case .portUnplugged(let port):
            guard before.accessories.contains(port) else { return }
            picked = picked.filter { $0.value != port }
            if pickedInCall == port { pickedInCall = nil }
            overriding = []
        case .routePicked(let port):
            guard isOffered(port, before, step.configuration) else { return }
            if before.call != .none {
                pickedInCall = port
            } else {
                picked[deciding(step).asked.sharing] = port
                overriding = []
            }
        case .mediaServicesLost, .mediaServicesReset:
            if !before.areMediaServicesLost { overriding = [] }
        default: break
        }
    }

    // MARK: Unplugged outputs

    /// The route of its own that an app has lost; `nil` if it lost none.
    func lostRoute(of app: AppID) -> Route? { losses.first { $0.app == app }?.own }

    /// Records, before the event of `step` is applied, the apps that lose their own output.
    ///
    /// Source: `docs/facts.md`, "Routes".
    mutating func noteLosses(_ step: Step) {
        losses.removeAll(keepingCapacity: true)
        guard case .portUnplugged(let port) = step.deviceEvent,
            step.before.device.accessories.contains(port)
        else { return }
        for session in step.model.sessions where session.isActive || session.interruption != nil {
            let asked = step.ledger.asked(by: session.app)
            let own = decided(
                for: session.app, asked, picked: picked[asked.sharing], step.before.device,
                step.configuration)
            if own.outputs.contains(port) { losses.append((session.app, own)) }
        }
    }

    private func isOffered(
        _ port: Port, _ device: DeviceSnapshot, _ configuration: PolicyConfiguration
    ) -> Bool {
        switch port.kind {
        case .airplay, .speaker: true
        case .receiver: configuration.hasReceiver
        case .builtInMicrophone, .headsetMicrophone: false
        default: device.accessories.contains(port)
        }
    }

    // MARK: The deciding session

    /// The session that the route serves: the call's, then that of the app that records or chats,
    /// then the one that was activated last.
    private func deciding(_ step: Step) -> (app: AppID?, asked: ReferenceModel.Asked) {
        if step.after.device.call == .connected {
            var call = ReferenceModel.Asked()
            call.category = .playAndRecord
            call.options = .allowBluetooth
            return (nil, call)
        }
        var decider: ModelSession?
        var keepsRoute = false
        for session in step.model.sessions where session.isActive {
            let isKeeper = step.isRecording(session) || step.isChatting(session)
            if keepsRoute, !isKeeper { continue }
            guard let present = decider, keepsRoute || !isKeeper else {
                (decider, keepsRoute) = (session, isKeeper)
                continue
            }
            if session.activation > present.activation { decider = session }
        }
        guard let decider else { return (nil, ReferenceModel.Asked()) }
        return (decider.app, step.ledger.asked(by: decider.app))
    }

    private func decided(_ step: Step) -> Route {
        let device = step.after.device
        let (app, asked) = deciding(step)
        return decided(
            for: app, asked,
            picked: device.call == .connected ? pickedInCall : picked[asked.sharing], device,
            step.configuration)
    }

    private func decided(
        for app: AppID?, _ asked: ReferenceModel.Asked, picked choice: Port?,
        _ device: DeviceSnapshot,
        _ configuration: PolicyConfiguration
    ) -> Route {
        let hasOutput = CategoryFacts.of(asked.category).hasOutput
        let all = RouteModel.inputs(of: asked, device, configuration)
        let preferred = asked.preferredInput.flatMap { all.contains($0) ? $0 : nil }
        let inputs = [preferred ?? all.last].compactMap { $0 }
        if let app, overriding.contains(app), hasOutput {
            // A route has an input if there is any.
            let builtIn: [Port] = configuration.hasBuiltInMicrophone ? [.builtInMicrophone] : inputs
            return Route(outputs: [.speaker], inputs: builtIn)
        }
        guard hasOutput else { return Route(outputs: [], inputs: inputs) }
        if let choice, RouteModel.reaches(choice.kind, asked) {
            return Route(outputs: [choice], inputs: inputs)
        }
        let usable = device.accessories.filter {
            $0.kind != .airplay && RouteModel.reaches($0.kind, asked)
        }
        if asked.category == .multiRoute, !usable.isEmpty {
            return Route(outputs: usable, inputs: inputs)
        }
        let output = output(among: usable) ?? RouteModel.builtIn(asked, configuration)
        return Route(outputs: [output], inputs: inputs)
    }

    /// The output that was plugged in last; a Bluetooth device's hands-free profile where it
    /// is usable.
    private func output(among usable: [Port]) -> Port? {
        guard let last = usable.last, last.kind == .bluetoothA2DP else { return usable.last }
        return usable.first { $0.kind == .bluetoothHFP && $0.name == last.name } ?? last
    }

    // MARK: The table

    /// The route with nothing plugged in.
    private static func builtIn(
        _ asked: ReferenceModel.Asked, _ configuration: PolicyConfiguration
    ) -> Port {
        guard asked.category == .playAndRecord, configuration.hasReceiver else { return .speaker }
        let isLoud = asked.options.contains(.defaultToSpeaker) || asked.mode == .videoChat
        return isLoud ? .speaker : .receiver
    }

    private static func reaches(_ kind: PortKind, _ asked: ReferenceModel.Asked) -> Bool {
        let category = asked.category
        switch kind {
        case .headphones, .headset, .lineout, .usb, .hdmi, .car, .speaker: return true
        case .receiver: return category == .playAndRecord
        case .bluetoothA2DP, .bluetoothLE:
            if category == .playAndRecord { return asked.options.contains(.allowBluetoothA2DP) }
            return category != .record && category != .multiRoute
        case .bluetoothHFP: return takesHandsFree(asked)
        case .airplay:
            if category == .playAndRecord { return asked.options.contains(.allowAirPlay) }
            return !CategoryFacts.of(category).hasInput
        case .builtInMicrophone, .headsetMicrophone: return false
        }
    }

    /// The microphones that a session may choose from, in the order in which they were plugged in.
    static func inputs(
        of asked: ReferenceModel.Asked, _ device: DeviceSnapshot,
        _ configuration: PolicyConfiguration
    ) -> [Port] {
        guard CategoryFacts.of(asked.category).hasInput else { return [] }
        var inputs = configuration.hasBuiltInMicrophone ? [Port.builtInMicrophone] : []
        for port in device.accessories {
            switch port.kind {
            case .headset: inputs.append(.headsetMicrophone)
            case .usb, .car: inputs.append(port)
            case .bluetoothHFP: if takesHandsFree(asked) { inputs.append(port) }
            default: break
            }
        }
        return inputs
    }

    /// Source: the specification, "Modes": chat modes allow Bluetooth without the option.
    private static func takesHandsFree(_ asked: ReferenceModel.Asked) -> Bool {
        guard CategoryFacts.of(asked.category).hasInput else { return false }
        return asked.options.contains(.allowBluetooth) || isChat(asked)
    }

    static func isChat(_ asked: ReferenceModel.Asked) -> Bool {
        asked.category == .playAndRecord
            && [.voiceChat, .videoChat, .gameChat].contains(asked.mode)
    }
}

extension Step {
    /// Whether an active session records: its app may run, and one of its recorders does.
    func isRecording(_ session: ModelSession) -> Bool {
        guard session.isActive, model.runsRecorder(session.app) else { return false }
        let asked = ledger.asked(by: session.app)
        return CategoryFacts.of(asked.category).hasInput && mayRun(session.app)
    }

    /// Whether an active session has a chat mode and its app runs; its microphone may be paused.
    func isChatting(_ session: ModelSession) -> Bool {
        session.isActive && RouteModel.isChat(ledger.asked(by: session.app)) && mayRun(session.app)
    }

    private func mayRun(_ app: AppID) -> Bool {
        switch after.app(app)?.state {
        case .active, .inactive: true
        case .background: ledger.asked(by: app).hasAudioMode
        case .suspended, .notRunning, nil: false
        }
    }
}
