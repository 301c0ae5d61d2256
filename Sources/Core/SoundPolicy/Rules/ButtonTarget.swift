package import AudioModel

/// Returns the volume that the buttons change; `nil` for none.
///
/// The call volume while a call is connected; the media volume while an app's sound is audible (or
/// would be with that volume above zero); otherwise the ringer volume, unless the user has disabled
/// that for the buttons and no ringer sound is playing.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound"; that a sounding ringer-volume sound
/// can be lowered whatever the setting is our reading of "the volume buttons have the last word".
package func buttonTarget(
    isCallConnected: Bool, isMediaSounding: Bool, isRingerSounding: Bool,
    changesWithButtons: Bool, rules: RuleSet
) -> VolumeKind? {
    if isCallConnected, rules.hold(.buttonsMoveCall) { return .call }
    if isMediaSounding {
        return rules.hold(.buttonsMoveMedia) ? .media : nil
    }
    guard rules.hold(.buttonsMoveRinger) else { return nil }
    if !isRingerSounding, rules.hold(.changeWithButtonsCanBeOff), !changesWithButtons {
        return .media
    }
    return .ringer
}
