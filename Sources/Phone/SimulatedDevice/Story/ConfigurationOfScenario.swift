import AudioModel
package import ScenarioLanguage
package import SoundPolicy

extension PolicyConfiguration {
    package init(_ scenario: Scenario, disabledRules: [Rule]) {
        self.init()
        ringSwitch = scenario.phone.ringSwitch
        mediaVolume = Float(scenario.phone.mediaVolume)
        ringerVolume = Float(scenario.phone.ringerVolume)
        microphone = scenario.phone.microphone
        hasPasscode = scenario.phone.hasPasscode
        isRotationLocked = scenario.phone.isRotationLocked
        losesInterruptionEnds = scenario.phone.losesInterruptionEnds
        let route = scenario.phone.route
        if route.kind == .airplay {
            pickedOutput = route
        } else if !route.kind.isBuiltIn {
            accessories = [route]
        }
        profile = scenario.phone.profile
        settingsOff = DeviceSetting.allCases.filter { !scenario.settings[$0] }
        self.disabledRules = disabledRules
    }
}

extension Scenario {
    /// Whether the lines before the story set what the choice changes, so that nothing in it rests
    /// on the choice.
    func decides(_ choice: PolicyChoice) -> Bool {
        if choice.changes(\.losesInterruptionEnds) {
            return given.interruptionEnds || phone.losesInterruptionEnds
        }
        guard choice.changes(\.settingsOff) else { return false }
        var changed = PolicyConfiguration()
        choice.change(&changed)
        return changed.settingsOff.contains { given.settings.contains($0) || !settings[$0] }
    }
}
