import AudioModel

// Short sounds of the device itself, which end by themselves.

extension PolicyMachine {
    /// Source: iPhone User Guide, sounds and haptics: a message vibrates as a call does.
    mutating func messageArrives() {
        changeEffects.append(.deviceSoundBegins(.messageTone))
        vibrate(for: nil, unless: recordingObstacle(for: .phone) ?? alertVibrationObstacle)
    }

    /// Source: iPhone User Guide, Settings, Sounds, Keyboard Clicks.
    mutating func clickKey() {
        let rule = Rule.keyboardClicksCanBeOff
        guard !rules.hold(rule) || device.isOn(.keyboardClicks) else {
            let suppressed = SuppressedSound(
                .keyClick, of: nil, .settingIsOff(.keyboardClicks), rule: rule)
            return changeEffects.append(.soundSuppressed(suppressed))
        }
        changeEffects.append(.deviceSoundBegins(.keyClick))
    }
}
