import AudioModel

/// Whether an alert sound, a ringing call, an alarm or a timer's end vibrates.
///
/// Source: System Sound Services Reference, `AudioServicesPlayAlertSound`; the settings are those
/// of the phone's Settings, Sounds; that alarms and timers follow them is ours (`docs/facts.md`).
package func alertVibrates(
    ringSwitch: RingSwitch, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> Bool {
    switch ringSwitch {
    case .ring:
        rules.hold(.alertVibratesOnRing)
            && (!rules.hold(.vibrateSettingsGovern) || isOn(.vibrateOnRing))
    case .silent:
        rules.hold(.alertVibratesOnSilent)
            && (!rules.hold(.vibrateSettingsGovern) || isOn(.vibrateOnSilent))
    }
}

/// Whether a requested vibration without a sound happens: always on ring; on silent, as the setting
/// says.
///
/// Source: the public AudioServices header for the vibration; that the setting suppresses it is
/// our choice (`docs/facts.md`).
package func plainVibrationHappens(
    ringSwitch: RingSwitch, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> Bool {
    ringSwitch == .ring || !rules.hold(.vibrateSettingsGovern) || isOn(.vibrateOnSilent)
}
