import AudioModel

/// Where sound goes, for the session that decides and what is plugged in.
///
/// What was plugged in last wins among the ports that the category may use.
///
/// Source: Audio Session Programming Guide, "Working with Categories" and "Responding to Route
/// Changes".
package func decidedRoute(for session: Session, accessories: [Port], rules: RuleSet) -> Route {
    let usable = accessories.filter { mayUse($0.kind, session) }
    var inputs: [Port] = []
    if takesInput(session.category) {
        inputs = [usable.compactMap(microphone).last ?? .builtInMicrophone]
    }
    let hasOutput = !rules.hold(.recordHasNoOutput) || givesOutput(session.category)
    guard hasOutput else { return Route(outputs: [], inputs: inputs) }
    if session.category == .multiRoute, !usable.isEmpty {
        return Route(outputs: usable, inputs: inputs)
    }
    if rules.hold(.lastPluggedWins), let last = usable.last {
        return Route(outputs: [last], inputs: inputs)
    }
    let builtIn =
        rules.hold(.receiverIsDefault)
        ? defaultOutput(of: session.category, mode: session.mode, options: session.options)
        : .speaker
    return Route(outputs: [builtIn], inputs: inputs)
}

/// The microphone that an accessory brings along.
private func microphone(of port: Port) -> Port? {
    switch port.kind {
    case .headset: .headsetMicrophone
    case .bluetoothHFP: port
    case .headphones, .lineout, .bluetoothA2DP, .bluetoothLE, .usb, .hdmi, .car, .airplay,
        .speaker, .receiver, .builtInMicrophone, .headsetMicrophone:
        nil
    }
}

private func mayUse(_ kind: PortKind, _ session: Session) -> Bool {
    switch kind {
    case .headphones, .headset, .lineout, .usb, .hdmi, .car: true
    case .bluetoothA2DP, .bluetoothLE:
        session.category == .playAndRecord
            ? session.options.contains(.allowBluetoothA2DP)
            : session.category != .record && session.category != .multiRoute
    case .bluetoothHFP:
        takesInput(session.category) && session.options.contains(.allowBluetooth)
    case .airplay, .speaker, .receiver, .builtInMicrophone, .headsetMicrophone: false
    }
}
