import AudioModel

/// Whether an alert sound, or a ringing call, vibrates.
///
/// Source: System Sound Services Reference, `AudioServicesPlayAlertSound`; the settings are those
/// of the phone's Settings, Sounds.
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

/// Whether a vibration asked for by itself happens: always on ring; on silent, as the setting says.
///
/// Source: the public AudioServices header for the vibration; that the setting suppresses it is
/// our choice (`docs/facts.md`).
package func plainVibrationHappens(
    ringSwitch: RingSwitch, isOn: (DeviceSetting) -> Bool, rules: RuleSet
) -> Bool {
    ringSwitch == .ring || !rules.hold(.vibrateSettingsGovern) || isOn(.vibrateOnSilent)
}
