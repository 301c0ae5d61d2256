public import AudioModel
package import SoundPolicy

/// Whether an interrupted app could activate its session, from a time on.
public struct ActivationOutlook: Sendable {
    public var at: HostTime
    public var app: String
    /// The reason why not, as a clause about the app; empty if it could.
    public var obstacle: String

    public init(at: HostTime, app: String, obstacle: String) {
        self.at = at
        self.app = app
        self.obstacle = obstacle
    }
}

extension PolicyMachine {
    /// Why the app could not activate its session now; changes nothing.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - interrupters: The system interruptions in progress.
    /// - Returns: The obstacle as a clause; empty if there is none.
    package func obstacleToActivation(
        of app: AppID, name: String, interrupters: [Interrupter], at time: HostTime
    ) -> String {
        guard state(of: app) != .suspended else {
            return "\(name) is suspended, and nothing runs in it"
        }
        var trial = self
        let response = trial.handle(.app(app, .activate), at: time)
        guard let refusal = response.refusal else { return "" }
        let circumstance: String
        switch refusal {
        case .insufficientPriority, .siriIsRecording:
            let names = interrupters.map { "the \($0.rawValue)" }.joined(separator: " and ")
            let verb = interrupters.count == 1 ? "lasts" : "last"
            circumstance = names.isEmpty ? "now" : "while \(names) \(verb)"
        case .cannotInterruptOthers, .cannotStartPlaying:
            circumstance = "from the background"
        default:
            circumstance = "now"
        }
        return "\(name) cannot activate its session \(circumstance) (\(refusal))"
    }
}

extension DeviceChange {
    /// What begins or ceases to interrupt with it.
    package var interrupter: (Interrupter, isOn: Bool)? {
        switch self {
        case .call(let state): (.call, state != .none)
        case .alarm(let isSounding): (.alarm, isSounding)
        case .timer(let isSounding): (.timer, isSounding)
        case .assistant(let isListening): (.assistant, isListening)
        case .emergency(let isSounding): (.emergency, isSounding)
        case .volume, .route, .ringSwitch, .lock, .setting, .mediaServices: nil
        }
    }
}
