import AudioModel
import DeviceActions
import LiveDevice

/// What actions of the device's user have done, in words.
struct ActSummary {
    private let acts: [PhoneAct]
    private let before: DeviceStatus
    private let after: DeviceStatus

    /// - Parameter acts: Empty for a command that moves an app.
    init(_ acts: [PhoneAct], from before: DeviceStatus, to after: DeviceStatus) {
        self.acts = acts
        self.before = before
        self.after = after
    }

    /// One line: `switch: silent, 1 stream silent`.
    var text: String {
        let front = after.frontApp.map { "in front: \($0)" } ?? "no app in front"
        let actions = acts.isEmpty ? [front] : acts.map(words)
        return (actions + consequences).joined(separator: ", ")
    }

    static func streams(_ count: Int) -> String { count == 1 ? "1 stream" : "\(count) streams" }

    private func words(_ act: PhoneAct) -> String {
        switch act {
        case .press, .slider, .event(.volumePressed), .event(.volumeSet): volumes
        case .event(.ringSwitchMoved): "switch: \(after.ringSwitch)"
        case .event(.callArrived), .event(.callArrivedAsBanner): "call: it rings"
        case .event(.callAnswered): "call answered"
        case .event(.callDeclined): "call declined"
        case .event(.callEnded), .event(.callEndedByRemoteParty): "call ended"
        case .event(.routePicked), .event(.portPlugged), .event(.portUnplugged):
            "route \(after.route.joined(separator: ", "))"
        case .event(.locked): "locked"
        case .event(.unlocked): "unlocked"
        case .event(let event): event.text
        case .mediaServicesReset: "media services reset"
        case .erased: "erased"
        }
    }

    private var volumes: String {
        let changed = [
            ("media volume", before.mediaVolume, after.mediaVolume),
            ("ringer volume", before.ringerVolume, after.ringerVolume),
            ("call volume", before.callVolume, after.callVolume),
        ].filter { $0.1 != $0.2 }
        guard !changed.isEmpty else { return "no volume changed" }
        return changed.map { "\($0.0) \(Int(($0.2 * 100).rounded())) %" }.joined(separator: ", ")
    }

    /// The streams with another state than before, counted by the new state.
    private var consequences: [String] {
        let states = Dictionary(before.streams.map { ($0.name, $0.state) }) { $1 }
        let changed = after.streams.filter { stream in
            states[stream.name].map { $0 != stream.state } ?? false
        }
        return StreamState.allCases.compactMap { state in
            let count = changed.count { $0.state == state.rawValue }
            return count == 0 ? nil : "\(Self.streams(count)) \(state.rawValue)"
        }
    }
}
