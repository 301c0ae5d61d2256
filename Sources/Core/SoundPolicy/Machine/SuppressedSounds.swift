public import AudioModel

// What is neither heard nor felt, and never becomes a stream that a verdict could explain.

/// A vibration or a key click that does not happen, and why.
public struct SuppressedSound: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case vibration
        case keyClick
    }

    public enum Obstacle: Hashable, Sendable {
        case settingIsOff(DeviceSetting)
        case appRecords(AppID)
        /// A rule without which this never happens is disabled.
        case ruleIsDisabled
    }

    public var kind: Kind
    /// The app that asked for it; `nil` for the phone itself.
    public var app: AppID?
    public var obstacle: Obstacle
    /// The rule that says so, or the one that is disabled.
    public var rule: Rule

    public init(_ kind: Kind, of app: AppID?, _ obstacle: Obstacle, rule: Rule) {
        self.kind = kind
        self.app = app
        self.obstacle = obstacle
        self.rule = rule
    }

    /// A clause without a subject:
    /// `does not vibrate: the setting vibrate-on-ring is off (rule vibrate-settings-govern)`.
    ///
    /// - Parameter name: What an app is called.
    public func sentence(_ name: (AppID) -> String) -> String {
        let what =
            switch kind {
            case .vibration: "does not vibrate" + (app.map { " for \(name($0))" } ?? "")
            case .keyClick: "plays no key click"
            }
        let why =
            switch obstacle {
            case .settingIsOff(let setting): "the setting \(setting.rawValue) is off"
            case .appRecords(let app): "\(name(app)) records"
            case .ruleIsDisabled: "its rule is disabled"
            }
        return "\(what): \(why) (rule \(rule.rawValue))"
    }
}

extension PolicyMachine {
    /// Vibrates, or says why it does not.
    ///
    /// - Parameters:
    ///   - stream: The alert sound that it belongs to.
    ///   - app: The app that asked for it; `nil` for the phone itself.
    mutating func vibrate(
        with stream: StreamID? = nil, for app: AppID?, unless obstacle: VibrationObstacle?
    ) {
        guard let obstacle else { return changeEffects.append(.vibrate(stream)) }
        changeEffects.append(.soundSuppressed(obstacle.suppressed(for: app)))
    }

    /// Why whatever alerts the user does not vibrate now; `nil` where it does.
    var alertVibrationObstacle: VibrationObstacle? {
        SoundPolicy.alertVibrationObstacle(
            ringSwitch: device.ringSwitch, isOn: device.isOn, rules: rules)
    }

    /// Why a vibration would disturb a recording; `nil` where it disturbs none.
    ///
    /// Source: System Sound Services Reference; the public AVAudioSession header,
    /// `setAllowHapticsAndSystemSoundsDuringRecording`.
    func recordingObstacle(for app: AppID) -> VibrationObstacle? {
        guard rules.hold(.recordingForbidsVibration) else { return nil }
        let roles = activeRoles
        let recorder =
            roles.first(.recordsAlone)
            ?? roles.apps(with: .forbidsVibration).first { $0 == app }
        return recorder.map {
            VibrationObstacle(obstacle: .appRecords($0), rule: .recordingForbidsVibration)
        }
    }
}

/// Why something does not vibrate.
package struct VibrationObstacle: Hashable, Sendable {
    var obstacle: SuppressedSound.Obstacle
    var rule: Rule

    func suppressed(for app: AppID?) -> SuppressedSound {
        SuppressedSound(.vibration, of: app, obstacle, rule: rule)
    }
}
