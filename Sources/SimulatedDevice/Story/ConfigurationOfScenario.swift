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
