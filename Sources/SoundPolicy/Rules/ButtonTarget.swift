import AudioModel

/// Which volume the buttons move.
///
/// The call's while one is connected; the media volume while an app's sound is heard (or would be,
/// were that volume not at zero); otherwise the ringer's, unless the user has taken the buttons
/// off it and nothing of the ringer's sounds.
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
