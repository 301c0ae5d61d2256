import AudioModel

/// Whether an alert sound, a ringing call, an alarm or a timer's end vibrates.
///
/// Source: System Sound Services Reference, `AudioServicesPlayAlertSound`; the settings are those
/// of the phone's Settings, Sounds; that alarms and timers follow them is ours (`docs/facts.md`).
package func alertVibrates(
    ringSwitch: RingSwitch, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> Bool {
    alertVibrationObstacle(ringSwitch: ringSwitch, isOn: isOn, rules: rules) == nil
}

/// Why an alert sound, a ringing call, an alarm or a timer's end does not vibrate.
///
/// Source: as for `alertVibrates`.
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

/// Whether a vibration asked for by itself happens: always on ring; on silent, as the setting says.
///
/// Source: the public AudioServices header for the vibration; that the setting suppresses it is
/// our choice (`docs/facts.md`).
package func plainVibrationHappens(
    ringSwitch: RingSwitch, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> Bool {
    plainVibrationObstacle(ringSwitch: ringSwitch, isOn: isOn, rules: rules) == nil
}

/// Why a vibration asked for by itself does not happen.
///
/// Source: as for `plainVibrationHappens`.
package func plainVibrationObstacle(
    ringSwitch: RingSwitch, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> VibrationObstacle? {
    guard ringSwitch == .silent else { return nil }
    return settingObstacle(.vibrateOnSilent, isOn: isOn, rules: rules)
}
