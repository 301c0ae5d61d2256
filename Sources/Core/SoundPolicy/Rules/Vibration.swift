package import AudioModel

/// Why an alert sound, a ringing call, an alarm or a timer's end does not vibrate.
///
/// Source: System Sound Services Reference, `AudioServicesPlayAlertSound`; the settings are those
/// of the phone's Settings, Sounds; that alarms and timers follow them is ours (`docs/facts.md`).
package func alertVibrationObstacle(
    ringSwitch: RingSwitch, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> VibrationObstacle? {
    let (rule, setting): (Rule, DeviceSetting) =
        switch ringSwitch {
        case .ring: (.alertVibratesOnRing, .vibrateOnRing)
        case .silent: (.alertVibratesOnSilent, .vibrateOnSilent)
        }
    guard rules.hold(rule) else {
        return VibrationObstacle(obstacle: .ruleIsDisabled, rule: rule)
    }
    return settingObstacle(setting, isOn: isOn, rules: rules)
}

private func settingObstacle(
    _ setting: DeviceSetting, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> VibrationObstacle? {
    guard rules.hold(.vibrateSettingsGovern), !isOn(setting) else { return nil }
    return VibrationObstacle(obstacle: .settingIsOff(setting), rule: .vibrateSettingsGovern)
}

/// Why a vibration asked for by itself does not happen. On ring it always does.
///
/// Source: the public AudioServices header for the vibration; that the setting suppresses it is
/// our choice (`docs/facts.md`).
package func plainVibrationObstacle(
    ringSwitch: RingSwitch, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> VibrationObstacle? {
    guard ringSwitch == .silent else { return nil }
    return settingObstacle(.vibrateOnSilent, isOn: isOn, rules: rules)
}
