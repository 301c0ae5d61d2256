import AudioModel

// Short sounds of the device itself, which end by themselves.

extension PolicyMachine {
    /// Source: iPhone User Guide, sounds and haptics: a message vibrates as a call does.
    mutating func messageArrives() {
        changeEffects.append(.deviceSoundBegins(.messageTone))
        if mayVibrate(for: .phone), alertsVibrate { changeEffects.append(.vibrate(nil)) }
    }

    /// Source: iPhone User Guide, Settings, Sounds, Keyboard Clicks.
    mutating func clickKey() {
        if rules.hold(.keyboardClicksCanBeOff), !device.isOn(.keyboardClicks) { return }
        changeEffects.append(.deviceSoundBegins(.keyClick))
    }
}
