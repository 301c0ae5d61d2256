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
        emergencyButtons = scenario.phone.emergencyButtons
        ambientMixes = scenario.phone.ambientMixes
        untouchedSessionRecords = scenario.phone.untouchedSessionRecords
        launchLimitOverride = scenario.phone.launchLimit.map { .seconds($0) }
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
        let usual = PhoneSetup()
        if choice.changes(\.losesInterruptionEnds) {
            return sets("interruption-ends", \.losesInterruptionEnds, usual)
        }
        if choice.changes(\.emergencyButtons) {
            return sets("emergency-buttons", \.emergencyButtons, usual)
        }
        if choice.changes(\.ambientMixes) { return sets("ambient-mixes", \.ambientMixes, usual) }
        if choice.changes(\.untouchedSessionRecords) {
            return sets("untouched-session-records", \.untouchedSessionRecords, usual)
        }
        if choice.changes(\.launchLimitOverride) {
            return sets("launch-limit", \.launchLimit, usual)
        }
        guard choice.changes(\.settingsOff) else { return false }
        var changed = PolicyConfiguration()
        choice.change(&changed)
        return changed.settingsOff.contains { given.settings.contains($0) || !settings[$0] }
    }
    /// Whether the scenario sets a property of the phone, also to its usual value.
    private func sets<Value: Equatable>(
        _ word: String, _ property: KeyPath<PhoneSetup, Value>, _ usual: PhoneSetup
    ) -> Bool {
        given.phone.contains(word) || phone[keyPath: property] != usual[keyPath: property]
    }
}
