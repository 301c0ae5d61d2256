import AudioModel

/// The positions that switches, sliders and jacks have now, and those that were reported.
///
/// A position is reported once it differs from the one reported last, so that none is lost when
/// there are too many actions: the last one is reported later.
struct SwitchPositions {
    /// The position of the ring/silent switch that moved last; `nil` while no device has one.
    var ringSwitch: RingSwitch?
    /// Whether the silent phone vibrates; `nil` while no slider says so.
    var vibratesOnSilent: Bool?
    /// What is plugged in, each port once.
    var ports: [Port] = []

    private var reportedSwitch: RingSwitch?
    private var reportedVibration: Bool?
    private var reportedPorts: [Port] = []

    /// The next event that reports a difference; `nil` when there is none.
    ///
    /// A plug is reported before an unplug, so that a plug that turns out to be of another kind
    /// does not pause what plays. The vibration is reported before the switch, which may vibrate.
    var difference: DeviceEvent? {
        if let vibratesOnSilent, vibratesOnSilent != reportedVibration {
            return .settingChanged(.vibrateOnSilent, isOn: vibratesOnSilent)
        }
        if let ringSwitch, ringSwitch != reportedSwitch { return .ringSwitchMoved(ringSwitch) }
        if let port = ports.first(where: { !reportedPorts.contains($0) }) {
            return .portPlugged(port)
        }
        return reportedPorts.first { !ports.contains($0) }.map { .portUnplugged($0) }
    }

    /// Notes that a difference has been reported.
    mutating func noteReported(_ event: DeviceEvent) {
        switch event {
        case .settingChanged(_, let isOn): reportedVibration = isOn
        case .ringSwitchMoved(let position): reportedSwitch = position
        case .portPlugged(let port): reportedPorts.append(port)
        case .portUnplugged(let port): reportedPorts.removeAll { $0 == port }
        default: break
        }
    }

    /// Takes the value of a three-position slider; others are ignored.
    mutating func takeSlider(_ value: Int32, setsVibration: Bool) {
        switch value {
        case 0: ringSwitch = .silent
        case 1: ringSwitch = .silent
        case 2: ringSwitch = .ring
        default: return
        }
        if setsVibration, value != 2 { vibratesOnSilent = value == 1 }
    }
}
