package import AudioModel

/// The inputs of a route decision besides the session.
package struct RouteConditions {
    /// The accessories, in the order of plugging.
    var accessories: [Port]
    /// The output that the user has picked, if any.
    var picked: Port?
    var hasReceiver: Bool
    var hasMicrophone: Bool

    package init(
        accessories: [Port] = [], picked: Port? = nil, hasReceiver: Bool = true,
        hasMicrophone: Bool = true
    ) {
        self.accessories = accessories
        self.picked = picked
        self.hasReceiver = hasReceiver
        self.hasMicrophone = hasMicrophone
    }
}

/// Returns the route for the deciding session and the accessories.
///
/// An app's override takes precedence over the user's choice, and that over the accessory plugged
/// in last, as far as the category may use them.
///
/// Source: Audio Session Programming Guide, "Working with Categories" and "Responding to Route
/// Changes"; the public AVAudioSession header, `overrideOutputAudioPort`: to the speaker and the
/// microphone of the device, whatever else is there.
package func decidedRoute(
    for session: Session, _ around: RouteConditions, rules: RuleSet
) -> Route {
    let hasOutput = !rules.hold(.recordHasNoOutput) || givesOutput(session.category)
    let input = decidedInput(for: session, around, rules: rules)
    let inputs = input.map { [$0] } ?? []
    if session.isOverriddenToSpeaker, hasOutput {
        let builtIn = around.hasMicrophone ? [Port.builtInMicrophone] : inputs
        return Route(outputs: [.speaker], inputs: builtIn)
    }
    guard hasOutput else { return Route(outputs: [], inputs: inputs) }
    if let picked = around.picked, mayUse(picked.kind, session, rules: rules) {
        return Route(outputs: [picked], inputs: inputs)
    }
    let usable = around.accessories.filter { mayUse($0.kind, session, rules: rules) }
    if session.category == .multiRoute, !usable.isEmpty {
        return Route(outputs: usable, inputs: inputs)
    }
    if rules.hold(.lastPluggedWins), let last = usable.last {
        let output = rules.hold(.handsFreeWins) ? handsFreeTwin(of: last, among: usable) : last
        return Route(outputs: [output], inputs: inputs)
    }
    let builtIn =
        rules.hold(.receiverIsDefault) && around.hasReceiver
        ? defaultOutput(of: session.category, mode: session.effectiveMode, options: session.options)
        : .speaker
    return Route(outputs: [builtIn], inputs: inputs)
}

/// Returns the hands-free port of a Bluetooth device that has both a music and a hands-free port;
/// otherwise the port itself.
///
/// Source: the public AVAudioSession header, `allowBluetoothA2DP`.
private func handsFreeTwin(of last: Port, among usable: [Port]) -> Port {
    guard last.kind == .bluetoothA2DP else { return last }
    return usable.first { $0.kind == .bluetoothHFP && $0.name == last.name } ?? last
}

private func decidedInput(
    for session: Session, _ around: RouteConditions, rules: RuleSet
) -> Port? {
    let inputs = usableInputs(
        for: session, around.accessories, hasMicrophone: around.hasMicrophone, rules: rules)
    if let preferred = session.preferredInput, inputs.contains(preferred) { return preferred }
    return inputs.last
}

/// Returns the inputs that a session may use, the device's own first, then in the order of
/// plugging; none for a category without input.
package func usableInputs(
    for session: Session, _ accessories: [Port], hasMicrophone: Bool, rules: RuleSet
) -> [Port] {
    guard session.takesInput else { return [] }
    let plugged = accessories.filter { mayUse($0.kind, session, rules: rules) }
        .compactMap(microphone)
    return (hasMicrophone ? [.builtInMicrophone] : []) + plugged
}

/// Returns the microphone of an accessory, if any.
private func microphone(of port: Port) -> Port? {
    switch port.kind {
    case .headset: .headsetMicrophone
    case .bluetoothHFP, .usb, .car: port
    case .headphones, .lineout, .bluetoothA2DP, .bluetoothLE, .hdmi, .airplay, .speaker,
        .receiver, .builtInMicrophone, .headsetMicrophone:
        nil
    }
}

/// Whether a session may use a kind of port.
///
/// Source: Audio Session Programming Guide, "Working with Categories"; the public AVAudioSession
/// header, comments of the options and modes.
private func mayUse(_ kind: PortKind, _ session: Session, rules: RuleSet) -> Bool {
    switch kind {
    case .headphones, .headset, .lineout, .usb, .hdmi, .car: true
    case .bluetoothA2DP, .bluetoothLE:
        session.category == .playAndRecord
            ? session.options.contains(.allowBluetoothA2DP)
            : session.category != .record && session.category != .multiRoute
    case .bluetoothHFP:
        takesInput(session.category)
            && (session.options.contains(.allowBluetooth)
                || rules.hold(.chatTakesBluetooth) && isChat(session.effectiveMode))
    case .airplay:
        switch session.category {
        case .userInterfaceSoundEffects, .ambient, .soloAmbient, .playback, .liveAudio: true
        case .playAndRecord: session.options.contains(.allowAirPlay)
        case .record, .multiRoute, .audioProcessing: false
        }
    case .speaker: givesOutput(session.category)
    case .receiver: session.category == .playAndRecord
    case .builtInMicrophone, .headsetMicrophone: false
    }
}

/// Whether a mode is for conversations, which hands-free devices are for.
func isChat(_ mode: SessionMode) -> Bool {
    switch mode {
    case .voiceChat, .gameChat, .videoChat: true
    case .default, .videoRecording, .measurement, .moviePlayback, .spokenAudio, .voicePrompt: false
    }
}

/// Whether a route is usable for a session's category.
///
/// Source: the public AVAudioSession header, `noSuitableRouteForCategory`.
package func isSuitable(_ route: Route, for session: Session) -> Bool {
    session.category != .record || !route.inputs.isEmpty
}
